"""Who is logged in, read as `machupicchu.lookups` reads: every request of somebody known asks."""

from allauth.account.auth_backends import AuthenticationBackend

from accounts.models import User
from machupicchu.lookups import Lookup

_users = Lookup(lambda pk: User.objects.filter(pk=pk), int)


class Backend(AuthenticationBackend):
    """Names and mail addresses with passwords, as allauth takes them."""

    def get_user(self, user_id: int) -> User | None:
        """The user, unless the account is closed."""
        for user in _users(user_id):
            if self.user_can_authenticate(user):
                return user
        return None
