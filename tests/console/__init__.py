"""The engine on its own: its command line, and the line protocol."""
