"""Web Push: the body encrypted for one browser (RFC 8291, RFC 8188), and the sender's proof of identity (RFC 8292).

Encryption and signatures come from libraries; sending is ours, since theirs connect to addresses that nobody has
checked.
"""

from __future__ import annotations

import base64
import time
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import jwt

RECORD_SIZE = 4096
MOST = RECORD_SIZE - 16 - 1 - 86
"""Longest message in bytes: one record, less its tag, its delimiter, and its header."""

PROOF_SECONDS = 12 * 60 * 60


def encode(raw: bytes) -> str:
    """base64url without padding, as browsers and push services write it."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Decode base64url, with padding or without. Raises ValueError."""
    if not text.isascii():
        raise ValueError(text)
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)


def raw_public(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public half of a key as an uncompressed point: 65 bytes, as browsers write it."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    """Parse the key of the site from its text in the settings. Raises ValueError."""
    return ec.derive_private_key(int.from_bytes(decode(text)), ec.SECP256R1())


def public_key(raw: bytes) -> ec.EllipticCurvePublicKey:
    """Parse a browser's key. Raises ValueError if it is not a point of the curve."""
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)


def seal(
    message: bytes,
    *,
    browser: bytes,
    auth: bytes,
    salt: bytes | None = None,
    ours: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """Seal `message` for the browser with this public key and shared secret. `salt` and `ours` are fresh by default."""
    assert 0 < len(message) <= MOST, "a message of Web Push is one record"
    ours = ours or ec.generate_private_key(ec.SECP256R1())
    sealed: bytes = http_ece.encrypt(
        message, salt=salt, private_key=ours, dh=browser, auth_secret=auth, rs=RECORD_SIZE, version="aes128gcm"
    )
    return sealed


def proof(endpoint: str, *, key: ec.EllipticCurvePrivateKey, contact: str) -> str:
    """The VAPID Authorization header: who sends to `endpoint`, and where to complain."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + PROOF_SECONDS, "sub": contact}
    return f"vapid t={jwt.sign(claims, key)}, k={encode(raw_public(key))}"
