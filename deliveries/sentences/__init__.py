"""Titles and sentences of notifications: by their kind, about events, and about one match."""
