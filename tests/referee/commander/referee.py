"""The referee of Field Commander: Rommel: plays the same campaign and compares at each decision."""

from __future__ import annotations

from collections import Counter
from typing import Any

from khamsin.kernel.play.match import Match
from tests.referee import shadow
from tests.referee.commander.book import ALLIED, AXIS, Book
from tests.referee.commander.game import Campaign
from tests.referee.commander.table import (
    BOX,
    CUP,
    DEAD_ALLIED,
    DEAD_AXIS,
    LATER,
    POOL,
    Ask,
    Draw,
    Roll,
)

CODES = {-1: LATER, -2: CUP, -3: BOX, -4: POOL, -5: DEAD_AXIS}
"""How the state of the rules writes the piles."""
ENDINGS = {
    "objectives": (AXIS, "campaigns.1"),
    "cairo": (AXIS, "campaigns.2"),
    "held": (AXIS, "end.1"),
    "time": (None, "end.1"),
    "tripoli": (None, "campaigns.2"),
    "torch": (None, "torch.3"),
    "lost_ground": (None, "campaigns.3"),
}
"""Who wins, and by which rule (R14, R15)."""
IN_BATTLE = ("plans", "cohesion", "tactics", "assault", "hits", "tie_t3")
TELLING = {
    "allied_plan_count",
    "allied_resupply",
    "axis_points",
    "battle",
    "condition",
    "disrupt",
    "entered",
    "exploited",
    "force_die",
    "go",
    "ordered",
    "orders_roll",
    "placed",
    "plan_die",
    "region",
    "resupply_points",
    "round",
    "siege",
    "siege_fire",
    "superior_die",
    "tie_broken",
    "upgrades_lost",
    "wandered",
}
"""Events that are compared one by one."""


class Referee(shadow.Referee):
    """Shadows a campaign with the referee's own one."""

    slug = "commander"

    def __init__(self, match: Match[Any]) -> None:
        """Set up the same campaign."""
        super().__init__(match)
        self.book = Book(match.setup.scenario, match.setup.options)
        self.mine = Campaign(self.book)
        self.steps = self.mine.play()
        self.asked: Ask | Roll | Draw | None = None
        self.lost = False
        """Set once the journals have parted; nothing can be compared then."""
        self._resume(None)

    def _resume(self, answer: Any) -> None:
        try:
            self.asked = next(self.steps) if answer is None else self.steps.send(answer)
        except StopIteration:
            self.asked = None

    def look(self, now: shadow.Moment) -> None:
        """Follow the journal, then compare position, events, question and options."""
        if self.lost:
            return
        for entry in now.answers:
            if not self._follow(entry):
                self.lost = True
                self._events(now)
                return
        for corner, times in self.mine.met.items():
            self.compared[f"met: {corner}"] += times
        self.mine.met.clear()
        ask = self.asked
        table = "over" if now.match.result is not None else now.prompt
        book = "over" if ask is None else ask.prompt if isinstance(ask, Ask) else f"dice {ask.why}"
        fine = self._events(now)
        fine = self._position(now) and fine
        if not self.same("question", "seq.1", book, table, str(ask)):
            self.lost = True
            return
        if isinstance(ask, Ask):
            self._battle(now, ask.prompt)
            self.same("facts of the question", "seq.1", ask.facts, now.facts, ask.prompt)
            self.compared[f"options of {ask.prompt}"] += 1
            self.same_options("seq.1", ask.options, now)
        elif now.match.result is not None:
            result = now.match.result
            scores = result.scores
            told = (result.reason, scores["vp"], scores["box"], scores["adjustment"])
            self.same("result", "vp.2", self.mine.result, told)
            ending = ENDINGS.get(told[0])
            self.same("winner and rule", "victory.1", ending, (result.winner, result.rule))

    def _follow(self, entry: Any) -> bool:
        """Give a line of the journal to the referee's own campaign."""
        ask = self.asked
        who, words = entry[0], tuple(entry[1:])
        if who != "dice":
            if not isinstance(ask, Ask):
                return self.same("who acts", "seq.1", str(ask), entry)
            self._resume(words)
            return True
        why, values = words[0], words[1:]
        if not isinstance(ask, Roll | Draw):
            return self.same("chance", "seq.1", str(ask), entry)
        if not self.same("chance", "seq.1", (ask.why, ask.number), (why, len(values)), str(entry)):
            return False
        if isinstance(ask, Draw):
            short = Counter(values) - Counter(ask.items)
            if not self.same("drawn from the cup", "start.2", {}, dict(short), str(entry)):
                return False
        self._resume(values)
        return True

    def _events(self, now: shadow.Moment) -> bool:
        """What was told, for the kinds that the referee tells too."""
        mine = [(kind, values) for kind, values in self.mine.told if kind in TELLING]
        self.mine.told.clear()
        theirs: list[tuple[str, dict[str, Any]]] = [
            (event.kind, dict(event.values)) for event in now.events if event.kind in TELLING
        ]
        for at, (kind, values) in enumerate(mine):
            if at >= len(theirs):
                break
            name, told = theirs[at]
            told = {key: told.get(key) for key in values} if name == kind else told
            if not self.same(
                f"event {kind}", "events", (kind, values), (name, told), f"number {at}"
            ):
                return False
        extra = (mine[len(theirs) :], theirs[len(mine) :])
        return self.same("events", "events", extra[0], extra[1])

    def _battle(self, now: shadow.Moment, prompt: str) -> None:
        """The battle being fought: who takes part, plans, round, kills."""
        mine, theirs = self.mine.fought, now.state["battle"]
        if prompt not in IN_BATTLE or mine is None:
            return
        names, areas = list(self.book.forces), list(self.book.areas)
        book = {
            "area": mine.area,
            "attacker": mine.attacker,
            "finish": mine.finish,
            "axis": sorted(mine.fighters[AXIS]),
            "allied": sorted(mine.fighters[ALLIED]),
            "kills": [mine.kills[AXIS], mine.kills[ALLIED]],
            "round": mine.round,
            "pair": sorted(mine.pair),
            "plans": [sorted(mine.plans[AXIS]), sorted(mine.plans[ALLIED])],
        }
        table = {
            "area": areas[theirs["area"]],
            "attacker": (AXIS, ALLIED)[theirs["attacker"]],
            "finish": theirs["finish"],
            "axis": sorted(names[at] for at in theirs["fighters"][0]),
            "allied": sorted(names[at] for at in theirs["fighters"][1]),
            "kills": theirs["kills"],
            "round": theirs["round"],
            "pair": sorted(names[at] for at in theirs["pair"]),
            "plans": [sorted(plans) for plans in theirs["plans"]],
        }
        if prompt == "plans":
            book["points"], table["points"] = mine.points, theirs["bpp"]
        self._same_map("battle", "seq.4", book, table)

    def _position(self, now: shadow.Moment) -> bool:
        """Where everything is."""
        state, mine, names = now.state, self.mine, list(self.book.forces)
        areas = list(self.book.areas)
        place = {
            name: areas[code] if code >= 0 else CODES.get(code, str(code))
            for name, code in zip(names, state["place"], strict=True)
        }
        for name in names:  # one number for both piles of destroyed Forces
            if place[name] == DEAD_AXIS and mine.side(name) == ALLIED:
                place[name] = DEAD_ALLIED
        fine = self._same_map("places", "after.1", mine.place, place)
        living = [name for name in names if mine.place[name] in self.book.areas]
        living += mine.here(BOX, ALLIED)
        steps = dict(zip(names, state["steps"], strict=True))
        fine &= self._same_map(
            "strength",
            "hits.1",
            {name: mine.steps[name] for name in living},
            {name: steps[name] for name in living},
        )
        level = dict(zip(names, state["level"], strict=True))
        fine &= self._same_map("upgrade levels", "upgrade.7", mine.level, level)
        chits = list(self.book.chits)
        chit = {
            name: chits[code] for name, code in zip(names, state["chit"], strict=True) if code >= 0
        }
        fine &= self._same_map("upgrade chits", "upgrade.3", mine.chit, chit)
        cup = [mine.upgrades[name] for name in chits]
        fine &= self.same("upgrade cup", "upgrade.3", cup, state["upgrades"])
        supplies = [mine.supplies[AXIS], mine.supplies[ALLIED]]
        fine &= self.same("Supplies", "supplies.2", supplies, state["supplies"])
        control = {AXIS: 0, ALLIED: 1, "": -1}
        if now.match.result is None and mine.control:
            book = {name: control[side] for name, side in mine.control.items()}
            table = dict(zip(areas, state["control"], strict=True))
            fine &= self._same_map("control", "control.1", book, table)
        fine &= self.same("turn", "turn.1", mine.turn, state["turn"])
        fine &= self.same(
            "Operations chits", "opscheck.1", sorted(mine.ops_drawn), sorted(state["drawn"])
        )
        return fine

    def _same_map(
        self, subject: str, rule: str, book: dict[str, Any], table: dict[str, Any]
    ) -> bool:
        """Compare two mappings; a difference shows what differs only."""
        keys = [key for key in {**book, **table} if book.get(key) != table.get(key)]
        return self.same(
            subject,
            rule,
            {key: book.get(key) for key in keys},
            {key: table.get(key) for key in keys},
        )
