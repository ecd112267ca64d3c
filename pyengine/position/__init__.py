"""A position: what a board file says, its facts for the rules, and the board that a model of them describes."""
