"""System checks for deployment: `manage.py check --deploy` says what is missing, and how to fix it."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register

LOCAL = {"localhost", "127.0.0.1", "[::1]", "::1"}
"""Host names of a site that only its own machine can reach."""


@register(Tags.security, deploy=True)
def check_hosts(**kwargs: Any) -> list[CheckMessage]:
    """Production must name its own hosts, since links in emails are built from the host of the request."""
    if not settings.PRODUCTION:
        return []
    if any(host in {"*", "."} for host in settings.ALLOWED_HOSTS):
        return [
            Error(
                "ALLOWED_HOSTS allows every host.",
                hint="Anyone could then have a password email sent with a link to a site of theirs. Name yours: "
                "ALLOWED_HOSTS=play.example.org",
                id="machupicchu.E001",
            )
        ]
    if set(settings.ALLOWED_HOSTS) <= LOCAL:
        return [
            Error(
                "ALLOWED_HOSTS names no public host.",
                hint="Every page would be refused with status 400. Name yours: ALLOWED_HOSTS=play.example.org",
                id="machupicchu.E002",
            )
        ]
    return []


@register(Tags.security, deploy=True)
def check_mail(**kwargs: Any) -> list[CheckMessage]:
    """Production should send emails, from an address that exists."""
    if not settings.PRODUCTION:
        return []
    if not settings.EMAIL_URL:
        return [
            Warning(
                "No mail server is configured.",
                hint="Emails are only written to files, so nobody can reset a password or confirm an address. "
                "Set EMAIL_URL=smtp+tls://user:password@mail.example.org:587",
                id="machupicchu.W001",
            )
        ]
    if settings.DEFAULT_FROM_EMAIL.rstrip(">").endswith("@localhost"):
        return [
            Warning(
                "Emails come from an address at localhost.",
                hint="Mail servers refuse those. Set DEFAULT_FROM_EMAIL='Machu Picchu <play@example.org>'",
                id="machupicchu.W002",
            )
        ]
    return []


@register(Tags.security, deploy=True)
def check_imprint(**kwargs: Any) -> list[CheckMessage]:
    """Production should say who runs it, and how to reach them."""
    if not settings.PRODUCTION or (settings.IMPRINT and settings.CONTACT_ADDRESS):
        return []
    return [
        Warning(
            "Nobody can see who runs this site or how to reach them.",
            hint="Many countries require that, and the privacy page needs an address to write to. Set "
            "IMPRINT='Name | Street 1 | 12345 Town' and CONTACT_ADDRESS=play@example.org",
            id="machupicchu.W004",
        )
    ]


@register(Tags.security)
def check_debug(**kwargs: Any) -> list[CheckMessage]:
    """DEBUG is only for machines that other people cannot reach."""
    if settings.DEBUG and not set(settings.ALLOWED_HOSTS) <= LOCAL:
        return [
            Warning(
                "DEBUG is on, and other machines can connect.",
                hint="Error pages show settings and hidden cards. Unset DEBUG or ALLOWED_HOSTS.",
                id="machupicchu.W003",
            )
        ]
    return []
