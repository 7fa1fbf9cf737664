"""Web Push: the body encrypted for one browser (RFC 8291, RFC 8188), and the sender's proof of identity (RFC 8292).

Encryption and signatures come from libraries; we send the requests ourselves, since libraries would connect to
unchecked addresses.
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
"""The record size in bytes that push services must accept (RFC 8291, section 4)."""

MOST = RECORD_SIZE - 16 - 1 - 86
"""Maximum message length in bytes: one record without its tag, its delimiter, and its header."""

PROOF_SECONDS = 12 * 60 * 60
"""How long the proof of who sends a push is valid; push services accept up to 24 hours (RFC 8292, section 2)."""


def encode(raw: bytes) -> str:
    """Encode as base64url without padding, as browsers and push services do."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Decode base64url, with padding or without. Raises ValueError."""
    if not text.isascii():
        raise ValueError(text)
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)


def raw_public(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public half of a key as an uncompressed point: 65 bytes, the format of browsers."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    """Parse the site's private key from the settings. Raises ValueError."""
    return ec.derive_private_key(int.from_bytes(decode(text)), ec.SECP256R1())


def public_key(raw: bytes) -> ec.EllipticCurvePublicKey:
    """Parse a browser's public key. Raises ValueError if it is not a point on the curve."""
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)


def seal(
    message: bytes,
    *,
    browser: bytes,
    auth: bytes,
    salt: bytes | None = None,
    ours: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """Encrypt `message` for a browser with its public key and shared secret. `salt` and `ours` default to new ones."""
    assert 0 < len(message) <= MOST, "a message of Web Push is one record"
    ours = ours or ec.generate_private_key(ec.SECP256R1())
    sealed: bytes = http_ece.encrypt(
        message, salt=salt, private_key=ours, dh=browser, auth_secret=auth, rs=RECORD_SIZE, version="aes128gcm"
    )
    return sealed


def proof(endpoint: str, *, key: ec.EllipticCurvePrivateKey, contact: str) -> str:
    """The VAPID Authorization header for `endpoint`: proves who sends, and names a contact."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + PROOF_SECONDS, "sub": contact}
    return f"vapid t={jwt.sign(claims, key)}, k={encode(raw_public(key))}"
