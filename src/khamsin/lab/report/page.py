"""The report as one page: an HTML file that needs nothing else, light or dark, wide or narrow."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from khamsin.kernel.text.narrator import Narrator
from khamsin.lab.arena import Contest
from khamsin.lab.record import Record
from khamsin.lab.simulate import Plan
from khamsin.review.markup import document, tag

from .outcome import Outcome, Result
from .play import Course
from .section import Part
from .summary import who


class Page(Part):
    """Puts the page together."""

    def __init__(self, narrator: Narrator, work: Plan | Contest, records: Sequence[Record]) -> None:
        super().__init__(narrator, records)
        self.work = work

    def html(self, result: Result | None = None) -> str:
        """The whole page."""
        outcome = Outcome(self.narrator, self.records)
        course = Course(self.narrator, self.records)
        parts = [] if result is None else [outcome.contest(result)]
        parts += [outcome.who_wins(), outcome.spreads()]
        parts += [course.map(), course.dice(), course.differently(), course.choices()]
        foot = tag("footer", escape(self.say("page.caution")))
        title = self.say("page.title", game=self.game.title)
        language = self.narrator.words.language
        return document(title, language, self._header(), tag("main", *parts), foot)

    def _header(self) -> str:
        identity, say = self.work.identity(), self.say
        scenarios = dict.fromkeys(record.scenario for record in self.records)
        what = " · ".join([*map(self.scenario, scenarios), *self.work.options])
        games = say("page.games", games=len(self.records))
        played = say("page.played", bots=who(self.work, self.narrator), seed=self.work.seed)
        pack = identity["pack"][:12]
        made = say("page.made", version=identity["khamsin"], rules=identity["rules"], pack=pack)
        return tag(
            "header",
            tag("h1", escape(self.game.title)),
            tag("p", escape(what), class_="lead"),
            tag("p", tag("b", escape(games)), escape(f" · {played}")),
            tag("p", escape(made), class_="soft"),
        )
