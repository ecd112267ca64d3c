"""Tools on top of the questions: plans, proofs, reasons, scenarios, batches."""
