"""Internals of allauth that this site uses because they have no public name.

`tests/site/test_insides.py` says what has changed if a new version moves or changes them.
"""

from typing import Any

from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.internal.flows.login import get_authentication_records, record_authentication
from allauth.account.internal.flows.manage_email import assess_unique_email
from allauth.account.internal.flows.reauthentication import did_recently_reauthenticate
from allauth.account.internal.stagekit import unstash_login
from allauth.usersessions.internal.flows.sessions import end_sessions

__all__ = [
    "assess_unique_email",
    "did_recently_reauthenticate",
    "end_sessions",
    "get_authentication_records",
    "oauth_server",
    "record_authentication",
    "send_verification_email_to_address",
    "unstash_login",
]


def oauth_server() -> Any:
    """allauth's OAuth 2.0 and OpenID Connect server, imported only when needed."""
    from allauth.idp.oidc.internal.oauthlib.server import get_server

    return get_server()
