"""Proofs over all boards of a space, and certificates of puzzles."""
