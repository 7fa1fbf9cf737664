"""Matches shown on pages of other sites."""
