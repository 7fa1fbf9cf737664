"""Other people's apps in the admin, where they can be registered and removed, as with `manage.py apps`."""

import secrets
from typing import Any

from allauth.idp.oidc.models import Client
from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.oauth import SCOPES, app_enter, may_lead_to


class AppForm(forms.ModelForm):
    """A new app."""

    homes = forms.CharField(
        label=_("Addresses to send people back to"),
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One per line: https://…, http://127.0.0.1/… or com.example.app:/…"),
    )
    may = forms.MultipleChoiceField(
        label=_("What it may ask for"),
        choices=list(SCOPES.items()),
        initial=list(SCOPES),
        widget=forms.CheckboxSelectMultiple,
    )
    keeps_secret = forms.BooleanField(
        label=_("Gets a client secret"),
        required=False,
        help_text=_("For an app that runs on a server. The secret is shown once, after saving."),
    )

    class Meta:
        model = Client
        fields = ["name"]

    def clean_homes(self) -> list[str]:
        """The addresses. All must be safe."""
        homes = [line.strip() for line in self.cleaned_data["homes"].splitlines() if line.strip()]
        for home in homes:
            if not may_lead_to(home):
                raise forms.ValidationError(
                    _("%(address)s is not allowed here. Use https://…, http://127.0.0.1/… or com.example.app:/…"),
                    params={"address": home},
                )
        return homes


class AppAdmin(admin.ModelAdmin):
    """Apps can be registered and removed, but not changed: people have authorized them as they are."""

    list_display = ["name", "id", "type", "created_at"]
    search_fields = ["name", "id"]
    shown = ["name", "id", "type", "redirect_uris", "scopes", "created_at"]

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Whether the start page of the admin lists apps: only on sites that have turned them on."""
        return bool(settings.OAUTH) and super().has_module_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: Client | None = None) -> Any:
        return self.shown if obj is not None else ["name", "homes", "may", "keeps_secret"]

    def get_form(self, request: HttpRequest, obj: Client | None = None, change: bool = False, **kwargs: Any) -> Any:
        return super().get_form(request, obj, change, **(kwargs if obj else kwargs | {"form": AppForm}))

    def save_model(self, request: HttpRequest, obj: Client, form: Any, change: bool) -> None:
        """Register the app, and show its secret this once."""
        given = form.cleaned_data
        secret = secrets.token_urlsafe(32) if given["keeps_secret"] else ""
        app_enter(app=obj, name=given["name"], homes=given["homes"], scopes=given["may"], secret=secret)
        if secret:
            said = _("The secret of this app: %(secret)s. Copy it now: it is not stored and not shown again.")
            self.message_user(request, said % {"secret": secret}, messages.WARNING)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """List only the apps: the tokens deleted with them may be many, and their names mean nothing to anyone."""
        return [app.name for app in objs], {}, set(), []
