"""The Celery application.

Tasks are called by name, and this is the `current_app` of every thread, so services can queue tasks without importing
this app or the tasks.
"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "machupicchu.settings")

app = Celery("machupicchu")
app.set_default()
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
