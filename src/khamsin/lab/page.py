"""The report as one page: an HTML file that needs nothing else, light or dark, wide or narrow."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from khamsin.kernel.telling import Telling

from .arena import Contest
from .charts import tag
from .course import Course
from .outcome import Outcome, Result
from .part import Part
from .record import Record
from .report import who
from .simulate import Plan

_CSS = Path(__file__).with_name("page.css")


class Page(Part):
    """Puts the page together."""

    def __init__(self, telling: Telling, work: Plan | Contest, records: Sequence[Record]) -> None:
        super().__init__(telling, records)
        self.work = work

    def html(self, result: Result | None = None) -> str:
        """The whole page."""
        outcome = Outcome(self.telling, self.records)
        course = Course(self.telling, self.records)
        parts = [] if result is None else [outcome.contest(result)]
        parts += [outcome.who_wins(), outcome.spreads()]
        parts += [course.map(), course.dice(), course.differently(), course.choices()]
        title = escape(self.say("page.title", game=self.game.title))
        head = tag(
            "head",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            tag("title", title),
            tag("style", _CSS.read_text(encoding="utf-8")),
        )
        foot = tag("footer", escape(self.say("page.caution")))
        body = tag("body", self._header(), tag("main", *parts), foot)
        return f"<!doctype html>\n{tag('html', head, body, lang=self.telling.words.language)}\n"

    def _header(self) -> str:
        identity, say = self.work.identity(), self.say
        scenarios = dict.fromkeys(record.scenario for record in self.records)
        what = " · ".join([*map(self.scenario, scenarios), *self.work.options])
        games = say("page.games", games=len(self.records))
        played = say("page.played", bots=who(self.work, self.telling), seed=self.work.seed)
        pack = identity["pack"][:12]
        made = say("page.made", version=identity["khamsin"], rules=identity["rules"], pack=pack)
        return tag(
            "header",
            tag("h1", escape(self.game.title)),
            tag("p", escape(what), class_="lead"),
            tag("p", tag("b", escape(games)), escape(f" · {played}")),
            tag("p", escape(made), class_="soft"),
        )
