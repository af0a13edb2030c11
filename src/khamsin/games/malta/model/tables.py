"""The tables of the rules, read from tables.toml."""

from __future__ import annotations

from typing import NamedTuple

from khamsin.kernel.errors import DataError
from khamsin.kernel.pack.data import Table

from .pieces import WEATHERS

TERRAIN_ROWS = ("clear", "woods", "town", "city", "fort", "beach", "road", "creek", "creek_rise")
DROPS = ("on_target", "adjacent", "half", "one_die", "two_dice")
ON_TARGET, ADJACENT, HALF, ONE_DIE, TWO_DICE = range(5)
SHARES = ("all", "half", "none")


class Result(NamedTuple):
    """One half of a cell of the combat table (9.4): hits, and 0, 1 (D) or 2 (Z)."""

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


class Numbers(NamedTuple):
    """Single numbers of the rules, table by table."""

    landing_eliminated: int
    landing_adjacent: int
    landing_near: int
    airborne_reduced: int
    airborne_enemy: int
    airborne_aa: int
    airborne_terrain: int
    drop_german: int
    drop_aa: int
    drop_solitaire: int
    infiltration_success: int
    infiltration_friend: int
    infiltration_night: int
    infiltration_tank: int
    infiltration_motorised: int
    infiltration_forts: int
    light_limber: int
    light_deploy: int
    limber: int
    raid_hit: int
    raid_aa_range: int
    gun_hit: int
    gun_close: int
    gun_bonus: int
    guns_per_hex: int
    dice_major: int
    dice_minor: int
    dice_beach: int
    max_rounds: int
    leader_killed: int
    leader_step: int
    leader_overrun: int
    armour_attacks: int
    armour_defends: int
    engineers: int
    envelopment: int
    attacker_integrity: int
    defender_integrity: int
    mixed: int
    morale_max: int
    morale_min: int
    air: int
    leader_attack: int
    leader_defence: int
    towns_counted: int
    steps_counted: int
    axis_wins: int
    allied_wins: int
    per_city: int
    per_airfield: int
    per_towns: int
    forts: int
    per_allied_steps: int
    per_axis_steps: int
    per_hq: int
    per_beach: int
    navy_some: int
    navy_six: int
    delay_cancelled: int
    delay_airfield: int
    delay_steps: int
    delay_hq: int
    delay_rain: int


def odds_level(text: str) -> int:
    """9.3.d Odds as a whole number on one scale: 1:1 is 1, 2:1 is 2, 1:2 is 0, 1:3 is -1 ...

    >>> [odds_level(odds) for odds in ("1:3", "1:2", "1:1", "6:1")]
    [-1, 0, 1, 6]
    """
    left, right = (int(part) for part in text.split(":"))
    return left if right == 1 else 2 - right


def odds_text(level: int) -> str:
    """The odds of such a number in the usual form.

    >>> [odds_text(level) for level in (-1, 0, 1, 6)]
    ['1:3', '1:2', '1:1', '6:1']
    """
    return f"{level}:1" if level >= 1 else f"1:{2 - level}"


def _result(text: str) -> Result:
    digits = text.rstrip("DZ-")
    return Result(int(digits or 0), 2 if text.endswith("Z") else int(text.endswith("D")))


class Tables:
    """Everything in tables.toml."""

    def __init__(self, file: Table, days: tuple[str, ...]) -> None:
        self._read_combat(file)
        self._read_bombardment(file)
        self._read_landings(file)
        self._read_terrain(file)
        self._read_day(file, days)
        self.numbers = _read_numbers(file)
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
            self.lines[key] = tuple(odds_level(odds) for odds in row.texts("odds"))
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


def _read_numbers(file: Table) -> Numbers:
    landing, airborne = file.table("landing_loss"), file.table("airborne_loss")
    landing.texts("exempt")
    airborne.texts("exempt")
    drop, infiltration = file.table("drop"), file.table("infiltration")
    modes = file.table("artillery_mode_cost")
    light, other = modes.table("parachute_or_glider"), modes.table("other")
    raids, guns = file.table("air_raids"), file.table("coast_guns")
    ammunition, leaders = file.table("ammunition"), file.table("leader_loss")
    odds, surrender = file.table("odds_modifiers"), file.table("surrender")
    ending, delay = surrender.table("modifiers"), file.table("delayed_landings")
    for table in (
        landing, airborne, infiltration, modes, raids, guns, ammunition, leaders, odds, surrender,
        delay,
    ):  # fmt: skip
        table.source()
    return Numbers(
        landing_eliminated=landing.integer("eliminated_at"),
        landing_adjacent=landing.integer("adjacent_to_allied"),
        landing_near=landing.integer("within_two_of_allied"),
        airborne_reduced=airborne.integer("reduced_at"),
        airborne_enemy=airborne.integer("enemy_in_hex"),
        airborne_aa=airborne.integer("aa_within_three"),
        airborne_terrain=airborne.integer("woods_town_city_fort"),
        drop_german=drop.integer("german"),
        drop_aa=drop.integer("per_aa_within_three"),
        drop_solitaire=drop.integer("solitaire"),
        infiltration_success=infiltration.integer("success_at"),
        infiltration_friend=infiltration.integer("friendly_in_destination"),
        infiltration_night=infiltration.integer("night"),
        infiltration_tank=infiltration.integer("tank"),
        infiltration_motorised=infiltration.integer("motorised"),
        infiltration_forts=infiltration.integer("both_hexes_next_to_enemy_held_fort"),
        light_limber=2 * light.integer("limber"),
        light_deploy=2 * light.integer("deploy"),
        limber=2 * other.integer("limber"),
        raid_hit=raids.integer("hit_on"),
        raid_aa_range=raids.integer("minus_per_aa_within"),
        gun_hit=guns.integer("hit_on"),
        gun_close=guns.integer("close_range"),
        gun_bonus=guns.integer("close_bonus"),
        guns_per_hex=guns.integer("max_per_hex"),
        dice_major=ammunition.integer("dice_major_port"),
        dice_minor=ammunition.integer("dice_minor_port"),
        dice_beach=ammunition.integer("dice_landed_beach"),
        max_rounds=ammunition.integer("max_rounds"),
        leader_killed=leaders.integer("combat_killed_at_or_below"),
        leader_step=leaders.integer("per_extra_step"),
        leader_overrun=leaders.integer("overrun_killed_at_or_below"),
        armour_attacks=odds.integer("armour_attacks"),
        armour_defends=odds.integer("armour_defends"),
        engineers=odds.integer("engineers_vs_fort"),
        envelopment=odds.integer("envelopment_four_hexes"),
        attacker_integrity=odds.integer("attacker_integrity"),
        defender_integrity=odds.integer("defender_integrity"),
        mixed=odds.integer("mixed_formations"),
        morale_max=odds.integer("morale_max"),
        morale_min=odds.integer("morale_min"),
        air=odds.integer("per_air_support"),
        leader_attack=odds.integer("leader_attack"),
        leader_defence=odds.integer("leader_defence"),
        towns_counted=surrender.integer("towns_counted"),
        steps_counted=surrender.integer("steps_counted"),
        axis_wins=surrender.integer("axis_wins_at_or_below"),
        allied_wins=surrender.integer("allied_wins_at_or_above"),
        per_city=ending.integer("per_axis_city_hex"),
        per_airfield=ending.integer("per_axis_airfield"),
        per_towns=ending.integer("per_axis_towns"),
        forts=ending.integer("two_or_more_forts_destroyed"),
        per_allied_steps=ending.integer("per_allied_steps"),
        per_axis_steps=ending.integer("per_axis_steps"),
        per_hq=ending.integer("per_axis_hq_currently_eliminated"),
        per_beach=ending.integer("per_allied_controlled_beach_linked_to_occupied_followup_box"),
        navy_some=ending.integer("royal_navy_roll_4_or_5"),
        navy_six=ending.integer("royal_navy_roll_6"),
        delay_cancelled=delay.integer("cancelled_at"),
        delay_airfield=delay.integer("no_axis_airfield"),
        delay_steps=delay.integer("nine_or_more_parachute_steps_lost"),
        delay_hq=delay.integer("per_parachute_hq_eliminated"),
        delay_rain=delay.integer("rain"),
    )
