"""The API for programs: its responses, refusals and limits, with the same access as pages."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken, User
from accounts.tokens import token_create, token_revoke
from common.limits import OF_A_SITE
from games.ai import choose
from games.api.v1 import limits
from games.api.v1.addresses import schema
from games.engine import GAMES
from games.engine.codec import decode, encode
from games.models import Match, Rating
from games.models.rating import ALL_SEATS, ALL_TIME, season_of
from games.services.lobby.matches import match_create, match_join
from games.services.lobby.terms import TableTerms
from tests.accounts.cast import prove
from tests.games.playing import legal, play_randomly
from tests.visitors import program, visitor

KEY = "a-key-that-a-program-has-drawn"


@pytest.fixture
def people(db: None) -> list[User]:
    """Two players."""
    cache.clear()
    return [User.objects.create_user(name, password="quiet-terrace-7") for name in ("Alice", "Bob")]


@pytest.fixture
def running(people: list[User]) -> Match:
    """A match between both."""
    table = match_create(host=people[0], game="rapa_nui", others=[None])
    answer = _post(visitor(people[1]), f"tables/{table.code}/join", {})
    assert answer.status_code == 200, answer.text
    return Match.objects.get(pk=table.pk)


def _post(client: Client, path: str, body: Any, **headers: str) -> Any:
    return client.post(f"/api/v1/{path}", body, content_type="application/json", headers=headers)


def _decider(match: Match) -> Client:
    return visitor(match.seats.get(number=match.to_move).user)


def test_a_program_plays_what_it_is_told_is_legal(running: Match) -> None:
    client = _decider(running)
    position = client.get(f"/api/v1/matches/{running.code}").json()
    assert position["legal"] == legal(running)
    assert position["seat"] == position["to_move"] == running.to_move
    done = _post(client, f"matches/{running.code}/play", {"action": position["legal"][0], "ply": position["ply"]})
    assert done.json()["ply"] > position["ply"]
    assert client.get(f"/api/v1/matches/{running.code}/log").json()["entries"][0]["action"] == position["legal"][0]


def test_a_spectator_is_told_nothing_legal(running: Match) -> None:
    position = visitor(None).get(f"/api/v1/matches/{running.code}").json()
    assert (position["seat"], position["legal"], position["can_undo"]) == (None, [], False)


def test_refusals_are_problems_in_the_words_of_the_pages(running: Match) -> None:
    client, action = _decider(running), legal(running)[0]
    late = _post(client, f"matches/{running.code}/play", {"action": action, "ply": 99}, accept_language="de")
    page = client.post(f"/match/{running.code}/play/", {"action": action, "ply": 99}, headers={"Accept-Language": "de"})
    assert (late.status_code, late["Content-Type"]) == (409, "application/problem+json")
    assert late.json()["code"] == "stale_ply"
    assert late.json()["detail"] in page.text


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("matches/nowhere/play", {"action": "x", "ply": 0}, 404),
        ("tables", {"game": "chess"}, 422),
        ("tables", {"game": "rapa_nui", "seats": 9}, 422),
        ("tables", {"game": "rapa_nui\0"}, 422),
        ("tables", "no object", 400),
        ("nothing", {}, 404),
        ("account", {}, 405),
    ],
)
def test_every_mistake_is_a_problem(people: list[User], path: str, body: Any, status: int) -> None:
    answer = _post(visitor(people[0]), path, body)
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    assert answer.json()["status"] == status


def test_a_program_is_told_what_is_wrong_with_its_request(people: list[User]) -> None:
    client = visitor(people[0])
    wrong = _post(client, "tables", {"seats": 9, "computers": [3]}).json()
    assert sorted(each["at"] for each in wrong["errors"]) == [
        ["body", "computers", 0],
        ["body", "game"],
        ["body", "seats"],
    ]
    assert "“errors” says what" in wrong["detail"]
    assert client.get("/api/v1/cups/k3v7q2wd?round=x").json()["errors"][0]["at"] == ["query", "round"]
    assert "not valid JSON" in _post(client, "tables", "no object").json()["detail"]


def test_a_misspelt_field_is_refused(people: list[User]) -> None:
    wrong = _post(visitor(people[0]), "tables", {"game": "maya", "computer": ["beginner"]})
    assert (wrong.status_code, wrong.json()["errors"][0]["at"]) == (422, ["body", "computer"])
    assert not Match.objects.exists()


def test_no_request_has_a_body_with_unknown_fields() -> None:
    document = schema()
    bodies = {
        deed["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        for deeds in document["paths"].values()
        for deed in deeds.values()
        if "requestBody" in deed
    }
    schemas = document["components"]["schemas"]
    assert len(bodies) >= 15
    assert [name for name in sorted(bodies) if schemas[name].get("additionalProperties") is not False] == []


@pytest.mark.parametrize(
    ("path", "body", "kind", "status"),
    [
        ("tables", b"{", "application/json", 400),
        ("tables", b"\xff\xfe", "application/json", 400),
        ("tables", b"--b--", "multipart/form-data; boundary=b", 415),
        ("tables", b"game=maya", "application/x-www-form-urlencoded", 415),
        ("tables?game=%FF", b"{}", "application/json", 422),
        ("matches/a%00b/play", b"{}", "application/json", 404),
    ],
)
def test_what_cannot_be_read_is_a_problem(people: list[User], path: str, body: bytes, kind: str, status: int) -> None:
    answer = visitor(people[0]).post(f"/api/v1/{path}", body, content_type=kind)
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    assert answer.json()["detail"]


def test_json_is_read_whatever_it_is_called(people: list[User]) -> None:
    """curl calls it a form unless it is told."""
    kind = "application/x-www-form-urlencoded"
    answer = program(people[0]).post("/api/v1/tables", b'{"game": "maya"}', content_type=kind)
    assert answer.status_code == 201, answer.text


def test_a_form_of_a_page_is_not_what_it_takes(people: list[User]) -> None:
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.force_login(people[0])
    client.cookies[settings.CSRF_COOKIE_NAME] = token = "f" * 32
    answer = client.post("/api/v1/tables", {"game": "rapa_nui", "csrfmiddlewaretoken": token})
    assert (answer.status_code, answer.json()["code"]) == (415, "not_json")


def test_a_banned_member_reads_a_problem_with_a_cookie_too(people: list[User]) -> None:
    client = visitor(people[0])
    User.objects.filter(pk=people[0].pk).update(banned_until=timezone.now() + timedelta(days=1))
    for answer in (client.get("/api/v1/account"), _post(client, "tables", {"game": "rapa_nui"})):
        assert (answer.status_code, answer["Content-Type"]) == (403, "application/problem+json")
        assert answer.json()["code"] == "banned"


def test_a_stranger_writes_nothing(running: Match) -> None:
    answer = _post(visitor(None), f"matches/{running.code}/resign", {})
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")


def test_a_cookie_alone_writes_nothing(people: list[User]) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(people[0])
    answer = _post(client, "tables", {"game": "rapa_nui"})
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf")
    assert not Match.objects.exists()


def _token(user: User, *scopes: str, days: int | None = None) -> dict[str, str]:
    _row, secret = token_create(user=user, name="bot", scopes=scopes, days=days)
    return {"authorization": f"Bearer {secret}"}


def test_a_token_plays_without_a_cookie(running: Match) -> None:
    user, action = running.seats.get(number=running.to_move).user, legal(running)[0]
    client = Client(enforce_csrf_checks=True)
    done = _post(client, f"matches/{running.code}/play", {"action": action, "ply": running.ply}, **_token(user, "play"))
    assert done.status_code == 200, done.text
    assert ApiToken.objects.get().used_at is not None


@pytest.mark.parametrize(
    ("scopes", "read", "play", "table"),
    [("read", 200, 403, 403), ("play", 403, 404, 403), ("tables", 403, 403, 201), ("moderate", 403, 403, 403)],
)
def test_a_token_does_what_it_allows(people: list[User], scopes: str, read: int, play: int, table: int) -> None:
    token, client = _token(people[0], scopes), Client()
    answers = [
        client.get("/api/v1/account", headers=token),
        _post(client, "matches/nowhere/resign", {}, **token),
        _post(client, "tables", {"game": "rapa_nui"}, **token),
    ]
    assert [answer.status_code for answer in answers] == [read, play, table]


def test_a_token_that_is_revoked_or_has_run_out_lets_no_program_in(people: list[User]) -> None:
    client = visitor(people[1])  # the cookie of someone else does not help
    revoked, over = _token(people[0], "read"), _token(people[0], "read", days=1)
    token_revoke(user=people[0], key=ApiToken.objects.earliest("pk").pk)
    assert client.get("/api/v1/account", headers=revoked).status_code == 401
    assert client.get("/api/v1/account", headers=over).json()["name"] == "Alice"
    ApiToken.objects.update(expires_at=timezone.now())
    assert client.get("/api/v1/account", headers=over).status_code == 401


def test_only_a_moderators_token_that_says_so_sees_every_match(people: list[User], running: Match) -> None:
    Match.objects.filter(pk=running.pk).update(access=Match.Access.LINK)
    keeper = User.objects.create_superuser("Keeper", password="quiet-terrace-8")
    found = {
        scopes: Client().get(f"/api/v1/matches/{running.code}", headers=_token(keeper, *scopes.split())).status_code
        for scopes in ("read", "read moderate")
    }
    assert found == {"read": 404, "read moderate": 200}


def test_a_banned_member_is_let_in_by_no_token(people: list[User]) -> None:
    token = _token(people[0], "read")
    User.objects.filter(pk=people[0].pk).update(banned_until=timezone.now() + timedelta(days=1))
    assert Client().get("/api/v1/account", headers=token).json()["code"] == "banned"


def test_the_page_of_tokens_shows_a_secret_once_and_revokes(people: list[User]) -> None:
    client, page = visitor(people[0]), "/account/tokens/"
    form = {"name": "My bot", "scopes": ["read", "play"], "days": "30", "once": KEY}
    prove(client, "quiet-terrace-7")
    made = client.post(page, form)
    assert client.post(page, form).status_code == 302  # sent twice, it is one token
    secret = re.findall(r"mp_[\w-]+", made.text)[0]
    assert secret not in client.get(page).text
    assert Client().get("/api/v1/account", headers={"Authorization": f"Bearer {secret}"}).status_code == 200
    stored = ApiToken.objects.get()
    assert secret not in str(vars(stored))
    visitor(people[1]).post(page, {"revoke": stored.pk})
    assert ApiToken.objects.exists()
    client.post(page, {"revoke": stored.pk})
    assert not ApiToken.objects.exists()
    assert client.post(page, {"name": "", "days": "30"}).status_code == 422


def test_only_moderators_are_offered_to_look_at_every_match(people: list[User]) -> None:
    keeper = User.objects.create_superuser("Keeper", password="quiet-terrace-8")
    form = {"name": "My bot", "scopes": ["moderate"], "days": "30", "once": KEY}
    offered = {user: 'value="moderate"' in visitor(user).get("/account/tokens/").text for user in (keeper, people[0])}
    assert offered == {keeper: True, people[0]: False}
    chief = visitor(keeper)
    prove(chief, "quiet-terrace-8")
    assert [client.post("/account/tokens/", form).status_code for client in (chief, visitor(people[0]))] == [200, 422]


def test_what_is_sent_again_under_another_key_is_done_again(people: list[User]) -> None:
    client, body = visitor(people[0]), {"game": "rapa_nui"}
    first = _post(client, "tables", body, idempotency_key=KEY)
    again = _post(client, "tables", body, idempotency_key=KEY)
    assert (again.json(), again["Idempotency-Replayed"]) == (first.json(), "true")
    assert _post(client, "tables", body, idempotency_key=KEY + "2").json() != first.json()
    assert Match.objects.count() == 2


@pytest.mark.parametrize("key", ["short", "a" * 65, "sixteen letters!!", "żółćżółćżółćżółć"])
def test_a_key_that_would_protect_from_nothing_is_refused(key: str, people: list[User]) -> None:
    answer = _post(visitor(people[0]), "tables", {"game": "rapa_nui"}, idempotency_key=key)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_key")
    assert not Match.objects.exists()


def test_the_key_of_another_member_is_another_one(people: list[User]) -> None:
    body = {"game": "rapa_nui"}
    first, second = (_post(visitor(each), "tables", body, idempotency_key=KEY).json() for each in people)
    assert first != second


def test_requests_are_counted_and_the_headers_tell(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "OF_A_PERSON", 2)
    client = visitor(people[0])
    answers = [client.get("/api/v1/account") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert [answer["RateLimit-Remaining"] for answer in answers] == ["1", "0", "0"]
    assert answers[2]["Retry-After"] == answers[2]["RateLimit-Reset"]
    assert visitor(people[1]).get("/api/v1/account").status_code == 200


def test_guests_at_one_address_are_counted_together(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "OF_A_PERSON", 2)
    guests = [visitor(User.objects.create_user(f"Guest-{number}", is_guest=True)) for number in range(3)]
    assert [guest.get("/api/v1/account").status_code for guest in guests] == [200, 200, 429]
    elsewhere = guests[2].get("/api/v1/account", REMOTE_ADDR="198.51.100.7")
    assert elsewhere.status_code == 200
    assert visitor(people[0]).get("/api/v1/account").status_code == 200


@pytest.mark.half_second
def test_all_networks_of_one_owner_are_counted_together(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "OF_AN_ADDRESS", 1)
    monkeypatch.setattr(limits, "OF_A_PERSON", 1)
    for caller in (Client(), visitor(User.objects.create_user("Guest-1", is_guest=True))):
        inside = [f"2001:db8:1:{number:x}::1" for number in range(OF_A_SITE + 1)]
        answers = [caller.get("/api/v1/games", REMOTE_ADDR=address).status_code for address in inside]
        assert answers == [*[200] * OF_A_SITE, 429]
        assert caller.get("/api/v1/games", REMOTE_ADDR="2001:db8:2::1").status_code == 200


def test_pages_of_other_sites_may_read_and_not_write(people: list[User]) -> None:
    client = visitor(people[0])
    assert client.options("/api/v1/tables")["Access-Control-Allow-Methods"] == "GET, OPTIONS"
    assert client.get("/api/v1/tables")["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Origin" not in _post(client, "tables", {"game": "rapa_nui"})
    User.objects.filter(pk=people[0].pk).update(banned_until=timezone.now() + timedelta(days=1))
    refused = client.get("/api/v1/tables")  # from code that runs before the API's own
    assert (refused.status_code, refused["Access-Control-Allow-Origin"]) == (403, "*")


@pytest.mark.parametrize("path", ["tables", "account", "matches/{code}", "matches/{code}/record"])
def test_what_a_program_has_is_not_sent_again_until_it_changes(path: str, people: list[User]) -> None:
    table = match_create(host=people[0], game="rapa_nui", others=[None, None])
    match = match_join(match=table, user=people[1])
    reader, path = visitor(people[0]), f"/api/v1/{path.format(code=match.code)}"
    if path.endswith("record"):
        match = match_join(match=match, user=User.objects.create_user("Charlie"))
    first = reader.get(path)
    assert first.status_code == 200
    again = reader.get(path, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert "RateLimit-Remaining" in again
    assert reader.head(path, headers={"If-None-Match": first["ETag"]}).status_code == 304
    assert reader.get(path, headers={"If-None-Match": 'W/"another"'}).content == first.content


def test_what_has_changed_is_sent(people: list[User]) -> None:
    reader = visitor(people[1])
    before = reader.get("/api/v1/tables")
    match_create(host=people[0], game="rapa_nui", others=[None])
    after = reader.get("/api/v1/tables", headers={"If-None-Match": before["ETag"]})
    assert (after.status_code, len(after.json()["rows"])) == (200, 1)
    assert "ETag" not in reader.get("/api/v1/matches/nowhere")


@pytest.mark.half_second
def test_open_tables_are_filtered_as_on_the_page(people: list[User]) -> None:
    option = GAMES["maya"].OPTIONS[0]
    kinds: dict[str, dict[str, Any]] = {
        "plain": {},
        "rated": {"rated": True},
        "slow": {"pace": "2d"},
        "for masters": {"rating_range": (3000, None)},
        "variant": {"options": {option.name: option.values[1]}},
    }
    tables = {
        kind: match_create(host=people[0], game="maya", others=[None], terms=TableTerms(**terms)).code
        for kind, terms in kinds.items()
    }
    tables["three"] = match_create(host=people[0], game="maya", others=[None, None]).code

    def found(query: str) -> set[str]:
        rows = visitor(people[1]).get(f"/api/v1/tables?{query}").json()["rows"]
        codes = {row["code"] for row in rows}
        return {kind for kind, code in tables.items() if code in codes}

    assert found("") == {*tables}
    assert found("rated=true") == {"rated"}
    assert found("rated=false&pace=2d") == {"slow"}
    assert found("printed=false") == {"variant"}
    assert found("seats=3") == {"three"}
    assert found("joinable=true") == {*tables} - {"for masters"}
    assert found("lowest=3500") == set()
    assert visitor(None).get("/api/v1/tables?seats=99999999999999999999").status_code == 422


@pytest.mark.half_second
def test_a_list_is_read_to_its_end_by_its_cursor(people: list[User]) -> None:
    tables = [match_create(host=people[0], game="rapa_nui", others=[None]).code for _ in range(27)]
    client, found, after = visitor(people[1]), [], ""
    while True:
        page = client.get("/api/v1/tables", {"after": after}).json()
        found += [row["code"] for row in page["rows"]]
        after = page["after"]
        if not after:
            break
    assert found == tables[::-1]


def test_a_leaderboard_of_a_season_or_a_seat_count_is_read_by_itself(people: list[User]) -> None:
    now = timezone.now()
    for number, (season, seats) in enumerate([(ALL_TIME, ALL_SEATS), (season_of(now), ALL_SEATS), (ALL_TIME, 3)]):
        found = {"season": season, "seats": seats, "mu": 25 + number, "sigma": 1, "games": 50 + number}
        Rating.objects.create(user=people[0], game="rapa_nui", standing=25, last_at=now, **found)
    path, games = "/api/v1/leaderboards/rapa_nui", {}
    for asked in ("", f"season={season_of(now)}", "seats=3", "seats=4"):
        games[asked] = [line["games"] for line in visitor(None).get(f"{path}?{asked}").json()["lines"]]
    assert list(games.values()) == [[50], [51], [52], []]
    for wrong in ("season=1999-1", "seats=5", "seats=1"):
        assert visitor(None).get(f"{path}?{wrong}").status_code == 404


@pytest.mark.parametrize("key", GAMES)
def test_the_engine_reads_what_a_seat_is_shown_and_chooses_an_action(key: str, people: list[User]) -> None:
    game, table = GAMES[key], match_create(host=people[0], game=key, others=[None])
    match = play_randomly(match_join(match=table, user=people[1]), Random(1), until=9)
    position = _decider(match).get(f"/api/v1/matches/{match.code}").json()
    view = decode(game.View, position["view"])
    assert encode(view) == position["view"]
    assert choose(game, view, position["seat"], "casual", Random(2)).action in position["legal"]
    assert {str(action) for action in game.legal_actions(game.determinize(view, Random(3)))} == {*position["legal"]}


def test_the_page_asks_no_other_site_for_anything(people: list[User]) -> None:
    page = visitor(None).get("/api/v1/").text
    assert "/api/v1/matches/{code}/play" in page
    assert "<script>" not in page
    assert "//cdn" not in page


@pytest.mark.half_second
def test_names_in_descriptions_are_set_as_code(people: list[User]) -> None:
    page = visitor(None).get("/api/v1/").text
    assert "or a <code>season</code> like 2026-4" in page
    assert not [said for said in re.findall(r"<summary>.*?</summary>", page, flags=re.DOTALL) if "`" in said]


def test_the_document_names_every_address() -> None:
    assert schema()["paths"].keys() >= {"/api/v1/account", "/api/v1/matches/{code}/play", "/api/v1/archive"}


@pytest.mark.long
def test_pages_are_shown_without_loading_what_only_the_api_needs() -> None:
    asked = "import django; django.setup(); from django.urls import reverse; reverse('home'); import sys; "
    asked += "sys.exit(bool({'ninja', 'pydantic', 'oauthlib', 'jwt'} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", asked], timeout=300).returncode == 0


def test_the_first_steps_of_the_tutorial_lead_to_a_rated_game(people: list[User], computers: list[User]) -> None:
    token, client = _token(people[0], "read", "play", "tables"), Client()
    tutorial = (settings.BASE_DIR / "docs" / "api.md").read_text()
    table = json.loads(re.findall(r"-d '(.*)' \$SITE/tables$", tutorial, re.MULTILINE)[0])
    opened = _post(client, "tables", table, **token)
    assert (opened.status_code, opened.json()["status"]) == (201, "running"), opened.text
    position = client.get(f"/api/v1/matches/{opened.json()['code']}", headers=token).json()
    assert position["rated"]
    assert bool(position["legal"]) == (position["seat"] == position["to_move"])
