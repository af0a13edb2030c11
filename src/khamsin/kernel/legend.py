"""What a scene says in the reader's words: sides, marks, sources, what is known of a thing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from .data import SourceNote
from .scene import SceneSide, Source
from .shown import Fact

if TYPE_CHECKING:  # telling knows games, and their scenes know this
    from .telling import Telling


def sides(telling: Telling, names: Sequence[str], colours: str) -> dict[str, SceneSide]:
    """The sides with one letter of `colours` each: "a" and "b" are the client's two colours."""
    return {
        side: {"label": telling.text("side", side), "colour": colour}
        for side, colour in zip(names, colours, strict=True)
    }


def marks(telling: Telling, names: Iterable[str]) -> dict[str, str]:
    """What each mark of the pictures says."""
    return {mark: telling.say(f"scene.mark_{mark}") for mark in names}


def sources(notes: Iterable[SourceNote]) -> list[Source]:
    """Where the data come from."""
    return [{"where": note.where, "text": note.text} for note in notes]


def facts(telling: Telling, known: Iterable[Fact]) -> list[str]:
    """What is known of a unit or a place, a sentence each."""
    return [telling.fact("about", fact) for fact in known]
