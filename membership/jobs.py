"""Names of the background tasks of membership."""

TIDY = "membership.tidy"
