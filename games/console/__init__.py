"""The engine by itself: its command line, and the line protocol by which programs play. Standard library only."""
