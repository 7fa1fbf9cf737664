"""`make run`: prepares the site, then starts and supervises its processes until it is told to stop."""
