"""The background tasks of accounts by name."""

TIDY = "accounts.tidy"
