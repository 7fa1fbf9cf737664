"""Features that span people and matches: bans, cautions, reports, vacations, merging guests, account deletion."""
