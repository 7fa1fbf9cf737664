"""People, tables, a club and a cup with the longest possible names: `python -m tests.browser.longest`.

Runs in the site's environment, and prints as JSON the session of one of the people, and paths of pages.
"""

import json
from random import Random

WIDE = "W"
"""The widest letter; a word of them cannot be broken anywhere."""


def furnish() -> dict[str, object]:
    """Fill the database. Needs Django to be set up."""
    from django.conf import settings

    from accounts.models import User
    from accounts.names import LONGEST
    from clubs.names import LONGEST as LONGEST_OF_CLUB
    from clubs.services.founding import club_found
    from clubs.services.joining import club_join
    from cups.services.entering import cup_enter, cup_open
    from games.engine import GAMES
    from games.services.lobby.matches import match_create, match_join
    from games.services.people.chat import message_write
    from games.services.people.relations import friendship_ask
    from games.services.play.resignation import resign
    from tests.games.playing import play_randomly
    from tests.visitors import visitor

    people = [User.objects.create_user(WIDE * (LONGEST - 2) + f"{number:02}") for number in range(5)]
    me, other, *_rest = people
    paths = ["/", "/tables/", "/mine/", "/archive/", "/friends/", "/notices/", "/leaderboards/rapa_nui/"]
    for key, game in GAMES.items():
        match = match_create(host=me, game=key, others=[None] * (max(game.SEATS) - 1))
        paths.append(match.get_absolute_url())  # the same match, joined below
        for person in people[1 : max(game.SEATS)]:
            match = match_join(match=match, user=person)
        play_randomly(match, Random(1), until=12)
        over = match_join(match=match_create(host=other, game=key, others=[None]), user=me)
        over = resign(match=play_randomly(over, Random(1), until=12), user=other)
        where = over.get_absolute_url()
        paths += [where, f"{where}replay/?step=5", f"{where}embed/", f"{where}play-on/?step=5"]
    table = match_create(host=other, game="maya", others=[None])
    message_write(match=table, user=other, text=WIDE * 100)
    friendship_ask(user=other, name=me.username)
    club = club_found(founder=other, name=WIDE * LONGEST_OF_CLUB, description=WIDE * 200, entry="asking")
    club_join(club=club, user=me)
    cup = cup_open(host=other, name=WIDE * 60, system="swiss", game="maya", size=2, pace="live")
    for person in people:
        cup_enter(cup=cup, user=person)
    paths += [table.get_absolute_url(), f"/people/{other.username}/", f"/people/{other.username}/report/"]
    paths += ["/clubs/", f"/clubs/{club.code}/", f"/clubs/{club.code}/members/", "/cups/", f"/cups/{cup.code}/"]
    browser = visitor(me)
    return {"session": browser.cookies[settings.SESSION_COOKIE_NAME].value, "paths": paths}


if __name__ == "__main__":
    import django

    django.setup()
    print(json.dumps(furnish()))
