"""Web Push as in the standards, checked with their own example and with our own decoder."""

import base64
import json

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from deliveries.channels.encryption import MOST, decode, encode, private_key, proof, public_key, raw_public, seal
from tests.notices.cast import Device

EXAMPLE = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def opened(sealed: bytes, device: Device) -> bytes:
    """The message, decrypted as RFC 8188 and RFC 8291 tell browsers to. Raises InvalidTag for another device's."""

    def derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
        return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)

    salt, size, sender, record = sealed[:16], sealed[16:20], sealed[21 : 21 + sealed[20]], sealed[21 + sealed[20] :]
    assert int.from_bytes(size) == 4096
    shared = device.private.exchange(ec.ECDH(), public_key(sender))
    secret = derived(device.auth, shared, b"WebPush: info\0" + raw_public(device.private) + sender, 32)
    key = derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(salt, secret, b"Content-Encoding: nonce\0", 12)
    message = AESGCM(key).decrypt(nonce, record, None)
    assert message[-1:] == b"\x02", "the last record"
    return message[:-1]


def test_the_example_of_rfc_8291_to_the_byte() -> None:
    browser = decode("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
    sealed = seal(
        b"When I grow up, I want to be a watermelon",
        browser=browser,
        auth=decode("BTBZMqHH6r4Tts7J_aSIgg"),
        salt=decode("DGv6ra1nlYgDCS1FRnbzlw"),
        ours=private_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
    )
    assert encode(sealed) == EXAMPLE


@pytest.mark.parametrize("length", [1, 100, MOST])
def test_only_the_browser_can_open_it(length: int) -> None:
    device = Device()
    message = b"x" * length
    sealed = seal(message, browser=raw_public(device.private), auth=device.auth)
    assert len(sealed) <= 4096
    assert opened(sealed, device) == message
    with pytest.raises(InvalidTag):
        opened(sealed, Device())


def test_no_two_are_alike() -> None:
    device = Device()
    assert len({seal(b"same", browser=raw_public(device.private), auth=device.auth) for _ in range(3)}) == 3


def test_the_proof_is_signed_for_the_push_service_and_no_other() -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    header = proof("https://push.example/send/abc?x=1", key=key, contact="mailto:games@games.example")
    token, ours = header.removeprefix("vapid t=").split(", k=")
    head, claims, signature = token.split(".")
    assert json.loads(decode(head)) == {"typ": "JWT", "alg": "ES256"}
    said = json.loads(decode(claims))
    assert (said["aud"], said["sub"]) == ("https://push.example", "mailto:games@games.example")
    raw = decode(signature)
    both = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public_key(decode(ours)).verify(both, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))


@pytest.mark.parametrize("text", ["é", "a b", "%"])
def test_what_is_no_base64url_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="é|base64"):
        decode(text)


def test_base64url_is_read_with_padding_or_without() -> None:
    raw = bytes(range(250, 256)) + b"?"
    assert decode(encode(raw)) == decode(base64.urlsafe_b64encode(raw).decode()) == raw
