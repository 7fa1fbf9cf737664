"""What the forms that filter lists of matches have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from games.engine import GAMES

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class FilterForm(forms.Form):
    """A form that filters a list, of one game or of all (""). It is sent by GET: every filtered list has its own URL.

    `asked` are its fields that are filled in: empty ones filter nothing, and do not belong in the URL of the next page.
    """

    summary: StrPromise
    """What the filter is called while it is folded."""
    button: StrPromise
    """What is written on its button."""
    hint: StrPromise | None = None
    """What is written below it while no game is chosen."""

    seats = forms.TypedChoiceField(label=_("Seats"), required=False, coerce=int, empty_value=None)

    def __init__(self, query: QueryDict, *, game: str) -> None:
        self.asked = {name: text for name in self.base_fields if isinstance(text := query.get(name), str) and text}
        super().__init__(self.asked)
        self.game = game
        counts = GAMES[game].SEATS if game else sorted({count for each in GAMES.values() for count in each.SEATS})
        self.offer("seats", [(count, str(count)) for count in counts])

    def offer(self, name: str, choices: Sequence[tuple[Any, Any]]) -> None:
        """Let a field be one of `choices`, or any; without a choice between two, the form does not ask."""
        if len(choices) < 2:
            del self.fields[name]
            return
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("any")), *choices]
        field.widget.attrs["class"] = "select"

    def query(self) -> str:
        """The filters as a query string, without the place in the list; it ends with `&` unless empty."""
        query = urlencode({**self.asked, "game": self.game} if self.game else self.asked)
        return f"{query}&" if query else ""
