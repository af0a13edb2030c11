"""The second referee of Operation Battleaxe: a whole game of its own, kept beside the match."""

from __future__ import annotations

from typing import Any

from khamsin.kernel.play.match import Match
from tests.referee import shadow
from tests.referee.shadow import Moment

from .book import ALLIED, AXIS, DIVISIONS, SPACES, UNITS, Ask, Roll
from .day import whole_game
from .table import Table

SIDE_NUMBER = {ALLIED: 0, AXIS: 1, None: -1}


TOLD = {
    "attack": ("side", "place", "units"),
    "air": ("side", "die", "value"),
    "artillery": ("side", "die", "result"),
    "no_artillery": ("side", "die", "result"),
    "rommel_leads": ("die",),
    "combat_dice": ("av", "attack", "dv", "defence", "total", "against"),
    "outcome": ("outcome", "place"),
    "advantage_used": ("side", "use"),
    "advantage_passes": ("side",),
    "control": ("side", "place"),
    "reduced": ("unit", "place"),
    "eliminated": ("unit", "place"),
    "night": ("roll", "impulse"),
    "area_vp": ("place", "points", "vp"),
    "german_losses": ("eliminated", "reduced", "vp"),
}
"""What is told, by which values it is compared."""

SUBJECTS = {
    "support": ("air", "artillery", "no_artillery", "rommel_leads"),
    "combat": ("attack", "combat_dice", "outcome"),
    "advantage": ("advantage_used", "advantage_passes"),
    "control": ("control",),
    "losses": ("reduced", "eliminated"),
    "night": ("night",),
    "points": ("area_vp", "german_losses"),
}


class Referee(shadow.Referee):
    """Feeds answers and dice to its own game; compares questions, options and position."""

    slug = "battleaxe"

    def __init__(self, match: Match[Any], pack: dict[str, Any] | None = None) -> None:
        """Begin with a match in which nothing has been answered, maybe with another set-up."""
        super().__init__(match)
        self.table = Table(self.setup.scenario, tuple(self.setup.options), pack)
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
            book = ("dice", wanted.why, wanted.dice) if isinstance(wanted, Roll) else wanted
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
        self.what_was_told(now)
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
        state = now.state
        self.position(state)
        if self.table.phase == "refit" or (now.prompt == "impulse" and not self.table.again):
            self.clean(state)
        self.seen(now)
        if not self.same("question", wanted.rule, (set(sides), wanted.prompt), asked):
            return
        if wanted.facts is not None:
            self.same("facts of the question", wanted.rule, wanted.facts, now.facts, now.prompt)
        for side in sides:
            mine, theirs = set(wanted.options), set(now.match.legal(side))
            self.same(
                f"options: {wanted.prompt}",
                wanted.rule,
                sorted(mine - theirs),
                sorted(theirs - mine),
                f"{wanted.prompt}: only the referee, only the rules",
            )

    def what_was_told(self, now: Moment) -> None:
        """Compare values, dice, results, control and losses on the way, not only at the end."""
        table: list[tuple[object, ...]] = []
        released = 0
        for event in now.events:
            values = event.values
            if event.kind == "released":
                found = values["division"]
                released += 1 if isinstance(found, str) else len(list(found))  # type: ignore[arg-type]
            elif event.kind in TOLD:
                row: list[object] = [event.kind]
                for name in TOLD[event.kind]:
                    value = values[name]
                    if name == "units":
                        row += sorted(value)  # type: ignore[arg-type]
                    elif isinstance(value, tuple | list):
                        row += value
                    else:
                        row.append(value)
                table.append(tuple(row))
        book = [row for row in self.table.log if row[0] != "released"]
        freed = sum(int(str(row[1])) for row in self.table.log if row[0] == "released")
        self.table.log.clear()
        for subject, kinds in SUBJECTS.items():
            mine = sorted((row for row in book if row[0] in kinds), key=repr)
            theirs = sorted((row for row in table if row[0] in kinds), key=repr)
            if mine or theirs:
                self.same(f"told: {subject}", "11.4", mine, theirs)
        if freed or released:
            self.same("told: release", "16.0", freed, released)

    def position(self, data: dict[str, Any]) -> None:
        """Compare the whole position with the referee's own books."""
        table = self.table
        units, spaces = list(UNITS), list(SPACES)
        self.same("turn", "6.0", table.turn, data["turn"])
        self.same("phase", "6.1", table.phase, data["phase"])
        place = {
            u: None if at < 0 else spaces[at] for u, at in zip(units, data["place"], strict=True)
        }
        self.same("places", "9.0", *differing(table.place, place))
        self.same(
            "steps", "11.4.4", *differing(table.steps, dict(zip(units, data["steps"], strict=True)))
        )
        oos = {unit for unit, out in zip(units, data["oos"], strict=True) if out}
        self.same("out of supply", "14.2", sorted(table.oos), sorted(oos))
        control = {s: (ALLIED, AXIS)[c] for s, c in zip(spaces, data["control"], strict=True)}
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
        spent = {unit: paid for unit, paid in zip(units, data["spent"], strict=True) if paid}
        mine = {unit: paid for unit, paid in table.spent.items() if paid}
        self.same("movement spent", "9.2", *differing(mine, spent))
        if not table.fighting:
            self.statuses(data, units)
        battle = data["battle"]
        if table.battle is not None and battle is not None:
            values = (table.battle["av"], table.battle["dv"])
            self.same("attack and defence", "11.4.2", values, (battle["av"], battle["dv"]))

    def clean(self, data: dict[str, Any]) -> None:
        """Nothing of an earlier half is left as a half begins, nor in a Refit (8.0, 10.1.2)."""
        book = {"active": [], "attacked": [], "spent": 0, "status": 0, "air_used": False,
                "rommel_used": False, "battle": None, "night_roll": 0}  # fmt: skip
        found = {name: data[name] for name in book}
        found["spent"], found["status"] = sum(data["spent"]), sum(data["status"])
        self.same("books closed", "8.0", *differing(book, found))

    def seen(self, now: Moment) -> None:
        """Compare what everybody sees: points, support, strength and supply of every unit."""
        table, view = self.table, now.position(None)
        needed: int | None = table.needed + table.extended
        if table.turn == 4:
            needed = None  # 20.1: only the relief of Tobruk wins
        book: dict[str, Any] = {
            "turn": table.turn,
            "vp": table.vp,
            "vp_needed": needed,
            "artillery": dict(table.artillery),
            "fuel_low": table.fuel_low,
            "rommel": table.rommel,
            "locked": [each for each in DIVISIONS if each in table.locked],
        }
        self.same("view", "7.1c", *differing(book, {name: view[name] for name in book}))
        spaces = {
            space: (
                table.control[space],
                sorted(table.units(ALLIED, space) + table.units(AXIS, space)),
            )
            for space in SPACES
        }
        found = {s: (row["control"], sorted(row["units"])) for s, row in view["spaces"].items()}
        self.same("view: spaces", "7.1c", *differing(spaces, found))
        units = {
            unit: (at, table.steps[unit] == 2, unit in table.oos)
            for unit, at in table.place.items()
            if at is not None
        }
        shown = {
            unit: (row["place"], row["full"], row["out_of_supply"])
            for unit, row in view["units"].items()
            if unit in units
        }
        self.same("view: units", "7.1c", *differing(units, shown))

    def statuses(self, data: dict[str, Any], units: list[str]) -> None:
        """Who may still act in this Assault: 0 no part in it, 1 active, 2 has attacked."""
        table = self.table
        book = {
            unit: 2 if unit in table.has_attacked else int(unit in table.activated)
            for unit in units
            if table.place[unit] is not None and not table.is_locked(unit)
        }
        found = {unit: st for unit, st in zip(units, data["status"], strict=True) if unit in book}
        self.same("who acted", "9.1.1", *differing(book, found))


def differing(book: dict[str, Any], table: dict[str, Any]) -> tuple[Any, Any]:
    """What differs between two of these, for a short report."""
    keys = [key for key in {*book, *table} if book.get(key) != table.get(key)]
    return {key: book.get(key) for key in keys}, {key: table.get(key) for key in keys}
