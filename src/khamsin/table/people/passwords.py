"""Passwords: which are refused, and how the others are stored."""

from __future__ import annotations

import functools
import hashlib
import hmac
import secrets
from pathlib import Path

from khamsin.table.errors import ApiError, bad

_COST, _BLOCK, _LANES = 2**14, 8, 1
_LEAST, _MOST = 8, 200
_KINDS = 4  # different characters that a password has at least

SOMETHING = "scrypt$16384$8$1$00$00"
"""Compared with when there is no such name, to take as long."""


@functools.cache
def _commonest() -> frozenset[str]:
    """Those that are tried first by whoever guesses; shorter ones are refused in any case."""
    text = (Path(__file__).parent / "passwords.txt").read_text(encoding="utf-8")
    return frozenset(text.split())


def check_password(password: str, name: str) -> None:
    """Refuse what would be guessed."""
    if not _LEAST <= len(password) <= _MOST or len(password.strip()) < _LEAST:
        raise bad(f"'password' must have {_LEAST} to {_MOST} characters")
    folded = password.strip().casefold()
    if folded in _commonest() or len(set(folded)) < _KINDS or folded == name.casefold():
        raise ApiError(400, "weak_password")


def hash_password(password: str) -> str:
    """As it is stored: the parameters, the salt, the hash."""
    salt = secrets.token_bytes(16)
    key = _scrypt(password, salt, _COST, _BLOCK, _LANES)
    return f"scrypt${_COST}${_BLOCK}${_LANES}${salt.hex()}${key.hex()}"


def is_password(password: str, stored: str) -> bool:
    """Whether it fits what is stored."""
    _, cost, block, lanes, salt, key = stored.split("$")
    made = _scrypt(password, bytes.fromhex(salt), int(cost), int(block), int(lanes))
    return hmac.compare_digest(made, bytes.fromhex(key))


def _scrypt(password: str, salt: bytes, cost: int, block: int, lanes: int) -> bytes:
    data = password.encode("utf-8", "replace")
    return hashlib.scrypt(data, salt=salt, n=cost, r=block, p=lanes, dklen=32)
