"""Only the pages, for a WSGI server in a large deployment (sockets then run under `machupicchu.web`)."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "machupicchu.settings")
application = get_wsgi_application()
