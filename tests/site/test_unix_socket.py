"""A web process that listens on a Unix socket: a proxy in front connects to a path, and has no IP address."""

import http.client
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.site.serving import PATIENCE


class Connection(http.client.HTTPConnection):
    """An HTTP connection to a path."""

    def __init__(self, path: Path) -> None:
        super().__init__("localhost")
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(PATIENCE)
        self.sock.connect(str(self._path))


@pytest.mark.half_second
def test_one_request_after_the_other_is_answered(tmp_path: Path) -> None:
    path = tmp_path / "web"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        command = [sys.executable, "-m", "machupicchu.web", "--fd", str(listener.fileno())]
        command += ["--application", "tests.site.counting:application"]
        process = subprocess.Popen(command, pass_fds=[listener.fileno()], env=os.environ | {"SERVER": "uvicorn"})
        try:
            connection = Connection(path)
            for body in ("a", "bc", ""):
                connection.request("POST", "/", body)
                assert connection.getresponse().read() == str(len(body)).encode()
            connection.close()
        finally:
            process.kill()
            process.wait()
