"""What every part of the report knows: the games, their names, the colours of the sides."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from khamsin.kernel.show.scene import Scene
from khamsin.kernel.text.narrator import Narrator
from khamsin.lab.record import Record
from khamsin.review.markup import tag

from .summary import NOBODY


class Part:
    """Base of the parts: each of their methods makes a section of the page."""

    def __init__(self, narrator: Narrator, records: Sequence[Record]) -> None:
        self.narrator = narrator
        self.say = narrator.words.say
        self.game = narrator.game
        self.records = records
        self.scene: Scene = narrator.game.presentation.scene(narrator)

    def section(self, name: str, *parts: str, note: str = "") -> str:
        """A heading, a note below it, and what stands there."""
        told = [tag("p", escape(self.say(f"page.{note}")), class_="note")] if note else []
        return tag("section", tag("h2", escape(self.say(f"page.{name}"))), *told, *parts)

    def scenario(self, name: str) -> str:
        """The title of a scenario."""
        found = next(each for each in self.game.scenarios if each.id == name)
        return self.narrator.scenario_title(found)

    def side(self, side: str) -> str:
        """What a side is called."""
        if side == NOBODY:
            return self.say("page.nobody")
        known = self.scene["sides"].get(side)
        return known["label"] if known else side

    def colour(self, side: str) -> str:
        """The colour that stands for a side."""
        known = self.scene["sides"].get(side)
        return f"side-{known['colour'] if known else 'n'}"
