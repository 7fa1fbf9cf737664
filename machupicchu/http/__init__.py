"""The middleware of the site, and the pages for when it cannot answer."""
