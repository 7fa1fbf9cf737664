"""Credits: the works of others that this site uses."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games import catalogue

GAME_ICONS = (
    (
        "Delapouite",
        ("flatfish", "log", "lynx-head", "meeple", "moai", "potato", "raspberry", "sun-priest", "two-coins"),
    ),
    ("Lorc", ("laurel-crown", "prayer", "sun", "sundial", "trade", "vulture", "wheat", "wood-axe")),
    ("Sbed", ("fire",)),
)
"""The icons from game-icons.net, by author."""


@dataclass(frozen=True, slots=True)
class Project:
    """A piece of software that is part of this site."""

    name: str
    does: str | Promise
    licence: str
    url: str


SOFTWARE = (
    Project("Django", _("pages, database, accounts"), "BSD-3-Clause", "https://www.djangoproject.com/"),
    Project("htmx", _("pages that update in place"), "0BSD", "https://htmx.org/"),
    Project("django-htmx", _("joining those two"), "MIT", "https://django-htmx.readthedocs.io/"),
    Project("Channels, Daphne, channels-redis", _("live tables"), "BSD-3-Clause", "https://channels.readthedocs.io/"),
    Project("Celery", _("thinking and sending email in the background"), "BSD-3-Clause", "https://docs.celeryq.dev/"),
    Project("Valkey", _("holding the live parts together"), "BSD-3-Clause", "https://valkey.io/"),
    Project("django-allauth", _("signing up and logging in"), "MIT", "https://allauth.org/"),
    Project("OAuthLib", _("letting other apps in"), "BSD-3-Clause", "https://oauthlib.readthedocs.io/"),
    Project("PyJWT", _("telling apps who has logged in"), "MIT", "https://pyjwt.readthedocs.io/"),
    Project("argon2-cffi", _("keeping passwords safe"), "MIT", "https://argon2-cffi.readthedocs.io/"),
    Project("django-csp", _("what pages may load"), "BSD-3-Clause", "https://github.com/mozilla/django-csp"),
    Project("WhiteNoise", _("styles and pictures"), "MIT", "https://whitenoise.readthedocs.io/"),
    Project("resvg, resvg_py", _("the boards in emails"), "Apache-2.0, MIT", "https://github.com/linebender/resvg"),
    Project("Pillow", _("making those smaller"), "MIT-CMU", "https://python-pillow.github.io/"),
    Project("openskill", _("the ratings"), "MIT", "https://openskill.me/"),
    Project("Babel", _("the words in four languages"), "BSD-3-Clause", "https://babel.pocoo.org/"),
    Project("Psycopg", _("PostgreSQL"), "LGPL-3.0", "https://www.psycopg.org/"),
)


@require_safe
def credits(request: HttpRequest) -> HttpResponse:
    """Show authors and licences of games, icons, fonts and software."""
    context = {"games": catalogue.entries(), "game_icons": GAME_ICONS, "software": SOFTWARE}
    return render(request, "games/site/credits.html", context)
