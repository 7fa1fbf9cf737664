"""Browsers that allow push notifications."""

from accounts.models import User
from notices.models import Browser


def browsers_forget(*, user: User) -> None:
    """Delete all browsers of `user`: nothing is pushed there any more. Doing so twice changes nothing."""
    Browser.objects.filter(user=user).delete()
