"""The site: settings, addresses, ASGI and Celery applications. Every process of the site imports this first."""

from machupicchu import descriptors
from machupicchu.celery import app as celery_app

descriptors.raise_limit()

__all__ = ["celery_app"]
