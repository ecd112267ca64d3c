"""Files: YAML read and written, and data held against models, with errors that name line and column."""
