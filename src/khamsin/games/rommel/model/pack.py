"""The data pack of Rommel in the Desert: map, blocks, tables and scenarios, read and indexed."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

from khamsin.kernel.errors import DataError
from khamsin.kernel.game import Variant
from khamsin.kernel.map.hexes import HexBoard, HexGrid
from khamsin.kernel.pack.data import Table, pack_digest, read_toml

from .legs import Leg, legs_from
from .pieces import (
    ALLIED,
    CLASSES,
    HIGHWAY,
    OPEN,
    ROADS,
    SIDES,
    Block,
    Fortress,
    Hex,
    Road,
    Row,
    Scenario,
    Type,
)
from .tables import read_numbers

STANDARD_PACK = Path(__file__).parents[1] / "data"
FILES = ("tables", "map", "units", "scenarios")
COUNTRIES = ("libya", "egypt")
_ROW_LENGTH = 25  # hexes are numbered through: 25 times the row plus the place in it
WAIT = ("allied_wait", "axis_wait")
"""16.41.s3 The notional hexes behind the Bases where Reinforcements wait."""


class Pack:
    """A whole data pack, with the tables in which the rules look things up by number."""

    def __init__(self, folder: Path = STANDARD_PACK) -> None:
        self.digest = pack_digest(folder)
        files = [read_toml(folder / f"{name}.toml") for name in FILES]
        self.numbers = read_numbers(files[0])
        self._read_map(files[1])
        self._read_units(files[2])
        self._read_scenarios(files[3])
        self.notes = [note for file in files for note in file.sources]
        self._index()

    # -- map -------------------------------------------------------------------------------------

    def _read_map(self, file: Table) -> None:
        hexes: list[Hex] = []
        for row in file.rows("hexes"):
            hexes.append(
                Hex(
                    id=str(row.integer("id", low=0)),
                    name=row.text("name"),
                    label=row.text("label"),
                    country=row.choice("country", COUNTRIES),
                    kinds=row.texts("kind"),
                    x=row.integer("x"),
                    y=row.integer("y"),
                    source=row.source(),
                )
            )
        self.hexes = tuple(hexes)
        grid = HexGrid("pointy", "N", shifted="each", row_length=_ROW_LENGTH)
        self.board = HexBoard(grid, [each.id for each in hexes])
        self._read_edges(file)
        special = file.table("special")
        self.base = (self._hex(special, "allied_base"), self._hex(special, "axis_base"))
        self.oases = self._hexes(special, "oases")
        self.ports = self._hexes(special, "ports")
        self.exits = (
            self._hexes(special, "allied_exit_hexes"),
            self._hexes(special, "axis_exit_hexes"),
        )
        self.equal_for_axis = self._hexes(special, "equal_for_axis")
        special.source()
        self.fortresses: list[Fortress] = []
        for row in file.rows("fortress"):
            capacity = row.integer("allied_capacity", low=0), row.integer("axis_capacity", low=0)
            self.fortresses.append(
                Fortress(row.text("id"), self._hex(row, "hex"), row.text("name"), capacity)
            )
            row.source()
        region = file.table("region")
        names = tuple(region)
        self.regions = {key: self._hexes(region, key) for key in names if key != "source"} | {
            country: tuple(at for at, each in enumerate(hexes) if each.country == country)
            for country in COUNTRIES
        }
        region.source()
        coast = file.table("coast")
        coast.source()
        self.coast = coast.points("line")
        self.outer_marsh = _outer_marsh(file, grid.directions)
        file.text("title")
        file.source()
        file.done()

    def _read_edges(self, file: Table) -> None:
        """1.4.b Each hexside: how many may Engage across it, which road.

        Also 1.5, 7.1.b-7.1.d, intro.e.
        """
        board, numbers = self.board, self.numbers
        edges = len(board.ends)
        limit = [numbers.limit_clear] * edges
        road = [OPEN] * edges
        roads: list[Road] = []
        for row in file.rows("roads"):
            kind = ROADS.index(row.choice("class", ROADS[1:]))
            chain = self._hexes(row, "hexes")
            for a, b in pairwise(chain):
                if not board.adjacent(a, b):
                    raise DataError(f"{row.where}: the hexes of a road must be adjacent")
                edge = board.edge(a, b)
                road[edge] = max(road[edge], kind)
            roads.append(Road(ROADS[kind], row.text("name"), chain))
            row.source()
        rough: list[tuple[int, str, str]] = []
        for row in file.rows("hexsides"):
            a, b = self._hex(row, "a"), self._hex(row, "b")
            terrain = row.choice("terrain", ("ridge", "mountain", "marsh"))
            crossing = row.choice("crossing", ("pass", "gap", "road", "none"))
            edge = board.edge(a, b)
            limit[edge] = 0 if crossing == "none" else numbers.limit_narrow
            rough.append((edge, terrain, crossing))
            row.source()
        self.limit = tuple(limit)
        self.road = tuple(road)
        self.rough = tuple(rough)
        self.roads = tuple(roads)

    def _hex(self, row: Table, key: str) -> int:
        return self._at(row, key, row.integer(key))

    def _hexes(self, row: Table, key: str) -> tuple[int, ...]:
        return tuple(self._at(row, key, number) for number in row.integers(key, default=()))

    def _at(self, row: Table, key: str, number: int) -> int:
        at = self.board.index.get(str(number))
        if at is None:
            raise DataError(f'{row.where}, key "{key}": there is no hex {number} on the map')
        return at

    # -- blocks ----------------------------------------------------------------------------------

    def _read_units(self, file: Table) -> None:
        types = file.table("type")
        self.types: dict[str, Type] = {}
        names = tuple(types)
        for name in names:
            row = types.table(name)
            self.types[name] = Type(
                id=name,
                combat_class=CLASSES.index(row.choice("class", CLASSES)),
                speed=row.integer("speed", low=1, high=9),
                rp_per_cv=row.integer("rp_per_cv", low=1),
                source=row.source(),
            )
        blocks: list[Block] = []
        for row in file.rows("units"):
            block = Block(
                id=row.text("id"),
                name=row.text("name"),
                full=row.text("full"),
                side=SIDES.index(row.choice("side", SIDES)),
                nationality=row.text("nationality"),
                type=row.choice("type", tuple(self.types)),
                is_elite=row.flag("elite"),
                steps=row.integers("steps"),
                month=row.text("month"),
                is_itank=row.flag("itank", default=False),
                source=row.source(),
            )
            step = 2 if block.is_elite else 1
            if block.steps != tuple(range(block.steps[0], 0, -step)):
                raise DataError(f'{row.where}, key "steps": must fall by {step} to {step}')
            blocks.append(block)
        file.source()
        file.done()
        self.blocks = tuple(blocks)
        self.block_ids = tuple(block.id for block in blocks)
        self.block_index = {block.id: number for number, block in enumerate(blocks)}
        if len(self.block_index) < len(blocks):
            raise DataError("units.toml: two blocks have the same id")

    # -- scenarios -------------------------------------------------------------------------------

    def _read_scenarios(self, file: Table) -> None:
        self.scenarios: dict[str, Scenario] = {}
        for row in file.rows("scenario"):
            scenario = self._scenario(row)
            self.scenarios[scenario.id] = scenario
        self.options: list[Variant] = []
        self.option_speed = 0
        for row in file.rows("option"):
            self.options.append(Variant(row.text("id"), row.text("name"), row.text("rule")))
            self.option_speed = row.integer("speed", default=self.option_speed)
            row.text("effect")
            row.source()
        file.source()
        file.done()

    def _scenario(self, row: Table) -> Scenario:
        """intro.b, R31, R36, R37, R40 One scenario; months are numbered as on the blocks."""
        fortress = {each.id: number for number, each in enumerate(self.fortresses)}
        start, end = row.integer("start_month", low=1), row.integer("end_month", low=1)
        hand = row.integer("allied_hand"), row.integer("axis_hand")
        draw = row.integer("allied_draw"), row.integer("axis_draw")
        malta_month = row.integer("malta_month", default=0)
        rows = tuple(self._row(each) for each in row.rows("setup"))
        later: list[tuple[int, int]] = []
        for each in row.rows("reinforcement", default=()):
            each.text("side")
            month = each.integer("month", low=1)
            later += [(block, month) for block in self._blocks(each)]
            each.source()
        if row.flag("month_codes", default=True):
            placed = {block for each in rows for block in each.blocks}
            for number, block in enumerate(self.blocks):
                if number not in placed and block.month.isdecimal():
                    month = int(block.month)
                    if start < month <= end:
                        later.append((number, month))
        malta = tuple(number for number, block in enumerate(self.blocks) if block.month == "M")
        row.source()
        return Scenario(
            id=row.text("id"),
            title=row.text("title"),
            rule=row.text("rule"),
            calendar=self.numbers.calendars[row.text("calendar")],
            start_month=start,
            end_month=end,
            first_player=SIDES.index(row.choice("first_player", SIDES)),
            hand=hand,
            draw=draw,
            printed=(
                row.integer("allied_hand_printed", default=hand[ALLIED]),
                row.integer("allied_draw_printed", default=draw[ALLIED]),
            ),
            axis_fortresses=tuple(fortress[row_id] for row_id in row.texts("axis_fortresses")),
            minefields=self._hexes(row, "minefields"),
            rows=rows,
            reinforcements=tuple(later),
            malta=malta if malta_month else (),
            malta_month=malta_month,
            malta_draw=row.integer("malta_draw", default=0),
            draw_later=row.integer("axis_draw_later", default=draw[1]),
            draw_later_month=row.integer("axis_draw_later_month", default=99),
            rommel_bonus=row.flag("rommel_bonus", default=True),
            buildup_dice=row.integer("buildup_dice", default=self.numbers.dice),
            first_buildup_rp=row.integer("first_buildup_rp", default=0),
        )

    def _row(self, row: Table) -> Row:
        """18.0 An area: regions and hexes, less some, at most so many in a hex."""
        area = [at for name in row.texts("regions", default=()) for at in self.regions[name]]
        area += [at for at in self._hexes(row, "hexes") if at not in area]
        without = self._hexes(row, "except")
        most: list[tuple[int, int]] = []
        if row.has("at_most"):
            table = row.table("at_most")
            names = tuple(table)
            most = [(self.board.at(key), table.integer(key, low=0)) for key in names]
        row.source()
        return Row(
            side=SIDES.index(row.choice("side", SIDES)),
            blocks=self._blocks(row),
            hexes=tuple(sorted(at for at in area if at not in without)),
            at_most=tuple(most),
            reduced=self._blocks(row, "reduced") if row.has("reduced") else (),
        )

    def _blocks(self, row: Table, key: str = "units") -> tuple[int, ...]:
        for name in row.texts(key):
            if name not in self.block_index:
                raise DataError(f'{row.where}, key "{key}": there is no block "{name}"')
        return tuple(self.block_index[name] for name in row.texts(key))

    # -- what the rules ask for at every step ------------------------------------------------------

    def _index(self) -> None:
        board = self.board
        self.size = len(self.hexes)
        self.wait = (self.size, self.size + 1)
        """16.41.s3 The waiting places, numbered after the hexes."""
        self.place_ids = (*board.names, *WAIT)
        self.place_index = {name: at for at, name in enumerate(self.place_ids)}
        self.steps: tuple[tuple[tuple[int, int, int], ...], ...] = tuple(
            tuple(
                (there, board.edge(here, there), self.road[board.edge(here, there)])
                for there in board.neighbours[here]
                if self.limit[board.edge(here, there)]
            )
            for here in range(self.size)
        )
        """1.1.a Every passable step from each hex: to where, across which edge, on which road."""
        self.near = tuple(tuple(there for there, _, _ in steps) for steps in self.steps)
        self.highway = tuple(
            tuple((there, edge) for there, edge, road in steps if road == HIGHWAY)
            for steps in self.steps
        )
        self.edges_of = tuple(
            tuple(board.edge(here, there) for there in board.neighbours[here])
            for here in range(self.size)
        )
        self.legs: tuple[tuple[Leg, ...], ...] = tuple(
            legs_from(self.steps, here, self.numbers.range) for here in range(self.size)
        )
        self.highway_bits = sum(1 << here for here, roads in enumerate(self.highway) if roads)
        """All hexes on a highway, as bits."""
        self.highway_sides = sum({1 << edge for roads in self.highway for _, edge in roads})
        """All hexsides that a highway crosses, as bits."""
        self.floods: dict[tuple[int, int, int], tuple[bytes, tuple[int, ...], int]] = {}
        """A memory of `lines`: how far the highway is open depends on the map and the key alone."""
        self.stretches: dict[tuple[int, int, int, bytes], int] = {}
        """A memory of `network`: it depends on the map and the key alone."""
        self.areas: dict[tuple[int, int], int] = {}
        """The hexes that can be reached from each at each speed if nobody is there, as bits."""
        self.reaches: dict[tuple[int, int, int, frozenset[int] | None], Any] = {}
        """A memory of `reach`: it depends on the map and the key alone."""
        self.fortress_at = [-1] * (self.size + 2)
        for number, fortress in enumerate(self.fortresses):
            self.fortress_at[fortress.hex] = number
        self.tobruk = next(each.hex for each in self.fortresses if each.id == "tobruk")
        self.side_of = tuple(block.side for block in self.blocks)
        self.blocks_of = tuple(
            tuple(block for block, owner in enumerate(self.side_of) if owner == side)
            for side in (0, 1)
        )
        """All blocks of each side."""
        self.class_of = tuple(self.types[block.type].combat_class for block in self.blocks)
        self.step_of = tuple(2 if block.is_elite else 1 for block in self.blocks)
        self.full_cv = tuple(block.steps[0] for block in self.blocks)
        self.is_german = tuple(block.nationality == "german" for block in self.blocks)
        self.speeds = tuple(self.types[block.type].speed for block in self.blocks)
        self.itank_speeds = tuple(
            self.option_speed if block.is_itank else speed
            for block, speed in zip(self.blocks, self.speeds, strict=True)
        )
        self.rp_per_step = tuple(
            self.types[block.type].rp_per_cv * (self.numbers.elite_factor if block.is_elite else 1)
            for block in self.blocks
        )


def _outer_marsh(file: Table, directions: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Hexsides of marsh on the edge of the map, for drawing: a hex, and the number of its side."""
    found: list[tuple[str, int]] = []
    listed = file.raw("outer_marsh")
    for item in listed if isinstance(listed, list) else [listed]:
        match item:
            case [int(number), str(direction)] if direction in directions:
                found.append((str(number), directions.index(direction)))
            case _:
                raise DataError(f'{file.where}, key "outer_marsh": {item!r} is no hexside')
    return tuple(found)
