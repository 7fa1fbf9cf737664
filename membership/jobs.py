"""The background tasks of membership by name."""

TIDY = "membership.tidy"
