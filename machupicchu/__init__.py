"""The site: settings, addresses, ASGI and Celery applications."""

from machupicchu.celery import app as celery_app

__all__ = ["celery_app"]
