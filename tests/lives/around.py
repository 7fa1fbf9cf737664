"""Steps around the matches: time, readers, friends, moderators, accounts."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from accounts.models import Ban
from deliveries.services.delivering import deliver_inside
from games import tasks
from games.engine import GAMES
from games.services.moderation.repairs import match_ask, match_call_off, match_quarantine_by_hand, match_rebuild
from games.services.people.relations import block_create, block_end, friendship_accept, friendship_ask, friendship_end
from membership.bans import ban_create, ban_lift
from membership.deletion import account_delete
from membership.guests import guest_merge
from membership.vacations import vacation_begin, vacation_end
from notices.models import Delivery
from tests.lives.life import Life, nothing, step
from tests.visitors import visitor

OF_THE_SITE = ["/", "/mine/", "/tables/", "/watch/", "/archive/", "/notices/", "/friends/", "/leaderboards/rapa_nui/"]
OF_A_PERSON = ["/people/{0}/", "/archive/?player={0}", "/api/v1/people/{0}"]
OF_A_MATCH = [
    *("/match/{0}/", "/match/{0}/", "/match/{0}/?plan=1", "/match/{0}/chat/", "/match/{0}/replay/?step=9"),
    *("/match/{0}/record.txt", "/match/{0}/shuffle/", "/match/{0}/play-on/", "/match/{0}/embed/"),
    *("/api/v1/matches/{0}", "/api/v1/matches/{0}/log", "/api/v1/matches/{0}/steps/3", "/api/v1/matches/{0}/chat"),
]


@step(10)
def time_passes(life: Life) -> None:
    life.time_passes(life.rng.choice([1, 5, 20, 20, 600, 3000]))


@step(2)
def the_site_is_down(life: Life) -> None:
    life.time_passes(life.rng.choice([2, 60, 2000]), is_up=False)


@step(5)
def the_site_tidies(_life: Life) -> None:
    for game in GAMES:
        tasks.rate(game)
    tasks.tidy()


@step(6)
def people_are_told(life: Life) -> None:
    life.time_passes(life.rng.choice([1, 15, 70]))
    deliver_inside()
    assert list(Delivery.objects.exclude(trouble="").values_list("trouble", flat=True)) == []


@step(25)
def reads(life: Life) -> None:
    """Someone reads a page, or a program asks for one: it may be closed to them, but it does not fail."""
    match, person = life.match("open", "running", "finished", "broken"), life.anyone()
    pages = [*OF_THE_SITE, *(page.format(person.username) for page in OF_A_PERSON)]
    page = life.rng.choice([*pages, *(page.format(match.code) for page in OF_A_MATCH)])
    reader = life.rng.choice([None, life.moderator, life.someone_at(match), life.anyone()])
    life.note("read by", reader, page)
    assert visitor(reader).get(page).status_code < 500


@step(3)
def goes_on_vacation(life: Life) -> None:
    vacation_begin(user=life.anyone(), days=life.rng.choice([1, 3, 30]))


@step(2)
def comes_back(life: Life) -> None:
    vacation_end(user=life.anyone())


@step(4)
def makes_or_ends_friends(life: Life) -> None:
    friendship = life.rng.choice([friendship_ask, friendship_accept, friendship_end])
    friendship(user=life.anyone(), name=life.anyone().username)


@step(1)
def blocks(life: Life) -> None:
    block_create(user=life.anyone(), name=life.anyone().username, only_mutes=life.rng.random() < 0.5)


@step(1)
def ends_a_block(life: Life) -> None:
    block_end(user=life.anyone(), name=life.anyone().username)


@step(1)
def is_banned(life: Life) -> None:
    until = timezone.now() + timedelta(minutes=life.rng.choice([5, 3000]))
    ban_create(user=life.anyone(), moderator=life.moderator, until=until, why="Insults at three tables.")


@step(1)
def is_let_in_again(life: Life) -> None:
    ban_lift(ban=Ban.objects.order_by("-pk").first() or nothing(), moderator=life.moderator)


@step(4)
def is_put_on_hold(life: Life) -> None:
    match_quarantine_by_hand(match=life.match("running"), trouble="It hangs.", moderator=life.moderator)


@step(7)
def is_mended(life: Life) -> None:
    match_rebuild(match=life.match("broken", "broken", "running"), moderator=life.moderator)


@step(1)
def is_called_off(life: Life) -> None:
    match_call_off(match=life.match("broken", "running"), moderator=life.moderator)


@step(2)
def is_asked_to_think_again(life: Life) -> None:
    match_ask(match=life.match("running"))


@step(2)
def logs_in_to_an_account(life: Life) -> None:
    """A guest logs in to the account of a member; another guest comes."""
    guest = life.guests.pop()
    guest_merge(guest=guest, user=life.member())
    life.guest_comes()


@step(1)
def closes_an_account(life: Life) -> None:
    user = life.rng.choice(life.members)
    life.members.remove(user)
    life.note(user)
    account_delete(user=user)
    life.member_comes()
