"""The form for a new API token."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiToken
from common.visible import SeenField


class TokenForm(forms.Form):
    """The name, scopes and lifetime of a new API token. `moderates` adds the scope for moderators."""

    name = SeenField(label=_("Name"), max_length=40, widget=forms.TextInput({"class": "input"}))
    scopes = forms.MultipleChoiceField(
        label=_("The program may"),
        choices=[(scope.value, scope.label) for scope in ApiToken.Scope if scope != ApiToken.Scope.MODERATE],
        widget=forms.CheckboxSelectMultiple,
        initial=["read"],
    )
    days = forms.TypedChoiceField(
        label=_("For"),
        choices=[("30", _("30 days")), ("365", _("a year")), ("", _("until I revoke it"))],
        coerce=int,
        empty_value=None,
        required=False,
        initial="365",
        widget=forms.Select({"class": "select"}),
    )

    def __init__(self, *args: Any, moderates: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if moderates:
            scopes = cast(forms.MultipleChoiceField, self.fields["scopes"])
            scopes.choices = ApiToken.Scope.choices
