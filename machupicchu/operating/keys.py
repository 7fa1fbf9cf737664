"""The keys of the site: their fingerprints in backups, and what is lost if they change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from django.conf import settings


@dataclass(frozen=True)
class Key:
    """One key: its setting, its file unless the environment provides it, and what is lost if it changes."""

    setting: str
    file: Path
    lost: str

    @property
    def value(self) -> str:
        """The key itself."""
        return str(getattr(settings, self.setting))

    @property
    def fingerprint(self) -> str:
        """A short hash that identifies the key without revealing it."""
        return fingerprint(self.value)

    @property
    def is_in_its_file(self) -> bool:
        """Whether the key in use is the one in the file: otherwise it comes from the environment."""
        return self.file.exists() and self.file.read_text().strip() == self.value


def fingerprint(key: str) -> str:
    """A short hash that identifies a key."""
    return sha256(f"key of a site: {key}".encode()).hexdigest()[:16]


def keys() -> Iterator[Key]:
    """All keys of the site."""
    logged_out = "everyone is logged out, and links in emails that were sent no longer work"
    yield Key("SECRET_KEY", settings.VAR_DIR / "secret-key", logged_out)
    yield Key("VAPID_KEY", settings.VAR_DIR / "push-key", "browsers get no push messages until people allow them again")
    if settings.OAUTH:
        yield Key("OAUTH_KEY", settings.VAR_DIR / "oauth-key", "apps cannot check recent logins")
