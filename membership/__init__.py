"""What spans people and matches: bans, cautions, reports, vacations, guests who sign up, leaving for good."""
