"""The games: engine, computer players, matches and the pages that show them."""
