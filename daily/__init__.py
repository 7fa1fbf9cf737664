"""The deal of the day: for each day and game one sealed deal, one computer player, and one try for everyone."""
