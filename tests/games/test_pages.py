"""The pages about games: who may read them, what forms refuse, what pages may load, and with how many queries."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages import get_messages
from django.contrib.staticfiles.finders import find
from django.db import connection
from django.template.loader import get_template, render_to_string
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games import catalogue
from games.engine import GAMES
from games.models import Match
from games.pages.lobby.computer_players import COMPUTER_PLAYERS
from games.pages.lobby.play_computer_form import PlayForm
from games.pages.people import avatars
from games.pages.site import credits
from games.pages.titles import PAGES
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from games.services.records.examples import example_ensure
from tests.folders import OURS, template_folders
from tests.games.listed import finished
from tests.markup import squeezed
from tests.titles import TITLES

from .playing import decider, seated

OPEN_TO_ALL = ("home", "tables", "archive", "rules_index", "credits", "privacy", "terms")
FOR_MEMBERS = ("my_matches", "table_new", "next_turn", "your_turn")
STATIC = settings.BASE_DIR / "static"
SPRITE = (STATIC / "icons.svg").read_text()
DRAWN_FOR_RAPA_NUI = Path(str(find("img/rapa_nui/drawings.svg"))).read_text()
RULES_OF_RAPA_NUI = "/rules/rapa_nui/"


class Loads(HTMLParser):
    """What a page loads or runs: URLs in tags that fetch, inline scripts and styles, event handlers."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.inline: list[str] = []
        self.ids: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        if tag in ("script", "img", "use", "link", "iframe", "form"):
            self.fetched += [named[name] for name in ("src", "href", "action") if name in named]
        runs = tag == "script" and "src" not in named and named.get("type") != "application/json"
        if tag == "style" or runs or "style" in named:
            self.inline.append(tag)
        self.inline += [name for name in named if name.startswith("on")]
        self.ids += [named["id"]] if "id" in named else []


@pytest.fixture
def example(computers: list[User]) -> None:
    example_ensure("rapa_nui")


def notes(response: Any) -> list[str]:
    return [str(message) for message in get_messages(response.wsgi_request)]


def table(**changes: str) -> dict[str, str]:
    """The form that a browser sends to open a table of three, with changes."""
    sent = {
        "seats": "3",
        "place_2": "strong",
        "place_3": "somebody",
        "place_4": "somebody",
        "access": "anybody",
        "pace": "2d",
    }
    return {name: value for name, value in (sent | changes).items() if value}


@pytest.mark.parametrize("name", OPEN_TO_ALL)
@pytest.mark.django_db
def test_all_visitors_read_the_public_pages(client: Client, name: str) -> None:
    assert client.get(reverse(name)).status_code == 200


@pytest.mark.parametrize("name", OPEN_TO_ALL + FOR_MEMBERS[:2])
def test_members_read_all_pages(browser: Client, alice: User, bob: User, name: str) -> None:
    seated("rapa_nui", [alice, bob])
    match_create(host=bob, game="rapa_nui", others=[None])
    finished("done", alice, bob)
    response = browser.get(reverse(name))
    assert response.status_code == 200
    assert "Log out" in response.content.decode()


@pytest.mark.parametrize("name", FOR_MEMBERS)
@pytest.mark.django_db
def test_pages_about_me_ask_who_i_am(client: Client, name: str) -> None:
    response = client.get(reverse(name))
    assert response.status_code == 302
    assert response["Location"] == f"{reverse('account_login')}?next={reverse(name)}"


@pytest.mark.parametrize(
    "address",
    ["/nothing/", "/rules/chess/", "/tables/?game=chess", "/archive/?game=chess"]
    + ["/archive/?after=yesterday", "/tables/?after=~~", "/match/unknown1/", "/example/chess/?step=1"]
    + ["/example/rapa_nui/", "/example/rapa_nui/?step=-1", "/example/rapa_nui/?step=9999", "/example/rapa_nui/?step=²"],
)
def test_what_is_not_there_is_a_page_of_the_house(client: Client, example: None, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 404
    assert "There is nothing at this address." in response.content.decode()


@pytest.mark.django_db
def test_a_list_read_with_nonsense_is_not_there_for_members_either(browser: Client) -> None:
    assert browser.get("/mine/?after=yesterday").status_code == 404
    assert browser.get("/tables/new/?game=chess").status_code == 404


@pytest.mark.parametrize("address", [*map(reverse, OPEN_TO_ALL), RULES_OF_RAPA_NUI, "/nothing/", "/account/login/"])
def test_pages_load_from_here_only_and_run_nothing_inline(client: Client, example: None, address: str) -> None:
    response = client.get(address)
    loads = Loads(response.content.decode())
    assert loads.fetched
    assert all(address.startswith(("/", "#")) and not address.startswith("//") for address in loads.fetched)
    assert loads.inline == []
    assert len(loads.ids) == len(set(loads.ids)), "an id is given twice"
    policy = response["Content-Security-Policy"]
    assert "script-src 'self';" in f"{policy};"
    assert "unsafe" not in policy


@pytest.mark.parametrize("template", ["500.html", "503.html", "400.html", "403_csrf.html"])
@pytest.mark.django_db
def test_pages_of_failure_need_nothing_that_may_have_failed(template: str, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        html = render_to_string(template)
    loads = Loads(html)
    assert loads.inline == []
    assert "{{" not in html
    assert "<h1>" in html


def error_page(status: str, rf: RequestFactory, user: User | AnonymousUser) -> str:
    """The page about an error, as `user` sees it."""
    request = rf.get("/nothing/")
    request.user = user
    return squeezed(render_to_string(f"{status}.html", request=request))


def ways_on(html: str) -> list[str]:
    """The links that a page about an error offers, by their text."""
    offered = html.split('<p class="lost__go">')[1].split("</p>")[0]
    return re.findall(r"<a [^>]*>([^<]+)</a>", offered)


@pytest.mark.parametrize("status", ["400", "403", "403_csrf", "404", "429", "500", "503"])
@pytest.mark.django_db
def test_every_page_of_errors_leads_home_in_the_fonts_of_the_site(status: str, rf: RequestFactory) -> None:
    html = error_page(status, rf, AnonymousUser())
    assert '<body class="is-lost">' in html
    assert "Home" in ways_on(html)
    fonts = re.findall(r'<link rel="preload" href="[^"]*/([\w-]+)\.[^"]*woff2"', html)
    assert fonts == ["archivo-basic", "piazzolla-basic"]


@pytest.mark.django_db
def test_those_whose_browser_blocks_cookies_read_what_to_do() -> None:
    answer = Client(enforce_csrf_checks=True).post("/account/login/", {"login": "Alice", "password": "x"})
    assert answer.status_code == 403
    page = squeezed(answer.text)
    assert "<h1>We couldn’t accept this form.</h1>" in page
    assert "allow cookies for this site" in page


@pytest.mark.django_db
def test_members_without_access_read_as_whom_they_are_logged_in(rf: RequestFactory, alice: User) -> None:
    page = error_page("403", rf, alice)
    assert "You are logged in as Alice." in page
    assert ways_on(page) == ["Home", "Log out"]


@pytest.mark.parametrize("user", [AnonymousUser(), User(username="Guest-1000", is_guest=True)], ids=["nobody", "guest"])
@pytest.mark.django_db
def test_others_without_access_can_log_in(rf: RequestFactory, user: User | AnonymousUser) -> None:
    page = error_page("403", rf, user)
    assert "You are logged in" not in page
    assert ways_on(page) == ["Log in", "Home"]


@pytest.mark.django_db
def test_the_site_is_installed_under_its_own_name(client: Client, settings: Any) -> None:
    settings.SITE_NAME = "Tampu"
    facts = client.get(reverse("manifest")).json()
    assert (facts["name"], facts["short_name"]) == ("Tampu", "Tampu")
    assert (facts["id"], facts["start_url"], facts["scope"], facts["display"]) == ("/", "/", "/", "standalone")
    settings.SITE_NAME = "The Lost City of Tampu"
    assert client.get(reverse("manifest")).json()["short_name"] == "The Lost"
    settings.SITE_NAME = "Tampu"
    assert "Tampu</a>" in client.get(reverse("home")).content.decode()


@pytest.mark.django_db
def test_the_page_without_a_connection_is_the_same_for_all_visitors_in_every_language(
    client: Client, browser: Client, settings: Any
) -> None:
    for language, _name in settings.LANGUAGES:
        answers = [each.get(reverse("offline"), {"language": language}) for each in (client, browser)]
        assert answers[0].content == answers[1].content
        assert f'<html lang="{language}">' in answers[0].content.decode()
        assert answers[0]["Content-Language"] == language
    assert '<html lang="en">' in client.get(reverse("offline"), {"language": "xx"}).content.decode()


@pytest.mark.django_db
def test_what_the_service_worker_keeps_is_new_when_anything_of_it_is(client: Client, settings: Any) -> None:
    def kept() -> Any:
        line = client.get(reverse("service_worker")).content.decode().splitlines()[0]
        return json.loads(line.removeprefix("const OFFLINE = ").removesuffix(";"))

    before = kept()
    assert before == kept()
    assert [client.get(page).status_code for page in before["pages"].values()] == [200] * len(settings.LANGUAGES)
    assert [file for file in before["files"] if find(file.removeprefix("/static/")) is None] == []
    settings.SITE_NAME = "Tampu"
    assert kept()["version"] != before["version"]


# --- play now -------------------------------------------------------------------------------------------------------


@pytest.mark.half_second
def test_pages_that_offer_computer_players_tell_what_each_is_like(browser: Client, computers: list[User]) -> None:
    pages = [
        Client().get("/"),
        browser.get(reverse("table_new")),
        *(browser.get(f"/people/{one}/") for one in computers),
    ]
    for level, rival in COMPUTER_PLAYERS.items():
        described = [str(rival.character) in page.content.decode() for page in pages]
        assert described == [True, True, *(level == one.level for one in computers)]


def test_one_click_makes_a_guest_and_a_game_against_the_computer(client: Client, computers: list[User]) -> None:
    response = client.post(reverse("play_now"))
    match = Match.objects.get()
    assert response.status_code == 302
    assert response["Location"] == match.get_absolute_url()
    assert match.status == Match.Status.RUNNING
    players = list(User.objects.filter(seats__match=match))
    assert len(players) == 2
    [guest] = [user for user in players if not user.is_computer]
    assert guest.is_guest
    assert {user.level for user in players} == {"", PlayForm()["level"].value()}
    assert client.get(match.get_absolute_url()).status_code == 200
    assert client.session["_auth_user_id"] == str(guest.pk)


def test_a_member_plays_under_the_own_name(browser: Client, alice: User, computers: list[User]) -> None:
    browser.post(reverse("play_now"))
    assert Match.objects.get().seats.filter(user=alice).exists()
    assert not User.objects.filter(is_guest=True).exists()


def test_a_guest_sits_down_at_an_open_table(client: Client, alice: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None])
    assert client.post(reverse("play_now"), {"table": match.code})["Location"] == match.get_absolute_url()
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


def test_a_table_that_filled_up_says_so(client: Client, alice: User, bob: User) -> None:
    match = seated("rapa_nui", [alice, bob])
    response = client.post(reverse("play_now"), {"table": match.code})
    assert response["Location"] == reverse("tables")
    assert notes(response) == ["This table is no longer taking players. Choose another one, or open your own."]


def test_a_private_table_is_unknown_to_strangers(client: Client, alice: User) -> None:
    match = match_create(host=alice, game="rapa_nui", others=[None], terms=TableTerms(access=Match.Access.LINK))
    private, unknown = (client.post(reverse("play_now"), {"table": code}) for code in (match.code, "unknown1"))
    assert (private.status_code, unknown.status_code) == (404, 404)
    assert not User.objects.filter(is_guest=True).exists()


@pytest.mark.django_db
def test_without_computer_players_nothing_is_begun(client: Client) -> None:
    response = client.post(reverse("play_now"))
    assert response["Location"] == reverse("home")
    assert notes(response)
    assert not User.objects.exists()
    assert not Match.objects.exists()


@pytest.mark.django_db
def test_play_now_takes_posts(client: Client) -> None:
    assert client.get(reverse("play_now")).status_code == 405


@pytest.mark.django_db
def test_a_newcomer_opens_a_table_for_a_friend_with_one_press(client: Client) -> None:
    page = client.get("/").content.decode()
    assert "Four lost cities." in page
    assert 'name="friend"' in page
    answer = client.post(reverse("play_now"), {"friend": "1"})
    match = Match.objects.get()
    assert answer["Location"] == match.get_absolute_url()
    assert (match.access, match.pace, match.seat_count) == (Match.Access.LINK, Match.Pace.NONE, 2)
    assert match.status == Match.Status.OPEN
    assert f"/invite/{match.invite}/" in client.get(match.get_absolute_url()).content.decode()


def test_a_host_who_plays_with_friends_learns_whom_a_rated_game_keeps_out(browser: Client, alice: User) -> None:
    assert "Only members can play a rated game." in browser.get(reverse("table_new")).content.decode()
    for rated, said in ((False, "Anyone who opens this link"), (True, "Anyone with an account who opens this link")):
        match = match_create(host=alice, game="maya", others=[None], terms=TableTerms(rated=rated))
        assert f"{said} can sit down here" in browser.get(match.get_absolute_url()).content.decode()


# --- opening a table ------------------------------------------------------------------------------------------------


def test_a_table_is_opened_as_asked(browser: Client, alice: User, owl: User) -> None:
    response = browser.post(reverse("table_new"), table(access="link"))
    match = Match.objects.get()
    assert response["Location"] == match.get_absolute_url()
    assert [seat.user for seat in match.seats.order_by("number")] == [alice, owl, None]
    assert (match.seat_count, match.access, match.host) == (3, Match.Access.LINK, alice)


def test_seats_beyond_the_chosen_number_are_not_read(browser: Client, computers: list[User]) -> None:
    browser.post(reverse("table_new"), table(seats="2", place_3="", place_4="strong"))
    assert Match.objects.get().seat_count == 2


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"seats": "7"}, "Select a valid choice. 7 is not one of the available choices."),
        ({"seats": ""}, "This field is required."),
        ({"seats": "many"}, "Select a valid choice. many is not one of the available choices."),
        ({"place_3": ""}, "Choose who sits here."),
        ({"place_2": "godlike"}, "Select a valid choice. godlike is not one of the available choices."),
        ({"access": "nobody"}, "Select a valid choice. nobody is not one of the available choices."),
        ({"access": ""}, "This field is required."),
    ],
)
def test_a_table_is_refused_with_a_reason(
    browser: Client, computers: list[User], changes: dict[str, str], complaint: str
) -> None:
    response = browser.post(reverse("table_new"), table(**changes))
    html = response.content.decode()
    assert response.status_code == 422
    assert complaint in html
    assert "The table is not open yet" in html
    assert not Match.objects.exists()


def test_a_refused_form_keeps_what_was_chosen(browser: Client, computers: list[User]) -> None:
    sent = table(seats="4", place_2="solid", access="link", place_3="")
    html = browser.post(reverse("table_new"), sent).content.decode()
    chosen = set(re.findall(r'<input type="radio" name="(\w+)" value="(\w+)"[^>]* checked', html))
    assert chosen == {
        ("seats", "4"),
        ("place_2", "solid"),
        ("place_4", "somebody"),
        ("access", "link"),
        ("pace", "2d"),
    }


def test_a_computer_player_that_is_away_is_refused(browser: Client, db: None) -> None:
    response = browser.post(reverse("table_new"), table())
    assert response.status_code == 422
    assert "This computer player is away." in response.content.decode()


# --- my turn --------------------------------------------------------------------------------------------------------


def test_the_header_leads_to_the_next_turn(client: Client, alice: User, bob: User) -> None:
    match = seated("rapa_nui", [alice, bob])
    mover = decider(match)
    for user, target in ((mover, match.get_absolute_url()), (bob if mover == alice else alice, reverse("my_matches"))):
        client.force_login(user)
        assert client.get(reverse("next_turn"))["Location"] == target


def test_the_counter_counts_and_hides_at_nothing(client: Client, alice: User, bob: User) -> None:
    match = seated("rapa_nui", [alice, bob])
    mover = decider(match)
    client.force_login(mover)
    counter = client.get(reverse("your_turn")).content.decode()
    assert "<b>1</b>" in counter
    assert " hidden" not in counter
    client.force_login(bob if mover == alice else alice)
    assert " hidden" in client.get(reverse("your_turn")).content.decode()


def test_on_the_page_of_a_match_the_counter_counts_the_others(client: Client, alice: User, bob: User) -> None:
    here = seated("rapa_nui", [alice, bob])
    mover = decider(here)
    client.force_login(mover)
    assert 'id="your-turn" href="/mine/next/?here=' in (page := client.get(here.get_absolute_url()).content.decode())
    assert f'hx-get="/mine/waiting/?here={here.code}"' in page
    assert " hidden" in client.get(reverse("your_turn"), {"here": here.code}).content.decode()
    assert client.get(reverse("next_turn"), {"here": here.code})["Location"] == reverse("my_matches")
    others = [match for match in (seated("rapa_nui", [alice, bob]) for _number in range(8)) if decider(match) == mover]
    assert f"<b>{len(others)}</b>" in client.get(reverse("your_turn"), {"here": here.code}).content.decode()
    following = client.get(reverse("next_turn"), {"here": here.code})["Location"]
    assert following in ([match.get_absolute_url() for match in others] or [reverse("my_matches")])


def test_the_desk_names_what_there_is_to_do(client: Client, alice: User, bob: User) -> None:
    match = seated("rapa_nui", [alice, bob])
    client.force_login(decider(match))
    assert "Play a card</a>" in client.get(reverse("home")).content.decode()


@pytest.mark.half_second
def test_lists_do_not_ask_the_database_for_each_match(browser: Client, alice: User, bob: User, owl: User) -> None:
    lists = ("home", "my_matches", "tables", "archive")

    def queries(name: str) -> int:
        browser.get(reverse(name))  # fills what is cached for some seconds
        with CaptureQueriesContext(connection) as asked:
            browser.get(reverse(name))
        return len(asked)

    def add(number: int) -> None:
        seated("rapa_nui", [alice, bob])
        match_create(host=alice, game="rapa_nui", others=[None, owl])
        match_create(host=bob, game="rapa_nui", others=[None])
        finished(f"m{number}", bob, alice)

    for number in range(4):
        add(number)
    few = {name: queries(name) for name in lists}
    for number in range(4, 9):
        add(number)
    assert {name: queries(name) for name in lists} == few
    assert max(few.values()) <= 15, few


# --- the example game -----------------------------------------------------------------------------------------------


def test_the_door_shows_the_example_game_and_how_it_goes_on(client: Client, example: None) -> None:
    html = client.get(reverse("home")).content.decode()
    following = re.search(r'hx-get="(/example/rapa_nui/\?step=\d+)"', html)
    assert following is not None
    step = client.get(following[1]).content.decode()
    assert step.strip().startswith('<div class="example" id="example"')
    assert 'id="display"' in step


def test_the_example_game_begins_anew_after_its_end(client: Client, example: None) -> None:
    last = Match.objects.get().ply
    assert "?step=0" in client.get(f"/example/rapa_nui/?step={last}").content.decode()
    assert f"?step={last}" in client.get(f"/example/rapa_nui/?step={last - 1}").content.decode()


@pytest.mark.django_db
def test_the_door_tells_each_pace_with_its_figures_under_the_band_of_a_game(client: Client) -> None:
    html = client.get(reverse("home")).content.decode()
    paces = re.findall(r'<div class="g-(\w+)">\s*<dt>(.+?)</dt>\s*<dd>(.+?)</dd>', html)
    assert [name for _game, name, _words in paces] == ["Live", "Day games", "No time limit"]
    assert paces[0][2] == "3 minutes per turn, plus 15 minutes for the whole game."
    assert {game for game, _name, _words in paces} <= GAMES.keys()


@pytest.mark.django_db
def test_without_an_example_game_the_door_shows_the_plate(client: Client) -> None:
    html = client.get(reverse("home")).content.decode()
    assert "/example/" not in html
    assert "plate-rapa_nui" in html


# --- rules, credits, drawings ---------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "prefix"), [("rapa_nui", "RAP"), ("machu_picchu", "MAC"), ("maya", "MAY"), ("princes", "PRI")]
)
def test_every_rule_that_code_and_tests_cite_is_on_the_page(client: Client, game: str, prefix: str) -> None:
    folders = [settings.TITLES / game / "rules", TITLES / game]
    sources = [file.read_text() for folder in folders for file in sorted(folder.rglob("*.py"))]
    cited = {paragraph for text in sources for paragraph in re.findall(rf"{prefix}[ -](\d+(?:\.\d+)?)", text)}
    ids = Loads(client.get(f"/rules/{game}/").content.decode()).ids
    assert len(cited) >= 10
    assert {f"{prefix}-{paragraph}" for paragraph in cited} <= set(ids)


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_links_inside_the_rules_lead_somewhere_and_nowhere_twice(client: Client, game: str) -> None:
    html = client.get(f"/rules/{game}/").content.decode()
    ids = Loads(html).ids
    assert set(re.findall(r'<a [^>]*href="#([^"]+)"', html)) <= set(ids)
    assert len(ids) == len(set(ids))


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_say_at_a_glance_for_whom_how_long_and_what_for(client: Client, game: str) -> None:
    html = client.get(f"/rules/{game}/").content.decode()
    entry = catalogue.entry(game)
    facts = html[html.index('<dl class="facts">') :]
    assert f"<dd>{', '.join(map(str, entry.seats))}</dd>" in facts
    assert f"<dd>{entry.leaflet.minutes} minutes</dd>" in facts
    for word in ("Goal", "End"):
        assert re.search(rf"<dt>{word}</dt><dd>[^<]{{20,}}</dd>", facts)
    assert f'href="/rules/{game}/lesson/"' in html


@pytest.mark.django_db
def test_reconstructed_rules_wear_their_tag(client: Client) -> None:
    html = client.get(RULES_OF_RAPA_NUI).content.decode()
    start_sets = html[html.index('id="RAP-1.1"') : html.index('id="RAP-2"')]
    assert "tag--recon" in start_sets
    assert "3 × 2" in html
    assert re.findall(r'<td class="r"><b>(\d+)</b></td>', html) == ["16", "15"]  # the example in the printed rules


def test_every_game_has_what_the_pages_show_of_it() -> None:
    for key in GAMES:
        assert str(catalogue.entry(key).leaflet.pitch)
        for file in (f"img/plate-{key}.svg", f"img/band-{key}.svg"):
            assert find(file), file
        assert get_template(f"games/rules/{key}.html")


def test_every_icon_that_templates_name_is_drawn() -> None:
    templates = [file.read_text() for folder in template_folders() for file in folder.rglob("*.html")]
    named = {name for text in templates for name in re.findall(r"""["'#]((?:lu|gi|sg|an)-[a-z0-9-]+)["'#]""", text)}
    drawn = set(re.findall(r'<symbol id="([^"]+)"', SPRITE))
    assert {"lu-hourglass", "gi-moai"} <= named <= drawn | PAGES["rapa_nui"].signs


def test_no_icon_is_sent_that_no_page_names() -> None:
    """Except those of seats and computer players, whose names are composed."""
    folders = [STATIC / "js", *(Path(settings.BASE_DIR / name) for name in (*OURS, "templates"))]
    files = [file for folder in folders for file in folder.rglob("*") if file.suffix in {".html", ".js", ".py", ".svg"}]
    named = set(re.findall(r"\b(?:lu|gi)-[a-z0-9-]+", "".join(file.read_text() for file in files)))
    drawn = set(re.findall(r'<symbol id="((?:lu|gi)-[^"]+)"', SPRITE))
    assert drawn - named == set()


def test_signs_of_rapa_nui_are_drawn_there_and_only_there() -> None:
    assert set(re.findall(r'<symbol id="(gi-[^"]+)"', DRAWN_FOR_RAPA_NUI)) == PAGES["rapa_nui"].signs
    assert PAGES["rapa_nui"].signs.isdisjoint(re.findall(r'<symbol id="([^"]+)"', SPRITE))


def test_every_borrowed_drawing_is_credited() -> None:
    borrowed = set(re.findall(r'<symbol id="gi-([^"]+)"', SPRITE + DRAWN_FOR_RAPA_NUI))
    credited = [name for _author, names in credits.GAME_ICONS for name in names]
    assert sorted(credited) == sorted(borrowed)


def test_an_avatar_is_the_name_woven_and_mirrored() -> None:
    def stitched(name: str) -> set[tuple[int, int]]:
        return {(s.x + i, s.y) for s in avatars.cloth(name).stitches for i in range(s.length)}

    names = [f"player{number}" for number in range(50)]
    for name in names:
        points = stitched(name)
        assert points == {(6 - x, y) for x, y in points} == {(x, 6 - y) for x, y in points}
        assert avatars.cloth(name) == avatars.cloth(name)
    assert len({(avatars.cloth(name).dyes, frozenset(stitched(name))) for name in names}) > 45


def test_the_last_seat_starts_the_match_for_the_player_who_takes_it(browser: Client, alice: User, bob: User) -> None:
    match = match_create(host=bob, game="rapa_nui", others=[None])
    assert "Sit down and start" in browser.get(reverse("tables")).content.decode()
    match_join(match=match, user=alice)
    assert "Sit down" not in browser.get(reverse("tables")).content.decode()


@pytest.mark.half_second
def test_seats_of_one_player_have_different_names(alice: User, owl: User, client: Client) -> None:
    client.force_login(alice)
    match = match_create(host=alice, game="rapa_nui", others=[owl, owl])
    page = client.get(match.get_absolute_url()).content.decode()
    assert {"Owl 1", "Owl 2"} <= set(re.findall(r'seat__name" title="([^"]+)"', page))
    assert {">Owl 1</a>", ">Owl 2</a>"} <= set(re.findall(r">Owl[^<]*</a>", page))


@pytest.mark.parametrize("signed_in", [False, True])
def test_the_header_leads_to_what_there_is_to_play_every_day(signed_in: bool, alice: User) -> None:
    client = Client()
    if signed_in:
        client.force_login(alice)
    page = client.get(RULES_OF_RAPA_NUI).text
    header = page[page.index("<header") : page.index("</header>")]
    for name in ("daily", "puzzles", "cups", "ladders", "clubs"):
        assert f'href="{reverse(name)}"' in header, name
