"""Typed access to environment variables: invalid values are refused at start, with the name of the variable."""

import base64
import os
import re
import secrets
import stat
import textwrap
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from email.utils import parseaddr, quote
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from django.core.mail.message import sanitize_address
from django.core.management.utils import get_random_secret_key

from machupicchu import private

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off"}

UNREADABLE = {"Cc", "Cs"}
"""Unicode categories: control characters, and surrogates, as which Python reads bytes that are not UTF-8."""

ADDRESS = r"[^\s@<>,;:\"()\[\]\\]+@[^\s@<>,;:\"()\[\]\\]+"
"""An email address that can be used in a header and in a link."""

PLACE = r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:[0-9]+)?"
"""A host, optionally with a port."""

LEAST_RSA = 2048
"""The minimum size of a key of RSA, in bits."""

P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""A private key of P-256 is a number from 1 to below this."""

ASKED: set[str] = set()
"""The names of all variables that were read."""


def text(name: str, default: str = "") -> str:
    """The variable's text, stripped; `default` if unset or empty."""
    ASKED.add(name)
    return os.environ.get(name, "").strip() or default


def title(name: str, default: str) -> str:
    """A name for display, with single spaces. Raises ImproperlyConfigured for control characters and invalid UTF-8."""
    value = " ".join(text(name, default).split())
    if any(unicodedata.category(letter) in UNREADABLE for letter in value):
        raise ImproperlyConfigured(f"{name}={value!r} must be text in UTF-8, without control characters")
    return value


def sender(name: str, *, title: str) -> str:
    """The sender of emails, as `Name <address>` or a plain address. Raises ImproperlyConfigured for anything else.

    The default is noreply@localhost, with `title` as the name.
    """
    value = text(name) or f'"{quote(title)}" <noreply@localhost>'
    try:
        is_good = bool(re.fullmatch(ADDRESS, parseaddr(sanitize_address(value, "utf-8"))[1]))
    except (ValueError, AttributeError, TypeError):  # the last two if it cannot be parsed as an address at all
        is_good = False
    is_good = is_good and ("<" not in value or value.endswith(">"))
    if not is_good:
        raise ImproperlyConfigured(
            f'{name}={value!r} is no sender of emails; write it as "Name" <address@example.org>, with quotation marks '
            "around a name with a comma or other marks in it"
        )
    return value


def address(name: str) -> str:
    """A plain email address; "" if unset. Raises ImproperlyConfigured for anything else."""
    value = text(name)
    if value and not re.fullmatch(ADDRESS, value):
        raise ImproperlyConfigured(f"{name}={value!r} is no email address; write it as address@example.org")
    return value


def token(name: str) -> str:
    """A secret for a header. Raises ImproperlyConfigured, without repeating it, unless it is printable ASCII."""
    value = text(name)
    if not (value.isascii() and value.isprintable()):
        raise ImproperlyConfigured(f"{name} cannot be sent in a header: use letters without accents, digits and signs")
    return value


def boolean(name: str, default: bool) -> bool:
    """True or false. Raises ImproperlyConfigured for anything else."""
    value = text(name).lower()
    if not value:
        return default
    if value in TRUE | FALSE:
        return value in TRUE
    raise ImproperlyConfigured(f"{name}={value!r} is neither true nor false; write {name}=true or {name}=false")


def integer(name: str, default: int, *, least: int, most: int) -> int:
    """A whole number from `least` to `most`. Raises ImproperlyConfigured for anything else."""
    value = text(name)
    if not value:
        return default
    try:
        number = int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name}={value!r} is not a whole number from {least} to {most}") from None
    if not least <= number <= most:
        raise ImproperlyConfigured(f"{name}={number} is out of range; allowed: {least} to {most}")
    return number


def words(name: str, default: str = "") -> list[str]:
    """A comma-separated list without empty entries."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def hosts(name: str, default: str) -> list[str]:
    """A comma-separated list of host names, in the form that browsers send. Raises ImproperlyConfigured."""
    return [_as_sent(name, host) for host in words(name, default)]


def lines(name: str) -> list[str]:
    """Lines of text separated by `|`, without empty ones: a value in a systemd or container file is a single line."""
    return [line.strip() for line in text(name).split("|") if line.strip()]


def url(name: str, default: str, *, schemes: tuple[str, ...]) -> str:
    """A URL with one of `schemes`. Raises ImproperlyConfigured for anything else, without repeating its password."""
    value = text(name, default)
    if not value:
        return ""
    try:
        parts = urlsplit(value)
        parts.port  # noqa: B018 (reading it checks it)
    except ValueError:
        raise ImproperlyConfigured(
            f"{name} is not an address: the port must be a number, and special characters in a password written %XX"
        ) from None
    if "://" not in value or parts.scheme not in schemes:
        raise ImproperlyConfigured(f"{name} does not begin with one of: {', '.join(s + '://' for s in schemes)}")
    return value


def origin(name: str, default: str) -> str:
    """The site's own origin: a URL without a path. Raises ImproperlyConfigured for anything else."""
    value = url(name, default, schemes=("http", "https")).rstrip("/")
    parts = urlsplit(value)
    if parts.path or parts.query or parts.fragment:
        raise ImproperlyConfigured(
            f"{name} has a path, and the site cannot live below one: give it a name of its own, "
            f"such as https://games.{parts.hostname}"
        )
    return _with_host_as_sent(name, value)


def _with_host_as_sent(name: str, value: str) -> str:
    """A URL with its host in the form that browsers send. Raises ImproperlyConfigured for one without a host."""
    scheme, _mark, place = value.partition("://")
    place = _as_sent(name, place)
    if not re.fullmatch(PLACE, place):
        raise ImproperlyConfigured(f"{name}={value!r} names no server; write it as https://games.example")
    return f"{scheme}://{place}"


def _as_sent(name: str, host: str) -> str:
    """A host name in the form of URLs and headers: IDNA if it has other letters than ASCII."""
    if host.isascii():
        return host
    bare = host.removeprefix(".")
    try:
        return host.removesuffix(bare) + bare.encode("idna").decode("ascii")
    except UnicodeError:
        raise ImproperlyConfigured(f"{name}: {host!r} is no name of a server") from None


def choice(name: str, default: str, allowed: tuple[str, ...]) -> str:
    """One of `allowed`, case-insensitive. Raises ImproperlyConfigured for anything else."""
    value = text(name, default)
    for option in allowed:
        if value.lower() == option.lower():
            return option
    raise ImproperlyConfigured(f"{name}={value!r} is not one of: {', '.join(allowed)}")


def origins(name: str) -> list[str]:
    """A comma-separated list of origins such as https://games.example. Raises ImproperlyConfigured for others."""
    listed = words(name)
    for origin in listed:
        if not origin.startswith(("https://", "http://")):
            raise ImproperlyConfigured(f"{name}: {origin!r} does not begin with https:// or http://")
    return [scheme + "://" + _as_sent(name, host) for scheme, _mark, host in (each.partition("://") for each in listed)]


def folder(name: str, default: Path) -> Path:
    """A folder, created if missing. Raises ImproperlyConfigured if it cannot be."""
    path = Path(text(name, str(default))).expanduser()
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"{name}={str(path)!r} is no folder that can be used: {error.strerror}") from None
    return path


def own_folder(name: str, default: Path) -> Path:
    """A folder for the site alone, created if missing. Raises ImproperlyConfigured if it is used by others."""
    path = Path(text(name, str(default))).expanduser()
    try:
        if _is_of_many(path):
            raise ImproperlyConfigured(f"{name}={str(path)!r} is a folder that many share; name one for the site alone")
        private.take_over(path)
    except OSError as error:
        raise ImproperlyConfigured(f"{name}={str(path)!r} is no folder that can be used: {error.strerror}") from None
    except private.NotOurs as error:
        raise ImproperlyConfigured(f"{name}={str(path)!r} {error}") from None
    return path


def _is_of_many(path: Path) -> bool:
    crowded = {Path("/")}
    with suppress(RuntimeError):  # a user in a container may have no home
        crowded |= {*Path.home().resolve().parents}
    return path.resolve() in crowded or (path.exists() and bool(path.stat().st_mode & stat.S_ISVTX))


def secret_key(name: str, file: Path) -> str:
    """The key from the variable, or else from `file`, which is created (readable by its owner only) if missing."""
    if value := text(name):
        if len(value) < 32:
            raise ImproperlyConfigured(f"{name} is too short: {len(value)} characters, at least 32 are needed")
        return value
    return _kept(file, get_random_secret_key)


def push_key(name: str, file: Path) -> str:
    """The private key (P-256, 32 bytes as base64url) from the variable, or else from `file`, created if missing."""
    if value := text(name):
        try:
            raw = base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))
        except ValueError:
            raw = b""
        if len(raw) != 32 or not 0 < int.from_bytes(raw) < P256_ORDER:
            raise ImproperlyConfigured(f"{name} is no private key of P-256: 32 bytes written as base64url are needed")
        return value
    return _kept(file, lambda: base64.urlsafe_b64encode((1 + secrets.randbelow(P256_ORDER - 1)).to_bytes(32)).decode())


def signing_key(name: str, file: Path) -> str:
    """The private key (RSA, PKCS #8 as base64) from the variable, or else from `file`, created if missing."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    if value := text(name):
        try:
            key = serialization.load_der_private_key(base64.b64decode(value, validate=True), password=None)
        except (ValueError, TypeError):
            key = None
        if not isinstance(key, rsa.RSAPrivateKey) or key.key_size < LEAST_RSA:
            raise ImproperlyConfigured(
                f"{name} is no private key of RSA with {LEAST_RSA} bits or more: PKCS #8 (DER) as base64 is needed"
            )
        return value

    def made() -> str:
        raw = rsa.generate_private_key(public_exponent=65537, key_size=LEAST_RSA).private_bytes(
            serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        return base64.b64encode(raw).decode()

    return _kept(file, made)


def pem(key: str) -> str:
    """A one-line private key in PEM format; empty for no key."""
    lines = textwrap.wrap(key, 64)
    return "\n".join(["-----BEGIN PRIVATE KEY-----", *lines, "-----END PRIVATE KEY-----", ""]) if lines else ""


def _kept(file: Path, make: Callable[[], str]) -> str:
    """The content of `file`, which is created (readable by its owner only) if missing."""
    try:
        return file.read_text().strip()
    except FileNotFoundError:
        pass
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as stream:
        stream.write(make())
    try:
        os.link(draft, file)  # if two processes start at once, one creates the key and the other reads it
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return file.read_text().strip()
