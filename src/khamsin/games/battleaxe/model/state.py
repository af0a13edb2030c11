"""The state of a game of Operation Battleaxe: everything on the table, as plain data."""

from __future__ import annotations

from typing import ClassVar

from khamsin.kernel.pack.state import PackState
from khamsin.kernel.play.state import Part

from .pack import Pack
from .pieces import ALLIED, AXIS, FULL, GONE, NOBODY, OFF_MAP, Scenario

SETUP, MANEUVERS, REFIT, END = "setup", "maneuvers", "refit", "end"

# What the player whose half it is has declared (8.1)
NOTHING, ASSAULT, REGROUP, NIGHT = "", "assault", "regroup", "night"

# What a unit may still do in an Assault (9.1.1)
IDLE, ACTIVE, SPENT = 0, 1, 2


class Battle(Part):
    """The combat being resolved (11.4); there is none at a mark."""

    __slots__ = (
        "air", "artillery", "attack_roll", "attacker", "attackers", "av", "decided",
        "defence_roll", "defenders", "dv", "is_mandatory", "is_overrun", "lead", "lead_defender",
        "outcome", "rommel", "space",
    )  # fmt: skip
    fields: ClassVar[tuple[str, ...]] = __slots__

    def __init__(self, space: int, attacker: int, *, is_mandatory: bool, is_overrun: bool) -> None:
        self.space = space
        self.attacker = attacker
        self.is_mandatory = is_mandatory
        self.is_overrun = is_overrun
        self.attackers: tuple[int, ...] = ()
        self.defenders: tuple[int, ...] = ()
        self.lead = NOBODY
        self.lead_defender = NOBODY
        self.decided: tuple[str, ...] = ()
        """The kinds of support whose turn is over, in the order of 11.4."""
        self.air = 0
        self.rommel = 0
        self.artillery = [0, 0]
        self.av = 0
        self.dv = 0
        self.attack_roll = 0
        self.defence_roll = 0
        self.outcome = ""

    @property
    def difference(self) -> int:
        """11.4.4 By how much the total of the attack is above that of the defence."""
        return self.av + self.attack_roll - self.dv - self.defence_roll


class State(PackState[Pack, Scenario]):
    """The table: units, control, tracks, markers, and how far the half has come."""

    __slots__ = (
        "action_log", "active", "advantage", "advantage_spent_by", "air_used", "artillery",
        "attacked", "battle", "contested_at_start", "control", "doing", "entered_from", "flips",
        "fuel_low", "going_on", "half", "here", "impulse", "locked", "lost", "night_falls",
        "night_roll", "oos", "phase", "place", "points", "rommel", "rommel_used", "sides_swapped",
        "spent", "status", "steps", "tobruk_bonus", "turn", "unplaced", "vp", "vp_needed",
    )  # fmt: skip

    fields: ClassVar[tuple[str, ...]] = tuple(
        name for name in __slots__ if name not in ("battle", "going_on")
    )

    def __init__(self, pack: Pack, scenario: Scenario, options: tuple[str, ...]) -> None:
        """An empty table (5.1); `setup` puts the units on it."""
        super().__init__(pack, scenario, options)
        units, spaces = len(pack.units), len(pack.spaces)
        self.phase = SETUP
        self.turn = 1
        self.impulse = 1
        self.half = ALLIED
        self.place = [OFF_MAP] * units
        self.steps = [GONE] * units
        self.oos = [0] * units
        self.here: list[list[tuple[int, ...]]] = [[()] * spaces, [()] * spaces]
        """The units of each side in each space, in order."""
        self.lost: tuple[int, ...] = ()
        self.unplaced: tuple[int, ...] = ()
        self.control = [AXIS] * spaces
        self.advantage = ALLIED
        self.advantage_spent_by = NOBODY
        self.fuel_low = False
        self.rommel = False
        self.artillery = list(pack.markers)
        self.vp = 0
        self.vp_needed = pack.numbers.victory_operational
        self.tobruk_bonus = False
        self.locked = [True] * len(pack.divisions)
        self.sides_swapped = False
        self.points = 0
        self.flips = 0
        self.battle: Battle | None = None
        self.going_on: Battle | None = None
        """The Overrun whose attackers are going on from it now (11.4.4d)."""
        self.doing = NOTHING
        self.action_log: tuple[str, ...] = ()
        self.active: tuple[int, ...] = ()
        self.status = [IDLE] * units
        self.spent = [0] * units
        self.entered_from = [OFF_MAP] * units
        self.contested_at_start: tuple[int, ...] = ()
        self.attacked: tuple[int, ...] = ()
        self.air_used = False
        self.rommel_used = False
        self.night_roll = 0
        self.night_falls = False

    def copy(self) -> State:
        """Return a state that shares nothing that can change."""
        new = State.__new__(State)
        new.result = self.result
        new.happened = []
        new.pack = self.pack
        new.scenario = self.scenario
        new.options = self.options
        new.phase = self.phase
        new.turn = self.turn
        new.impulse = self.impulse
        new.half = self.half
        new.place = self.place[:]
        new.steps = self.steps[:]
        new.oos = self.oos[:]
        new.here = [self.here[ALLIED][:], self.here[AXIS][:]]
        new.lost = self.lost
        new.unplaced = self.unplaced
        new.control = self.control[:]
        new.advantage = self.advantage
        new.advantage_spent_by = self.advantage_spent_by
        new.fuel_low = self.fuel_low
        new.rommel = self.rommel
        new.artillery = self.artillery[:]
        new.vp = self.vp
        new.vp_needed = self.vp_needed
        new.tobruk_bonus = self.tobruk_bonus
        new.locked = self.locked[:]
        new.sides_swapped = self.sides_swapped
        new.points = self.points
        new.flips = self.flips
        new.battle = None  # marks, where states are copied, lie between battles
        new.going_on = None
        new.doing = self.doing
        new.action_log = self.action_log
        new.active = self.active
        new.status = self.status[:]
        new.spent = self.spent[:]
        new.entered_from = self.entered_from[:]
        new.contested_at_start = self.contested_at_start
        new.attacked = self.attacked
        new.air_used = self.air_used
        new.rommel_used = self.rommel_used
        new.night_roll = self.night_roll
        new.night_falls = self.night_falls
        return new

    def data(self) -> dict[str, object]:
        """Everything, the battle in progress included."""
        data = super().data() | {"battle": None if self.battle is None else self.battle.data()}
        if self.going_on is not None:
            data["going_on"] = self.going_on.data()
        return data

    def unit_id(self, unit: int) -> str:
        """The unit's name in options, events and journals."""
        return self.pack.unit_ids[unit]

    def place_id(self, space: int) -> str:
        """The space's name in options, events and journals."""
        return self.pack.place_ids[space]

    def is_full(self, unit: int) -> bool:
        """Whether the unit shows its full-strength side."""
        return self.steps[unit] == FULL
