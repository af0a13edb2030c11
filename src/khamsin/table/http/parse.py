"""Small typed parsers for what comes from outside; anything unfit is a 400 that names the place."""

from __future__ import annotations

import json
import math
from typing import Any

from khamsin.table.errors import ApiError, bad

_MISSING = object()


class Fields:
    """A JSON object, read field by field. Unknown fields are refused by `done`."""

    def __init__(self, value: object, where: str = "the body") -> None:
        if not isinstance(value, dict):
            raise bad(f"{where} must be an object")
        self._left = dict(value)
        self._where = where

    def _take(self, name: str, usual: object) -> Any:
        value = self._left.pop(name, usual)
        if value is _MISSING:
            raise bad(f"{self._where} needs {name!r}")
        return value

    def text(self, name: str, usual: Any = _MISSING, *, most: int = 200) -> str:
        """A text of limited length, without control characters other than line ends."""
        value = self._take(name, usual)
        if not isinstance(value, str) or len(value) > most:
            raise bad(f"{name!r} must be a text of at most {most} characters")
        if any(ord(c) < 32 and c not in "\n\t" for c in value) or not value.isprintable():
            value = "".join(c if c in "\n\t" or c.isprintable() else "\ufffd" for c in value)
        return value

    def word(self, name: str, usual: Any = _MISSING) -> str:
        """A name or an option's word: not empty, no blanks."""
        return word(self._take(name, usual), name)

    def words(self, name: str, usual: Any = _MISSING, *, least: int = 1) -> tuple[str, ...]:
        """A list of words."""
        value = self._take(name, usual)
        if not isinstance(value, list) or not least <= len(value) <= 64:
            raise bad(f"{name!r} must be a list of {least} to 64 words")
        return tuple(word(each, name) for each in value)

    def number(self, name: str, usual: Any = _MISSING, *, most: int = 2**31) -> int:
        """A whole number that is not negative."""
        value = self._take(name, usual)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
            raise bad(f"{name!r} must be a whole number from 0 to {most}")
        return value

    def seconds(self, name: str, least: float, most: float) -> float:
        """A time."""
        value = self._take(name, _MISSING)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise bad(f"{name!r} must be a number")
        if not math.isfinite(value) or not least <= value <= most:
            raise bad(f"{name!r} must be from {least:g} to {most:g}")
        return float(value)

    def flag(self, name: str, usual: Any = _MISSING) -> bool:
        """True or false."""
        value = self._take(name, usual)
        if not isinstance(value, bool):
            raise bad(f"{name!r} must be true or false")
        return value

    def one_of(self, name: str, among: tuple[str, ...], usual: Any = _MISSING) -> str:
        """One of a few words."""
        value = self._take(name, usual)
        if not isinstance(value, str) or value not in among:
            raise bad(f"{name!r} must be one of {', '.join(among)}")
        return value

    def part(self, name: str) -> Fields | None:
        """An object inside, or nothing."""
        value = self._take(name, None)
        return None if value is None else Fields(value, repr(name))

    def parts(self) -> dict[str, Fields]:
        """All fields, each an object."""
        found = {name: Fields(value, repr(name)) for name, value in self._left.items()}
        self._left = {}
        return found

    def ignore(self, name: str) -> None:
        """A field that was looked at already."""
        self._left.pop(name, None)

    def done(self) -> None:
        """Refuse whatever was not asked for."""
        if self._left:
            raise bad(f"{self._where} has an unknown field {min(self._left)!r}")


def word(value: object, name: str) -> str:
    """One word: not empty, no blanks, nothing that cannot be printed, not a comment sign."""
    if not isinstance(value, str) or not 1 <= len(value) <= 100:
        raise bad(f"{name!r} must be made of words of at most 100 characters")
    if not value.isprintable() or value.split() != [value] or "#" in value:
        raise bad(f"{name!r} must be made of words without blanks")
    return value


def body(data: bytes) -> Fields:
    """The body of a request."""
    try:
        # Numbers like 1e999 and NaN are not JSON, and not welcome.
        return Fields(json.loads(data or b"{}", parse_constant=_refuse))
    except (ValueError, RecursionError):
        raise bad("the body is not JSON") from None


def _refuse(name: str) -> object:
    raise ValueError(name)


def whole(text: str | None, name: str, usual: int = 0, most: int = 2**31) -> int:
    """A number in an address."""
    if text is None or text == "":
        return usual
    if not text.isascii() or not text.isdecimal() or len(text) > 10 or int(text) > most:
        raise bad(f"{name!r} must be a whole number")
    return int(text)


def query_words(text: str | None) -> tuple[str, ...]:
    """Words in an address, separated by blanks (`+`)."""
    found = tuple((text or "").split())
    if not 1 <= len(found) <= 64:
        raise bad("'words' must be one to 64 words")
    return tuple(word(each, "words") for each in found)


__all__ = ["ApiError", "Fields", "body", "query_words", "whole", "word"]
