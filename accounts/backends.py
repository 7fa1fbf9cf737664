"""The authentication backend. It reads users through `common.lookups`: each request of a logged-in user needs one."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend

from accounts.models import User
from accounts.passwords import ways
from common.lookups import Lookup

_users = Lookup(lambda pk: User.objects.filter(pk=pk), int)


class Backend(AuthenticationBackend):
    """Logs in with a name or email address and a password, like allauth. Nobody can log in as a bot."""

    def _check_password(self, user: Any, password: str) -> Any:
        """The user if the password is right, else None; always None for a bot."""
        return None if user is not None and user.is_bot else super()._check_password(user, password)

    def _mitigate_timing_attack(self, password: str) -> None:
        """Take as long for an unknown name as for a wrong password."""
        for _way in ways(password):
            super()._mitigate_timing_attack(password)

    def user_can_authenticate(self, user: User) -> bool:
        return not user.is_bot and bool(super().user_can_authenticate(user))

    def get_user(self, user_id: int) -> User | None:
        """The user; None if there is none, or the account is inactive or a bot."""
        for user in _users(user_id):
            if self.user_can_authenticate(user):
                return user
        return None
