"""Accounts: signing up, logging in, guests, settings, computer players."""
