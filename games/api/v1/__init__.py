"""Version 1 of the API: what pages show and do, as JSON for programs."""
