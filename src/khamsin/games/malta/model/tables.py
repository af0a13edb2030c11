"""The tables of the rules, read from tables.toml."""

from __future__ import annotations

from typing import NamedTuple

from khamsin.kernel.errors import DataError
from khamsin.kernel.pack.data import Table
from khamsin.kernel.play.odds import level_named

from .limits import read_limits
from .numbers import read_numbers
from .pieces import WEATHERS

TERRAIN_ROWS = ("clear", "woods", "town", "city", "fort", "beach", "road", "creek", "creek_rise")
DROPS = ("on_target", "adjacent", "half", "one_die", "two_dice")
ON_TARGET, ADJACENT, HALF, ONE_DIE, TWO_DICE = range(5)
SHARES = ("all", "half", "none")
LETTERS = ("", "D", "Z")
NO_LETTER, D, Z = range(3)
"""9.41 What may stand beside the hits."""


class Result(NamedTuple):
    """One half of a cell of the combat table (9.4): hits, and no letter, D or Z (9.41)."""

    hits: int
    order: int


class Terrain(NamedTuple):
    """One row of the terrain effects table; costs in half movement points, by class."""

    normal: tuple[int, int, int]
    strategic: tuple[int, int, int]
    blocks_fire: bool
    halves: bool
    defence_factor: int
    defender_hits: int
    advance_stops: bool


class Navy(NamedTuple):
    """17.6 One row of the Royal Navy table."""

    name: str
    damaged: str  # "none", "half" or "all" of the ships
    absent_until: str
    lost_per_box: int
    lost_from: int
    blocked: tuple[str, ...]
    air: dict[str, int]
    raids: dict[str, str]
    surrender: int  # 20.2 added to the surrender roll


def _result(text: str) -> Result:
    digits = text.rstrip("DZ-")
    return Result(int(digits or 0), LETTERS.index(text[len(digits) :].strip("-")))


class Tables:
    """Everything in tables.toml."""

    def __init__(self, file: Table, days: tuple[str, ...]) -> None:
        self._read_combat(file)
        self._read_bombardment(file)
        self._read_landings(file)
        self._read_terrain(file)
        self._read_day(file, days)
        self.numbers = read_numbers(file)
        self.limits = read_limits(file, days)
        file.done()

    def _read_combat(self, file: Table) -> None:
        crt = file.table("crt")
        columns = len(crt.texts("columns"))
        crt.source()
        lines = crt.table("line")
        self.lines: dict[str, tuple[int, ...]] = {}
        self.line_names: dict[str, str] = {}
        for key in lines:
            row = lines.table(key)
            self.line_names[key] = row.text("name")
            self.lines[key] = tuple(level_named(odds) for odds in row.texts("odds"))
            row.source()
        results = crt.table("result")
        self.combat: list[tuple[tuple[Result, Result], ...]] = [(), ()]
        for roll in range(2, 13):
            cells = [cell.split("/") for cell in results.texts(str(roll))]
            if len(cells) != columns:
                raise DataError(f"{results.where}: row {roll} must have {columns} cells")
            self.combat.append(tuple((_result(a), _result(d)) for a, d in cells))
        lines_of = file.table("terrain_lines")
        self.terrain_lines = tuple(
            (key, lines_of.choice(key, tuple(self.lines)))
            for key in ("city", "fort", "woods", "town", "clear")
        )
        lines_of.source()

    def _read_bombardment(self, file: Table) -> None:
        table = file.table("bombardment")
        table.texts("columns")
        table.source()
        lines = table.table("line")
        self.bombard_lines = [(), *(lines.integers(key) for key in ("1", "2", "3", "4"))]
        results = table.table("result")
        self.bombard = [(), (), *(results.texts(str(roll)) for roll in range(2, 13))]
        shift = table.table("shift")
        self.shift_artillery = shift.integer("enemy_artillery_in_hex")
        self.shift_fort = shift.integer("fort")
        self.shift_far = shift.integer("not_adjacent_to_any_friendly_unit")
        self.shift_tanks = shift.integer("only_tanks_in_hex")
        shift.source()

    def _read_landings(self, file: Table) -> None:
        edge = file.table("waters_edge")
        edge.source()
        self.waters_edge = [
            (row.integer("min"), row.integer("max"), row.integers("hits_on"))
            for row in edge.rows("row")
        ]
        drop = file.table("drop")
        drop.source()
        self.drop = [
            (row.integer("max"), DROPS.index(row.choice("result", DROPS)))
            for row in drop.rows("row")
        ]
        scatter = file.table("scatter")
        self.scatter = ("", *(scatter.text(str(die)) for die in range(1, 7)))
        scatter.source()
        solitaire = file.table("solitaire")
        solitaire.source()
        hexes, zones = solitaire.table("drop_marker_hex"), solitaire.table("beach_zone")
        self.solitaire_hex = ("", *(hexes.text(str(die)) for die in range(1, 7)))
        self.solitaire_zone = ("", *(zones.text(str(die)) for die in range(1, 7)))

    def _read_terrain(self, file: Table) -> None:
        table = file.table("terrain_effects")
        table.source()
        self.terrain: dict[str, Terrain] = {}
        for key in TERRAIN_ROWS:
            row = table.table(key)
            costs = [row.integers(name) for name in ("foot", "mot", "mech")]
            self.terrain[key] = Terrain(
                normal=(costs[0][0], costs[1][0], costs[2][0]),
                strategic=(costs[0][-1], costs[1][-1], costs[2][-1]),
                blocks_fire=row.flag("blocks_coast_fire", default=False),
                halves=row.flag("halves_offensive_artillery", default=False),
                defence_factor=row.integer("defence_factor", default=1),
                defender_hits=row.integer("defender_hits", default=0),
                advance_stops=row.flag("advance_stops", default=False),
            )
        zoc = file.table("zoc_cost")
        pairs = [zoc.table(name) for name in ("foot", "mot", "mech")]
        enter = [2 * pair.integer("enter") for pair in pairs]
        leave = [2 * pair.integer("leave") for pair in pairs]
        self.zoc_enter = (*enter, min(enter))
        """5.2 In half points by class; a leader takes the cheapest (14.3)."""
        self.zoc_leave = (*leave, min(leave))
        zoc.source()

    def _read_day(self, file: Table, days: tuple[str, ...]) -> None:
        weather = file.table("weather")
        self.weather = [
            (
                row.integer("max"),
                WEATHERS.index(row.choice("weather", WEATHERS)),
                row.integer("air_support"),
                row.choice("air_raids", SHARES),
            )
            for row in weather.rows("row")
        ]
        self.first_weather = WEATHERS.index(weather.choice("first_day", WEATHERS))
        weather.source()
        raids = file.table("air_raids")
        self.raids = tuple(raids.integer(day, default=0) for day in days)
        navy = file.table("royal_navy")
        navy.source()
        self.navy: list[Navy | None] = [None] * 7
        for row in navy.rows("row"):
            air = row.table("air_support_delta") if row.has("air_support_delta") else None
            cut = row.table("air_raids") if row.has("air_raids") else None
            entry = Navy(
                name=row.text("name"),
                damaged=row.choice("ships_damaged", SHARES, default="none"),
                absent_until=row.text("ships_absent_until", default=""),
                lost_per_box=row.integer("followup_units_lost_per_box", default=0),
                lost_from=row.integer("followup_units_lost_from", default=0),
                blocked=row.texts("beach_supply_blocked", default=()),
                air={day: air.integer(day) for day in air} if air else {},
                raids={day: cut.text(day) for day in cut} if cut else {},
                surrender=row.integer("surrender", default=0),
            )
            for roll in row.integers("roll"):
                self.navy[roll] = entry
        self.companies: dict[str, int] = {}
        for row in file.rows("breakdown"):
            self.companies[row.text("pool")] = row.integer("companies", low=2)
            row.source()
        militia = file.table("militia")
        self.militia_town = militia.integers("town_success")
        self.militia_city = militia.integers("city_success")
        militia.source()
        ammunition = file.table("ammunition")
        self.defensive_spends = ammunition.integers("expend_defensive_on")
        self.round_on = ammunition.integers("round_on")
        self.allied_sources = ammunition.texts("allied_sources")
        ships, stragglers = file.table("ship_communications"), file.table("stragglers")
        self.communications_fail = ships.integers("fails_on")
        ships.source()
        self.straggler_recovers = stragglers.integers("recovers_on")
        stragglers.source()
        surrender = file.table("surrender")
        self.surrender_cities = surrender.texts("city_hexes")
        self.beach_line_from = days.index(surrender.choice("beach_line_counts_from", days))
        dates = surrender.table("date")
        self.dates = tuple(dates.integer(day, default=0) for day in days)
