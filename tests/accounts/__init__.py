"""People: signing up and in, guests, settings, computer players."""
