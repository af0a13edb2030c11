"""Finding English where another language is spoken: the survey behind test_languages.py.

A word is taken for English if our English catalogues and rulebooks use it and nothing we say in the
other language does; the words of proper names are left out.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from khamsin.games import GAMES, folder_of
from tests.translations import CODE, WORD, english_in

PACKAGE = Path(__file__).parents[1] / "src/khamsin"
GAP = re.compile(r"\{[^}]*\}")
ADDRESS = re.compile(r"\b\w+(?:\.\w+)+")  # 2.1.regiment: some addresses have English words
SHORTEST = 3
"""Shorter words are too often words of both languages, or abbreviations."""


def leaves(value: Any) -> Iterator[str]:
    """Every text in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from leaves(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from leaves(inner)


def words_of(text: str) -> list[str]:
    """The words of a text that are long enough to be told apart."""
    return [word for word in WORD.findall(text) if len(word) >= SHORTEST]


def sentences(language: str) -> Iterator[tuple[str, str]]:
    """What all our catalogues say in a language, each with the file it is from."""
    for path in sorted(PACKAGE.rglob(f"words/{language}.*")):
        text = path.read_text(encoding="utf-8")
        data = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
        for sentence in leaves(data):
            yield path.relative_to(PACKAGE).as_posix(), GAP.sub(" ", sentence)


def _rules(language: str) -> Iterator[str]:
    ending = "" if language == "en" else f".{language}"
    for slug in GAMES:
        for name in ("rulebook", "rulings"):
            path = folder_of(slug) / f"{name}{ending}.md"
            if path.exists():
                yield ADDRESS.sub(" ", CODE.sub(" ", path.read_text(encoding="utf-8")))


@cache
def vocabulary(language: str) -> frozenset[str]:
    """Every word that we use in a language; of its rules only what is no name."""
    said = {w.casefold() for _, sentence in sentences(language) for w in words_of(sentence)}
    said |= {word for text in _rules(language) for word in words_of(text) if word.islower()}
    return frozenset(said)


def english(text: str, language: str, names: Iterable[str]) -> list[str]:
    """The words of a text that are English and neither of the language nor parts of a name."""
    known = vocabulary(language)
    allowed = set(names)
    return english_in(text) + [
        word
        for word in words_of(text)
        if word.casefold() in vocabulary("en")
        and word.casefold() not in known
        and word not in allowed
    ]
