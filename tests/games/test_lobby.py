"""The lobby: opening a table with every choice, and finding open ones with filters."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from common.refusals import Refused
from games.engine import GAMES
from games.models import Block, Friendship, Match, Rating
from games.pages.lobby.presets import PRESETS
from games.selectors.people.profiles import record_of
from games.services.lobby.invitations import invitation_create
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.play.resignation import resign
from games.services.refusals import GuestsUnrated

SENT = {"seats": "2", "place_2": "somebody", "access": "anybody", "pace": "2d", "option_setup": "build"}


def opened(client: Client, **choices: str) -> Match:
    answer = client.post("/tables/new/?game=rapa_nui", SENT | choices)
    assert answer.status_code == 302, answer.content.decode()
    return Match.objects.latest("pk")


def listed(client: Client, query: str = "") -> set[str]:
    """The codes of the tables with a free seat that the lobby lists."""
    page = client.get(f"/tables/?{query}")
    assert page.status_code == 200
    return {row.match.code for row in page.context["page"].rows}


def test_a_table_is_opened_with_every_choice(client: Client, alice: User) -> None:
    client.force_login(alice)
    match = opened(client, access="password", password="Über-Pass", starts="host", lowest="1400", highest="1600")
    assert match.host_starts
    assert (match.lowest_rating, match.highest_rating) == (1400, 1600)
    assert match.password
    assert "Über-Pass" not in match.password
    friends = opened(client, access="friends", password="not read")
    assert (friends.access, friends.password, friends.host_starts) == ("friends", "", False)


@pytest.mark.parametrize(
    ("choices", "says"),
    [
        ({"access": "password"}, "Choose a password"),
        ({"lowest": "1700", "highest": "1600"}, "Nobody fits this range"),
        ({"lowest": "-1"}, "Enter a whole number from 0 to 4000."),
        ({"starts": "never"}, "valid choice"),
        ({"reliability": "101"}, "valid choice"),
        ({"access": "nobody"}, "valid choice"),
    ],
)
def test_a_choice_that_cannot_be_is_said_and_nothing_is_lost(
    client: Client, alice: User, choices: dict[str, str], says: str
) -> None:
    client.force_login(alice)
    answer = client.post("/tables/new/?game=rapa_nui", SENT | {"seats": "3", "place_3": "somebody"} | choices)
    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert answer.context["form"]["seats"].value() == "3"
    assert not Match.objects.exists()


@pytest.fixture
def tables(alice: User, owl: User) -> dict[str, str]:
    """Codes of Alice's tables, by what they are like."""
    kinds: dict[str, dict[str, Any]] = {
        "plain": {},
        "of three": {},
        "rated": {"rated": True},
        "password": {"access": "password", "password": "x"},
        "high": {"rating_range": (1600, None)},
        "low": {"rating_range": (None, 1600)},
        "friends": {"access": "friends"},
        "link": {"access": "link"},
    }
    codes = {}
    for name, kind in kinds.items():
        others, terms = [None, owl] if name == "of three" else [None], TableTerms(pace="2d", **kind)
        codes[name] = match_create(host=alice, game="rapa_nui", others=others, terms=terms).code
    return codes


PUBLIC = {"plain", "of three", "rated", "password", "high", "low"}


NARROWED: tuple[tuple[str, set[str]], ...] = (
    ("", PUBLIC),
    ("seats=3", {"of three"}),
    ("seats=2&rated=yes", {"rated"}),
    ("rated=no", PUBLIC - {"rated"}),
    ("rules=printed", PUBLIC),
    ("rules=variant", set()),
    ("fits=on", {"plain", "of three", "rated", "low"}),
    ("pace=2d", PUBLIC),
    ("pace=live", set()),
    ("game=maya", set()),
    ("game=rapa_nui&seats=3", {"of three"}),
    ("seats=99&rated=perhaps&rules=", PUBLIC),
)


@pytest.mark.half_second
def test_the_lobby_is_narrowed_down(tables: dict[str, str], client: Client, bob: User) -> None:
    client.force_login(bob)
    for query, found in NARROWED:
        assert listed(client, query) == {tables[name] for name in found}, query


@pytest.mark.half_second
def test_a_table_may_ask_for_people_who_seldom_leave(client: Client, alice: User, bob: User, owl: User) -> None:
    client.force_login(alice)
    match = opened(client, reliability="80")
    assert match.least_reliability == 80
    assert "at least 80% of their games" in client.get(match.get_absolute_url()).content.decode()
    client.force_login(bob)
    assert match.code in listed(client, "fits=on")
    for number in range(5):
        begun = match_create(host=bob, game="rapa_nui", others=[owl, owl])
        if number < 2:
            resign(match=begun, user=bob)
    assert record_of(bob).reliability == 60
    assert match.code in listed(client)
    assert match.code not in listed(client, "fits=on")
    with pytest.raises(Refused, match=r"leave fewer games.* if the host invites you by name"):
        match_join(match=match, user=bob)
    assert "leave fewer games" in client.get(match.get_absolute_url()).content.decode()
    invitation_create(match=match, host=alice, name="Bob")
    assert match_join(match=match, user=bob).status == Match.Status.RUNNING


def test_guests_have_no_record_to_show(alice: User, client: Client) -> None:
    guest = User.objects.create(username="Guest-1000", is_guest=True)
    with pytest.raises(GuestsUnrated):
        match_create(host=guest, game="rapa_nui", others=[None], terms=TableTerms(least_reliability=80))
    match = match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(least_reliability=80))
    with pytest.raises(GuestsUnrated):
        match_join(match=match, user=guest)
    client.force_login(guest)
    assert match.code not in listed(client, "fits=on")


@pytest.mark.half_second
def test_what_fits_goes_by_the_rating_in_that_game(tables: dict[str, str], client: Client, bob: User) -> None:
    client.force_login(bob)
    strong = {"mu": 30.0, "sigma": 2.0, "standing": 30.0, "last_at": timezone.now()}
    Rating.objects.create(user=bob, game="maya", **strong)
    assert tables["high"] not in listed(client, "fits=on")
    Rating.objects.create(user=bob, game="rapa_nui", **strong)
    assert tables["high"] in listed(client, "fits=on")
    assert tables["low"] not in listed(client, "fits=on")


BY_RATING: tuple[tuple[str, set[str]], ...] = (
    ("lowest=1500", {"newcomer", "strong"}),
    ("highest=1500", {"newcomer"}),
    ("lowest=1501&highest=1650", {"strong"}),
    ("lowest=1650", {"strong"}),
    ("lowest=1651", set()),
    ("lowest=1400&highest=1499", set()),
    ("highest=1649", {"newcomer"}),
    ("lowest=x&highest=", {"newcomer", "strong"}),
    ("game=maya&lowest=1501", set()),
)


def test_tables_are_found_by_the_rating_of_their_host(client: Client, alice: User, bob: User) -> None:
    hosts = {"strong": alice, "newcomer": bob}
    codes = {name: match_create(host=host, game="rapa_nui", others=[None]).code for name, host in hosts.items()}
    strong = {"mu": 30.0, "sigma": 2.0, "standing": 30.0, "last_at": timezone.now()}
    rating = Rating.objects.create(user=alice, game="rapa_nui", **strong)
    Rating.objects.create(user=bob, game="maya", **strong)
    Rating.objects.create(user=bob, game="rapa_nui", season="2026-4", **strong)
    assert rating.skill.rating == 1650
    for query, found in BY_RATING:
        assert listed(client, query) == {codes[name] for name in found}, query


def test_friends_find_the_tables_of_friends(tables: dict[str, str], client: Client, alice: User, bob: User) -> None:
    Friendship.objects.create(asker=bob, asked=alice, since=timezone.now())
    client.force_login(bob)
    assert listed(client) == {tables[name] for name in PUBLIC | {"friends"}}


@pytest.mark.parametrize("by_host", [True, False])
def test_who_is_apart_by_a_block_does_not_find_the_tables(
    by_host: bool, tables: dict[str, str], client: Client, alice: User, bob: User
) -> None:
    Block.objects.create(user=alice if by_host else bob, blocked=bob if by_host else alice)
    client.force_login(bob)
    assert listed(client) == set()
    assert listed(Client()) == {tables[name] for name in PUBLIC}


def test_the_host_does_not_read_who_opened_the_table(client: Client, alice: User, bob: User) -> None:
    address = match_create(host=alice, game="rapa_nui", others=[None]).get_absolute_url()
    assert "Alice opened this table." in client.get(address).text
    client.force_login(bob)
    assert "Alice opened this table." in client.get(address).text
    client.force_login(alice)
    assert "opened this table" not in client.get(address).text


@pytest.mark.half_second
def test_the_page_of_a_table_says_what_it_waits_for(alice: User, bob: User, charlie: User) -> None:
    def headline(user: User | None) -> str:
        browser = Client()
        if user is not None:
            browser.force_login(user)
        [said] = re.findall(r'<h2 id="question">(.*)</h2>', browser.get(match.get_absolute_url()).text)
        return str(said)

    match = match_create(host=alice, game="rapa_nui", others=[None, None], terms=TableTerms(host_starts=True))
    invitation_create(match=match, host=alice, name="Bob")
    block = Block.objects.create(user=alice, blocked=charlie)
    assert headline(alice) == "Waiting for 2 more players"
    assert headline(bob) == "Alice invites you"
    assert headline(charlie) == "You can’t join this table"
    assert headline(None) == "A free seat for you"
    match_join(match=match, user=bob)
    assert headline(alice) == "Waiting for one more player"
    block.delete()
    match_join(match=match, user=charlie)
    assert headline(alice) == "Everyone is here"
    assert headline(bob) == "Waiting for the host to start"
    assert headline(None) == "Waiting for the host to start"


@pytest.mark.half_second
def test_an_invitation_stands_on_the_first_page_and_in_the_lobby(client: Client, alice: User, bob: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(access="link"))
    invitation_create(match=match, host=alice, name="Bob")
    client.force_login(bob)
    for address in ("/", "/tables/"):
        page = client.get(address)
        assert "Invitations" in page.content.decode()
        assert [row.match for row in page.context["invitations"]] == [match]
    assert "Alice invites you" in client.get("/").content.decode()
    client.post(f"/match/{match.code}/decline/")
    assert "Invitations" not in client.get("/").content.decode()


@pytest.mark.half_second
def test_the_lobby_takes_as_many_queries_whatever_its_length(
    client: Client, alice: User, bob: User, django_assert_num_queries: Any
) -> None:
    client.force_login(bob)
    for tables in (1, 5):
        for _number in range(tables):
            match_create(host=alice, game="rapa_nui", others=[None])
            invited = match_create(host=alice, game="maya", others=[None], terms=TableTerms(access="link"))
            invitation_create(match=invited, host=alice, name="Bob")
        # session, user, turns in the header; ratings; record; then matches and seats of: free, own, invitations
        with django_assert_num_queries(10):
            client.get("/tables/?fits=on&lowest=1400&highest=1600")


def test_what_is_seldom_changed_is_folded_until_the_form_comes_back(client: Client, alice: User) -> None:
    client.force_login(alice)

    def fold(page: str) -> tuple[str, set[str]]:
        """The tag of the fold, and the names of the fields in it."""
        [(tag, inside)] = re.findall(r'(<details class="create__more".*?>)(.*?)</details>', page, re.S)
        return tag, set(re.findall(r'name="(\w+)"', inside))

    address = "/tables/new/?game=rapa_nui"
    tag, folded = fold(client.get(address).content.decode())
    assert " open" not in tag
    options = {f"option_{option.name}" for option in GAMES["rapa_nui"].OPTIONS}
    assert folded == {"seating", "starts", "weekends_off", "lowest", "highest", "reliability"} | options
    tag, _folded = fold(client.post(address, SENT | {"pace": "never"}).content.decode())
    assert " open" in tag
    page = client.get("/tables/new/?game=maya").content.decode()
    assert " open" not in fold(page)[0]
    assert "1 and 3 are partners" in page.split('class="create__more"')[0]


def test_the_first_page_says_at_each_game_how_many_tables_wait(client: Client, alice: User, bob: User) -> None:
    for host in (alice, bob):
        match_create(host=host, game="maya", others=[None], terms=TableTerms())
    match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(access="link"))
    page = client.get("/").content.decode()
    links = re.findall(r'class="plate__open" href="([^"]+)">\s*([^<]+?)\s*<', page)
    assert links == [("/tables/?game=maya", "2 open tables")]


@pytest.mark.parametrize("key", PRESETS)
def test_a_usual_table_fills_in_the_form(client: Client, alice: User, key: str) -> None:
    client.force_login(alice)
    page = client.get(f"/tables/new/?game=maya&preset={key}&invite=Bob").content.decode()
    preset = PRESETS[key]
    for name, value in (("access", preset.access), ("pace", preset.pace)):
        assert re.findall(rf'name="{name}" value="([^"]*)"[^>]*checked', page) == [value]
    assert bool(re.search(r'name="rated"[^>]*checked', page)) is preset.rated
    shown = page.split('class="presets"')[1].split("</nav>")[0]
    assert re.findall(r'preset=([\w-]+)&amp;invite=Bob"\s+aria-current', shown) == [key]
    assert f'href="?game=princes&amp;invite=Bob&amp;preset={key}"' in page


def test_the_form_is_the_first_usual_table_by_itself(client: Client, alice: User) -> None:
    client.force_login(alice)

    def facts(address: str) -> list[str]:
        """What is chosen in the form there."""
        return re.findall(r'name="(?:access|pace|rated)"[^>]*checked', client.get(address).content.decode())

    assert facts("/tables/new/?game=maya") == facts(f"/tables/new/?game=maya&preset={next(iter(PRESETS))}")
    assert facts("/tables/new/?game=maya") == facts("/tables/new/?game=maya&preset=nothing")
