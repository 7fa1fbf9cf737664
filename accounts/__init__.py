"""Users: members, guests, bots and computer players, with their settings."""
