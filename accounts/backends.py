"""The authentication backend. It reads users through `common.lookups`: each request of a logged-in user needs one."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.http import HttpRequest

from accounts.models import User
from accounts.passwords import spellings
from accounts.selectors import users_with
from common.lookups import Lookup

MOST_TRIED = 2
"""How many accounts a login by email address tries: that which has confirmed it, and one more.

Anyone can give an address to many accounts without confirming it, and each would cost a slow hash. The names of the
others still log them in.
"""

_users = Lookup(lambda pk: User.objects.filter(pk=pk), int)


class Backend(AuthenticationBackend):
    """Logs in with a name or email address and a password, like allauth. Nobody can log in as a bot."""

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> Any:
        """The user, else None. An address is tried once: allauth would try it as a name too, which has no @ here."""
        if credentials.get("email"):
            credentials.pop("username", None)
        return super().authenticate(request, **credentials)

    def _authenticate_by_email(self, email: str, password: str) -> User | None:
        """The user with this address and password. It takes equally long however many have the address; otherwise the
        time would reveal whether someone besides the one who logs in has it.
        """
        if "@" not in email:
            return None
        tried = users_with(email)[:MOST_TRIED]
        found = [user for user in tried if self._check_password(user, password)]
        for _missing in range(MOST_TRIED - len(tried)):
            self._mitigate_timing_attack(password)
        self._did_check_password = True
        return found[0] if found else None

    def _check_password(self, user: Any, password: str) -> Any:
        """The user if the password is right, else None; always None for a bot."""
        return None if user is not None and user.is_bot else super()._check_password(user, password)

    def _mitigate_timing_attack(self, password: str) -> None:
        """Take as long for an unknown name as for a wrong password."""
        for _spelling in spellings(password):
            super()._mitigate_timing_attack(password)

    def user_can_authenticate(self, user: User) -> bool:
        return not user.is_bot and bool(super().user_can_authenticate(user))

    def get_user(self, user_id: int) -> User | None:
        """The user; None if there is none, or the account is inactive or a bot."""
        for user in _users(user_id):
            if self.user_can_authenticate(user):
                return user
        return None
