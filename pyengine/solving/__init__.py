"""Solving: the program of rules and facts, and how it is grounded moment by moment."""
