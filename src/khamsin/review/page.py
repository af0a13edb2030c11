"""The review as a page: an HTML file that needs nothing else, or a part of a table's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from khamsin.kernel.play.state import Result
from khamsin.kernel.text.narrator import Narrator

from . import drawing
from .data import Costly, Count, Review, Said, Throw, Turning
from .drawing import Frame, Mark
from .markup import document, table, tag

WORDS = Path(__file__).with_name("words")
THROWS = 8
ANSWERS = 6  # of a plan that are shown
_ROWS = 60  # of the table beside the graph
_TOLD = 0.005  # of a chance; less would be told as nothing

Board = Callable[[int], str]
"""The address of the board after so many answers."""


class Page:
    """Tells a review in one language."""

    def __init__(
        self, narrator: Narrator, review: Review, board: Board | None = None, ended: str = ""
    ) -> None:
        """`narrator` knows `WORDS`. Without a board nothing leads to positions. `ended` tells how a
        match ended that did not come to its end by the rules.
        """
        self.narrator = narrator
        self.say = narrator.words.say
        self.review = review
        self._board, self._ended = board, ended
        self._sides = narrator.game.presentation.scene(narrator)["sides"]
        begun = review["points"][0]["at"] if review["points"] else 0
        self._frame = Frame(begun, review["entries"], self._ticks())

    def html(self) -> str:
        """The whole page."""
        title = self.say("review.title", game=self.narrator.game.title)
        return document(title, self.narrator.words.language, self._header(), self.main())

    def main(self) -> str:
        """Everything but the head of the page."""
        parts = [
            self._chances(), self._turning(), self._costly(), self._luck(), self._losses(),
            self._ground(),
        ]  # fmt: skip
        return tag("main", *parts, tag("footer", escape(self.say("review.caution"))))

    # -- words and numbers ---------------------------------------------------------------------

    def _name(self, side: str) -> str:
        known = self._sides.get(side)
        return known["label"] if known else self.narrator.text("side", side)

    def _colour(self, side: str) -> str:
        known = self._sides.get(side)
        return f"side-{known['colour'] if known else 'n'}"

    def _told(self, key: str, values: Mapping[str, Any]) -> str:
        """A sentence of the game; lists were tuples before they were kept."""
        facts = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in values.items()
        }
        return self.narrator.say(key, facts)

    def _ticks(self) -> list[tuple[int, str]]:
        kinds = self.narrator.game.statistics.clock
        found = [tick for tick in self.review["ticks"] if tick["kind"] == kinds[0]]
        return [
            (tick["at"], self._told(f"event.{tick['kind']}", tick["values"]).rstrip("."))
            for tick in found
        ]

    def _when(self, at: int) -> str:
        """What the clock said then."""
        told = [text for since, text in self._frame.ticks if since <= at]
        return told[-1] if told else self.say("review.beginning")

    def _points(self, change: float) -> str:
        """A change of a chance."""
        return f"{100 * change:+.0f} %".replace("-", "\N{MINUS SIGN}")

    def _section(self, name: str, *parts: str, note: bool = True) -> str:
        told = [tag("p", escape(self.say(f"review.{name}_note")), class_="note")] if note else []
        return tag("section", tag("h2", escape(self.say(f"review.{name}"))), *told, *parts)

    def _link(self, at: int) -> str:
        if self._board is None:
            return ""
        link = tag("a", escape(self.say("review.board")), href=self._board(at), class_="button")
        return tag("p", link, class_="to")

    # -- parts -----------------------------------------------------------------------------------

    def _header(self) -> str:
        review, game = self.review, self.narrator.game
        scenario = next(each for each in game.scenarios if each.id == review["scenario"])
        result = review["result"]
        ended = self._ended or self.say("review.unfinished")
        if result is not None:
            ended = self.narrator.ending(Result(**result))
        return tag(
            "header",
            tag("h1", escape(game.title)),
            tag("p", escape(self.narrator.scenario_title(scenario)), class_="lead"),
            tag("p", tag("b", escape(ended))),
        )

    def _chances(self) -> str:
        sides, points = self.review["sides"], self.review["points"]
        if not points:
            return ""
        first = sides[0]
        line = [(point["at"], point["chances"][first]) for point in points]
        marks = []
        for number, each in enumerate(self.review["turning"], 1):
            title = f"{number}. {self._change(each)}"
            href = f"#turn{number}" if self._board is None else self._board(each["to"])
            marks.append(
                Mark(each["to"], drawing.height(line, each["to"]), str(number), title, href)
            )
        alone = "_alone" if len(sides) == 1 else ""
        title = self.say(f"review.chances{alone}")
        colours, names = (
            [self._colour(each) for each in sides],
            [self._name(each) for each in sides],
        )
        graph = drawing.chances(title, self._frame, line, colours, marks, names)
        note = tag("p", escape(self.say(f"review.chances_note{alone}")), class_="note")
        return tag("section", tag("h2", escape(title)), note, graph, self._chances_table())

    def _chances_table(self) -> str:
        """The same as a table, for screen readers and for those who want the numbers."""
        review = self.review
        rows, before = [], ""
        step = max(len(review["points"]) // _ROWS, 1)
        for number, point in enumerate(review["points"]):
            when = self._when(point["at"])
            is_last = number + 1 == len(review["points"])
            if when == before and number % step and not is_last:
                continue
            before = when
            shares = [f"{point['chances'][side]:.0%}" for side in review["sides"]]
            rows.append([escape(when), str(point["at"]), *shares])
        heads = [
            self.say("review.moment"),
            self.say("review.answers"),
            *map(self._name, review["sides"]),
        ]
        summary = tag("summary", escape(self.say("review.as_table")))
        return tag("details", summary, table(heads, rows))

    def _change(self, each: Turning) -> str:
        first = self.review["sides"][0]
        return self.say(
            "review.change",
            side=self._name(first),
            before=f"{each['before'][first]:.0%}",
            after=f"{each['after'][first]:.0%}",
        )

    def _turning(self) -> str:
        cards, first = [], self.review["sides"][0]
        for number, each in enumerate(self.review["turning"], 1):
            size = each["after"][first] - each["before"][first]
            winner = (
                first if size > 0 or len(self.review["sides"]) == 1 else self.review["sides"][1]
            )
            lines = [
                tag("li", escape(self._told(f"event.{event['kind']}", event["values"])))
                for event in each["events"]
            ]
            by_luck, by = each["luck"][first], self._name(each["by"])
            luck = ""
            if abs(by_luck) >= _TOLD:
                told = self.say(
                    "review.of_it_luck", side=self._name(first), points=self._points(by_luck)
                )
                luck = tag("p", escape(told), class_="soft")
            cards.append(
                tag(
                    "li",
                    tag("h3", tag("span", str(number), class_="turn"), escape(self._change(each))),
                    tag("p", escape(f"{self._when(each['at'])} · {by}"), class_="soft"),
                    tag("ul", *lines), luck, self._link(each["at"]),
                    class_="card", id=f"turn{number}", style=f"--own:var(--{self._colour(winner)})",
                )
            )  # fmt: skip
        if not cards:
            return self._section("turning", tag("p", escape(self.say("review.no_turning"))))
        return self._section("turning", tag("ol", *cards, class_="cards"))

    # -- decisions -------------------------------------------------------------------------------

    def _costly(self) -> str:
        seen = self.review["looked"]
        told = [self.say("review.looked", count=seen)]
        if left_out := max(self.review.get("asked", seen) - seen, 0):
            told.append(self.say("review.left_out", count=left_out))
        looked = tag("p", escape(" ".join(told)), class_="soft")
        if not self.review["costly"]:
            nothing = tag("p", escape(self.say("review.no_costly")))
            return self._section("costly", nothing, looked)
        cards = [self._costly_card(each) for each in self.review["costly"]]
        return self._section("costly", tag("ol", *cards, class_="cards"), looked)

    def _costly_card(self, each: Costly) -> str:
        cost = self.say(
            "review.cost",
            side=self._name(each["side"]),
            lost=f"{each['lost']:.0%}",
            error=f"{each['error']:.0%}",
            chance=f"{each['chance']:.0%}",
        )
        asked = self._told(f"prompt.{each['prompt']}", {"side": each["side"], **each["facts"]})
        plans = [
            tag("div", tag("h4", escape(self.say(f"review.{name}"))), self._plan(answers))
            for name, answers in (("played", each["played"]), ("better", each["better"]))
        ]
        reasons = [
            tag("li", escape(self._reason(cause["feature"], cause["change"])))
            for cause in each["reasons"]
        ]
        why = ""
        if reasons:
            why = tag("p", escape(self.say("review.because"))) + tag("ul", *reasons)
        return tag(
            "li",
            tag("h3", escape(cost)),
            tag("p", escape(f"{self._when(each['at'])} · {asked}"), class_="soft"),
            tag("div", *plans, class_="two"), why, self._link(each["at"]),
            class_="card", style=f"--own:var(--{self._colour(each['side'])})",
        )  # fmt: skip

    def _reason(self, feature: str, change: float) -> str:
        sign = "+" if change > 0 else "\N{MINUS SIGN}"
        return f"{sign} {self.say(f'reason.{feature}')}"

    def _plan(self, answers: Sequence[Said]) -> str:
        shown = [
            tag("li", escape(self.narrator.option(tuple(each["option"]), each["prompt"])))
            for each in answers[:ANSWERS]
        ]
        if not shown:
            shown = [tag("li", escape(self.say("review.nothing_more")))]
        more = ""
        if len(answers) > ANSWERS:
            more = tag(
                "p", escape(self.say("review.more", count=len(answers) - ANSWERS)), class_="soft"
            )
        return tag("ol", *shown, class_="plan") + more

    # -- luck ------------------------------------------------------------------------------------

    def _luck(self) -> str:
        throws, sides = self.review["throws"], self.review["sides"]
        if not throws:
            return ""
        rows = []
        for side, found in self.review["luck"].items():
            mean = f"{found['pips'] / found['dice']:.2f}" if found["dice"] else ""
            total = found["gain"] + found["others"]
            rows.append(
                [
                    escape(self._name(side)), str(found["dice"]), mean,
                    self._points(found["gain"]), self._points(found["others"]),
                    tag("b", self._points(total)),
                ]
            )  # fmt: skip
        heads = [
            "",
            *(self.say(f"review.{name}") for name in ("dice", "mean", "own", "others", "total")),
        ]
        first = sides[0]
        largest = sorted(throws, key=lambda each: -abs(each["gain"][first]))[:THROWS]
        told = [self._throw(each) for each in largest if abs(each["gain"][first]) >= _TOLD]
        parts = [table(heads, rows)]
        if told:
            parts += [
                tag("h3", escape(self.say("review.largest"))),
                tag("ol", *told, class_="cards"),
            ]
        return self._section("luck", *parts)

    def _throw(self, each: Throw) -> str:
        sides = self.review["sides"]
        gain = each["gain"][sides[0]]
        lucky = sides[0] if gain > 0 or len(sides) == 1 else sides[1]
        dice = [
            tag(
                "li",
                escape(f"{self._name(whose)}: " if whose else "")
                + escape(self.narrator.words.say(f"roll.{why}"))
                + " " + tag("b", " ".join(map(str, values)), class_="faces"),
            )
            for whose, why, values in each["dice"]
        ]  # fmt: skip
        title = f"{self._name(lucky)} {self._points(each['gain'][lucky])}"
        return tag(
            "li",
            tag("h3", escape(title)),
            tag("p", escape(self._when(each["at"])), class_="soft"),
            tag("ul", *dice), self._link(each["at"]),
            class_="card", style=f"--own:var(--{self._colour(lucky)})",
        )  # fmt: skip

    # -- losses and ground -------------------------------------------------------------------------

    def _losses(self) -> str:
        return self._counted("losses", self.review["losses"], self.review["sides"])

    def _ground(self) -> str:
        places = self.review["places"]
        return self._counted(
            "ground", self.review["ground"], list(places), max(places.values(), default=0)
        )

    def _counted(
        self, name: str, counts: Sequence[Count], sides: Sequence[str], most: int = 0
    ) -> str:
        if not counts:
            return ""
        lines = {
            side: [
                (self._frame.first, 0 if name == "losses" else counts[0]["of"].get(side, 0)),
                *((count["at"], count["of"].get(side, 0)) for count in counts),
            ]
            for side in sides
        }
        title = self.say(f"review.{name}")
        graph = drawing.counts(title, self._frame, lines, self._name, self._colour, most)
        rows: dict[str, list[str]] = {}
        for count in counts:
            when = self._when(count["at"])
            rows[when] = [escape(when), *(str(count["of"].get(side, 0)) for side in sides)]
        summary = tag("summary", escape(self.say("review.as_table")))
        heads = [self.say("review.moment"), *map(self._name, sides)]
        return self._section(
            name, graph, tag("details", summary, table(heads, list(rows.values())))
        )
