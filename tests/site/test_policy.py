"""The policies that are sent with pages: about features that they never use, and about what they may load."""

import pytest
from csp.utils import build_policy
from django.test import Client

HEADER = "Permissions-Policy"
HTMX = {"HX-Request": "true"}


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/rules/", "/nowhere/"])
def test_every_page_says_it_and_what_is_swapped_into_one_does_not(client: Client, path: str) -> None:
    assert "camera=()" in client.get(path)[HEADER]
    assert HEADER not in client.get(path, headers=HTMX)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/robots.txt", "/mine/", "/site.webmanifest"])
def test_files_and_redirects_do_not_say_it(client: Client, path: str) -> None:
    assert HEADER not in client.get(path)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/robots.txt", "/mine/", "/nowhere/"])
def test_every_response_says_what_may_be_loaded(client: Client, path: str) -> None:
    assert client.get(path)["Content-Security-Policy"] == client.get("/rules/")["Content-Security-Policy"]
    assert parts(client.get(path)["Content-Security-Policy"]) == parts(build_policy())
    assert {"default-src 'none'", "script-src 'self'"} < parts(build_policy())


@pytest.mark.django_db
def test_what_may_be_loaded_is_put_into_words_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    first = client.get("/robots.txt")["Content-Security-Policy"]

    def again(**_parts: object) -> str:
        raise AssertionError("put together again")

    monkeypatch.setattr("csp.middleware.build_policy", again)
    assert client.get("/robots.txt")["Content-Security-Policy"] == first


def parts(policy: str) -> set[str]:
    """The directives of a policy, in no order."""
    return {part.strip() for part in policy.split(";")}
