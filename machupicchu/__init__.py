"""The site: settings, URLs, ASGI and Celery applications. Every process of the site imports this first."""

import time

from machupicchu.celery import app as celery_app
from machupicchu.serving import descriptors

descriptors.raise_limit()

STARTED = time.monotonic()
"""The start of this process, on the monotonic clock."""

__all__ = ["celery_app"]
