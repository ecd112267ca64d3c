"""Cards: the vocabulary of abilities, the library, and what their texts and costs are as facts."""
