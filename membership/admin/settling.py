"""The forms by which moderators settle reports."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.db.models import TextChoices
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import LONGEST_CAUTION
from common.visible import SeenField
from games.services.moderation.reports import reports_settle
from membership import reports

LONGEST_REASON = 200
"""Maximum length in characters of the reason for a silence or ban, which the person reads."""


class ReportedCautionForm(forms.Form):
    """The text of a caution for the people in some reports."""

    why = SeenField(
        label=_("What should they stop doing?"),
        help_text=_("They see exactly what you write, but not who reported them."),
        max_length=LONGEST_CAUTION,
        widget=forms.Textarea({"rows": 5, "cols": 60}),
    )
    remove = forms.BooleanField(label=_("Also remove the messages"), required=False)


class Doing(TextChoices):
    """The ways to settle a report."""

    DISMISS = "dismiss", _("Dismiss")
    CAUTION = "caution", _("Warning")
    SILENCE = "silence", _("Silence")
    BAN = "ban", _("Ban")


class SettleForm(forms.Form):
    """How to settle one report: the measure, its duration, and the text for the person."""

    do = forms.ChoiceField(choices=Doing)
    why = SeenField(max_length=LONGEST_CAUTION, required=False)
    days = forms.ChoiceField(
        choices=[("1", _("a day")), ("7", _("a week")), ("30", _("30 days")), ("", _("for good"))], required=False
    )
    remove = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        """Require a text for a caution, and limit the length of the reason for a silence or ban."""
        cleaned = super().clean() or self.cleaned_data
        why = cleaned.get("why", "").strip()
        if cleaned.get("do") == Doing.CAUTION and not why:
            self.add_error("why", gettext("Say in your own words what they should stop doing."))
        elif cleaned.get("do") in (Doing.SILENCE, Doing.BAN) and len(why) > LONGEST_REASON:
            most = gettext("Say why in %(count)s characters at most.") % {"count": LONGEST_REASON}
            self.add_error("why", most)
        return cleaned

    def errors_in_words(self) -> list[str]:
        """The error messages."""
        return [str(word) for words in self.errors.values() for word in words]

    def deed(self) -> tuple[Any, Callable[..., int]]:
        """The outcome in words, and the function that settles the report. Only for a valid form."""
        why, remove = self.cleaned_data["why"], self.cleaned_data["remove"]
        days = int(self.cleaned_data["days"]) if self.cleaned_data["days"] else None
        done: Any
        match self.cleaned_data["do"]:
            case Doing.CAUTION:
                return _("warned"), partial(reports.reported_caution, why=why, remove=remove)
            case Doing.SILENCE:
                done = _("silenced for good")
                if days is not None:
                    done = ngettext("silenced for a day", "silenced for %(days)s days", days)
                    done %= {"days": days}
                return done, partial(reports.reported_silence, days=days, why=why, remove=remove)
            case Doing.BAN:
                done = _("banned for good")
                if days is not None:
                    done = ngettext("banned for a day", "banned for %(days)s days", days) % {"days": days}
                return done, partial(reports.reported_ban, days=days, why=why, remove=remove)
        done = _("message removed") if remove else _("dismissed")
        return done, partial(reports_settle, remove=remove)
