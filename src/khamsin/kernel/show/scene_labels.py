"""What a scene says in the reader's words: sides, marks, sources, what is known of a thing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from khamsin.kernel.pack.data import SourceNote

from .scene import SceneSide, Source
from .summaries import Fact

if TYPE_CHECKING:  # the narrator knows games, and their scenes know this
    from khamsin.kernel.text.narrator import Narrator


def sides(narrator: Narrator, names: Sequence[str], colours: str) -> dict[str, SceneSide]:
    """The sides with one letter of `colours` each: "a" and "b" are the client's two colours."""
    return {
        side: {"label": narrator.text("side", side), "colour": colour}
        for side, colour in zip(names, colours, strict=True)
    }


def marks(narrator: Narrator, names: Iterable[str]) -> dict[str, str]:
    """What each mark of the pictures says."""
    return {mark: narrator.say(f"scene.mark_{mark}") for mark in names}


def sources(narrator: Narrator, notes: Iterable[SourceNote]) -> list[Source]:
    """Where the data come from."""
    row = f" {narrator.say('scene.row')} "
    return [
        {"where": note.where.replace(" number ", row), "text": narrator.text("note", note.text)}
        for note in notes
    ]


def facts(narrator: Narrator, known: Iterable[Fact]) -> list[str]:
    """What is known of a unit or a place, a sentence each."""
    return [narrator.fact("about", fact) for fact in known]
