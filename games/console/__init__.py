"""The engine without the site: its command line, and the line protocol for programs. Standard library only."""
