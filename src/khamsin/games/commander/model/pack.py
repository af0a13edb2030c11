"""The data pack: three campaigns with their maps, counters and charts."""

from __future__ import annotations

from pathlib import Path

from khamsin.kernel.errors import DataError
from khamsin.kernel.map.board import Board
from khamsin.kernel.pack.data import Table, pack_digest, read_toml

from . import charts
from .pieces import (  # fmt: skip
    ALLIED,
    ALWAYS,
    AXIS,
    AXIS_NATIONS,
    IF_CONTROLLED,
    NATIONS,
    NEVER,
    NOBODY,
    NOWHERE,
    PLANS,
    SIDES,
    TYPES,
    Area,
    Box,
    OptionRow,
    Region,
    Unit,
)

STANDARD_PACK = Path(__file__).parents[1] / "data"
FILES = ("map", "units", "scenarios", "tables")
NUMBERS = (
    "axis_supplies", "operation_forces", "axis_resupply_points", "allied_base_plans",
    "axis_group_delay",
)  # fmt: skip
"""The numbers that a campaign option may change (R45)."""
_NUMBERS_ON_A_FORCE = 4  # values.1


class Campaign:
    """campaigns.0 One campaign: its map, its counters, its charts, by number."""

    def __init__(self, row: Table) -> None:
        self.id = row.text("id")
        self.name = row.text("name")
        self.subtitle = row.text("subtitle")
        self.scale = row.text("scale")  # scale.1: shown, and nothing more
        kind = row.choice("victory_kind", ("win_controls_all", "end_allied_controls_all"))
        self.is_delay = kind == "end_allied_controls_all"
        self.victory_names = row.texts("victory_areas")
        self.defeat_name = row.text("defeat")
        self.end_vp = row.integer("end_of_track_vp")
        self.supplies = (row.integer("axis_supplies"), row.integer("allied_supplies"))
        self.operation_forces = row.integer("operation_forces", low=0)
        self.first_operation_group = row.text("first_operation_group", default="")  # dday.1
        row.source()
        self.boxes: tuple[Box, ...] = ()
        self.arrivals: dict[str, int] = {}
        self.first_group = ""
        self.options: tuple[OptionRow, ...] = ()

    # -- map and counters ----------------------------------------------------------------------

    def read_map(self, file: Table) -> None:
        """control.1, check.1 Areas, regions and links."""
        regions = [row for row in file.rows("region") if row.text("campaign") == self.id]
        self.regions = tuple(
            Region(row.text("id"), row.text("name"), row.integer("axis_limit"), row.source())
            for row in regions
        )
        region_ids = [region.id for region in self.regions]
        areas: list[Area] = []
        for row in file.rows("area"):
            if row.text("campaign") != self.id:
                continue
            areas.append(
                Area(
                    id=row.text("id"),
                    name=row.text("name"),
                    region=region_ids.index(row.choice("region", region_ids)),
                    x=row.integer("x"),
                    y=row.integer("y"),
                    flag=row.choice("flag", ("", *NATIONS)),
                    fortification=row.flag("fortification"),
                    axis_placement=row.choice("axis_placement", (ALWAYS, IF_CONTROLLED, NEVER)),
                    allied_placement=row.flag("allied_placement"),
                    source=row.source(),
                )
            )
        self.areas = tuple(areas)
        names = [area.id for area in areas]
        links: list[tuple[str, str]] = []
        for row in file.rows("link"):
            if row.text("campaign") == self.id:
                links.append((row.choice("a", names), row.choice("b", names)))
                row.source()
        self.board = Board(names, links)
        self.place_ids = self.board.names
        self.neighbours = self.board.neighbours
        self.region_of = tuple(area.region for area in areas)
        self.region_areas = tuple(
            tuple(n for n, area in enumerate(areas) if area.region == region)
            for region in range(len(self.regions))
        )
        self.flag_side = tuple(
            NOBODY if not area.flag else AXIS if area.flag in AXIS_NATIONS else ALLIED
            for area in areas
        )
        self.objectives = tuple(n for n, side in enumerate(self.flag_side) if side != NOBODY)
        self.refuges = tuple(n for n, area in enumerate(areas) if area.allied_placement)
        self.victory = tuple(self.board.at(name) for name in self.victory_names)
        self.defeat = self.board.at(self.defeat_name) if self.defeat_name else NOBODY

    def read_units(self, file: Table) -> None:
        """values.1 The counters of this campaign (sort.1)."""
        units: list[Unit] = []
        self.start: list[int] = []
        for row in file.rows("unit"):
            if row.text("campaign") != self.id:
                continue
            units.append(
                Unit(
                    id=row.text("id"),
                    name=row.text("name"),
                    side=SIDES.index(row.choice("side", SIDES)),
                    nation=row.choice("nation", NATIONS),
                    type=TYPES.index(row.choice("type", TYPES)),
                    full=_four(row, "full"),
                    reduced=_four(row, "reduced"),
                    group=row.text("group"),
                    airborne=row.flag("airborne", default=False),
                    source=row.source(),
                )
            )
            row.text("historical", default="")
            where = row.text("start_area")
            self.start.append(self.board.at(where) if where else NOWHERE)
        self.units = tuple(units)
        self.unit_ids = tuple(unit.id for unit in units)
        self.unit_index = {unit.id: number for number, unit in enumerate(units)}
        self.side_of = tuple(unit.side for unit in units)
        self.units_of = tuple(
            tuple(n for n, unit in enumerate(units) if unit.side == side)
            for side in range(len(SIDES))
        )
        self.unit_type = tuple(unit.type for unit in units)
        self.max_move = tuple((0, unit.reduced[3], unit.full[3]) for unit in units)
        self.printed = tuple(((0, 0, 0, 0), unit.reduced, unit.full) for unit in units)
        self.price = tuple(unit.full[0] for unit in units)  # spend.2

    # -- track, options, charts ----------------------------------------------------------------

    def read_scenario(self, file: Table) -> None:
        """vp.1, forces.2, options.1 The turn track, the periods, the options."""
        boxes: list[Box] = []
        for row in file.rows("turn"):
            if row.text("scenario") != self.id:
                continue
            if row.integer("turn") != len(boxes) + 1:
                raise DataError(f"{row.where}: the turns must be numbered from 1 on")
            torch = row.integer("torch", default=0)
            boxes.append(Box(row.text("label"), row.integer("vp"), torch))
            row.source()
        self.boxes = tuple(boxes)
        for row in file.rows("arrival"):
            if row.text("scenario") == self.id:
                self.arrivals[row.text("group")] = row.integer("turn", low=0)
                row.text("label")
                row.source()
        self.first_group = next(iter(self.arrivals))  # link.3: the earliest period
        self.options = tuple(
            _option(row) for row in file.rows("option") if row.text("scenario") == self.id
        )

    def read_charts(self, file: Table) -> None:
        """planset.1, aplan.2, orders.1, aresupply.1, points.2 The charts beside the map."""
        mix = self._only(file, "plan_mix")
        self.axis_plans = mix.texts("axis")  # planset.2
        allied = mix.table("allied")
        self.allied_plans = tuple(
            plan for plan in PLANS if allied.has(plan) for _ in range(allied.integer(plan))
        )
        mix.source()
        self.points = charts.read_plan_points(self._only(file, "plan_points"))
        entries = self._only(file, "ops_placement")
        self.ops_entries = charts.read_entries(entries, "rows", self._at)
        entries.source()
        tables = [row for row in file.rows("orders") if row.text("campaign") == self.id]
        by_region = {row.text("region"): charts.read_orders(row, self._at) for row in tables}
        self.orders = tuple(by_region[region.id] for region in self.regions)
        resupply = self._only(file, "allied_resupply")
        self.resupply_modifiers = charts.read_modifiers(resupply, self._at)
        self.gains = charts.read_gains(resupply)
        self.resupply_entries = charts.read_entries(resupply, "placement", self._at)
        resupply.source()
        self.axis_resupply = charts.read_axis_resupply(self._only(file, "axis_resupply"), self._at)

    def _only(self, file: Table, key: str) -> Table:
        for row in file.rows(key):
            if row.text("campaign") == self.id:
                return row
        raise DataError(f'there is no [[{key}]] for the campaign "{self.id}"')

    def _at(self, row: Table, key: str) -> int:
        """The area named under a key, or by a key of the form `areas <name>`."""
        name = key.removeprefix("areas ") if key.startswith("areas ") else row.text(key, default="")
        if not name:
            return NOBODY
        if name not in self.board.index:
            raise DataError(f'{row.where}: there is no area "{name}" on the map of {self.name}')
        return self.board.at(name)


class Pack:
    """A whole data pack."""

    def __init__(self, folder: Path = STANDARD_PACK) -> None:
        self.digest = pack_digest(folder)
        maps, units, scenarios, tables = files = [
            read_toml(folder / f"{name}.toml") for name in FILES
        ]
        self.campaigns: dict[str, Campaign] = {}
        for row in scenarios.rows("scenario"):
            campaign = Campaign(row)
            campaign.read_map(maps)
            campaign.read_units(units)
            campaign.read_scenario(scenarios)
            campaign.read_charts(tables)
            self.campaigns[campaign.id] = campaign
        self.plans = charts.read_plans(tables)
        self.chits = charts.read_chits(tables)
        self.ops_chits = charts.read_ops_chits(tables)
        self.constants = charts.read_constants(tables)
        self.links = charts.read_links(tables)
        self._read_drawing(maps)
        for file in files:
            file.done()
        self.notes = [note for file in files for note in file.sources]
        self._index()

    def _read_drawing(self, file: Table) -> None:
        """Outlines, coasts and rivers, which no rule knows."""
        for row in file.rows("campaign"):
            row.choice("id", list(self.campaigns))
            for key in ("name", "subtitle"):
                row.text(key)
            self.size = (row.integer("width"), row.integer("height"))
            row.source()
        self.outlines = {row.text("id"): row.points("polygon") for row in file.rows("area")}
        self.coasts: dict[str, dict[str, list[list[float]]]] = {}
        for row in file.rows("coast"):
            shape = {key: row.points(key) for key in ("line", "corners")}
            self.coasts[row.choice("campaign", list(self.campaigns))] = shape
            row.source()
        self.rivers = [
            (row.choice("campaign", list(self.campaigns)), row.text("name"), row.points("line"))
            for row in file.rows("river")
        ]
        for row in file.rows("river"):
            row.source()

    def _index(self) -> None:
        self.chit_index = {chit.id: number for number, chit in enumerate(self.chits)}
        self.ops_index = {chit.id: chit for chit in self.ops_chits}
        self.ops_cup = tuple(chit.id for chit in self.ops_chits for _ in range(chit.copies))
        self.option_rows = {
            row.id: row for campaign in self.campaigns.values() for row in campaign.options
        }
        self.link_index = {link.id: link for link in self.links if link.id}
        self.home = {
            name: campaign
            for campaign in self.campaigns.values()
            for name in (*campaign.unit_ids, *campaign.place_ids)
        }
        """The campaign that a Force or an area belongs to."""


def _four(row: Table, key: str) -> tuple[int, ...]:
    values = row.integers(key)
    if len(values) != _NUMBERS_ON_A_FORCE:
        raise DataError(f'{row.where}, key "{key}": must be attack, superior, defence, movement')
    if values[0] < 1 or values[2] < 1:  # place.4: a battle to the finish must be able to end
        raise DataError(f'{row.where}, key "{key}": Attack and Defence must be at least 1')
    return values


def _costs(effect: Table) -> dict[str, int]:
    """The plans that cost the Axis something else."""
    if not effect.has("axis_plan_cost"):
        return {}
    costs = effect.table("axis_plan_cost")
    return {plan: costs.integer(plan) for plan in PLANS if costs.has(plan)}


def _option(row: Table) -> OptionRow:
    """options.1 A campaign option; the effects are read by name, so that none is forgotten."""
    effect = row.table("effect")
    units = effect.texts("start_units", default=())
    where = effect.text("start_area", default="")
    start = [(unit, where) for unit in units]
    if effect.has("start_units_at"):
        places = effect.table("start_units_at")
        start += [(unit, places.text(unit)) for unit in places]
    row.source()
    return OptionRow(
        id=row.text("id"),
        name=row.text("name"),
        campaign=row.text("scenario"),
        vp=row.integer("vp_adjust"),
        numbers={name: effect.integer(name) for name in NUMBERS if effect.has(name)},
        plan_cost=_costs(effect),
        start=tuple(start),
        allied_random_at=effect.texts("allied_random_at", default=()),
        fortify=effect.texts("fortify", default=()),
        ignore_storm=effect.flag("ignore_storm", default=False),
    )
