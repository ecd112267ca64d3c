"""Many boards and many questions: spaces by number, pieces, workers, batches."""
