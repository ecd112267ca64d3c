"""Card English: read into terms that say what an effect does, and written back."""
