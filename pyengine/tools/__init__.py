"""Tools on top of the questions: puzzle files, proofs, reasons, scenarios, batches."""
