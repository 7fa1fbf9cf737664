"""Languages: adding a catalogue is enough, people can choose, mails follow, and every word can be translated."""

import re
import struct
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from channels.layers import get_channel_layer
from django.conf import settings
from django.core import mail
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils.translation import trans_real
from pytest_django import Settings

from accounts.models import User
from accounts.names import validate_not_reserved
from accounts.services import computer_players_ensure
from accounts.zones import zones_by_region
from common.valkey import valkey
from games.ai import analysis
from games.engine import GAMES
from games.models import Match
from games.services.live.broadcast import user_group
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.people.relations import friendship_ask
from games.services.records.examples import example_ensure
from notices.kinds import Kind
from notices.outbox import notify
from tests.accounts.cast import PASSWORD
from tests.games.analysed import finished, whole
from tests.games.hinted import hinted
from tests.games.playing import play_randomly
from tests.markup import squeezed
from tests.notices.cast import pass_time
from tests.notices.workers import deliver
from tests.site.pseudo import Pseudo, untranslated
from tests.site.punctuation import gaps, odd_marks
from tests.visitors import visitor

GERMAN = {
    "Settings saved.": "Deine Einstellungen sind gespeichert.",
    "": "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n",
    "Settings": "Einstellungen",
    "Log in": "Anmelden",
    "{who} wants to be your friend": "{who} möchte dein Freund sein",
}

NOWHERE = "/no-such-page/"

NAMES = {"Alice", "Bob", "Chinchilla", "Hummingbird", "Fox", "Owl", "Jaguar", "Machu Picchu", "Pseudo"} | {
    "Mac Gerdts",
    "Klaus-Jürgen Wrede",
    "Andrea Mainini",
    "Alberto Branciari",
    "Günter Burkhardt",
}


def catalogue(words: dict[str, str]) -> bytes:
    """A compiled catalogue, as msgfmt writes it."""
    pairs = [(key.encode(), text.encode()) for key, text in sorted(words.items())]
    at = 28 + 16 * len(pairs)
    tables, texts = [], b""
    for side in (0, 1):
        for pair in pairs:
            tables.append(struct.pack("<II", len(pair[side]), at + len(texts)))
            texts += pair[side] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    return head + b"".join(tables) + texts


@pytest.fixture
def german(settings: Settings, tmp_path: Path) -> None:
    """A German catalogue has been added."""
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.mo").write_bytes(catalogue(GERMAN))
    settings.LOCALE_PATHS = [tmp_path]
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_user("Alice", "alice@example.org", PASSWORD)


def test_a_browser_is_answered_in_its_language(db: None, client: Client, german: None) -> None:
    page = client.get("/rules/", headers={"Accept-Language": "de-AT,de;q=0.9"}).content.decode()
    assert '<html lang="de"' in page
    assert "Anmelden" in page
    assert "Deutsch" not in client.get("/rules/", headers={"Accept-Language": "hu"}).headers.get("Content-Language")


def test_a_stranger_chooses_at_the_foot_of_every_page(db: None, client: Client, german: None) -> None:
    assert 'action="/language/"' in client.get("/rules/").content.decode()
    client.post("/language/", {"language": "de"})
    page = squeezed(client.get("/rules/").content.decode())
    assert '<html lang="de"' in page
    assert ">English</button>" in page  # each language is named in itself
    assert client.get("/language/").status_code == 405


def test_the_language_of_a_visitor_lasts_as_long_as_they_come(db: None, client: Client, german: None) -> None:
    name = settings.LANGUAGE_COOKIE_NAME
    client.post("/language/", {"language": "de"})
    renewed = client.get("/rules/", headers={"Sec-Fetch-Mode": "navigate"}).cookies[name]
    assert (renewed.value, renewed["max-age"]) == ("de", settings.LANGUAGE_COOKIE_AGE)
    assert name not in client.get("/rules/", headers={"Sec-Fetch-Mode": "cors"}).cookies  # a part of a page
    assert name not in client.get("/robots.txt", headers={"Sec-Fetch-Mode": "navigate"}).cookies
    assert name not in Client().get("/rules/", headers={"Sec-Fetch-Mode": "navigate"}).cookies
    client.cookies[name] = "xx"
    assert name not in client.get("/rules/", headers={"Sec-Fetch-Mode": "navigate"}).cookies


def test_the_choice_of_a_person_counts_more_than_their_browser(alice: User, german: None) -> None:
    browser = visitor(alice)
    assert "Browser language" in browser.get("/account/settings/").content.decode()
    facts = {"username": "Alice", "theme": "system", "confirm_turns": "slow"}
    browser.post("/account/settings/", facts | {"language": "de"})
    page = browser.get("/account/settings/", headers={"Accept-Language": "en"}).content.decode()
    assert "<h1>Einstellungen</h1>" in page
    assert "Deine Einstellungen sind gespeichert." in page  # the confirmation is in the new language
    assert browser.post("/account/settings/", facts | {"language": "xx"}).status_code == 200
    alice.refresh_from_db()
    assert alice.language == "de"


def test_the_foot_of_a_page_sets_the_language_of_the_member(alice: User, german: None) -> None:
    alice.language = "en"
    alice.save()
    browser = visitor(alice)
    assert 'action="/language/"' in browser.get("/rules/").content.decode()
    browser.post("/language/", {"language": "de"}, headers={"Referer": "http://testserver/rules/"})
    assert '<html lang="de"' in browser.get("/rules/").content.decode()
    browser.post("/language/", {"language": "xx"})
    alice.refresh_from_db()
    assert alice.language == "de"  # for mails too


@pytest.mark.half_second
def test_messages_follow_the_browser_while_no_language_is_chosen(alice: User, german: None) -> None:
    browser = visitor(alice)

    def told_by(name: str) -> str:
        """What an open page of Alice is told when someone wants to be her friend."""
        with valkey().pubsub(ignore_subscribe_messages=True) as line:
            line.subscribe(f"{settings.CHANNEL_PREFIX}__group__{user_group(alice.pk)}")
            friendship_ask(user=User.objects.create_user(name), name="Alice")
            deliver()
            heard = filter(None, (line.get_message(timeout=5) for _number in range(9)))
            news = (get_channel_layer().deserialize(message["data"]) for message in heard)
            return next(str(each["title"]) for each in news if each["type"] == "notice.new")

    assert told_by("Bob") == "Bob wants to be your friend"
    browser.get("/rules/", headers={"Accept-Language": "de-AT,de;q=0.9"})
    assert told_by("Carla") == "Carla möchte dein Freund sein"
    browser.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    browser.get("/rules/", headers={"Accept-Language": "de"})
    assert told_by("Dana") == "Dana wants to be your friend", "the language chosen at the foot of the page"
    del browser.cookies[settings.LANGUAGE_COOKIE_NAME]
    User.objects.filter(pk=alice.pk).update(language="de")
    browser.get("/rules/", headers={"Accept-Language": "en"})
    assert told_by("Elif") == "Elif möchte dein Freund sein", "the choice in the settings counts more"


def test_the_language_of_the_browser_is_written_once(
    alice: User, german: None, django_assert_max_num_queries: Any
) -> None:
    browser = visitor(alice)
    browser.get("/rules/", headers={"Accept-Language": "de"})
    with django_assert_max_num_queries(8) as queries:
        browser.get("/rules/", headers={"Accept-Language": "de"})
    assert [query["sql"] for query in queries.captured_queries if "UPDATE" in query["sql"]] == []


def test_with_one_language_there_is_nothing_to_choose(alice: User, client: Client, settings: Settings) -> None:
    settings.LANGUAGES = [("en", "English")]
    assert 'name="language"' not in visitor(alice).get("/account/settings/").content.decode()
    assert 'action="/language/"' not in client.get("/rules/").content.decode()


def test_mails_come_in_the_language_in_which_the_member_signed_up(db: None, german: None) -> None:
    browser = Client(headers={"Accept-Language": "de"})
    browser.post("/account/signup/", {"username": "Zoe", "email": "zoe@example.org", "password1": PASSWORD})
    zoe = User.objects.get(username="Zoe")
    assert zoe.language == "de"
    EmailAddress.objects.filter(user=zoe).update(verified=True)
    friendship_ask(user=User.objects.create_user("Bob"), name="Zoe")
    deliver()
    pass_time(minutes=11)
    deliver()
    assert mail.outbox[-1].subject == "Bob möchte dein Freund sein"


def test_a_language_that_is_added_keeps_names_for_its_computer_players(settings: Settings) -> None:
    spoken = settings.LANGUAGES
    settings.LANGUAGES = [("en", "English")]
    validate_not_reserved("Fuchs")
    settings.LANGUAGES = spoken
    with pytest.raises(ValidationError):
        validate_not_reserved("Fuchs")


@pytest.fixture
def pseudo(settings: Settings) -> Iterator[None]:
    """Every translatable word is translated, into the only language: one that no other test uses.

    Drawn parts of boards are kept by language: in English it would find those of other tests, and leave its own.
    """
    settings.LANGUAGES, settings.LANGUAGE_CODE = [("en-gb", "Pseudo")], "en-gb"
    trans_real._translations["en-gb"] = Pseudo("en-gb")
    yield
    trans_real._translations.clear()
    trans_real.deactivate()


@pytest.fixture
def addresses(alice: User) -> list[tuple[Client, list[str]]]:
    """Pages of every kind by the browser that may open them: Alice's, and a stranger's."""
    computer_players_ensure()
    bob = User.objects.create_user("Bob", password=PASSWORD)
    codes = []
    for game in GAMES:
        match = match_join(
            match=match_create(host=alice, game=game, others=[None], terms=TableTerms(rated=True)), user=bob
        )
        codes.append(play_randomly(match, Random(3), until=25).code)
    example_ensure("maya")
    table = match_create(host=alice, game="maya", others=[None])
    for code in codes[:2]:
        Match.objects.filter(code=code).update(pace="2d")
    notify(kind=Kind.FRIEND, users=[alice], about=bob)
    signed_in = ["/", "/tables/", "/mine/", "/friends/", "/notices/", "/notices/settings/", "/account/settings/"]
    signed_in += ["/account/vacation/", "/account/2fa/", "/account/sessions/", "/account/delete/", "/people/Bob/"]
    signed_in += ["/people/Bob/report/", f"/match/{table.code}/", "/match/maya/replay/?step=9", "/account/cautions/"]
    signed_in += [address for code in codes for address in (f"/match/{code}/", f"/match/{code}/?plan=1")]
    signed_in += [f"/tables/new/?game={game}" for game in GAMES]
    signed_out = ["/", "/archive/", "/records/", "/ratings/", "/watch/", "/leaderboards/maya/", "/account/login/"]
    signed_out += ["/rules/", "/rules/maya/lesson/1/"]
    signed_out += ["/account/signup/", "/account/password/reset/", NOWHERE]
    return [(visitor(alice), signed_in), (Client(), signed_out)]


@pytest.mark.long
def test_every_word_of_the_pages_can_be_translated(pseudo: None, addresses: list[tuple[Client, list[str]]]) -> None:
    # Except the rules of the games: they name words of printed editions in other languages.
    names = NAMES | set(Match.objects.values_list("code", flat=True))
    # The names of cities come from babel, which is not tested here.
    names |= {town for _region, towns in zones_by_region() for _zone, town in towns} | {"UTC"}
    found = {}
    for browser, pages in addresses:
        for address in pages:
            if words := untranslated(browser.get(address).content.decode(), names):
                found[address] = words
    assert found == {}


DRAWING = re.compile(r'(?:href="[^"]*(#[^"]+)"|class="([^"]+)"| id="([^"]+)"| name="([^"]+)")')
"""References to drawings, styles and places on the page."""

LENGTH = re.compile(" (?:turnbar__now|catch__step)--long")
"""Styles that only long sentences have."""

CHINESE = {"Accept-Language": "zh-hans"}

OTHERS = [code for code, _name in settings.LANGUAGES if code != "en"]


@pytest.mark.slow
@pytest.mark.parametrize("language", OTHERS)
def test_every_page_is_there_in_every_language(language: str, addresses: list[tuple[Client, list[str]]]) -> None:
    for browser, pages in addresses:
        for address in [*pages, *(reverse("rules", args=[game]) for game in GAMES)]:
            browser.get(address)  # what is new there is no longer new afterwards
            answer = browser.get(address, follow=True, headers={"Accept-Language": language})
            assert answer.status_code == (404 if address == NOWHERE else 200), address
            assert f'<html lang="{language}"' in answer.content.decode()
            english = browser.get(address, follow=True)
            drawn, drawn_in_english = (
                set(DRAWING.findall(LENGTH.sub("", page.content.decode()))) for page in (answer, english)
            )
            assert drawn == drawn_in_english, address


@pytest.fixture
def course(alice: User, addresses: list[tuple[Client, list[str]]], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Pages about the course of Alice's matches: over and analysed, and with a hint for her."""
    monkeypatch.setattr(analysis, "ITERATIONS", dict.fromkeys(GAMES, 1))
    bob = User.objects.get(username="Bob")
    pages = ["/people/Alice/"]
    for game in GAMES:
        over = finished(f"{game}/two_seats.txt", [alice, bob], code=f"over-{game}"[:12])
        steps = [judgement.step for judgement in whole(over).judgements.order_by("step")]
        replay = f"{over.get_absolute_url()}replay/"
        pages += [over.get_absolute_url(), replay, *(f"{replay}?step={step}" for step in steps[:: len(steps) // 3])]
        match = match_join(match=match_create(host=alice, game=game, others=[None]), user=bob)
        pages.append(hinted(match, match.seats.get(number=match.to_move).user).get_absolute_url())
    return pages


@pytest.mark.slow
def test_no_mark_of_other_languages_stands_beside_chinese_and_no_blank_after_its_own(
    addresses: list[tuple[Client, list[str]]], course: list[str]
) -> None:
    (of_alice, signed_in), (of_a_stranger, signed_out) = addresses
    rules = [reverse("rules", args=[game]) for game in GAMES]
    found = {}
    for browser, pages in ((of_alice, [*signed_in, *course]), (of_a_stranger, [*signed_out, *rules])):
        for address in pages:
            answer = browser.get(address, follow=True, headers=CHINESE)
            assert answer.status_code == (404 if address == NOWHERE else 200), address
            page = answer.content.decode()
            if lines := odd_marks(page) | gaps(page):
                found[address] = lines
    assert found == {}
