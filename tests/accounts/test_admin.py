import pytest
from django.contrib.auth.models import Group, Permission
from django.test import Client

from accounts.models import User
from accounts.moderators import moderators_ensure
from games.models import Match
from games.selectors.position.engines import game_of, state_of
from games.services.play.resignation import resign
from games.services.play.turns import play
from tests.accounts.cast import PASSWORD, llama, log_in, open_table, user_of


def play_something(match: Match) -> str:
    """Play for the seat whose turn it is. Returns the text of the action."""
    seat = match.seats.get(number=match.to_move)
    text = max((str(action) for action in game_of(match).legal_actions(state_of(match))), key=len)
    play(match=match, seat=seat.number, user=seat.user, text=text, ply=match.ply)
    return text


@pytest.fixture
def moderator(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_superuser("Moderator1", "", PASSWORD))
    return client


def test_logging_in_is_the_sites_own(client: Client, alice: User) -> None:
    assert client.get("/admin/").url == "/admin/login/?next=/admin/"
    assert client.get("/admin/login/").url.startswith("/account/login/?next=")
    log_in(client, "Alice")
    assert client.get("/admin/login/?next=/admin/").status_code == 403


def test_a_moderator_finds_guests_and_closes_an_account(moderator: Client, guest_browser: Client) -> None:
    guest = user_of(guest_browser)
    listed = moderator.get("/admin/accounts/user/?kind=guest").content.decode()
    assert guest.username in listed
    assert ">Owl<" not in listed
    form = moderator.get(f"/admin/accounts/user/{guest.pk}/change/")
    fields = {
        name: value for name, value in form.context["adminform"].form.initial.items() if value not in (None, False)
    }
    inlines = {
        f"{rows}-{part}_FORMS": 0
        for rows in ("emailaddress_set", "name_changes", "bans", "authenticator_set")
        for part in ("TOTAL", "INITIAL")
    }
    address = f"/admin/accounts/user/{guest.pk}/change/"
    response = moderator.post(address, fields | inlines | {"groups": [], "user_permissions": [], "is_active": ""})
    assert response.status_code == 302, response.context["errors"]
    guest.refresh_from_db()
    assert not guest.is_active


@pytest.fixture
def support(client: Client, db: None) -> Client:
    """Someone who may change people, to help those who are locked out, and nothing else."""
    helper = User.objects.create_user("Helper", "", PASSWORD, is_staff=True)
    helper.user_permissions.set(Permission.objects.filter(codename__in=["view_user", "change_user"]))
    client.force_login(helper)
    return client


def test_no_helper_gets_the_rights_of_those_who_run_the_site(support: Client, alice: User) -> None:
    chief, helper = User.objects.create_superuser("Chief1", "", PASSWORD), User.objects.get(username="Helper")
    new = {"password1": "nine woven llamas", "password2": "nine woven llamas", "usable_password": "true"}
    for user, status in ((chief, 403), (helper, 403), (alice, 302)):
        page = f"/admin/accounts/user/{user.pk}"
        assert support.post(f"{page}/password/", new).status_code == status, user
        assert ('name="is_superuser"' in support.get(f"{page}/change/").text) is False
        user.refresh_from_db()
        assert user.check_password("nine woven llamas") is (user == alice)
    rows = {f"{name}-{part}_FORMS": 0 for name in ("name_changes", "bans") for part in ("TOTAL", "INITIAL")}
    rights = {"is_staff": "on", "is_superuser": "on", "is_active": "on"}
    facts = {"username": "Alice", "theme": "system", "board_colours": "standard"}
    answer = support.post(f"/admin/accounts/user/{alice.pk}/change/", facts | rights | rows)
    assert answer.status_code == 302, answer.context["errors"]
    assert support.post(f"/admin/accounts/user/{helper.pk}/change/", facts | rights | rows).status_code == 403
    assert not User.objects.exclude(pk=chief.pk).filter(is_superuser=True).exists()
    alice.refresh_from_db()
    assert not alice.is_staff


def test_what_a_page_of_the_administration_lists_can_all_be_chosen(moderator: Client) -> None:
    """A page lists 100 rows, and a form has other fields besides: it was refused as having too many."""
    rows = [User.objects.create(username=f"Guest-{number}", is_guest=True).pk for number in range(1000, 1100)]
    action = {"action": "delete_selected", "_selected_action": rows, "select_across": "0", "index": "0"}
    answer = moderator.post("/admin/accounts/user/", action)
    assert answer.status_code == 200
    assert "Guest-1099" in answer.content.decode()


def test_the_administration_is_no_place_to_guess_the_current_password(moderator: Client) -> None:
    """Its own page for a new password would count no attempts, unlike the site's."""
    answer = moderator.post("/admin/password_change/", {"old_password": "wrong"})
    assert answer.headers["Location"] == "/account/password/change/"


def test_no_helper_extends_the_rights_of_a_group(client: Client, db: None) -> None:
    """Otherwise anyone who may change groups, such as their own, could give themselves every right."""
    group = moderators_ensure()
    helper = User.objects.create_user("Helper", "", PASSWORD, is_staff=True)
    helper.groups.add(group)
    group.permissions.add(*Permission.objects.filter(content_type__app_label="auth", content_type__model="group"))
    before = set(group.permissions.all())
    client.force_login(helper)
    page = f"/admin/auth/group/{group.pk}"
    every = {
        "name": group.name,
        "permissions": [right.pk for right in Permission.objects.filter(codename__contains="user")],
    }
    assert client.get(f"{page}/change/").status_code == 200, "they may look"
    for address, form in ((f"{page}/change/", every), ("/admin/auth/group/add/", every), (f"{page}/delete/", {})):
        assert client.post(address, form).status_code == 403
    action = {"action": "delete_selected", "_selected_action": [group.pk], "post": "yes"}
    client.post("/admin/auth/group/", action)
    assert set(Group.objects.get().permissions.all()) == before
    User.objects.filter(pk=helper.pk).update(is_superuser=True)
    assert client.post(f"{page}/change/", every).status_code == 302
    assert Group.objects.get().permissions.filter(codename="delete_user").exists()


def test_matches_are_read_only_and_keep_their_secrets_while_they_run(moderator: Client, alice: User) -> None:
    match = open_table(alice, llama())
    address = f"/admin/games/match/{match.pk}/change/"
    action = play_something(match)
    page = moderator.get(address).content.decode()
    assert match.commitment in page
    for secret in (match.salt, match.deal, "column-source", "column-thought_ms"):
        assert secret not in page
    assert moderator.post(address, {"status": "finished"}).status_code == 403
    Match.objects.filter(pk=match.pk).update(
        status=Match.Status.FINISHED, to_move=None, deadline=None, reason="deck", finished_at=match.started_at
    )
    page = moderator.get(address).content.decode()
    assert match.salt in page
    assert action in page
    assert "The deck ran out" in page


def test_people_and_endings_are_named_in_words_that_players_know(moderator: Client, alice: User) -> None:
    match = open_table(alice, llama())
    listed = moderator.get("/admin/accounts/user/?kind=computer").content.decode()
    assert '<td class="field-kind">computer player</td>' in listed
    resign(match=match, user=alice)
    assert "A player resigned" in moderator.get(f"/admin/games/match/{match.pk}/change/").content.decode()
