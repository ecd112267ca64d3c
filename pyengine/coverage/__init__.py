"""Coverage of rules, cards and puzzles."""
