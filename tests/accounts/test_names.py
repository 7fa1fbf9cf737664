import sys
import unicodedata

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.test import Client

from accounts.models import User
from accounts.names import LONGEST, normal, skeleton, validate_name, validate_not_reserved
from tests.accounts.cast import PASSWORD, errors, log_in


@pytest.mark.parametrize(
    "name", ["Al", "alice", "Alice.B_c-9", "9lives", "a" * 24, "Ágnes", "Őze", "Groß", "Łukasz", "李娜", "9-王小明"]
)
def test_name_is_allowed(name: str) -> None:
    validate_name(name)


@pytest.mark.parametrize(
    "name",
    ["", "A", "a" * 25, "Al ice", "-alice", ".al", "al@ice", "alice\n", "a\0b"]
    + [
        "\u0430lice",
        "alic\u03b5",
        "李na",
        "Zoé王",
        "A\u0301gnes",
        "\uff21lice",
        "al\u0131ce\u200b",
        "\u0661\u0662",
        "李\u4e00\u3007",
    ],
)
def test_name_is_refused_and_the_message_says_what_is_allowed(name: str) -> None:
    with pytest.raises(ValidationError, match=r"2 to 24 characters: Latin letters .* or Chinese characters, digits"):
        validate_name(name)


@pytest.mark.parametrize(
    "name",
    ["admin", "Admin", "ad.min", "GUEST", "guest-4821", "Guest_12", "Guest-Anna", "Gúest.Anna", "llama", "Con-dor"]
    + ["Ádmin", "LIama", "C0ndor", "m0derator", "Řoot", "Owl", "Fuchs", "roka", "Bago1y", "毛丝鼠"],
)
def test_name_is_reserved(name: str) -> None:
    with pytest.raises(ValidationError, match=f"{name} is reserved for"):
        validate_not_reserved(name)


@pytest.mark.parametrize("name", ["Guestavo", "condors", "adminton"])
def test_name_that_only_begins_like_a_reserved_one_is_free(name: str) -> None:
    validate_not_reserved(name)


def test_database_holds_a_name_once_whatever_its_capitals(alice: User) -> None:
    with pytest.raises(IntegrityError):
        User.objects.create(username="aLICE")


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Gábor", "gabor"),
        ("Ilka", "llka"),
        ("Bo.b", "bob"),
        ("Groß", "gross"),
        ("R0nda", "Ronda"),
        ("Łukasz", "lukasz"),
    ],
)
def test_of_names_that_look_alike_there_is_one(db: None, name: str, other: str) -> None:
    assert skeleton(name) == skeleton(other)
    User.objects.create(username=name)
    with pytest.raises(IntegrityError):
        User.objects.bulk_create([User(username=other)])


@pytest.mark.parametrize(("name", "other"), [("Mia", "Mira"), ("李娜", "李明"), ("Bob", "Boo"), ("Anna1", "Anna2")])
def test_names_that_do_not_look_alike_live_side_by_side(db: None, name: str, other: str) -> None:
    User.objects.create(username=name)
    User.objects.create(username=other)


@pytest.mark.long
def test_every_letter_that_a_name_may_have_fits_into_the_field() -> None:
    allowed = 0
    for letter in map(chr, range(sys.maxunicode)):
        if unicodedata.category(letter)[0] == "C":  # control characters, and the unassigned seven eighths of the range
            continue
        name = letter * LONGEST
        try:
            validate_name(name)
        except ValidationError:
            continue
        allowed += 1
        assert 0 < len(skeleton(name)) <= User._meta.get_field("name_skeleton").max_length
        assert normal(name) == name
    assert allowed > 27000


def test_a_name_with_accents_signs_up_in_either_spelling_and_logs_in_in_any_capitals(client: Client, db: None) -> None:
    client.post("/account/signup/", {"username": "A\u0301gnes", "password1": PASSWORD})
    assert User.objects.get().username == "\u00c1gnes"
    client.post("/account/logout/")
    assert log_in(client, "a\u0301GNES")
    assert not log_in(Client(), "agnes")


def test_signing_up_with_the_looks_of_a_member_is_refused(client: Client, alice: User) -> None:
    response = client.post("/account/signup/", {"username": "AIice", "password1": PASSWORD})
    assert "looks too much like" in errors(response)
    assert User.objects.count() == 1


def test_a_member_may_add_the_accents_to_the_own_name(client: Client, db: None) -> None:
    user = User.objects.create_user("Gabor", password=PASSWORD)
    client.force_login(user)
    client.post("/account/settings/", {"username": "Gábor", "theme": "dark", "confirm_turns": "slow"})
    user.refresh_from_db()
    assert (user.username, user.name_skeleton) == ("Gábor", "gabor")
