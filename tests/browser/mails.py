"""Every mail that the site sends, as a browser would show it."""

from collections.abc import Iterator

from django.core.mail import EmailMultiAlternatives

from notices.kinds import Kind

SEVERAL = "several things"
ACCOUNT = (
    *(f"account/email/{name}" for name in ("account_already_exists", "email_changed")),
    *(f"account/email/{name}" for name in ("email_confirmation", "email_confirmation_signup", "email_deleted")),
    *(f"account/email/{name}" for name in ("password_changed", "password_reset", "password_reset_key")),
    *(f"account/email/{name}" for name in ("password_set", "unknown_account")),
    *(f"mfa/email/{name}" for name in ("recovery_codes_generated", "totp_activated", "totp_deactivated")),
    *(f"mfa/email/{name}" for name in ("webauthn_added", "webauthn_removed")),
)
"""Mails about the account, by their templates."""

MAILS = (*Kind.values, SEVERAL, *ACCOUNT)
LANGUAGES = ("en", "de")


def mails(code: str, reader: str, other: str) -> dict[str, str]:
    """The HTML of every mail, about the match `code` that waits for `reader`, by language and name: `de turn`."""
    from django.utils import translation

    found: dict[str, str] = {}
    for language in LANGUAGES:
        with translation.override(language):
            found |= {f"{language} {name}": html for name, html in (*_notices(code, reader, other), *_account(reader))}
    return found


def _notices(code: str, reader: str, other: str) -> Iterator[tuple[str, str]]:
    from accounts.models import User
    from deliveries.channels.mail import letter
    from deliveries.services.briefing import tidings_of
    from games.models import Match
    from notices.models import Notice

    user, about = User.objects.get(username=reader), User.objects.get(username=other)
    match = Match.objects.prefetch_related("seats__user").get(code=code)
    alone = {Kind.CLOSED, Kind.FRIEND, Kind.CUP, Kind.LADDER, Kind.CLUB, Kind.CHALLENGE, Kind.CAUTION, Kind.TEST}
    notices = [
        Notice(pk=number, user=user, kind=kind, match=None if kind in alone else match, seat=match.to_move, about=about)
        for number, kind in enumerate(Kind.values, start=1)
    ]
    for notice in notices:
        notice.facts = {"game": match.game} if notice.kind == Kind.CLOSED else {}
    for name, bundle in [*((notice.kind, [notice]) for notice in notices), (SEVERAL, notices)]:
        yield name, _pretty(letter(tidings_of(bundle), user, "member@example.org", "code"))


def _account(reader: str) -> Iterator[tuple[str, str]]:
    from django.utils import timezone

    from accounts.letters import composed
    from accounts.models import User

    page = "https://localhost/account/"
    context = {"user": User.objects.get(username=reader), "username": reader, "email": "member@example.org"}
    context |= {
        "origin": "https://localhost",
        "timestamp": timezone.now(),
        "ip": "192.0.2.7",
        "user_agent": "Firefox/140.0",
    }
    context |= {"from_email": "old@example.org", "to_email": "new@example.org", "site_name": "The site"}
    context |= dict.fromkeys(("activate_url", "password_reset_url", "signup_url"), page + "1-long-key-of-a-link")
    for template in ACCOUNT:
        yield template, _pretty(composed(template, "member@example.org", context, code="code"))


def _pretty(mail: EmailMultiAlternatives) -> str:
    html = mail.alternatives[0][0]
    assert isinstance(html, str)
    for picture in mail.attachments:
        name = picture["Content-ID"].strip("<>")
        html = html.replace(f"cid:{name}", f"data:image/png;base64,{''.join(picture.get_payload().split())}")
    return html
