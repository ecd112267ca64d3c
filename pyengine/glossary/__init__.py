"""Glossary: the words of the game as data, which every other room may read."""
