"""Unreadable requests are the sender's mistake (400) at every URL, even where there is no page."""

from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from machupicchu.http.malformed_requests import MalformedRequestMiddleware
from tests.first import first

FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"
MANY = "&".join(f"field-{number}=" for number in range(600))
BOUNDED = "multipart/form-data; boundary=b"


def file_part(name: str, content: str, *headers: str) -> str:
    """A file as a part of a multipart form."""
    said = "".join(f"{header}\r\n" for header in headers)
    return f'--b\r\nContent-Disposition: form-data; name="f"; filename="{name}"\r\n{said}\r\n{content}\r\n'


BROKEN: dict[str, tuple[str, str]] = {
    "no boundary": (MULTIPART, "text"),
    "a boundary of letters that there are not": ("multipart/form-data; boundary=ä", "text"),
    "a part that is no base64": (BOUNDED, file_part("f", "abcde", "Content-Transfer-Encoding: base64") + "--b--\r\n"),
    "too many fields": (FORM, MANY),
    "too large": (FORM, "a=" + "x" * 300_000),
    "too many files": (BOUNDED, "".join(file_part(str(number), "x") for number in range(150)) + "--b--\r\n"),
    "an encoding that is none of these": (f"{FORM}; charset=latin-1", "a=b"),
}
ADDRESSES = ("/", "/nowhere/", "/match/nowhere/play/", "/account/login/", "/admin/login/", "/notices/browsers/renew/")


@pytest.fixture
def stranger(db: None) -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.parametrize("path", first(["/match/nowhere/play/", "/account/login/"], of=ADDRESSES))
@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_form_is_a_mistake_of_its_sender_wherever_it_goes(stranger: Client, path: str, broken: str) -> None:
    content_type, body = BROKEN[broken]
    answer: Any = stranger.post(path, body, content_type=content_type)
    expected = {400, 413}
    assert answer.status_code in expected
    assert stranger.post(path, body, content_type=content_type, headers={"HX-Request": "true"}).status_code in expected


@pytest.mark.parametrize("path", ADDRESSES)
@pytest.mark.parametrize("query", [MANY])
def test_a_broken_query_is_a_mistake_of_its_sender_wherever_it_goes(stranger: Client, path: str, query: str) -> None:
    assert stranger.get(path, QUERY_STRING=query).status_code == 400


def test_nothing_is_at_an_address_with_a_nul_and_a_cookie_with_one_is_refused(stranger: Client) -> None:
    assert stranger.get("/", headers={"Cookie": r'sessionid="a\000b"'}).status_code == 400
    assert stranger.get("/people/a%00b/").status_code == 404


@pytest.mark.parametrize("broken", BROKEN)
def test_what_is_refused_for_something_else_is_not_read_either(db: None, broken: str) -> None:
    """The error page reads the form as well, to check whether it came from one of our pages."""
    content_type, body = BROKEN[broken]
    client = Client(raise_request_exception=False, enforce_csrf_checks=True)
    client.cookies["csrftoken"] = token = "f" * 32
    ours = {"X-CSRFToken": token}
    nowhere: Any = client.post("/people/a%00b/", body, content_type=content_type, headers=ours)
    assert nowhere.status_code == 404
    cookie = ours | {"Cookie": rf'csrftoken={token}; sessionid="a\000b"'}
    assert client.post("/", body, content_type=content_type, headers=cookie).status_code == 400
    if "charset" not in content_type:  # otherwise the test client itself reads the query: see tests/stack
        both = client.post("/", body, content_type=content_type, headers=ours, QUERY_STRING=MANY)
        assert both.status_code == 400


@pytest.mark.parametrize("content_type", [FORM, BOUNDED])
def test_what_is_sent_is_text_without_nul(rf: RequestFactory, content_type: str) -> None:
    seen: list[HttpRequest] = []

    def page(request: HttpRequest) -> HttpResponse:
        seen.append(request)
        return HttpResponse()

    part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\0c\r\n--b--'
    body = "a=b%00c&%00d=e" if content_type == FORM else part
    MalformedRequestMiddleware(page)(rf.post("/?q=%00r", body, content_type=content_type))
    [request] = seen
    assert (request.GET["q"], request.POST["a"]) == ("r", "bc")
    assert list(request.POST) == (["a", "d"] if content_type == FORM else ["a"])


@pytest.mark.parametrize("path", ["/nowhere/", "/mine/", "/"])
def test_a_method_that_sends_no_form_is_not_read(stranger: Client, path: str) -> None:
    answer: Any = stranger.generic("PUT", path, "text", content_type=MULTIPART)
    assert answer.status_code < 500
