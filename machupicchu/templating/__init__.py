"""What templates are made of: the Jinja2 environment, translations, and static files."""
