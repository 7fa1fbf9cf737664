"""Whether pages are served: asked over the network, as visitors ask, so that an idle site is no silent one."""

import json
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse

PATIENCE = 3.0
"""Seconds for connecting, and for each part of the answer."""

MOST_READ = 64 * 1024

ANYWHERE = "*"


def pages_are_served() -> bool:
    """Whether a web process answers at `WEB_ADDRESS`, well or not well; without an address that is taken for granted.

    Takes some seconds when nobody answers: call it outside of transactions.
    """
    if not settings.WEB_ADDRESS:
        return True
    address = urlsplit(settings.WEB_ADDRESS)
    assert address.hostname is not None
    connect = HTTPSConnection if address.scheme == "https" else HTTPConnection
    connection = connect(address.hostname, address.port, timeout=PATIENCE)
    try:
        connection.request("GET", reverse("health"), headers={"Host": _name_of_the_site(address.netloc)})
        answer = json.loads(connection.getresponse().read(MOST_READ))
    except (OSError, HTTPException, ValueError):
        return False
    finally:
        connection.close()
    return isinstance(answer, dict) and "ok" in answer


def _name_of_the_site(otherwise: str) -> str:
    """A name under which the site takes requests: it need not be that of the address at which it is asked."""
    names = [name.lstrip(".") for name in settings.ALLOWED_HOSTS if name != ANYWHERE]
    return names[0] if names else otherwise
