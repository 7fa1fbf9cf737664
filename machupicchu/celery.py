"""The Celery application. Tasks are known by name, so that services can ask for work without importing it."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "machupicchu.settings")

app = Celery("machupicchu")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
