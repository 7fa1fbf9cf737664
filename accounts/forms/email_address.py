"""The form for a new email address."""

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import services
from accounts.forms.fields import Worded
from accounts.insides import assess_unique_email, send_verification_email_to_address
from accounts.letters import confirms_email
from accounts.selectors import has_confirmed_address


class EmailForm(Worded, allauth_forms.AddEmailForm):
    """A new email address. It replaces the old one once confirmed, or at once if that was unconfirmed too.

    On a site that sends no email, it always replaces the old one at once.
    """

    labels = {"email": _("New email address")}

    def clean_email(self) -> str:
        email: str = super().clean_email()
        if not confirms_email() and not assess_unique_email(email, user=self.user):
            raise get_adapter().validation_error("email_taken")
        return email

    def save(self, request: HttpRequest) -> EmailAddress:
        """Store the address. Where addresses are confirmed, it gets a confirmation email.

        Raises Confirmed if another tab was faster.
        """
        address: EmailAddress
        if confirms_email() and has_confirmed_address(self.user):
            address = super().save(request)
            return address
        if confirms_email():
            address = services.email_correct(user=self.user, email=self.cleaned_data["email"])
            send_verification_email_to_address(request, address)
            return address
        messages.success(request, gettext("Email address changed."))
        return services.email_set(user=self.user, email=self.cleaned_data["email"])
