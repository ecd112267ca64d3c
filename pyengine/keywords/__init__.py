"""Keyword abilities: their variants, texts and costs."""
