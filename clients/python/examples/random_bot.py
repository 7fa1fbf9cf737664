"""A complete bot: it accepts every invitation and plays at random.

python random_bot.py https://games.example mp_…
"""

import random
import sys
from threading import Thread

from machu_picchu import Client, Problem


def accept_invitations(client: Client) -> None:
    """Sit down at every table we are invited to, including earlier invitations."""
    for event in client.events():
        if event["type"] not in ("ready", "invitation"):
            continue
        for row in client.matches("invitations")["rows"]:
            try:
                client.join(row["code"])
            except (Problem, OSError) as problem:  # go on with the others
                print(row["code"], problem)


def main() -> None:
    site, token = sys.argv[1:]
    client = Client(site, token)
    Thread(target=accept_invitations, args=[Client(site, token)], daemon=True).start()
    for match in client.turns():
        try:
            client.play(match, random.choice(match["legal"]))
        except (Problem, OSError) as problem:  # the match comes again
            print(match["code"], problem)


main()
