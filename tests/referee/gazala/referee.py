"""The second referee of Gazala 1942: plays the book beside the match and compares everything.

`play.py` is the whole game by the book as a procedure that stops at every decision and every die.
The referee feeds it the answers and dice of the journal and compares at every decision: who is
asked what, all options, and the whole position as the referee's own books have it.
"""

from __future__ import annotations

from typing import Any

from khamsin.kernel.play.match import Match
from tests.referee import shadow
from tests.referee.gazala.board import POOLS, SIDES, board, counters
from tests.referee.gazala.desk import Ask, Dice, Disagreement, Lot, Step
from tests.referee.gazala.play import Play
from tests.referee.shadow import Moment

BEFORE_SUPPLY = {"hq_returns", "withdraw", "replacements", "reassign", "new_formation"}
"""Asked in the initial segment before supply is checked: the old status counts for nothing."""

UNSEEN_EVENTS = {"unsupplied", "isolated", "placed"}


class Referee(shadow.Referee):
    """Plays along."""

    slug = "gazala"

    def __init__(self, match: Match[Any]) -> None:
        super().__init__(match)
        self.play = Play(match.setup.scenario, match.setup.options)
        self.flow = self.play.game()
        self.step: Step | None = next(self.flow)
        self.names = list(counters())
        near = board().near
        self.sides = sorted({tuple(sorted((at, to))) for at in near for to in near[at]})
        """All hexsides between land hexes, in the order in which the table numbers them."""

    # -- what the table shows ------------------------------------------------------------------

    def table(self, now: Moment) -> dict[str, Any]:
        """The table's state with hexes and units by name."""
        raw = now.state
        land = board().land
        raw["places"] = {
            name: land[at] if at >= 0 else at
            for name, at in zip(self.names, raw["place"], strict=True)
        }
        raw["controls"] = {
            at: SIDES[side] if 0 <= side < 2 else ""
            for at, side in zip(land, raw["control"], strict=True)
        }
        return raw

    def look(self, now: Moment) -> None:
        """Play on with what was answered, then compare."""
        raw = self.table(now)
        self.play.hint = {
            "place": raw["places"],
            "control": raw["controls"],
            "locked": {name for name, held in zip(self.names, raw["locked"], strict=True) if held},
            "crossed": {frozenset(self.sides[number]) for number in raw["crossed"]},
            "prompt": now.prompt,
            "facts": now.facts,
        }
        try:
            for entry in now.answers:
                if not self.feed(entry):
                    return
        except Disagreement as parted:
            self.same(parted.subject, parted.rule, parted.book, parted.table, parted.about)
            return
        self.events(now)
        self.position(raw, now)
        self.question(now)

    def feed(self, entry: tuple[str, ...]) -> bool:
        """Send one line of the journal into the game by the book."""
        step = self.step
        if step is None:
            return self.same("sequence", "3.0.b", "the game is over", entry)
        words = entry[1:]
        if isinstance(step, Ask):
            if not self.same(
                "who answers", step.rule, step.side, entry[0], f"{step.prompt} {entry}"
            ):
                return False
        elif entry[0] != "dice" or words[0] != step.why:
            return self.same("dice", "sequence", step, entry)
        elif isinstance(step, Dice):
            words = words[1:]
            if not self.same("dice", "how many", step.number, len(words), step.why):
                return False
        elif isinstance(step, Lot):
            words = words[1:]
            if not self.same("lots", "which", True, words[0] in step.items, f"{step} {words}"):
                return False
        try:
            self.step = self.flow.send(words)
        except StopIteration:
            self.step = None
        return True

    # -- comparing -----------------------------------------------------------------------------

    def events(self, now: Moment) -> None:
        """What happened since, in order."""
        mine = [(told.kind, told.values) for told in self.play.told]
        self.play.told = []
        theirs = [
            (event.kind, dict(event.values))
            for event in now.events
            if event.kind not in UNSEEN_EVENTS
        ]
        theirs = [(kind, self.plain(kind, values)) for kind, values in theirs]
        mine = [(kind, self.plain("", values)) for kind, values in mine]
        for kind in ("fort_lost",):  # their order means nothing
            for told in (mine, theirs):
                some = sorted((one for one in told if one[0] == kind), key=repr)
                told[:] = [some.pop(0) if one[0] == kind else one for one in told]
        self.same("events", "all", mine, theirs)

    def plain(self, kind: str, values: dict[str, Any]) -> dict[str, Any]:
        """An event in the referee's words."""
        if kind == "fort_lost":
            return {"pair": tuple(sorted((values["place"], values["beyond"])))}
        return {
            key: tuple(sorted(value)) if key == "units" else value for key, value in values.items()
        }

    def position(self, raw: dict[str, Any], now: Moment) -> None:
        """Every counter and hex."""
        play = self.play
        mine = {name: play.place[name] for name in self.names if play.on_map(name)}
        theirs = {name: at for name, at in raw["places"].items() if isinstance(at, str)}
        self.differ("places", "4, 5, 9", mine, theirs)
        steps = dict(zip(self.names, raw["step"], strict=True))
        self.differ("steps", "9.31", {u: play.step[u] for u in mine}, {u: steps[u] for u in mine})
        formation = dict(zip(self.names, raw["formation"], strict=True))
        self.differ(
            "formations",
            "7.3",
            {u: play.formation[u] for u in mine},
            {u: formation[u] for u in mine},
        )
        if play.turn:
            supply = dict(zip(self.names, raw["supply"], strict=True))
            if now.prompt not in BEFORE_SUPPLY:
                self.differ(
                    "supply", "6.1", {u: play.supply[u] for u in mine}, {u: supply[u] for u in mine}
                )
            self.differ("control", "R10", play.control, raw["controls"])
        self.same("points", "11.2", [play.points[pool] for pool in POOLS], raw["points"])
        for kind, rule, have in (("mines", "10.86", play.mines), ("forts", "10.7", play.forts)):
            mined = sorted(tuple(sorted(pair)) for pair in have)
            self.same(kind, rule, mined, [self.sides[number] for number in raw[kind]])
        if play.turn:
            acted = {u: (u in play.by_hq) + (u in play.by_rommel) for u in mine}
            table = dict(zip(self.names, raw["acted"], strict=True))
            self.differ(
                "activated",
                "3.0.b",
                {u: bool(n) for u, n in acted.items()},
                {u: bool(table[u]) for u in mine},
            )
            if now.prompt == "move":
                spent = dict(zip(self.names, raw["spent"], strict=True))
                gone = [u for u in play.spent if play.on_map(u)]
                most = {u: play.allowance(u) for u in gone}
                self.differ(
                    "points spent",
                    "4.12, 4.42",
                    {u: min(play.spent[u], most[u]) for u in gone},
                    {u: min(spent[u], most[u]) for u in gone},
                )
            locked = dict(zip(self.names, raw["locked"], strict=True))
            self.differ(
                "locked",
                "4.43",
                {u: u in play.locked for u in mine},
                {u: bool(locked[u]) for u in mine},
            )

    def differ(self, subject: str, rule: str, mine: dict[str, Any], theirs: dict[str, Any]) -> None:
        """Compare two lists by name; tell only what is not the same."""
        keys = [key for key in {**mine, **theirs} if mine.get(key) != theirs.get(key)]
        self.same(
            subject,
            rule,
            {key: mine.get(key) for key in keys},
            {key: theirs.get(key) for key in keys},
        )

    def question(self, now: Moment) -> None:
        """Who is asked what, and everything that may be answered."""
        step = self.step
        if now.match.result is not None:
            if self.same("sequence", "13", None, step, "the game is over"):
                self.same("victory", "13", self.play.winner, now.match.result.winner)
            return
        if not isinstance(step, Ask):
            self.same("sequence", "3", step, now.prompt, f"{now.facts} {now.match.legal()[:5]}")
            return
        mine = (step.side, step.prompt, step.facts)
        theirs = (now.match.to_answer[0], now.prompt, now.facts)
        if self.same("questions", step.rule, mine, theirs, str(now.match.legal()[:6])):
            self.same_options(step.rule, step.options, now, f"{step.prompt} {step.facts}")
