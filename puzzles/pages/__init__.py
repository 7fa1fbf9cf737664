"""The pages of puzzles: five a day, one position, and the reader's own mistakes."""
