"""The English of card texts: read into terms that say what an effect tells to do, and written back."""
