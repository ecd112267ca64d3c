"""Rules as plans, and what they derive of facts, without the solver."""
