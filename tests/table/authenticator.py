"""A passkey without a device: what a browser sends, made by hand, and wrong if that is wanted."""

from __future__ import annotations

import hashlib
import json
import secrets
import struct
from base64 import urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, WITH_KEY = 1, 4, 64


def b64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


class Authenticator:
    """One key for one place."""

    def __init__(self, origin: str, host: str) -> None:
        self.origin, self.host = origin, host
        self.id = secrets.token_bytes(16)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.count = 0

    def _client(self, kind: str, challenge: str) -> bytes:
        said = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(said).encode()

    def _data(self, flags: int) -> bytes:
        self.count += 1
        return hashlib.sha256(self.host.encode()).digest() + struct.pack(">BI", flags, self.count)

    def _credential(self, **response: str) -> dict[str, Any]:
        known = {"id": b64(self.id), "rawId": b64(self.id), "type": "public-key"}
        return {**known, "response": response, "clientExtensionResults": {}}

    def create(self, options: dict[str, Any], flags: int = PRESENT | VERIFIED) -> dict[str, Any]:
        point = self.key.public_key().public_numbers()
        x, y = point.x.to_bytes(32, "big"), point.y.to_bytes(32, "big")
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        made = bytes(16) + struct.pack(">H", len(self.id)) + self.id + public
        attested = {"fmt": "none", "attStmt": {}, "authData": self._data(flags | WITH_KEY) + made}
        return self._credential(
            clientDataJSON=b64(self._client("webauthn.create", options["challenge"])),
            attestationObject=b64(cbor2.dumps(attested)),
        )

    def get(self, options: dict[str, Any], flags: int = PRESENT | VERIFIED) -> dict[str, Any]:
        data = self._data(flags)
        client = self._client("webauthn.get", options["challenge"])
        signed = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._credential(
            clientDataJSON=b64(client), authenticatorData=b64(data), signature=b64(signed)
        )
