"""What a developer has besides the site: `manage.py runserver` with all parts in one command, and `manage.py demo`."""
