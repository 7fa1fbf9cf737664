"""The policy about features that pages never use is sent with pages, and nothing else."""

import pytest
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
