"""Puzzle formats: our own files and Forge's."""
