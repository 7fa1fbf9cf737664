"""Tools for developers: `manage.py runserver`, which starts all parts of the site, and `manage.py demo`."""
