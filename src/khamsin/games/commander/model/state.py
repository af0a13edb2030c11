"""The state of a campaign: everything on the table, as plain data."""

from __future__ import annotations

from typing import ClassVar

from khamsin.kernel.play.state import Event, Part, Value
from khamsin.kernel.play.state import State as KernelState

from .pack import Campaign, Pack
from .pieces import ALLIED, AXIS, FULL, GONE, LATER, NOBODY, NOWHERE, PLAIN
from .terms import Terms

SETUP = "setup"
STEPS = (
    "marker", "refit", "battle_moves", "battles", "upgrade", "moves", "supply_check", "resupply",
    "allied_refit", "operations", "orders", "allied_battles", "allied_upgrade", "allied_resupply",
)  # fmt: skip
"""seq.2 The steps of a turn in their order: the Axis half, then the Allied half."""
ALLIED_STEPS = STEPS[8:]
FOLLOWED = frozenset((
    "refitted", "ops_chit", "ops_force", "go", "entered", "missing_forces", "region", "condition",
    "orders_roll", "ordered", "wandered", "cannot_pay", "battle", "battle_won", "battle_held",
    "exploited", "allied_resupply", "placed", "siege", "siege_fire", "tie_broken",
))  # fmt: skip
"""What the Allied procedure does, event by event."""


class Battle(Part):
    """The battle being fought (seq.4); there is none at a mark."""

    __slots__ = (
        "area",
        "attacker",
        "bpp",
        "buying",
        "dice",
        "fighters",
        "finish",
        "had",
        "kills",
        "outcome",
        "pair",
        "plans",
        "round",
        "salvaged",
        "values",
    )  # fmt: skip
    fields: ClassVar[tuple[str, ...]] = __slots__

    def __init__(self, area: int, attacker: int, *, finish: bool) -> None:
        self.area = area
        self.attacker = attacker
        self.finish = finish  # place.4: rounds go on until one side is left
        self.round = 0
        self.fighters: list[tuple[int, ...]] = [(), ()]
        """The living Forces of each side."""
        self.plans: list[list[str]] = [[], []]
        """The plans of each side that are still in play."""
        self.had: list[list[str]] = [[], []]
        """All plans that each side has had in this battle."""
        self.bpp = 0
        self.buying = False
        """xplan.3 Whether the Axis may buy plans now."""
        self.pair: tuple[int, ...] = ()
        """plan.5 The two Forces that roll as one."""
        self.kills = [0, 0]
        """upgrade.1 How many enemy Forces each side has destroyed."""
        self.salvaged = [0, 0]
        self.dice: list[tuple[int, str, str, int, int, int, int]] = []
        """All dice: round, side, Force or plan, hits on, double on, die, hits."""
        self.values: tuple[tuple[int, int], ...] = ()
        """Once it is over: each Force that is left, and the value with which it ended it."""
        self.outcome = ("", "")
        """How it ended: the event that told it, and whose the area is."""

    @property
    def defender(self) -> int:
        """The other side."""
        return 1 - self.attacker


class State(KernelState):
    """The table: Forces, Supplies, cups, piles, and how far the turn has come."""

    __slots__ = (
        "advances", "aim", "attacker", "battle", "c", "came_from", "chit", "control", "drawn",
        "fallen_in", "followed", "fought", "here", "level", "moved", "ops_cup", "options", "pack",
        "place", "points", "region", "regions_done", "stage", "step", "steps", "supplies", "terms",
        "trod", "turn", "upgrades",
    )  # fmt: skip

    fields: ClassVar[tuple[str, ...]] = tuple(
        name for name in __slots__ if name not in ("pack", "c", "terms", "battle", "fought")
    )

    def __init__(self, pack: Pack, c: Campaign, options: tuple[str, ...]) -> None:
        """An empty table; `setup` puts the Forces on it."""
        super().__init__()
        units, areas = len(c.units), len(c.areas)
        self.pack = pack
        self.c = c
        self.terms = Terms(pack, c, options)
        self.options = options
        self.step = SETUP
        self.stage = 0
        """How far a step has come that has marks inside."""
        self.turn = 0  # turnmark.1: before turn 1
        self.place = [LATER] * units
        self.steps = [GONE] * units
        self.chit = [NOBODY] * units
        self.level = [PLAIN] * units
        self.here: list[list[tuple[int, ...]]] = [[()] * areas, [()] * areas]
        """The Forces of each side in each area, in order."""
        self.attacker = [NOBODY] * areas
        """Who attacks where both sides stand."""
        self.control = [NOBODY] * areas
        """Who controlled each area at the end of the last step (control.1)."""
        self.supplies = [0, 0]
        """supplies.3 One number a side, as large as it may be."""
        self.fallen_in = [NOBODY] * units
        """R2 The region in which an Allied Force of the Destroyed box fell."""
        self.ops_cup: tuple[str, ...] = ()
        self.drawn: tuple[str, ...] = ()
        """opscheck.1 The Operations chits that are out."""
        self.advances = 0
        self.upgrades = [0] * len(pack.chits)
        """upgset.1 How many Upgrade chits of each kind are in the cup."""
        self.points = 0
        self.moved = [0] * units
        """Forces that may not move again in this half (nbmove.2) or Orders step (orders.2)."""
        self.trod = [0] * units
        """How many areas a Force has moved in the step."""
        self.came_from = [NOWHERE] * units
        """after.1 The area from which a Force entered a battle."""
        self.aim = [NOBODY] * units
        """R42 The area at which a Force's latest Advance aimed."""
        self.regions_done: tuple[int, ...] = ()
        self.region = NOBODY
        self.followed: list[tuple[str, str, str, dict[str, Value]]] = []
        """What the Allies did in their last half: step, event, rule, values; to be shown."""
        self.battle: Battle | None = None
        self.fought: Battle | None = None
        """The last battle, which never changes again: to be shown until the player has gone on."""

    def copy(self) -> State:
        """Return a state that shares nothing that can change."""
        new = State.__new__(State)
        new.result = self.result
        new.happened = []
        new.pack = self.pack
        new.c = self.c
        new.terms = self.terms
        new.options = self.options
        new.step = self.step
        new.stage = self.stage
        new.turn = self.turn
        new.place = self.place[:]
        new.steps = self.steps[:]
        new.chit = self.chit[:]
        new.level = self.level[:]
        new.here = [self.here[AXIS][:], self.here[ALLIED][:]]
        new.attacker = self.attacker[:]
        new.control = self.control[:]
        new.supplies = self.supplies[:]
        new.fallen_in = self.fallen_in[:]
        new.ops_cup = self.ops_cup
        new.drawn = self.drawn
        new.advances = self.advances
        new.upgrades = self.upgrades[:]
        new.points = self.points
        new.moved = self.moved[:]
        new.trod = self.trod[:]
        new.came_from = self.came_from[:]
        new.aim = self.aim[:]
        new.regions_done = self.regions_done
        new.region = self.region
        new.followed = self.followed[:]
        new.battle = None  # marks, where states are copied, lie between battles
        new.fought = self.fought
        return new

    def tell(
        self,
        kind: str,
        rule: str,
        /,
        only: tuple[str, ...] | None = None,
        *,
        reveals: bool = False,
        **values: Value,
    ) -> None:
        """Say that something happened; what the Allied procedure does is also kept to be shown."""
        self.happened.append(Event(kind, rule, values, only, reveals))
        if kind in FOLLOWED and self.step in ALLIED_STEPS:
            self.followed.append((self.step, kind, rule, values))

    def data(self) -> dict[str, object]:
        """Everything, the battle in progress included."""
        battles = {
            "battle": None if self.battle is None else self.battle.data(),
            "fought": None if self.fought is None else self.fought.data(),
        }
        return super().data() | battles | {"scenario": self.c.id}

    def unit_id(self, unit: int) -> str:
        """The Force's name in options, events and journals."""
        return self.c.unit_ids[unit]

    def names(self, units: tuple[int, ...] | list[int]) -> tuple[str, ...]:
        """The same for several."""
        return tuple([self.c.unit_ids[unit] for unit in units])

    def place_id(self, area: int) -> str:
        """The area's name in options, events and journals."""
        return self.c.place_ids[area]

    def is_full(self, unit: int) -> bool:
        """Whether the Force shows its full-strength side."""
        return self.steps[unit] == FULL
