"""Asking: the questions that are put to the rules about a position."""
