"""Where notifications leave the site: what happens to it when someone gets their account back."""

from django.utils.translation import gettext_noop

from accounts.models import User
from notices.models import Browser, Webhook


def outlets_pause(*, user: User) -> None:
    """Send nothing more to places that someone else may have added for `user`: their webhook, until they save its
    address again, and devices that nothing ties to a login. Doing so twice changes nothing.

    Other devices get nothing anyway until their person logs in there again.
    """
    Webhook.objects.filter(user=user, trouble="").update(trouble=gettext_noop("you have a new password"))
    Browser.objects.filter(user=user, known_as="").delete()
