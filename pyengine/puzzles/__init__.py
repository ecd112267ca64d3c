"""Puzzles: which line of allowed actions leads from a position to a goal, if there is any."""
