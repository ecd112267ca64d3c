"""Words of phrases: kinds of counters, numbers and names, and checks of user text."""
