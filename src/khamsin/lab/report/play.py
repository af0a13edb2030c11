"""The second half of the report, how the games were played: where, with what luck, and how."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby

from khamsin.kernel.text.narrator import Narrator
from khamsin.lab.record import Record
from khamsin.lab.tally import CHOSEN, FIGHT, LOSS
from khamsin.review.markup import table, tag
from khamsin.review.owners import NOBODY as NONE

from . import charts
from .heat import Layer, heat_maps
from .phrases import phrase, phrase_of_choice, phrase_of_event, phrase_of_prompt
from .section import Part
from .study import FAIR, Choice, Difference, choices, differences, luck, places, totals, where

_PLACES = 8  # busiest places that are listed
_PROMPTS = 6  # questions that are shown at once; the others on demand
_DIFFERENCES = 14
_RANGE = 0.5  # pips to either side of a fair die that are drawn


class Course(Part):
    """How the games were played."""

    def __init__(self, narrator: Narrator, records: Sequence[Record]) -> None:
        super().__init__(narrator, records)
        self.sums = totals(records)

    # -- where ---------------------------------------------------------------------------------

    def map(self) -> str:
        """Where units fight and die."""
        per = 100 / len(self.records)
        layers = [
            Layer(
                self._layer_name(kind, side),
                self.colour(side) if side else "heat",
                {place: count * per for place, count in found.items()},
            )
            for (kind, side), found in where(self.sums).items()
        ]
        if not layers:
            return ""
        names = {box["id"]: box["name"] for box in self.scene["boxes"]}
        names |= {space["id"]: space["name"] or space["short"] for space in self.scene["spaces"]}
        tables = []
        for kind in (FIGHT, LOSS):
            busiest = sorted(places(self.sums, kind).items(), key=lambda each: -each[1])[:_PLACES]
            rows = [
                [
                    escape(names.get(place, place)),
                    charts.bar(count / busiest[0][1], f"{count * per:.0f}", "heat"),
                ]
                for place, count in busiest
            ]
            heads = [self._layer_name(kind, ""), self.say("page.per_hundred")]
            tables.append(table(heads, rows))
        return self.section(
            "map", heat_maps(self.scene, layers), tag("div", *tables, class_="two"), note="map_note"
        )

    def _layer_name(self, kind: str, side: str) -> str:
        if side:
            return self.say("page.losses_of", side=self.side(side))
        return self.say("page.fights" if kind == FIGHT else "page.losses")

    # -- dice ----------------------------------------------------------------------------------

    def dice(self) -> str:
        """How the dice fell, for whom."""
        found = sorted(luck(self.game, self.records), key=lambda each: (each.side, -each.dice))
        dice = sum(each.dice for each in found)
        if not dice:
            return ""
        pips = sum(each.seen.mean * each.dice for each in found)
        rows = [
            [
                escape(self._rolled(each.side, each.why)),
                charts.whisker(
                    each.seen.mean, each.seen.low, each.seen.high,
                    (FAIR - _RANGE, FAIR + _RANGE), FAIR,
                ),
                f"{each.seen.mean:.2f}",
                str(each.dice),
                "" if each.well is None else f"{each.well:.2f}",
                "" if each.badly is None else f"{each.badly:.2f}",
            ]
            for each in found
        ]  # fmt: skip
        heads = ["", f"{FAIR - _RANGE:g} - {FAIR + _RANGE:g}", self.say("page.pips"),
                 self.say("page.dice_count"), *self._well_and_badly()]  # fmt: skip
        told = self.say("page.all_dice", dice=dice, mean=f"{pips / dice:.3f}")
        return self.section("dice", tag("p", escape(told)), table(heads, rows), note="dice_note")

    def _rolled(self, side: str, why: str) -> str:
        told = phrase(self.narrator, f"roll.{why}", side)
        return told if side == NONE else f"{self.side(side)}: {told}"

    def _well_and_badly(self) -> tuple[str, str]:
        alone = "_alone" if self.game.statistics.score else ""
        return self.say(f"page.well{alone}"), self.say(f"page.badly{alone}")

    # -- choices -------------------------------------------------------------------------------

    def choices(self) -> str:
        """Which options were chosen, of those that there were."""
        parts = []
        found = choices(self.sums)
        for side, of_side in groupby(found, key=lambda each: each.side):
            tables = []
            for prompt, rows in groupby(of_side, key=lambda each: each.prompt):
                options = list(rows)
                if len(options) > 1:
                    tables.append(self._prompt(side, prompt, options))
            parts.append(tag("h3", escape(self.side(side))))
            parts.append(tag("div", *tables[:_PROMPTS], class_="two"))
            if tables[_PROMPTS:]:
                rest = tag("div", *tables[_PROMPTS:], class_="two")
                more = tag("summary", f"+ {len(tables) - _PROMPTS}")
                parts.append(tag("details", more, rest))
        return self.section("choices", *parts, note="choices_note")

    def _prompt(self, side: str, prompt: str, options: Sequence[Choice]) -> str:
        rows = [
            [
                escape(phrase_of_choice(self.narrator, side, each.prompt, each.verb)),
                charts.bar(
                    each.chosen / each.offered,
                    f"{each.chosen / each.offered:.0%}",
                    self.colour(side),
                ),
                str(each.chosen),
                str(each.offered),
            ]
            for each in options
        ]
        head = phrase_of_prompt(self.narrator, side, prompt)
        heads = [head, "", self.say("page.chosen"), self.say("page.offered")]
        return table(heads, rows)

    # -- what winners did differently ----------------------------------------------------------

    def differently(self) -> str:
        """What happens more often, or less, in games that were won."""
        parts = []
        for side in self.game.sides:
            found = differences(self.game, self.records, side)[:_DIFFERENCES]
            if found:
                parts.append(tag("h3", escape(self.side(side))))
                parts.append(self._compared(found))
        if not parts:
            parts.append(tag("p", escape(self.say("page.no_difference"))))
        name = "differently_alone" if self.game.statistics.score else "differently"
        return self.section(name, *parts, note="differently_note")

    def _compared(self, found: Sequence[Difference]) -> str:
        reach = max(max(abs(each.low), abs(each.high)) / each.deviation for each in found)
        rows = []
        for each in found:
            sizes = [value / each.deviation for value in (each.size, each.low, each.high)]
            name, asked = self._what(each)
            rows.append(
                [
                    tag("b" if each.is_sure else "span", escape(name))
                    + (tag("small", escape(asked)) if asked else ""),
                    charts.whisker(sizes[0], sizes[1], sizes[2], (-reach, reach), 0),
                    f"{each.well:.1f}",
                    f"{each.badly:.1f}",
                    f"{each.size:+.1f}",
                ]
            )
        heads = ["", "", *self._well_and_badly(), self.say("page.difference")]
        return table(heads, rows)

    def _what(self, each: Difference) -> tuple[str, str]:
        """What was counted; of an answer also the question."""
        side, name, detail = each.what[1:]
        if each.what.table == CHOSEN:
            return (
                phrase_of_choice(self.narrator, side, name, detail),
                phrase_of_prompt(self.narrator, side, name),
            )
        told = phrase_of_event(self.narrator, side, name)
        return (told if side in (NONE, each.side) else f"{self.side(side)}: {told}"), ""
