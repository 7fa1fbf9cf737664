"""Invisible text counts as none: in the chat, in names, in reports."""

from __future__ import annotations

import pytest

from accounts.forms.tokens import TokenForm
from accounts.models import ApiToken, User
from clubs.services.founding import club_found
from common.refusals import Refused
from common.visible import is_seen
from cups.models import Cup
from cups.services.entering import cup_open
from games.models import Match, Message, Report
from membership.cautions import caution_create
from tests.visitors import visitor

pytestmark = pytest.mark.django_db

UNSEEN = (
    "\u200b",
    "\u2060\u200d",
    "\u00ad",
    "\ufe0f",
    "\u3164",
    "\u2800 \u2800",
    "\u202e",
    "\U000e0020",
    "\u034f",
    "\0",
)
SEEN = (
    "a",
    "\u200bha",
    "\u2764\ufe0f",
    "\U0001f469\u200d\U0001f680",
    "\u6c49",
    "\u0646\u200c\u0645",
    ".",
    "\U0001fae9",
)
"""Words, a heart, two people in one emoji, Chinese, Persian, a dot, an emoji that is newer than our Python."""


def test_what_leaves_a_mark_is_seen() -> None:
    assert [text for text in SEEN if not is_seen(text)] == []
    assert [text for text in UNSEEN if is_seen(text)] == []


@pytest.mark.parametrize("text", UNSEEN)
def test_a_message_that_no_reader_sees_is_refused(text: str, two_play: Match, alice: User) -> None:
    answer = visitor(alice).post(f"{two_play.get_absolute_url()}chat/", {"text": text})
    assert answer.status_code == 422
    assert "Write something first" in answer.content.decode()
    assert not Message.objects.exists()


@pytest.mark.parametrize("text", SEEN)
def test_a_message_that_is_seen_is_written_as_it_came(text: str, two_play: Match, alice: User) -> None:
    visitor(alice).post(f"{two_play.get_absolute_url()}chat/", {"text": text})
    assert Message.objects.get().text == text


@pytest.mark.parametrize("text", UNSEEN[:4])
def test_a_cup_has_a_name_that_is_seen(text: str, alice: User) -> None:
    with pytest.raises(Refused, match="Give the cup a name"):
        cup_open(host=alice, name=text, system="swiss", game="maya", size=2, pace="live")
    form = {"name": text, "system": "swiss", "game": "maya", "size": "2", "pace": "live"}
    assert visitor(alice).post("/cups/new/", form).status_code == 422
    assert not Cup.objects.exists()


@pytest.mark.parametrize("text", UNSEEN[:4])
def test_no_member_is_reported_or_cautioned_without_a_word(text: str, alice: User, bob: User) -> None:
    answer = visitor(alice).post(f"/people/{bob.username}/report/", {"reason": "other", "text": text})
    assert (answer.status_code, Report.objects.exists()) == (422, False)
    with pytest.raises(Refused, match="in your own words"):
        caution_create(user=bob, moderator=alice, why=text)


def test_what_may_be_left_empty_is_empty(two_play: Match, alice: User, bob: User) -> None:
    visitor(bob).post(f"{two_play.get_absolute_url()}chat/", {"text": "hello"})
    address = f"{two_play.get_absolute_url()}chat/report/?message={Message.objects.get().pk}"
    visitor(alice).post(address, {"reason": "spam", "text": "\u200b"})
    assert Report.objects.get().text == ""
    assert club_found(founder=alice, name="Terraces", description="\u200b\u200b").description == ""


def test_a_token_has_a_name_that_is_seen() -> None:
    form = TokenForm({"name": "\u3164", "scopes": ["read"], "days": "30"}, moderates=False)
    assert list(form.errors) == ["name"]
    assert not ApiToken.objects.exists()
