"""The compiler from abilities and effects to facts."""
