"""Submitted text is text: other encodings, and characters that databases refuse, do no harm."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Message
from games.services.lobby.matches import match_create
from games.services.people.chat import message_write

pytestmark = pytest.mark.django_db

FORM = b'--B\r\nContent-Disposition: form-data; name="login"\r\n\r\n+2AA-\r\n--B--\r\n'


@pytest.mark.parametrize("encoding", ["utf-7", "zlib", "idna", "raw_unicode_escape", "undefined"])
def test_a_form_that_is_no_plain_text_is_refused(client: Client, encoding: str) -> None:
    answer = client.generic(
        "POST", reverse("account_login"), FORM, f"multipart/form-data; boundary=B; charset={encoding}"
    )
    assert (answer.status_code, answer.content.decode()) == (415, "Please send forms in UTF-8.")


@pytest.mark.parametrize("encoding", ["UTF-8", '"utf8"', "iso-8859-1", "no-such-encoding"])
def test_a_form_in_a_simple_encoding_is_read(client: Client, encoding: str) -> None:
    answer = client.generic(
        "POST", reverse("account_login"), FORM, f"multipart/form-data; boundary=B; charset={encoding}"
    )
    assert answer.status_code == 200
    assert "+2AA-" in answer.content.decode()


@pytest.mark.parametrize("deed", ["ask", "accept", "end", "block", "mute", "release"])
def test_a_name_that_no_database_takes_is_that_of_no_member(client: Client, deed: str) -> None:
    client.force_login(User.objects.create_user("Alice"))
    assert client.post(reverse("friends"), {"do": deed, "name": "Bo\0b"}).status_code == 422


def test_a_message_that_no_database_takes_is_written_without_it() -> None:
    alice = User.objects.create_user("Alice")
    match = match_create(host=alice, game="rapa_nui", others=[None])
    message_write(match=match, user=alice, text="Hello\0 Bob")
    assert Message.objects.get().text == "Hello Bob"


@pytest.mark.parametrize("word", ["999", "home", "match", "a\0b", "//elsewhere.example/", "javascript:alert(1)"])
def test_after_logging_in_only_an_address_of_ours_leads_on(client: Client, word: str) -> None:
    client.force_login(User.objects.create_user("Alice"))
    answer = client.get(reverse("account_login"), {"next": word})
    assert (answer.status_code, answer.headers["Location"]) == (302, reverse("home"))
