"""The engine by itself: its command line, and the line protocol."""
