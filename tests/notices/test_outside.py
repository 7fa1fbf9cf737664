"""URLs given by users are requested on the public internet only, for a short time, and not in circles."""

import socket
import threading
from collections.abc import Iterator

import pytest
from pytest_django import Settings

from deliveries import safe_http
from deliveries.channels.results import NotNow, tried
from deliveries.safe_http import Forbidden, Silent, Unreachable, check_url, is_public, post
from tests.notices.cast import StandIn

INSIDE = [
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "198.18.0.1",
    "::1",
    "::",
    "fe80::1%eth0",
    "fc00::1",
    "fd12:3456::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "2002:7f00:1::",
    "2002:a00:1::",
    "64:ff9b::7f00:1",
    "64:ff9b::a00:1",
    "2001:0:4136:e378:8000:63bf:f5ff:fffe",
    "2001:db8::1",
    "fec0::1",
    "fec0:0:0:ffff::1",
    "192.88.99.1",
    "192.0.0.9",
    "240.0.0.1",
    "64:ff9b::808:808",
    "64:ff9b:1::808:808",
    "::ffff:8.8.8.8",
    "::8.8.8.8",
    "::ffff:0:808:808",
    "2002:808:808::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:1::1",
    "2620:4f:8000::1",
    "3fff::1",
    "5f00::1",
    "ff0e::1",
]


@pytest.mark.parametrize("address", INSIDE)
def test_addresses_inside_are_refused(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "address", ["93.184.215.14", "162.159.128.233", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "2a00:1450:4001::1"]
)
def test_public_addresses_are_allowed(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("http://discord.example/hook", "https://"),
        ("ftp://discord.example/hook", "https://"),
        ("https:///hook", "https://"),
        ("https://me:secret@discord.example/", "a user name or a password"),
        ("https://discord.example:8443/", "443"),
        ("https://discord.example:x/", "not a web address"),
        ("javascript:alert(1)", "https://"),
        ("https://discord.example/hóok", "plain letters"),
        ("https://díscord.example/", "plain letters"),
        ("https://discord.example/hook\0", "plain letters"),
        ("https://discord.example/hook\r\nHost: inside", "plain letters"),
    ],
)
def test_addresses_that_are_none_are_refused_at_once(url: str, complaint: str) -> None:
    with pytest.raises(Forbidden, match=complaint):
        check_url(url)


@pytest.mark.parametrize("url", ["https://localhost/", "https://127.1/", "https://[::1]/", "https://0x7f000001/"])
def test_nothing_is_sent_inside_however_it_is_written(url: str) -> None:
    with pytest.raises((Forbidden, Unreachable)):
        post(url, b"", {})


def test_what_went_wrong_is_told_without_the_host(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is stored with the delivery, and moderators read that."""

    def unknown(*_args: object, **_more: object) -> None:
        raise socket.gaierror("hooks-of-alice.example")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with caplog.at_level("INFO"), pytest.raises(Unreachable) as found:
        post("https://hooks-of-alice.example/secret", b"", {})
    assert str(found.value) == "the server was not found"
    assert "hooks-of-alice.example" in caplog.text, "who runs the site finds it in the log"
    with pytest.raises(NotNow) as failed, tried():
        raise RuntimeError("https://hooks-of-alice.example/secret")
    assert str(failed.value) == "RuntimeError"


def test_one_address_inside_among_several_is_enough_to_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    both = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in ("93.184.215.14", "10.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_more: both)
    with pytest.raises(Forbidden, match="not a server on the public internet"):
        safe_http.address_of("two-faced.example", 443)


def test_the_connection_goes_to_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def answer_once(host: str, *_args: object, **_more: object) -> list[object]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.215.14", 443))]

    connected = []

    def connect(address: tuple[str, int], **_more: object) -> socket.socket:
        connected.append(address)
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", answer_once)
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(Unreachable):
        post("https://rebinding.example/hook", b"", {})
    assert (asked, connected) == (["rebinding.example"], [("93.184.215.14", 443)])


def test_a_redirect_is_not_followed(stand_in: StandIn) -> None:
    stand_in.status, stand_in.extra = 302, {"Location": stand_in.url + "/elsewhere"}
    assert post(stand_in.url + "/here", b"{}", {}).status == 302
    assert [sent.path for sent in stand_in.posts] == ["/here"]


@pytest.fixture
def drip(settings: Settings) -> Iterator[str]:
    """A server that responds with one byte every tenth of a second, for ever."""
    settings.ALLOW_LOCAL_TARGETS = True
    listener = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def serve() -> None:
        connection, _address = listener.accept()
        with connection:
            while not over.wait(0.1):
                try:
                    connection.send(b"H")
                except OSError:
                    return

    thread = threading.Thread(target=serve)
    thread.start()
    yield f"http://localhost:{listener.getsockname()[1]}/"
    over.set()
    thread.join()
    listener.close()


@pytest.mark.half_second
def test_who_answers_drop_by_drop_is_cut_off(drip: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safe_http, "PATIENCE", 0.5)
    with pytest.raises(Silent):
        post(drip, b"", {})  # it would respond for ever


def test_an_alarm_at_the_moment_of_closing_harms_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    connection = safe_http._Checked("localhost", 80, False)
    near, far = socket.socketpair()
    seen = 0

    def sock(_self: object) -> socket.socket | None:  # closed by another thread between two accesses
        nonlocal seen
        seen += 1
        return near if seen == 1 else None

    with near, far:
        monkeypatch.setattr(safe_http._Checked, "sock", property(sock), raising=False)
        connection.cut()
        assert far.recv(1) == b""
