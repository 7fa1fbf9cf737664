"""What operators do with a site: back it up, restore it, move it."""
