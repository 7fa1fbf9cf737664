"""The pages of puzzles: the five of the day, a single puzzle, and the reader's own mistakes."""
