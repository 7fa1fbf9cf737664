"""SQLite as Django's backend of this name knows it, but for who writes next: they wait their turn."""
