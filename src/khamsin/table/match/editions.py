"""Editions: a game with its standard data pack, or with one that an owner of the game has made.

Own packs are folders, `<packs>/<game>/<name>/*.toml`. An edition is named by the game alone or by
`game/name`. Packs are read once: a corrected one counts after the next start.
"""

from __future__ import annotations

import functools
import logging
import re
from pathlib import Path

from khamsin import games
from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.game import AnyGame
from khamsin.kernel.teach.lesson import Lesson, lesson_of, names_of

log = logging.getLogger("khamsin.table")

_NAME = re.compile(r"[\w-]{1,40}", re.ASCII)


class _Packs:
    """Where the own packs are; None: there are none."""

    folder: Path | None = None


def use(folder: Path | None) -> None:
    """Say where own packs are."""
    _Packs.folder = folder
    game.cache_clear()
    packs.cache_clear()
    lessons.cache_clear()
    lesson.cache_clear()


def edition(slug: str, pack: str = "") -> str:
    """The name of an edition."""
    return f"{slug}/{pack}" if pack else slug


def folder_of(edition: str) -> Path | None:
    """Where the pack of an edition is; None: it is the standard one."""
    slug, _, pack = edition.partition("/")
    if not pack:
        return None
    if _Packs.folder is None or not _NAME.fullmatch(pack):
        raise KhamsinError(f"there is no data pack {pack!r} here")
    folder = _Packs.folder / slug / pack
    if not folder.is_dir():
        raise KhamsinError(f"there is no data pack {pack!r} here")
    return folder


@functools.cache
def game(edition: str) -> AnyGame:
    """A game with its pack; it holds nothing that changes."""
    return games.find(edition.partition("/")[0], folder_of(edition))


@functools.cache
def packs(slug: str) -> dict[str, str]:
    """The own packs of a game that can be read, each with its digest."""
    found: dict[str, str] = {}
    if _Packs.folder is None:
        return found
    for folder in sorted((_Packs.folder / slug).glob("*/")):
        if _NAME.fullmatch(folder.name):
            try:
                found[folder.name] = game(edition(slug, folder.name)).pack
            except KhamsinError as error:
                log.warning("the data pack %s cannot be used: %s", folder, error)
    return found


@functools.cache
def lessons(slug: str) -> tuple[str, ...]:
    """The names of the lessons of a game."""
    return tuple(names_of(game(slug)))


@functools.cache
def lesson(slug: str, name: str) -> Lesson:
    """A lesson; it holds nothing that changes."""
    return lesson_of(game(slug), name)


def with_digest(slug: str, digest: str) -> str:
    """The name of the pack with this digest; the standard one if no other has it."""
    return next((name for name, known in packs(slug).items() if known == digest), "")
