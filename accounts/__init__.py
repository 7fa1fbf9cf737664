"""People: users, guests, computer players, and what they prefer."""
