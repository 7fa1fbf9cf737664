"""The WSGI application: only pages, for large deployments (sockets then run under `machupicchu.web`)."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "machupicchu.settings")
application = get_wsgi_application()
