"""The forms for opening a record and for playing on from a step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.names import COMPUTER_NAMES
from games.ai.levels import LEVELS
from games.engine.record import Record, RecordError, read

LONGEST_RECORD = 100_000
"""Characters of a record: four times the longest game there is."""

WATCH = "watch"
"""Instead of a seat: the computer plays at all of them."""

AROUND = 2
"""Lines shown before and after the one that is wrong."""


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One line of a refused record, counted from 1."""

    number: int
    text: str
    is_wrong: bool


class RecordForm(forms.Form):
    """A record as a file or as pasted text; the file counts where both are given.

    The text of a refused file is put in the place for pasted text, so that it can be mended there.
    """

    file = forms.FileField(
        label=gettext_lazy("A file"),
        required=False,
        allow_empty_file=True,
        widget=forms.ClearableFileInput({"class": "input", "accept": ".txt,text/plain"}),
    )
    text = forms.CharField(
        label=gettext_lazy("Or its text"),
        required=False,
        strip=False,
        widget=forms.Textarea({"class": "input", "rows": 12, "spellcheck": "false", "wrap": "off"}),
    )

    record: Record
    """What was read, once the form is valid."""
    excerpt: list[RecordLine]
    """The lines around what is wrong with the record."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.excerpt = []

    def clean(self) -> dict[str, Any]:
        """Read the record. What is wrong is said with its line."""
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        text = self._sent(cleaned)
        if not text.strip():
            raise forms.ValidationError(_("Choose a file or paste the text of a record."))
        if len(text) > LONGEST_RECORD:
            raise forms.ValidationError(
                _("This is longer than any record: %(length)s characters, where %(most)s are allowed."),
                params={"length": len(text), "most": LONGEST_RECORD},
            )
        self.data = {"text": text}
        try:
            self.record = read(text)
        except RecordError as error:
            self.excerpt = _excerpt(text, error.line)
            raise forms.ValidationError(
                _("Line %(line)s: %(reason)s."), params={"line": error.line, "reason": error.reason.rstrip(".")}
            ) from None
        return cleaned

    def _sent(self, cleaned: dict[str, Any]) -> str:
        file = cleaned.get("file")
        if file is None:
            return str(cleaned["text"])
        if file.size > LONGEST_RECORD:
            raise forms.ValidationError(
                _("“%(name)s” is larger than any record: %(length)s bytes, where %(most)s are allowed."),
                params={"name": file.name, "length": file.size, "most": LONGEST_RECORD},
            )
        try:
            text: str = file.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            raise forms.ValidationError(
                _("“%(name)s” is not a text. A record is a text file as this site gives it out."),
                params={"name": file.name},
            ) from None
        return text.replace("\0", "\N{REPLACEMENT CHARACTER}")


def _excerpt(text: str, wrong: int) -> list[RecordLine]:
    lines = list(enumerate(text.split("\n"), 1))
    return [
        RecordLine(number, line.rstrip("\r"), number == wrong)
        for number, line in lines[max(0, wrong - 1 - AROUND) : wrong + AROUND]
    ]


class PlayOnForm(forms.Form):
    """Which seat to take, by the names of those who sat there, and how well the computer plays at the others."""

    def __init__(self, names: Sequence[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["seat"] = forms.TypedChoiceField(
            label=_("Your seat"),
            choices=[*enumerate(names), (WATCH, _("None: I watch"))],
            coerce=lambda value: None if value == WATCH else int(value),
            widget=forms.RadioSelect,
        )
        self.fields["level"] = forms.ChoiceField(
            label=_("The others"),
            choices=[(level, COMPUTER_NAMES[level]) for level in LEVELS],
            initial=next(iter(LEVELS)),
            widget=forms.RadioSelect,
        )
