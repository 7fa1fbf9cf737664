"""Where notifications leave the site: what happens to it when someone gets their account back."""

from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import User
from notices.models import Browser, Webhook


def outlets_pause(*, user: User) -> None:
    """Send nothing more to places that someone else may have added for `user`: their webhook, until they save its
    address again, and devices that nothing ties to a login. Doing so twice changes nothing.

    Other devices get nothing anyway until their person logs in there again.
    """
    with translation.override(user.language or translation.get_language()):
        why = _("you have a new password")
    Webhook.objects.filter(user=user, trouble="").update(trouble=why)
    Browser.objects.filter(user=user, known_as="").delete()
