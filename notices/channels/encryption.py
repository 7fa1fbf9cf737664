"""Web Push: the body sealed for one browser (RFC 8291, RFC 8188), and the proof of who sends it (RFC 8292).

The libraries for it bring an HTTP client of their own, which would connect to addresses that nobody has checked.
"""

from __future__ import annotations

import base64
import json
import os
import time
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD_SIZE = 4096
MOST = RECORD_SIZE - 16 - 1 - 86
"""Bytes of a message: one record, less its tag, its delimiter, and what stands before it."""

LAST_RECORD = b"\x02"
PROOF_SECONDS = 12 * 60 * 60


def encode(raw: bytes) -> str:
    """base64url without padding, as browsers and push services write it."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """The bytes behind base64url, with padding or without. Raises ValueError."""
    if not text.isascii():
        raise ValueError(text)
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)


def raw_public(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public half of a key: 65 bytes, as browsers write it."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    """The key of the site from its text in the settings. Raises ValueError."""
    return ec.derive_private_key(int.from_bytes(decode(text)), ec.SECP256R1())


def public_key(raw: bytes) -> ec.EllipticCurvePublicKey:
    """A browser's key. Raises ValueError when it is no point of the curve."""
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)


def seal(
    message: bytes,
    *,
    browser: bytes,
    auth: bytes,
    salt: bytes | None = None,
    ours: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """`message` for the browser with this public key and shared secret. `salt` and `ours` are fresh unless given."""
    assert len(message) <= MOST, "a message of Web Push is one record"
    salt = salt or os.urandom(16)
    ours = ours or ec.generate_private_key(ec.SECP256R1())
    sender = raw_public(ours)
    shared = ours.exchange(ec.ECDH(), public_key(browser))
    secret = _derive(auth, shared, b"WebPush: info\0" + browser + sender, 32)
    key = _derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(salt, secret, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_SIZE.to_bytes(4) + bytes([len(sender)]) + sender
    return head + AESGCM(key).encrypt(nonce, message + LAST_RECORD, None)


def proof(endpoint: str, *, key: ec.EllipticCurvePrivateKey, contact: str) -> str:
    """The Authorization header that says who sends to `endpoint`, and where to complain."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + PROOF_SECONDS, "sub": contact}
    signed = ".".join(encode(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    return f"vapid t={signed}.{encode(r.to_bytes(32) + s.to_bytes(32))}, k={encode(raw_public(key))}"


def _derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)
