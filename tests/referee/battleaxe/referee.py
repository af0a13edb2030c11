"""The second referee of Operation Battleaxe: a whole game of its own, kept beside the match."""

from __future__ import annotations

from typing import Any

from khamsin.kernel.match import Match
from tests.referee import shadow
from tests.referee.shadow import Moment

from .book import ALLIED, AXIS, DIVISIONS, SPACES, UNITS, Ask, Roll
from .day import whole_game
from .table import Table

SIDE_NUMBER = {ALLIED: 0, AXIS: 1, None: -1}


class Referee(shadow.Referee):
    """Feeds answers and dice to its own game; compares questions, options and position."""

    slug = "battleaxe"

    def __init__(self, match: Match[Any]) -> None:
        """Begin with a match in which nothing has been answered."""
        super().__init__(match)
        self.table = Table(self.setup.scenario, tuple(self.setup.options))
        self.play = whole_game(self.table)
        self.wanted: Ask | Roll | None = next(self.play)
        self.secret: dict[str, tuple[str, ...]] = {}

    def send(self, answer: object) -> None:
        """Go on with an answer or dice."""
        try:
            self.wanted = self.play.send(answer)
        except StopIteration:
            self.wanted = None

    def feed(self, entry: tuple[str, ...]) -> bool:
        """One line of the journal; whether the referee expected such a line."""
        seat, *words = entry
        wanted = self.wanted
        if seat == "dice":
            book = ("dice", wanted.why, wanted.count) if isinstance(wanted, Roll) else wanted
            table = ("dice", words[0], len(words) - 1)
            if not self.same("dice", "11.4", book, table, " ".join(entry)):
                return False
            self.send(tuple(int(word) for word in words[1:]))
            return True
        if not isinstance(wanted, Ask) or seat not in wanted.sides:
            return self.same("who answers", "6.2", wanted, entry)
        if len(wanted.sides) == 1:
            self.send(tuple(words))
        else:
            self.secret[seat] = tuple(words)
            if set(self.secret) == set(wanted.sides):
                answers, self.secret = self.secret, {}
                self.send(answers)
        return True

    def look(self, now: Moment) -> None:
        """Compare what came of the answers since, then what may be answered now."""
        self.table.told = [
            str(event.values["unit"]) for event in now.events if event.kind == "surrender"
        ]
        for entry in now.answers:
            if not self.feed(entry):
                return
        wanted = self.wanted
        result = now.match.result
        if result is not None:
            found = (result.winner, result.rule, result.reason)
            book = self.table.outcome if wanted is None else wanted
            self.same("victory", "17.0", book, found)
            self.same("victory points", "17.2", self.table.vp, result.scores["vp"])
            return
        if not isinstance(wanted, Ask):
            self.same("question", "6.2", wanted, now.prompt)
            return
        sides = tuple(side for side in wanted.sides if side not in self.secret)
        asked = (set(now.match.to_answer), now.prompt)
        self.position(now.state)
        if not self.same("question", wanted.rule, (set(sides), wanted.prompt), asked):
            return
        for side in sides:
            mine, theirs = set(wanted.options), set(now.match.legal(side))
            self.same(
                f"options: {wanted.prompt}",
                wanted.rule,
                sorted(mine - theirs),
                sorted(theirs - mine),
                f"{wanted.prompt}: only the referee, only the rules",
            )

    def position(self, data: dict[str, Any]) -> None:
        """Compare the whole position with the referee's own books."""
        table = self.table
        units, spaces = list(UNITS), list(SPACES)
        self.same("turn", "6.0", table.turn, data["turn"])
        self.same("phase", "6.1", table.phase, data["phase"])
        place = {u: None if at < 0 else spaces[at] for u, at in zip(units, data["place"])}
        self.same("places", "9.0", *differing(table.place, place))
        self.same("steps", "11.4.4", *differing(table.steps, dict(zip(units, data["steps"]))))
        oos = {unit for unit, out in zip(units, data["oos"]) if out}
        self.same("out of supply", "14.2", sorted(table.oos), sorted(oos))
        control = {s: (ALLIED, AXIS)[c] for s, c in zip(spaces, data["control"])}
        self.same("control", "7.2", *differing(table.control, control))
        self.same("advantage", "12.2", SIDE_NUMBER[table.advantage], data["advantage"])
        self.same(
            "artillery", "10.2.1d", [table.artillery[ALLIED], table.artillery[AXIS]],
            data["artillery"],
        )  # fmt: skip
        self.same("points", "17.2", table.vp, data["vp"])
        self.same("points needed", "18.1", table.needed, data["vp_needed"])
        self.same("lost", "11.5", sorted(table.lost), sorted(units[u] for u in data["lost"]))
        locked = [each in table.locked for each in DIVISIONS]
        self.same("locked", "16.0", locked, data["locked"])
        self.same("fuel", "14.1", table.fuel_low, data["fuel_low"])
        self.same("Rommel", "12.1E", table.rommel, data["rommel"])
        self.same("chairs", "18.1", table.swapped, data["sides_swapped"])
        if table.phase != "maneuvers":
            return
        self.same("impulse", "6.2", table.impulse, data["impulse"])
        self.same("half", "8.0", SIDE_NUMBER[table.half], data["half"])
        if table.action != "assault":
            return
        self.same("night roll", "6.2.1", table.night or 0, data["night_roll"])
        self.same("air used", "10.1.2", table.air_used, data["air_used"])
        self.same("active", "9.1", sorted(table.active), sorted(spaces[s] for s in data["active"]))
        closed = sorted(spaces[s] for s in data["attacked"])
        self.same("attacked", "9.2.1b", sorted(table.closed), closed)
        contested = sorted(spaces[s] for s in data["contested_at_start"])
        self.same("contested before", "11.1", sorted(table.was_contested), contested)
        spent = {unit: paid for unit, paid in zip(units, data["spent"]) if paid}
        mine = {unit: paid for unit, paid in table.spent.items() if paid}
        self.same("movement spent", "9.2", *differing(mine, spent))
        battle = data["battle"]
        if table.battle is not None and battle is not None:
            values = (table.battle["av"], table.battle["dv"])
            self.same("attack and defence", "11.4.2", values, (battle["av"], battle["dv"]))


def differing(book: dict[str, Any], table: dict[str, Any]) -> tuple[Any, Any]:
    """What differs between two of these, for a short report."""
    keys = [key for key in {*book, *table} if book.get(key) != table.get(key)]
    return {key: book.get(key) for key in keys}, {key: table.get(key) for key in keys}
