"""Names of the background tasks of accounts."""

TIDY = "accounts.tidy"
