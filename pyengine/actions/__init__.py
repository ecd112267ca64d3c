"""Actions: phrases read and written, and the instructions that they stand for."""
