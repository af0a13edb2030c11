"""Names: which can be had, and which could be mistaken for one another.

Two names are the same to the eye if their skeletons are: letters of other scripts that look like
Latin ones count as those, capitals as small letters, and the signs between words not at all.
"""

from __future__ import annotations

import unicodedata

from khamsin.table.errors import ApiError, bad

LOCAL = "local"
"""The name, as stored, of the one person of a table on one's own computer."""

_NOBODY = "N.N."
"""Whoever has deleted his account is called this, with a number."""

_TWINS = {
    # Cyrillic and Greek letters, small, that look like Latin ones; then digits and signs.
    **dict(zip("авеёзкмнорстухѕіїјԁԛԝһӏґ", "abee3kmhopctyxsiijdqwhlr", strict=True)),
    **dict(zip("αβγδεζηικμνορτυχωϲ", "abydeznikmvoptuxwc", strict=True)),
    **dict(zip("ıɩıɑɡſøłđħŧ", "iiiagfoldht", strict=True)),
    **dict(zip("015|i", "olsll", strict=True)),  # a capital I is a small l to the eye
}


def check_name(name: str) -> None:
    """A name others can read and nobody can be deceived by."""
    fits = 2 <= len(name) <= 30 and name == " ".join(name.split())
    if not fits or not all(c.isalnum() or c in " -_.'" for c in name) or name.casefold() == LOCAL:
        raise bad("'name' must have 2 to 30 letters, digits, blanks or any of - _ . '")
    if not skeleton(name):
        raise bad("'name' must have a letter or a digit")
    if skeleton(name.rstrip("0123456789")) == skeleton(_NOBODY):
        raise ApiError(409, "name_taken")


def check_label(label: str) -> None:
    """What somebody calls a thing of his: a line that can be read."""
    if not 1 <= len(label) <= 60 or label != " ".join(label.split()) or not label.isprintable():
        raise bad("'name' must be a line of 1 to 60 characters")


def skeleton(name: str) -> str:
    r"""What a name looks like: two with the same skeleton cannot be told apart.

    >>> skeleton("\u0410nn-\u041e'Neil") == skeleton("ann 0neil")
    True
    >>> skeleton("Ian") == skeleton("lan")
    True
    """
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    letters = (_TWINS.get(_TWINS.get(c, c), _TWINS.get(c, c)) for c in plain)
    return "".join(c for c in letters if c.isalnum())


def pseudonym(person: int) -> str:
    """What somebody is called who has deleted his account. Nobody can take such a name."""
    return f"{_NOBODY} {person}"
