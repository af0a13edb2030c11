"""What every part of the report knows: the games, their names, the colours of the sides."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from khamsin.kernel.scene import Scene
from khamsin.kernel.telling import Telling

from .charts import tag
from .record import Record
from .report import NOBODY


class Part:
    """Base of the parts: each of their methods makes a section of the page."""

    def __init__(self, telling: Telling, records: Sequence[Record]) -> None:
        self.telling = telling
        self.say = telling.words.say
        self.game = telling.game
        self.records = records
        self.scene: Scene = telling.game.scene(telling)

    def section(self, name: str, *parts: str, note: str = "") -> str:
        """A heading, a note below it, and what stands there."""
        told = [tag("p", escape(self.say(f"page.{note}")), class_="note")] if note else []
        return tag("section", tag("h2", escape(self.say(f"page.{name}"))), *told, *parts)

    def scenario(self, name: str) -> str:
        """The title of a scenario."""
        found = next(each for each in self.game.scenarios if each.id == name)
        return self.telling.scenario_title(found)

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
