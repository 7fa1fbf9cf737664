"""Rendering: the Jinja2 environment, translations in templates, and static files."""
