"""`make run`: prepares the site, then starts and supervises its real parts until it is told to stop."""
