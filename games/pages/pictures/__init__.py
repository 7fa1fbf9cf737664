"""Positions as pictures: the same drawing as on pages, rendered on the server for readers without a page."""
