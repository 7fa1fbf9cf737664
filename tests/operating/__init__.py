"""What operators do with a site, on databases of their own."""
