"""`python -m machupicchu.run`: the command behind `make run`."""

import os
import signal
import socket
import sys
from typing import TYPE_CHECKING

from django.core.exceptions import ImproperlyConfigured

from machupicchu.run.console import Console
from machupicchu.run.end_requests import EndRequests
from machupicchu.run.instance_lock import AlreadyRunning, InstanceLock, StillThere

if TYPE_CHECKING:
    from machupicchu.run.site import Site

EVERY_IPV4, EVERY_IPV6 = "0.0.0.0", "::"

OWN = {EVERY_IPV4: "127.0.0.1", EVERY_IPV6: "::1"}
"""The address to connect to if the site listens on all addresses."""

LOCAL = {"127.0.0.1", EVERY_IPV4, EVERY_IPV6}
"""Addresses to which a browser on the same machine connects by the name localhost."""


class RedisIsAway(Exception):
    """The server at REDIS_URL does not answer; the message names it without the password."""


def main() -> int:
    """Run the site until Ctrl-C or SIGTERM. Returns the exit code: 1 if it cannot start, 2 for an invalid setting."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    os.environ["PYTHONUNBUFFERED"] = "1"
    console = Console()
    try:
        return _run(console)
    except ImproperlyConfigured as error:
        console.say(f"Wrong setting: {error}")
        return 2
    except AlreadyRunning as other:
        console.say(f"This site is running already: {other}. End it there with Ctrl-C.")
    except StillThere as processes:
        console.say(f"Processes of a former run cannot be ended: {processes}. End them by hand, then try again.")
    except RedisIsAway as error:
        console.say(f"REDIS_URL: {error}")
    except KeyboardInterrupt:
        console.say("Interrupted")
    return 1


def _run(console: Console) -> int:
    """Read the settings, take lock and port, and run the site. Returns the exit code; raises what `main` explains."""
    from machupicchu import env, private, settings  # here, since importing invalid settings raises an error
    from machupicchu.run.site import Plan, Site
    from machupicchu.run.valkey import trouble_at

    port = settings.PORT
    bind = env.text("BIND", "127.0.0.1").removeprefix("[").removesuffix("]")
    processors = os.cpu_count() or 1
    web_processes = env.integer("WEB_PROCESSES", min(4, processors), least=1, most=64)
    own_valkey = not env.text("REDIS_URL")
    if not own_valkey and (trouble := trouble_at(settings.REDIS_URL)):
        raise RedisIsAway(trouble)
    os.environ.setdefault("WEB_ADDRESS", f"http://{_bracketed(OWN.get(bind, bind))}:{port}")
    address = f"http://{'localhost' if bind in LOCAL else _bracketed(bind)}:{port}/"

    if closed := settings.CLOSED_TO_OTHERS + private.close_all(settings.VAR_DIR):
        console.say(
            f"Other users of this machine could read in {settings.VAR_DIR}; {closed} files are closed to them now"
        )
    keep_open = InstanceLock(settings.VAR_DIR).take(address=address, console=console)
    listener = _listener(bind, port, settings.SERVER, console)
    if listener is None:
        return 1
    plan = Plan(
        var=settings.VAR_DIR,
        listener=listener,
        keep_open=keep_open,
        own_valkey=own_valkey,
        web_processes=web_processes,
        ai_processes=settings.AI_PROCESSES,
    )
    requests = EndRequests()
    return _run_until_asked(
        Site(plan, console, requests), console, requests, f"{settings.SITE_NAME} is open: {address}"
    )


def _run_until_asked(site: "Site", console: Console, requests: EndRequests, greeting: str) -> int:
    """Run the site until it is asked to end; print `greeting` once it is open. Returns the exit code."""
    from machupicchu.run.site import DidNotStart

    requests.catch()
    code = 0
    try:
        site.start()
    except DidNotStart as part:
        console.say(f"The site cannot start: {part} failed, see above (what Valkey says is in valkey/valkey.log)")
        code = 1
    else:
        if not requests.made():
            console.say(f"{greeting}  (end it with Ctrl-C)")
        requests.wait()
        console.say("Ending; Ctrl-C again ends at once")
    site.end()
    console.say("All parts have ended")
    return code


def _listener(bind: str, port: int, server: str, console: Console) -> socket.socket | None:
    """The listening socket that `server` takes over; None if there is none for it, after saying why."""
    try:
        listener = _listen(bind, port)
    except OSError as error:
        console.say(f"Port {port} of {_bracketed(bind)} cannot be used: {error.strerror}.")
        console.say(f"Choose another one, for example: make run PORT={port % 65535 + 1}")
        return None
    if server == "daphne" and listener.family == socket.AF_INET6:
        console.say(f"daphne takes over no socket of IPv6, and BIND is {bind}: choose another BIND, or SERVER=uvicorn")
        return None
    return listener


def _listen(bind: str, port: int) -> socket.socket:
    """The listening socket of the web processes. It is open before they start, so early visitors wait for them.

    If `bind` is a name with addresses of both kinds, IPv4 is used. Raises OSError.
    """
    found = socket.getaddrinfo(bind, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _name, place = min(found, key=lambda each: each[0] != socket.AF_INET)
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if bind == EVERY_IPV6:
        listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)  # also listen on all IPv4 addresses
    listener.bind(place)
    listener.listen(1024)
    return listener


def _bracketed(host: str) -> str:
    """A host as it is written in a URL."""
    return f"[{host}]" if ":" in host else host


if __name__ == "__main__":
    sys.exit(main())
