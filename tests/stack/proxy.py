"""nginx in front of a running site, configured as in `deploy/nginx.conf`, with its own certificate."""

from __future__ import annotations

import re
import shutil
import socket
import ssl
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Self

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.stack.site import ROOT, free_port, wait_until

NAME = "localhost"
AROUND = """daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log info;
{user}
events {{ worker_connections 1024; }}
http {{
    include /etc/nginx/mime.types; access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


class Proxy:
    """nginx, running while the block lasts. `pages` and `sockets` are ports behind it; `static` it serves itself."""

    around = AROUND
    """The configuration around that of the site."""

    def __init__(self, folder: Path, *, pages: int, sockets: int, static: Path) -> None:
        self._folder = folder
        self.port, self.plain_port = free_port(), free_port()
        self.url = f"https://{NAME}:{self.port}"
        self._certificate, self._key = folder / "certificate.pem", folder / "key.pem"
        self._pages, self._sockets, self._static = pages, sockets, static

    @property
    def trust(self) -> ssl.SSLContext:
        """A TLS context that trusts only this proxy."""
        return ssl.create_default_context(cafile=str(self._certificate))

    def __enter__(self) -> Self:
        self._certify()
        shutil.copytree(self._static, self._folder / "files" / "static")
        (self._folder / "site.conf").write_text(self._configuration())
        user = "user root;" if (self._folder.stat().st_uid == 0) else ""
        (self._folder / "nginx.conf").write_text(self.around.format(folder=self._folder, user=user))
        command = ["nginx", "-p", str(self._folder), "-c", str(self._folder / "nginx.conf")]
        command += ["-e", str(self._folder / "error.log")]
        checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stderr
        assert "[warn]" not in checked.stderr, checked.stderr
        self._process = subprocess.Popen(command)
        wait_until(self._listens, 60, self.log)
        return self

    def __exit__(self, *error: object) -> None:
        self._process.terminate()
        self._process.wait(60)

    def _listens(self) -> bool:
        """Whether it accepts connections; a PID file is no sign of that, as testing the configuration creates one."""
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=60).close()
        except ConnectionRefusedError:
            return False
        return True

    @property
    def process(self) -> int:
        """The ID of its first process."""
        return self._process.pid

    def log(self) -> str:
        """nginx's error log."""
        return (self._folder / "error.log").read_text()

    def _configuration(self) -> str:
        """The example configuration with the ports and files of this test; fails if one of them is not found in it."""
        text = (ROOT / "deploy/nginx.conf").read_text()
        for old, new in {
            r"listen \[::\].*\n": "\n",
            r"listen 80;": f"listen 127.0.0.1:{self.plain_port};",
            r"listen 443 ": f"listen 127.0.0.1:{self.port} ",
            r"games\.example;": f"{NAME};",
            r"/etc/letsencrypt/live/games\.example/fullchain\.pem": str(self._certificate),
            r"/etc/letsencrypt/live/games\.example/privkey\.pem": str(self._key),
            r"127\.0\.0\.1:8000 ": f"127.0.0.1:{self._pages} ",
            r"127\.0\.0\.1:8001 ": f"127.0.0.1:{self._sockets} ",
            r"/var/cache/machupicchu": str(self._folder / "files"),
        }.items():
            text, found = re.subn(old, new, text)
            assert found, f"{old} is not in deploy/nginx.conf"
        return text

    def _certify(self) -> None:
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
        now = datetime.now(UTC)
        certificate = (
            x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=2))
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .sign(key, hashes.SHA256())
        )
        self._certificate.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
        form, unlocked = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        self._key.write_bytes(key.private_bytes(serialization.Encoding.PEM, form, unlocked))
