"""Tables at which people sit in browsers."""

from tests.browser.conftest import Sit
from tests.browser.person import Person


def table_for_two(
    sit: Sit, name: str, *others: str, access: str = "anybody", only_listen: bool = False
) -> tuple[Person, Person, str]:
    """A new member opens a table for a friend (and `others`), and a guest joins by the link.

    With `only_listen`, the pages show nothing that was not sent to them.
    """
    host, friend = sit(reduced_motion="reduce"), sit(reduced_motion="reduce")
    for person in (host, friend):
        person.hurries()
        if only_listen:
            person.only_listens()
    host.sign_up(name)
    address = host.open_table("somebody", *others, seats=2 + len(others), access=access)
    link = host.page.locator("#invitation").input_value()
    friend.page.goto(link)
    friend.page.get_by_role("button", name="Sit down").click()
    for person in (host, friend):
        person.wait_for_the_match("mine", "wait")
    return host, friend, address
