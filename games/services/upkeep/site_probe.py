"""Checks whether pages are served: over the network, as visitors do, so that an idle site does not count as down."""

import json
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse

PATIENCE = 3.0
"""Seconds to connect, and for each part of the response."""

MOST_READ = 64 * 1024
"""The number of bytes that are read of the response; the health page is much shorter."""

ANYWHERE = "*"
"""The entry of ALLOWED_HOSTS that allows every name."""


def pages_are_served() -> bool:
    """Whether a web process answers `/health/` at `WEB_ADDRESS`, with any status; True if no address is configured.

    The error page of a proxy is no answer: it is not the JSON of ours.

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
    """A host name for which the site accepts requests: it need not be that of the address being probed."""
    names = [name.lstrip(".") for name in settings.ALLOWED_HOSTS if name != ANYWHERE]
    return names[0] if names else otherwise
