"""Explanations: why an action is illegal, and why a result holds or does not."""
