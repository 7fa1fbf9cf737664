"""The Celery application.

Tasks are known by name, and this is the `current_app` of every thread, so that services can queue work without
importing either.
"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "machupicchu.settings")

app = Celery("machupicchu")
app.set_default()
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
