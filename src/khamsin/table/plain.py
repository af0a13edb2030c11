"""A voice for as long as a game has no words: keys and values as they are."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from khamsin.kernel.decision import Option
from khamsin.kernel.game import Game, Refused
from khamsin.kernel.rulebook import Rulebook, read_rulebook
from khamsin.kernel.state import Event, Result, Value
from khamsin.kernel.words import Catalogue, load_catalogue


class Telling:
    """What `khamsin.kernel.telling` does, in plain words."""

    def __init__(self, game: Game[Any], language: str, table: Path) -> None:
        self.game = game
        self.words: Catalogue = load_catalogue(table, language)
        self._rulebook: Rulebook | None = None

    @property
    def rulebook(self) -> Rulebook:
        """The rules."""
        if self._rulebook is None:
            folder = Path(__file__).parents[1] / "games" / self.game.slug
            self._rulebook = read_rulebook(folder)
        return self._rulebook

    def event(self, event: Event) -> str:
        """A line."""
        return f"{event.kind} {event.values}"

    def prompt(self, prompt: str, side: str, facts: Mapping[str, Value]) -> str:
        """A question."""
        return f"{side}: {prompt} {dict(facts)}"

    def waiting(self, sides: tuple[str, ...]) -> str:
        """Whose answer is awaited."""
        return f"waiting for {' '.join(sides)}"

    def option(self, option: Option, prompt: str = "") -> str:
        """An option."""
        del prompt
        return " ".join(option)

    def heading(self, option: Option) -> str | None:
        """No headings."""
        del option
        return None

    def item(self, option: Option) -> str:
        """The last word."""
        return option[-1]

    def refused(self, refused: Refused, facts: Mapping[str, Value] | None = None) -> str:
        """Why not."""
        del facts
        return refused.reason

    def ending(self, result: Result) -> str:
        """How it ended."""
        return f"{result.winner}: {result.reason}"

    def text(self, name: str, value: Value) -> str:
        """A label."""
        del name
        return str(value)

    def say(self, key: str, facts: Mapping[str, Value] | None = None) -> str:
        """Any key."""
        values = {n: v for n, v in (facts or {}).items() if isinstance(v, str | int)}
        return self.words.say(key, **values)

    def fact(self, table: str, fact: object) -> str:
        """A fact."""
        return f"{table} {fact}"
