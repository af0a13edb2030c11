"""The state of a game of Gazala 1942: everything on the table, as plain data."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from khamsin.kernel.pack.state import PackState
from khamsin.kernel.play.state import Part

from .pack import Pack
from .pieces import NOBODY, POOLS, UNUSED, Scenario

# The stages of a turn, in the order of 3.0 (R27); a mark stands at the beginning of each.
SETUP, RETURNS, AIR, WITHDRAWAL, COMMAND = "setup", "returns", "air", "withdrawal", "command"
REPLACEMENTS, REASSIGNMENT, SUPPLY = "replacements", "reassignment", "supply"
HECKLER, CHITS, DRAW = "heckler", "chits", "draw"
MOVEMENT, ARMOUR, ARMOUR_FIRE = "movement", "armour", "armour_fire"
COMBAT, COMBAT_FIGHT, IMPULSE_END = "combat", "combat_fight", "impulse_end"
TURN_END, OVER = "turn_end", "over"

BY_HQ, BY_ROMMEL = 1, 2  # who has activated a unit this turn (R45), as bits

Attack = tuple[int, tuple[int, ...], int]
"""9.0.c A declared attack: the target, the attacking units, the columns of air support."""


class Reckoning(NamedTuple):
    """9.2 An attack as it would be rolled: strengths, shifts by name, and the level after them."""

    attack: int
    defence: int
    base: int
    shifts: tuple[tuple[str, int], ...]
    level: int


class Battle(Part):
    """The combat being resolved; there is none at a mark."""

    __slots__ = (
        "air", "attacker_hits", "attackers", "column", "defender_hits", "defenders", "die",
        "engineers", "is_armour", "lost", "odds", "paths", "retreated", "target",
    )  # fmt: skip
    fields: ClassVar[tuple[str, ...]] = __slots__

    def __init__(self, target: int, attackers: tuple[int, ...], *, is_armour: bool) -> None:
        self.target = target
        self.attackers = attackers
        self.defenders: tuple[int, ...] = ()
        self.is_armour = is_armour
        self.air = 0
        self.column = 0
        self.odds: Reckoning | None = None  # of a normal combat, as it was rolled
        self.die = 0
        self.attacker_hits = 0
        self.defender_hits = 0
        self.engineers: tuple[int, ...] = ()
        self.lost = [0, 0]  # steps, by side
        self.retreated: tuple[int, ...] = ()
        self.paths: list[tuple[int, ...]] = []


class State(PackState[Pack, Scenario]):
    """The table: units, control, mines, chits, and how far the impulse has come."""

    __slots__ = (
        "acted", "active", "air", "allied_attacks", "armour_hexes", "arrived", "attacks",
        "battle", "began", "cache", "chit", "chosen", "combat_hexes", "control", "covered",
        "cross", "crossed", "cup", "declared", "discarded", "dropped", "due", "eligible",
        "exerts", "fired", "formation", "forts", "fought", "halted", "heckler_due",
        "heckler_hex", "heckler_over", "held", "helped", "here", "hq_back", "impulse",
        "limits", "locked", "mines", "morning", "moved", "moving", "own", "part_of",
        "passage", "place", "points", "ready", "reassigned", "road", "rommel_in", "spent",
        "stage", "step", "struck", "stuck", "supply", "track", "tried", "turn", "under_way",
        "unplaced", "withdrawals", "withdrawing", "zoc", "zones",
    )  # fmt: skip

    fields: ClassVar[tuple[str, ...]] = tuple(
        name
        for name in __slots__
        if name
        not in (
            "battle",
            "exerts",
            "zoc",
            "here",
            "held",
            "zones",
            "own",
            "passage",
            "cache",
        )
    )
    """`here`, `held`, `zoc`, `zones`, `exerts` and `passage` follow from the rest; `cache` keeps
    reach and supply until something moves."""

    def __init__(self, pack: Pack, scenario: Scenario, options: tuple[str, ...]) -> None:
        """An empty table; `setup` puts the units on it."""
        super().__init__(pack, scenario, options)
        units = len(pack.units)
        self.stage = SETUP
        self.turn = 1
        self.active = scenario.first
        # the map
        self.clear_map()
        self.step = bytearray(units)
        self.formation = tuple(unit.formation for unit in pack.units)
        self.part_of = tuple(pack.brigade)  # whose troops a battalion counter stands for (R37)
        self.morning = bytearray(units)  # the supply of the initial segment: SUPPLIED
        self.supply = bytearray(units)  # and the supply a unit has now (R44)
        self.control = bytearray(pack.first_control)
        self.mines = pack.is_mined
        self.passage = pack.passage_past_mines
        """10.82, 10.83 Where the Axis may go: not over mines."""
        self.forts = pack.is_fort
        self.unplaced: tuple[int, ...] = ()
        # the turn
        self.points = [0] * len(POOLS)
        self.hq_back = [0] * units
        self.limits = [0, 0]
        self.rommel_in = False
        self.air = 0
        self.withdrawing = False
        self.withdrawals = 0
        self.allied_attacks = 0
        self.reassigned = [False, False]
        self.heckler_due = 0
        self.heckler_hex = NOBODY
        self.heckler_over = False
        # chits
        self.eligible: list[tuple[str, ...]] = [(), ()]
        self.chosen: list[tuple[str, ...]] = [(), ()]
        self.cup: tuple[str, ...] = ()
        self.dropped = ""
        self.ready = [False, False]
        self.track: list[tuple[str, ...]] = [(), ()]
        self.discarded: tuple[str, ...] = ()
        self.halted = [False, False]
        self.impulse = 0
        self.acted = bytearray(units)
        self.moved = bytearray(units)
        self.locked = bytearray(units)
        self.arrived = bytearray(units)  # as reinforcements or by sea, this turn
        self.clear_impulse()
        self.battle: Battle | None = None

    def clear_map(self) -> None:
        """Nobody stands anywhere."""
        hexes = len(self.pack.place_ids)
        self.place = [UNUSED] * len(self.pack.units)
        self.here: list[list[tuple[int, ...]]] = [[()] * hexes, [()] * hexes]
        self.own = [True, True]
        """Whether the stacks of each side are this table's own; else copies have them too."""
        self.exerts = [bytearray(hexes), bytearray(hexes)]
        self.zoc = [bytearray(hexes), bytearray(hexes)]
        self.held = [0, 0]  # as sets: the hexes where a side has units,
        self.zones = [0, 0]  # and those in its zones of control

    def clear_impulse(self) -> None:
        """Nobody has done anything in this impulse yet."""
        units = len(self.place)
        self.cache: dict[Any, Any] = {}
        self.chit = ""
        self.began = (NOBODY,) * units  # where units stood when the impulse began
        self.under_way = False  # something has moved or tried to breach
        self.due = [NOBODY] * units
        self.spent = bytearray(units)
        self.road = bytearray(units)
        self.stuck = bytearray(units)
        self.cross = (NOBODY,) * units
        self.helped = bytearray(units)  # how many units an engineer has assisted
        self.tried = bytearray(units)  # to breach, itself
        self.moving: tuple[int, ...] = ()
        self.covered: tuple[int, ...] = ()  # R10: the zones of both, when the phase began
        self.crossed: tuple[int, ...] = ()
        self.attacks = 0
        self.fired: tuple[int, ...] = ()
        self.fought: tuple[int, ...] = ()
        self.struck: tuple[int, ...] = ()  # attacked in normal combat
        self.armour_hexes: tuple[int, ...] = ()
        self.combat_hexes: tuple[int, ...] = ()
        self.declared: tuple[Attack, ...] = ()

    def copy(self) -> State:
        """Return a state that shares nothing that can change."""
        new = State.__new__(State)
        new.result = self.result
        new.happened = []
        new.pack = self.pack
        new.scenario = self.scenario
        new.options = self.options
        new.stage = self.stage
        new.turn = self.turn
        new.active = self.active
        new.place = self.place[:]
        new.step = self.step[:]
        new.formation = self.formation
        new.part_of = self.part_of
        new.morning = self.morning[:]
        new.supply = self.supply[:]
        new.here = self.here[:]
        new.own = [False, False]
        self.own = [False, False]
        new.control = self.control[:]
        new.mines = self.mines
        new.passage = self.passage
        new.forts = self.forts
        new.exerts = [self.exerts[0][:], self.exerts[1][:]]
        new.zoc = [self.zoc[0][:], self.zoc[1][:]]
        new.held = self.held[:]
        new.zones = self.zones[:]
        new.unplaced = self.unplaced
        new.points = self.points[:]
        new.hq_back = self.hq_back[:]
        new.limits = self.limits[:]
        new.rommel_in = self.rommel_in
        new.air = self.air
        new.withdrawing = self.withdrawing
        new.withdrawals = self.withdrawals
        new.allied_attacks = self.allied_attacks
        new.reassigned = self.reassigned[:]
        new.heckler_due = self.heckler_due
        new.heckler_hex = self.heckler_hex
        new.heckler_over = self.heckler_over
        new.eligible = self.eligible[:]
        new.chosen = self.chosen[:]
        new.cup = self.cup
        new.dropped = self.dropped
        new.ready = self.ready[:]
        new.track = self.track[:]
        new.discarded = self.discarded
        new.halted = self.halted[:]
        new.impulse = self.impulse
        new.acted = self.acted[:]
        new.moved = self.moved[:]
        new.locked = self.locked[:]
        new.arrived = self.arrived[:]
        new.chit = self.chit
        new.began = self.began
        new.under_way = self.under_way
        new.due = self.due[:]
        new.spent = self.spent[:]
        new.road = self.road[:]
        new.stuck = self.stuck[:]
        new.cross = self.cross
        new.helped = self.helped[:]
        new.tried = self.tried[:]
        new.moving = self.moving
        new.covered = self.covered
        new.crossed = self.crossed
        new.attacks = self.attacks
        new.fired = self.fired
        new.fought = self.fought
        new.struck = self.struck
        new.armour_hexes = self.armour_hexes
        new.combat_hexes = self.combat_hexes
        new.declared = self.declared
        new.battle = None  # marks, where states are copied, lie between battles
        new.cache = {}
        return new

    def data(self) -> dict[str, object]:
        """Everything, the battle in progress included."""
        found = super().data()
        for name, value in found.items():
            if isinstance(value, bytearray | bytes):
                found[name] = list(value)
        found["mines"] = [edge for edge in self.pack.mined_sides if self.mines[edge]]
        found["forts"] = [edge for edge in self.pack.fort_sides if self.forts[edge]]
        found["covered"] = self._covered_hexes()
        battle = None if self.battle is None else self.battle.data()
        return found | {"battle": battle}

    def _covered_hexes(self) -> list[int]:
        """R10 Whose zones lay over each hex when the phase began: 1 Axis, 2 Allied, 3 both."""
        spaces = self.pack.sets.spaces
        found = [0] * len(self.pack.place_ids) if self.covered else []
        for side, zones in enumerate(self.covered):
            for place in spaces(zones):
                found[place] |= 1 << side
        return found

    @property
    def date(self) -> str:
        """The day that is being played, as month and day."""
        return self.scenario.dates[self.turn - 1]

    def unit_id(self, unit: int) -> str:
        """The unit's name in options, events and journals."""
        return self.pack.unit_ids[unit]

    def place_id(self, place: int) -> str:
        """The hex's number in options, events and journals."""
        return self.pack.place_ids[place]

    def status(self, unit: int) -> int:
        """6.12, R44 The supply of a unit: as found at its activation, else as of the morning."""
        due = self.due[unit]
        return due if due >= 0 else self.supply[unit]
