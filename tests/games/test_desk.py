"""The moderator's desk: the way there, a report settled on its own page, and a person's page without clutter."""

import re
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.bots import bot_create
from accounts.models import Ban, Caution, User
from accounts.moderators import moderator_appoint, moderator_dismiss
from accounts.selectors import ban_of
from common.refusals import Refused
from games.models import Match, Message, Report, Silence
from games.selectors.moderation import PAST, past_of, shared_games
from games.selectors.people.chat import silence_of
from games.services.lobby.matches import match_create, match_join
from games.services.moderation.reports import message_report, person_report, reports_settle
from games.services.people.chat import message_write, silence_create
from membership.bans import ban_create, ban_lift
from membership.cautions import caution_create
from tests.first import first
from tests.games.playing import play_randomly
from tests.markup import squeezed
from tests.visitors import visitor

QUEUE = "/admin/games/report/"


@pytest.fixture
def browser(keeper: User) -> Client:
    return visitor(keeper)


@pytest.fixture
def played(alice: User, bob: User) -> Match:
    """A game of Alice and Bob with ten actions from yesterday and five from today."""
    match = match_join(match=match_create(host=alice, game="maya", others=[None]), user=bob)
    match = play_randomly(match, Random(1), until=10)
    yesterday = timezone.now() - timedelta(days=1)
    match.actions.update(made_at=yesterday)
    Match.objects.update(started_at=yesterday)
    return play_randomly(match, Random(1), until=15)


@pytest.fixture
def report(played: Match, alice: User, bob: User) -> Report:
    """Bob's report of what Alice wrote an hour after the tenth action."""
    message = message_write(match=played, user=alice, text="Begone, slug")
    Message.objects.update(written_at=timezone.now() - timedelta(hours=23))
    message.refresh_from_db()
    message_write(match=played, user=bob, text="Please be kind")
    return message_report(message=message, reporter=bob, reason="insult", text="She does that again and again")


def address(report: Report) -> str:
    return f"{QUEUE}{report.pk}/change/"


@pytest.mark.half_second
def test_the_menu_leads_moderators_to_the_queue_and_tells_how_much_waits(
    browser: Client, report: Report, keeper: User, alice: User, bob: User
) -> None:
    menu = squeezed(browser.get("/").content.decode())
    assert re.search(rf'href="{QUEUE}">.*?Moderation<span class="tag tag--bad">1 report</span></a>', menu)
    reports_settle(reports=Report.objects.all(), moderator=keeper)
    assert re.search(rf'href="{QUEUE}">.*?Moderation</a>', squeezed(browser.get("/").content.decode()))
    for client in (Client(), visitor(alice)):
        assert "/admin/" not in client.get("/").content.decode()
    User.objects.filter(pk=bob.pk).update(is_staff=True)  # staff of another group, without a right to reports
    assert "/admin/" not in visitor(bob).get("/").content.decode()


def test_the_menu_asks_the_database_for_moderators_alone(alice: User, django_assert_num_queries: Any) -> None:
    client = visitor(alice)
    client.get("/rules/")
    with django_assert_num_queries(3) as asked:
        client.get("/rules/")
    assert not any("report" in query["sql"] for query in asked.captured_queries)


def test_a_report_is_named_by_the_person_and_the_reason(browser: Client, report: Report) -> None:
    assert str(report) == "Alice: Insults or threats"
    for page in (QUEUE, address(report)):
        assert "Alice: Insults or threats" in browser.get(page).content.decode()


@pytest.mark.half_second
def test_the_page_of_a_report_shows_what_was_said_and_what_was_before(
    browser: Client, report: Report, alice: User, charlie: User, keeper: User
) -> None:
    page = browser.get(address(report)).content.decode()
    assert "Alice has never been reported, warned, silenced or banned." in page
    person_report(person=alice, reporter=charlie, reason="stalling", text="")
    other = Report.objects.get(reason="stalling")
    browser.post(f"{QUEUE}{other.pk}/settle/", {"do": "caution", "why": "Play on, please"})
    page = squeezed(browser.get(address(report)).content.decode())
    assert "<blockquote>She does that again and again</blockquote>" in page
    # Someone whose time zone nobody knows reads which one it is.
    assert re.search(r"Reported by Bob, ?<time[^>]*>[^<]* UTC</time>", page)
    assert re.search(r'<li class="is-it"><time[^>]*>[^<]*</time><b>Alice</b><bdi>Begone, slug</bdi></li>', page)
    assert re.search(r"<li><time[^>]*>[^<]*</time><b>Bob</b><bdi>Please be kind</bdi></li>", page)
    assert "<b>Warning</b><bdi>Play on, please</bdi>" in page
    reported = f'<a href="{address(other)}">Leaving games or stalling on purpose</a><small>by Charlie · settled</small>'
    assert reported in page


@pytest.mark.half_second
def test_shared_games_lead_to_the_step_of_that_minute(browser: Client, report: Report, played: Match) -> None:
    [game] = shared_games(report)
    assert (game.match, game.step) == (played, 10)
    assert f'href="/match/{played.code}/replay/?step=10"' in browser.get(address(report)).content.decode()
    assert browser.get(game.path).status_code == 200
    later = person_report(person=report.person, reporter=report.reporter, reason="stalling", text="")
    assert [game.step for game in shared_games(later)] == [15]


def test_a_shared_game_that_is_not_for_strangers_leads_into_the_administration(
    browser: Client, report: Report, played: Match
) -> None:
    Match.objects.update(access="link")
    [game] = shared_games(report)
    assert game.path == f"/admin/games/match/{played.pk}/change/"
    assert browser.get(game.path).status_code == 200


def test_games_of_one_of_them_or_after_the_minute_are_not_shared(
    report: Report, played: Match, alice: User, bob: User, charlie: User
) -> None:
    for host in (alice, bob):
        match_join(match=match_create(host=host, game="maya", others=[None]), user=charlie)
    match_join(match=match_create(host=alice, game="maya", others=[None]), user=bob)
    assert [game.match for game in shared_games(report)] == [played]


SETTLED = [
    ({"do": "dismiss", "remove": "on"}, True, [], [], [], "message removed"),
    ({"do": "caution", "why": "Be kind"}, False, ["Be kind"], [], [], "warned"),
    ({"do": "silence", "days": "7", "why": "Rude", "remove": "on"}, True, [], [(7, "Rude")], [], "for 7 days"),
    ({"do": "ban", "days": "1", "why": " Rude "}, False, [], [], [(1, "Rude")], "banned for a day"),
]
SETTLED_ALIKE = [
    ({"do": "dismiss"}, False, [], [], [], "dismissed"),
    ({"do": "silence", "days": ""}, False, [], [(None, "Others have reported you.")], [], "silenced for good"),
    ({"do": "ban", "days": "", "why": "Rude"}, False, [], [], [(None, "Rude")], "banned for good"),
]


@pytest.mark.half_second
@pytest.mark.parametrize(
    ("sent", "removed", "cautions", "silences", "bans", "said"),
    [*SETTLED, *(pytest.param(*row, marks=pytest.mark.long) for row in SETTLED_ALIKE)],
)
def test_a_report_is_settled_on_its_own_page(
    sent: dict[str, str],
    removed: bool,
    cautions: list[str],
    silences: list[Any],
    bans: list[Any],
    said: str,
    browser: Client,
    report: Report,
    keeper: User,
    computers: Any,
) -> None:
    answer = browser.post(f"{QUEUE}{report.pk}/settle/", sent, follow=True)
    assert answer.redirect_chain == [(QUEUE, 302)]
    assert re.search(f"One report settled: [^<]*{said}", answer.content.decode())
    report.refresh_from_db()
    assert (report.settled_by, report.message.removed) == (keeper, removed)
    assert list(Caution.objects.values_list("why", flat=True)) == cautions

    def ends(rows: Any) -> list[Any]:
        now = timezone.now()
        return [(None if row.until is None else round((row.until - now) / timedelta(days=1)), row.why) for row in rows]

    assert ends(Silence.objects.all()) == silences
    assert ends(Ban.objects.all()) == bans
    assert LogEntry.objects.filter(user=keeper, object_id=str(report.pk), change_message__contains=said).exists()
    page = browser.get(address(report)).content.decode()
    assert "Settled by Keeper" in page
    assert 'name="do"' not in page
    assert "Before this" not in page  # the measure that settled it is among those listed


NOTHING: dict[str, str] = {}
TOO_LONG = {"do": "ban", "why": "x" * 201}


@pytest.mark.half_second
@pytest.mark.parametrize(
    "sent",
    first(
        [NOTHING, TOO_LONG],
        of=[NOTHING, {"do": "hang"}, {"do": "caution", "why": "  "}, {"do": "ban", "days": "8"}, TOO_LONG],
    ),
)
def test_what_is_no_way_to_settle_does_nothing(sent: dict[str, str], browser: Client, report: Report) -> None:
    answer = browser.post(f"{QUEUE}{report.pk}/settle/", sent, follow=True)
    assert answer.redirect_chain == [(address(report), 302)]
    assert 'class="error"' in answer.content.decode()
    report.refresh_from_db()
    assert report.settled_at is None
    assert not Caution.objects.exists()
    assert not Ban.objects.exists()


def test_a_report_is_settled_once(browser: Client, report: Report) -> None:
    browser.post(f"{QUEUE}{report.pk}/settle/", {"do": "dismiss"})
    answer = browser.post(f"{QUEUE}{report.pk}/settle/", {"do": "ban", "days": ""}, follow=True)
    assert "This report is already settled." in answer.content.decode()
    assert not Ban.objects.exists()
    assert browser.post(f"{QUEUE}999999/settle/", {"do": "dismiss"}).status_code == 404


@pytest.mark.half_second
def test_a_moderator_who_plays_cannot_settle_what_watchers_of_that_game_said(
    played: Match, alice: User, charlie: User, bob: User
) -> None:
    message = Message.objects.create(match=played, user=charlie, channel=Message.Channel.WATCHERS, text="Take the fish")
    report = Report.objects.create(person=charlie, reporter=bob, message=message, reason="advice")
    moderator_appoint(user=alice)
    assert visitor(alice).post(f"{QUEUE}{report.pk}/settle/", {"do": "dismiss"}).status_code == 404
    played.seats.filter(user=alice).update(user=bot_create(owner=alice, name="Robo"))
    assert "Take the fish" not in visitor(alice).get(QUEUE).text
    assert visitor(alice).post(f"{QUEUE}{report.pk}/settle/", {"do": "dismiss"}).status_code == 404


@pytest.mark.half_second
def test_no_moderator_learns_or_settles_what_is_about_themselves(
    browser: Client, keeper: User, alice: User, bob: User
) -> None:
    robo = bot_create(owner=keeper, name="Robo")
    own = [person_report(person=each, reporter=bob, reason="insult", text="Oh no") for each in (keeper, robo)]
    moderator_appoint(user=alice)
    chief = visitor(User.objects.create_superuser("Chief"))
    for others in (visitor(alice), chief):
        assert others.get(QUEUE).content.decode().count("Oh no") == 2
        assert "2 report" in squeezed(others.get("/").content.decode())
    assert "Oh no" not in browser.get(QUEUE).content.decode()
    assert "2 report" not in squeezed(browser.get("/").content.decode())
    for report in own:
        assert browser.get(address(report)).status_code == 302
        assert browser.post(f"{QUEUE}{report.pk}/settle/", {"do": "dismiss"}).status_code == 404
        browser.post(QUEUE, {"action": "dismiss", "_selected_action": [report.pk]})
        page = f"/admin/accounts/user/{report.person_id}/change/"
        assert "by Bob" not in squeezed(browser.get(page).content.decode())
        assert "by Bob" in squeezed(visitor(alice).get(page).content.decode())
    assert Report.objects.filter(settled_at=None).count() == 2
    silence = silence_create(user=keeper, moderator=alice, days=None, why="Rude")
    end = {"action": "end", "_selected_action": [silence.pk]}
    assert "This concerns you" in browser.post("/admin/games/silence/", end, follow=True).content.decode()
    assert silence_of(keeper) == silence


def test_no_moderator_undoes_what_was_done_about_their_bot(browser: Client, keeper: User, alice: User) -> None:
    robo = bot_create(owner=keeper, name="Robo")
    silence = silence_create(user=robo, moderator=alice, days=None, why="Rude")
    ban = ban_create(user=robo, moderator=alice, until=None, why="Cheats")
    for address, action, measure in (("games/silence", "end", silence), ("accounts/ban", "lift", ban)):
        form = {"action": action, "_selected_action": [measure.pk]}
        page = browser.post(f"/admin/{address}/", form, follow=True).content.decode()
        assert "This concerns you or your bot. Ask another moderator." in page
    assert silence_of(robo) == silence
    assert ban_of(robo) == ban
    moderator_appoint(user=alice)
    visitor(alice).post("/admin/accounts/ban/", {"action": "lift", "_selected_action": [ban.pk]})
    assert ban_of(robo) is None


@pytest.mark.half_second
def test_a_moderator_settles_no_report_of_their_own(browser: Client, keeper: User, alice: User, bob: User) -> None:
    robo = bot_create(owner=keeper, name="Robo")
    own = [
        person_report(person=alice, reporter=keeper, reason="insult", text=""),
        Report.objects.create(person=alice, reporter=robo, reason="insult"),  # bots could report once
    ]
    other = person_report(person=alice, reporter=bob, reason="insult", text="")
    assert "1 report" in squeezed(browser.get("/").content.decode())
    for report in own:
        page = browser.get(address(report)).content.decode()
        assert "You made this report yourself. Ask another moderator." in page
        assert 'name="do"' not in page
    ways = [{"do": do, "why": "Rude", "days": "7"} for do in ("dismiss", "caution", "silence", "ban")]
    for sent in ways:
        answer = browser.post(f"{QUEUE}{own[0].pk}/settle/", sent, follow=True)
        assert "You made this report yourself" in answer.content.decode()
    for action in ("dismiss", "silence_for_a_week", "ban_for_a_week"):
        browser.post(QUEUE, {"action": action, "_selected_action": [own[1].pk, other.pk]})
    assert Report.objects.filter(settled_at=None).count() == 3
    assert not any(measure.objects.exists() for measure in (Caution, Silence, Ban))
    moderator_appoint(user=bob)
    reports_settle(reports=Report.objects.filter(pk=own[0].pk), moderator=bob)
    browser.post(f"{QUEUE}{other.pk}/settle/", {"do": "dismiss"})
    assert set(Report.objects.exclude(settled_at=None)) == {own[0], other}


def test_who_runs_the_site_settles_what_concerns_them_only_where_no_other_moderator_can(
    report: Report, keeper: User, bob: User
) -> None:
    chief = User.objects.create_superuser("Chief")
    about = [person_report(person=chief, reporter=each, reason="other", text="") for each in (bob, keeper)]
    own = person_report(person=bob, reporter=chief, reason="other", text="")
    with pytest.raises(Refused, match="about you"):
        reports_settle(reports=Report.objects.filter(pk=about[0].pk), moderator=chief)
    with pytest.raises(Refused, match="made this report"):
        reports_settle(reports=Report.objects.filter(pk=own.pk), moderator=chief)
    assert "is about you or your bot" in visitor(chief).get(address(about[0])).content.decode()
    assert reports_settle(reports=Report.objects.filter(pk__in=[report.pk, about[1].pk]), moderator=chief) == 2
    moderator_dismiss(user=keeper)
    assert reports_settle(reports=Report.objects.all(), moderator=chief) == 2


@pytest.mark.half_second
def test_the_page_of_a_person_holds_nothing_about_how_they_log_in(browser: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(email="alice@example.org")
    page = browser.get(f"/admin/accounts/user/{alice.pk}/change/").content.decode()
    for word in ("argon2", "algorithm", "alice@example.org", "Reset password", "password", "Superuser", "Designates"):
        assert word not in page.replace("password_change", "").replace("Change password", ""), word
    for link in ("/people/Alice/", f"/admin/accounts/caution/add/?user={alice.pk}", f"?user={alice.pk}"):
        assert link in page
    for link in re.findall(r'<a href="([^"]+)"', page.split('id="content"')[1]):
        if link.startswith(("/", "?")):
            assert browser.get(link.replace("&amp;", "&")).status_code == 200, link
    lists = browser.get("/admin/accounts/user/?q=alice@example.org").content.decode()
    assert "alice@example.org</td>" not in lists
    assert "0 users" in lists


@pytest.mark.half_second
def test_only_who_may_change_people_reads_the_log_that_names_addresses(browser: Client, alice: User) -> None:
    chief = visitor(User.objects.create_superuser("Chief-of-all"))
    page = f"/admin/accounts/user/{alice.pk}/change/"
    form = chief.get(page).context
    sent = {name: value for name, value in form["adminform"].form.initial.items() if value not in (None, False)}
    for rows in form["inline_admin_formsets"]:
        prefix = rows.formset.prefix
        sent |= {f"{prefix}-TOTAL_FORMS": 1 if prefix == "emailaddress_set" else 0, f"{prefix}-INITIAL_FORMS": 0}
    sent |= {"groups": [], "user_permissions": [], "emailaddress_set-0-email": "alice@example.org"}
    assert chief.post(page, sent).status_code == 302
    log = f"/admin/accounts/user/{alice.pk}/history/"
    assert "alice@example.org" in chief.get(log).text
    assert log in chief.get(page).text
    assert browser.get(log).status_code == 403
    assert log not in browser.get(page).text


def test_the_page_of_a_person_lists_what_was_reported_and_done_before(
    browser: Client, report: Report, keeper: User, alice: User
) -> None:
    page = f"/admin/accounts/user/{alice.pk}/change/"
    person_report(person=alice, reporter=keeper, reason="stalling", text="")
    browser.post(f"{QUEUE}{report.pk}/settle/", {"do": "caution", "why": "Be kind. <b>Really.</b>"})
    chief = User.objects.create_superuser("Chief")
    silence_create(user=alice, moderator=chief, days=None, why="Rude at every table")
    ban_create(user=alice, moderator=chief, until=timezone.now() + timedelta(days=3), why="Left forty games")
    ban_lift(ban=Ban.objects.get(), moderator=chief)
    past = squeezed(browser.get(page).content.decode()).split('class="desk__past"')[1].split("</ul>")[0]
    measures = [re.sub(r"<.*?>", " ", line) for line in past.split("</li>")[:-1]]
    for line, words in zip(
        measures,
        [
            ("Ban", "Left forty games", "by Chief", "lifted"),
            ("Silence", "Rude at every table", "by Chief", "for good"),
            ("Warning", "Be kind. &lt;b&gt;Really.&lt;/b&gt;", "by Keeper", "after the report “Insults or threats”"),
            ("Report", "Leaving games or stalling on purpose", "by Keeper", "waiting"),
            ("Report", "Insults or threats", "by Bob", "settled"),
        ],
        strict=True,
    ):
        assert all(word in line for word in words), line
    assert past.count(f'href="{address(report)}"') == 2, "beside the report itself, at the warning that settled it"
    assert "never been reported" in browser.get(f"/admin/accounts/user/{chief.pk}/change/").content.decode()


def test_the_past_of_a_person_costs_the_same_however_long_it_is(
    report: Report, keeper: User, alice: User, django_assert_num_queries: Any
) -> None:
    for why in ("Rude", "Still rude"):
        silence_create(user=alice, moderator=keeper, days=1, why=why, report=report)
        ban_create(user=alice, moderator=keeper, until=None, why=why, report=report)
        caution_create(user=alice, moderator=keeper, why=why, report=report)
    with django_assert_num_queries(4):
        past = past_of(alice)
        assert len([each.by.username for each in past if each.by]) == 7
        assert [each.report.reason for each in past if each.report] == ["insult"] * 7


def test_of_the_past_of_a_person_no_more_is_read_than_is_shown(
    report: Report, keeper: User, alice: User, bob: User
) -> None:
    now = timezone.now()
    Report.objects.bulk_create(
        Report(person=alice, reporter=bob, reason="other", settled_at=now, settled_by=keeper) for _ in range(PAST + 5)
    )
    with CaptureQueriesContext(connection) as asked:
        past = past_of(alice, but=report)
    assert len(past) == PAST
    assert report not in [each.report for each in past]
    (reports,) = (each["sql"] for each in asked if 'FROM "games_report"' in each["sql"])
    assert f"LIMIT {PAST}" in reports
    if connection.vendor == "sqlite":  # PostgreSQL reads a small table as a whole
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {reports}")
            plan = " ".join(row[3] for row in cursor.fetchall())
        assert "games_report USING INDEX reports_about_person" in plan
        assert "TEMP B-TREE" not in plan


@pytest.mark.half_second
def test_a_measure_keeps_the_report_that_led_to_it(browser: Client, report: Report, keeper: User, alice: User) -> None:
    """Not one that the same moderator happened to settle at that moment."""
    silence_create(user=alice, moderator=keeper, days=1, why="Of their own accord")
    browser.post(f"{QUEUE}{report.pk}/settle/", {"do": "silence", "days": "7", "why": "Read the rules of this place."})
    other = person_report(person=alice, reporter=User.objects.create_user("Zoe"), reason="stalling", text="")
    browser.post(f"{QUEUE}{other.pk}/settle/", {"do": "ban", "days": "1", "why": "Left forty games."})
    measures = {each.why: each.report for each in past_of(alice) if each.kind != "report"}
    assert measures == {
        "Of their own accord": None,
        "Read the rules of this place.": report,
        "Left forty games.": other,
    }


def test_of_several_reports_settled_at_once_the_latest_about_each_person_led_to_the_measure(
    browser: Client, report: Report, alice: User, bob: User
) -> None:
    later = person_report(person=alice, reporter=User.objects.create_user("Zoe"), reason="stalling", text="")
    about_bob = person_report(person=bob, reporter=alice, reason="spam", text="")
    browser.post(QUEUE, {"action": "silence_for_a_week", "_selected_action": [report.pk, later.pk, about_bob.pk]})
    assert {each.user: each.report for each in Silence.objects.select_related("user", "report")} == {
        alice: later,
        bob: about_bob,
    }


@pytest.mark.half_second
def test_matches_are_listed_in_the_words_of_players(browser: Client, played: Match) -> None:
    page = browser.get("/admin/games/match/").content.decode()
    awaited = played.seats.get(number=played.to_move)
    assert '<td class="field-named">Maya</td>' in page
    assert f'<td class="field-decides">{awaited.user.username}</td>' in page
    assert 'href="?game=maya">Maya</a>' in "".join(page.split("\n")).replace(" ", "")
    one = browser.get(f"/admin/games/match/{played.pk}/change/").content.decode()
    for shown in (page, one):
        assert ">maya<" not in re.sub(r">\s+|\s+<", lambda found: found[0].strip(), shown)


def test_a_match_is_called_by_the_name_of_its_game_and_its_code(browser: Client, alice: User, bob: User) -> None:
    match = match_join(match=match_create(host=alice, game="machu_picchu", others=[None]), user=bob)
    assert str(match) == f"Machu Picchu 1999 {match.code}"
    page = browser.get(f"/admin/games/match/{match.pk}/change/").content.decode()
    assert f"Machu Picchu 1999 {match.code}" in page
    assert f"machu_picchu {match.code}" not in page
    match.game = "left_out"
    assert str(match) == f"left_out {match.code}"


def test_who_may_change_people_still_finds_all_of_them(alice: User) -> None:
    chief = visitor(User.objects.create_superuser("Chief"))
    User.objects.filter(pk=alice.pk).update(email="alice@example.org")
    page = chief.get(f"/admin/accounts/user/{alice.pk}/change/").content.decode()
    assert "alice@example.org" in page
    assert 'name="is_staff"' in page
