"""The state of a game of Island of Death: everything on the table, as plain data."""

from __future__ import annotations

from hashlib import sha256
from json import dumps
from struct import pack as packed
from typing import Any, ClassVar

from khamsin.kernel.pack.state import PackState
from khamsin.kernel.play.state import Part

from .pack import Pack
from .pieces import ALLIED, FOLLOW_UP, GOOD, NOBODY, PLACE_IDS, UNUSED, W1, W2, Scenario

# What a unit did this turn (`did`, a sum of these)
MOVED = 1  # in the movement phase, or tried to infiltrate
LANDED = 2  # from the sea (6.54, 18.94)
DROPPED = 4  # by parachute (19.7, 19.8)
FLEW_IN = 8  # onto an airfield (16.13)
ATTACKED = 16  # in the combat phase (9.13)
ADVANCED = 32  # after combat: may break through (9.88)
TRIED = 64  # a breakthrough (10.31)
BOMBARDED = 128  # or fired at coast guns: no offensive support, no second bombardment (10.13)
GATHERED = 256  # tried to gather stragglers: does not move (17.81)
SILENT = 512  # a ship that does not fire any more this turn (16.73, 18.4)
STRATEGIC = 1024  # moved strategically
CONTESTED = 2048  # came down in enemy ZOC or among enemies: no rally (R64)
SECOND_WAVE = 4096  # landed from a second wave box this phase (18.8)
ATTACHED = 8192  # to another formation, in this initial segment (15.21)
RESTORED = 16384  # by a replacement, in this initial segment (17.4)
OUTSIDE = 32768  # enemy zones of control as its movement phase began: no infiltration (6.41)
STRIDE = 65536  # times the hexes it has advanced in this phase (9.86)
ARRIVED = LANDED | DROPPED | FLEW_IN


DERIVED = ("here", "own", "zoc", "exerts", "bars", "count", "near1", "near2")
"""Kept up to date by `control`, for speed: they follow from the rest of the state."""

NUMBERS = (
    "place", "level", "order", "unsupplied", "formation", "ammo", "deployed", "back", "seen", "did",
    "due", "adc", "bonus", "control", "control_at_start", "forts", "rolled", "landed",
)  # fmt: skip
"""The long rows of numbers: one for each unit or hex."""


def alter(values: tuple[int, ...], number: int, value: int) -> tuple[int, ...]:
    """The same values with one changed.

    What seldom changes is kept in tuples, so that the many snapshots of a match can share it.
    """
    new = list(values)
    new[number] = value
    return tuple(new)


class Battle(Part):
    """The combat being resolved (9.3); there is none at a mark."""

    __slots__ = (
        "attack", "attacker", "attackers", "column", "defence", "defenders", "guides",
        "hexes", "is_breakthrough", "is_drop", "leaders", "led", "level", "line",
        "modifiers", "place", "result", "roll", "support",
    )  # fmt: skip
    fields: ClassVar[tuple[str, ...]] = __slots__

    def __init__(self, place: int, attacker: int) -> None:
        self.place = place
        self.attacker = attacker
        self.attackers: tuple[int, ...] = ()
        self.hexes: tuple[int, ...] = ()
        self.defenders: tuple[int, ...] = ()
        self.support: list[tuple[tuple[int, bool], ...]] = [(), ()]
        """Of attacker and defender: the units whose support counts, and whether it is doubled."""
        self.leaders = [NOBODY, NOBODY]
        self.led = [False, False]
        """Of attacker and defender: whether it is known by now if a leader helps."""
        self.guides: tuple[int, ...] = ()
        """19.51 Leaders who have tried to help in the same fight for a landing hex before."""
        self.attack = 0
        self.defence = 0
        self.level = 0
        self.modifiers: tuple[tuple[str, int], ...] = ()
        self.line = ""
        self.column = -1
        self.roll = 0
        self.result = ""
        self.is_drop = False
        self.is_breakthrough = False


class State(PackState[Pack, Scenario]):
    """The table: units, control, markers, boxes, plans, and how far the day has come."""

    __slots__ = (
        "active", "adc", "air", "air_cut", "air_on", "ammo", "attacked", "back", "bars",
        "battle", "beach_blocked", "bonus", "broken_groups", "cancelled", "control",
        "control_at_start", "count", "day", "deployed", "did", "dropped", "due", "dz",
        "exerts", "far_used", "fires", "formation", "forts", "guards", "here",
        "hidden_setup", "landed", "leader_uses", "level", "lost", "marker_plans", "militia",
        "moving", "moving_left", "navy", "near1", "near2", "order", "own", "para_lost",
        "phase", "place", "raid_cut", "raids", "rolled", "seen", "series", "series_plans",
        "ships_until", "shots", "stockpile", "turn", "unsupplied", "weather", "zoc",
        "zones",
    )  # fmt: skip

    fields: ClassVar[tuple[str, ...]] = tuple(
        name for name in __slots__ if name != "battle" and name not in DERIVED
    )

    def __init__(self, pack: Pack, scenario: Scenario, options: tuple[str, ...]) -> None:
        """An empty table; `setup` puts the units on it."""
        super().__init__(pack, scenario, options)
        units, land = len(pack.units), pack.land
        self.phase = "setup"
        self.day = scenario.first_day
        self.turn = 0
        self.active = ALLIED
        self.weather = pack.tables.first_weather
        # Units
        self.place = [UNUSED] * units
        self.level = (0,) * units
        self.order = (GOOD,) * units
        self.unsupplied = (0,) * units
        self.formation = tuple(unit.formation for unit in pack.units)
        self.ammo = (0,) * units
        self.deployed = (0,) * units
        self.back = tuple(range(units))
        """What is printed on a face-down counter: the number of the counter that bears it."""
        self.seen = tuple(0 if hidden else 1 for hidden in pack.is_hidden)
        self.did = [0] * units
        self.due = (NOBODY,) * units
        """When a leader or an HQ comes back: the number of the turn, or of the day's first turn."""
        self.adc = (0,) * units
        self.bonus = (0,) * units
        """14.1 What a leader adds to the movement allowance in this phase."""
        # The map
        self.here: list[list[tuple[int, ...]]] = [[()] * land, [()] * land]
        """The counters of each side in each land hex, in order."""
        self.own = [True, True]
        """Whether the stacks of each side are this table's own; else copies have them too."""
        self.control = [ALLIED] * land
        self.control_at_start = (ALLIED,) * land
        self.forts = tuple(int(hex_.fort) for hex_ in pack.hexes)
        self.rolled = (0,) * land
        self.landed = (0,) * land
        self.dz = [NOBODY, NOBODY]
        self.zoc = [bytearray(land), bytearray(land)]
        """How many hexes of each side exert a zone of control into each hex."""
        self.exerts = [bytearray(land), bytearray(land)]
        self.bars = [bytearray(land), bytearray(land)]
        """Whether what each side has in a hex keeps enemies out of it (6.52)."""
        self.count = [bytearray(land), bytearray(land)]
        """How many land units of each side stand in each hex (R19)."""
        self.near1 = [bytearray(land), bytearray(land)]
        """How many hexes with land units of each side are next to each hex, or the hex itself."""
        self.near2 = [bytearray(land), bytearray(land)]
        """The same within two hexes."""
        # Plans and secrets
        self.marker_plans: tuple[tuple[int, int, int], ...] = ()
        """(turn, marker, hex) of drop zone markers that are still to drop."""
        self.series_plans: tuple[tuple[int, ...], ...] = ()
        """(turn, formation, q, r, units ...): where from the marker, in axial steps."""
        self.far_used = [0, 0]
        """19.22 Whether the one series of a formation that may go farther has been planned."""
        self.zones = [NOBODY, NOBODY]
        """The beach zones of the 4th and the 20th Division."""
        self.hidden_setup: tuple[tuple[int, int], ...] = ()
        """What the Allied player has set up face down so far: (what is printed, hex)."""
        self.militia = 0
        # The day
        self.air = 0
        self.raids = 0
        self.air_cut = [0] * len(pack.days)
        self.raid_cut = [0] * len(pack.days)
        """17.6 What the Royal Navy leaves of a day's raids: 0 all, 1 half, 2 none."""
        self.beach_blocked = [0] * len(pack.days)
        self.ships_until = NOBODY
        self.navy = 0
        self.stockpile = 0
        self.lost = list(scenario.steps_lost)
        self.para_lost = 0
        self.broken_groups = [0] * len(pack.groups)
        self.cancelled = False
        # What a phase must show
        self.fires: tuple[tuple[int, int, int], ...] = ()
        """Offensive markers: (unit, hex, kind); see `support`."""
        self.guards: tuple[tuple[int, int], ...] = ()
        self.air_on: tuple[int, ...] = ()
        self.attacked: tuple[int, ...] = ()
        """The hexes attacked in this combat phase."""
        self.leader_uses = [0] * len(pack.formations)
        self.series: tuple[tuple[int, ...], ...] = ()
        """Series that come down in this phase: (formation, hex, units ...)."""
        self.dropped = [0, 0]
        """Series of each marker's formation that came down this turn."""
        self.shots: tuple[tuple[int, int, int], ...] = ()
        self.moving = NOBODY
        self.moving_left = 0
        self.battle: Battle | None = None

    def copy(self) -> State:
        """Return a state that shares nothing that can change."""
        new = State.__new__(State)
        new.result = self.result
        new.happened = []
        new.pack = self.pack
        new.scenario = self.scenario
        new.options = self.options
        new.phase = self.phase
        new.day = self.day
        new.turn = self.turn
        new.active = self.active
        new.weather = self.weather
        new.place = self.place[:]
        new.level = self.level
        new.order = self.order
        new.unsupplied = self.unsupplied
        new.formation = self.formation
        new.ammo = self.ammo
        new.deployed = self.deployed
        new.back = self.back
        new.seen = self.seen
        new.did = self.did[:]
        new.due = self.due
        new.adc = self.adc
        new.bonus = self.bonus
        new.here = self.here[:]
        new.own = [False, False]
        self.own = [False, False]
        new.control = self.control[:]
        new.control_at_start = self.control_at_start
        new.forts = self.forts
        new.rolled = self.rolled
        new.landed = self.landed
        new.dz = self.dz[:]
        new.zoc = [self.zoc[0][:], self.zoc[1][:]]
        new.exerts = [self.exerts[0][:], self.exerts[1][:]]
        new.bars = [self.bars[0][:], self.bars[1][:]]
        new.count = [self.count[0][:], self.count[1][:]]
        new.near1 = [self.near1[0][:], self.near1[1][:]]
        new.near2 = [self.near2[0][:], self.near2[1][:]]
        new.marker_plans = self.marker_plans
        new.series_plans = self.series_plans
        new.far_used = self.far_used[:]
        new.dropped = self.dropped[:]
        new.zones = self.zones[:]
        new.hidden_setup = self.hidden_setup
        new.militia = self.militia
        new.air = self.air
        new.raids = self.raids
        new.air_cut = self.air_cut[:]
        new.raid_cut = self.raid_cut[:]
        new.beach_blocked = self.beach_blocked[:]
        new.ships_until = self.ships_until
        new.navy = self.navy
        new.stockpile = self.stockpile
        new.lost = self.lost[:]
        new.para_lost = self.para_lost
        new.broken_groups = self.broken_groups[:]
        new.cancelled = self.cancelled
        new.fires = self.fires
        new.guards = self.guards
        new.air_on = self.air_on
        new.attacked = self.attacked
        new.leader_uses = self.leader_uses[:]
        new.series = self.series
        new.shots = self.shots
        new.moving = self.moving
        new.moving_left = self.moving_left
        new.battle = None  # marks, where states are copied, lie between battles
        return new

    def data(self) -> dict[str, Any]:
        """Everything, the battle in progress included."""
        battle = None if self.battle is None else self.battle.data()
        return super().data() | {"battle": battle}

    def digest(self) -> str:
        """Sixteen hexadecimal digits, the same for equal states on every machine.

        The long rows go in as they are: a match has thousands of marks, and JSON is slow.
        """
        rest = self.data()
        rows = [rest.pop(name) for name in NUMBERS]
        digest = sha256(dumps(rest, sort_keys=True, separators=(",", ":")).encode())
        for row in rows:
            digest.update(packed(f"<{len(row)}i", *row))
        return digest.hexdigest()[:16]

    def unit_id(self, unit: int) -> str:
        """The unit's name in options, events and journals."""
        return self.pack.unit_ids[unit]

    def place_id(self, h: int) -> str:
        """The hex's name in options, events and journals."""
        return self.pack.place_ids[h]

    def names(self, units: tuple[int, ...] | list[int]) -> tuple[str, ...]:
        """The names of several units."""
        return tuple([self.pack.unit_ids[unit] for unit in units])

    def places(self, hexes: list[int]) -> tuple[str, ...]:
        """The names of several hexes."""
        return tuple([self.pack.place_ids[h] for h in hexes])

    @property
    def now(self) -> int:
        """The number of the turn, counted from the morning of 29 June."""
        return self.day * 4 + self.turn

    @property
    def is_night(self) -> bool:
        """Whether this is a night turn."""
        return self.turn == 3


def whereabouts(g: State, unit: int) -> str:
    """Where a unit is: a hex, a box, or nothing ("" for counters that are not in play)."""
    place = g.place[unit]
    if place >= 0:
        return g.pack.place_ids[place]
    if place <= W2:
        return f"w2_{g.pack.place_ids[g.pack.beaches[W2 - place]]}"
    if place <= W1:
        return f"w1_{g.pack.place_ids[g.pack.beaches[W1 - place]]}"
    if place <= FOLLOW_UP:
        return f"followup_{g.pack.zone_ids[FOLLOW_UP - place]}"
    return PLACE_IDS[-1 - place]
