"""The data pack of Gazala 1942: map, units, tables and scenarios, read and indexed."""

from __future__ import annotations

from pathlib import Path

from khamsin.kernel.errors import DataError
from khamsin.kernel.map.hexes import HexBoard, HexGrid
from khamsin.kernel.map.hexsets import HexSets
from khamsin.kernel.pack.data import Table, pack_digest, read_toml
from khamsin.kernel.play.decision import Option

from .pieces import (
    ALLIED,
    AXIS,
    INDEPENDENT,
    NATIONS,
    NOBODY,
    POOLS,
    ROMMEL,
    SIDES,
    SIZES,
    TYPES,
    Arrival,
    Formation,
    Modifier,
    Place,
    Scenario,
    Unit,
)
from .tables import Numbers, sourced
from .ways import FOOT, MECH, Passage, lay_out_going, lay_out_steps, turned_round

STANDARD_PACK = Path(__file__).parents[1] / "data"
FILES = ("map", "units", "tables", "scenarios")
_DAYS = {5: 31, 6: 30}  # of the months in which the game is played


class Pack:
    """A whole data pack, with the tables in which the rules look things up by number."""

    def __init__(self, folder: Path = STANDARD_PACK) -> None:
        self.digest = pack_digest(folder)
        files = {name: read_toml(folder / f"{name}.toml") for name in FILES}
        self.numbers = Numbers(files["tables"])
        self._read_map(files["map"])
        self._read_units(files["units"])
        self._index_units()
        self.scenarios = self._read_scenarios(files["scenarios"], files["tables"])
        for file in files.values():
            file.done()
        self.notes = [note for file in files.values() for note in file.sources]

    # -- the map -----------------------------------------------------------------------------

    def _read_map(self, file: Table) -> None:
        """2.3, R1, R2 Hexes, hexsides, roads and tracks."""
        grid = file.table("grid")
        self.rows, self.columns = grid.integer("rows"), grid.integer("cols")
        grid.source()
        terrain: dict[str, str] = {}
        self.sources: dict[str, str] = {}
        for row in file.rows("hex"):
            terrain[row.text("id")] = row.choice("terrain", ("clear", "hill", "sea"))
            self.sources[row.text("id")] = row.source()
        self.sea = tuple(name for name, kind in terrain.items() if kind == "sea")
        land = sorted(name for name, kind in terrain.items() if kind != "sea")
        self.grid = HexGrid("pointy", "RRCC", shifted="even", rows_from="south")
        links = [
            (row.text("a"), row.text("b"), row.choice("kind", ("road", "track")), row.text("route"))
            for row in sourced(file.rows("link"))
        ]
        self.board = HexBoard(self.grid, land, roads=[link[:3] for link in links])
        self.routes = tuple((self.board.at(a), self.board.at(b), k, r) for a, b, k, r in links)
        self.place_ids = self.board.names
        self.is_hill = tuple(terrain[name] == "hill" for name in self.place_ids)
        self.terrain = tuple(terrain[name] for name in self.place_ids)
        self._read_hexsides(file)
        self._read_places(file)
        self._lay_out_steps()

    def _read_hexsides(self, file: Table) -> None:
        """9.61, 10.7, 10.8 What lies on the sides between hexes."""
        board = self.board
        sides = len(board.ends)
        cliff, mine, fort = [False] * sides, [False] * sides, [False] * sides
        kinds = {"cliff": cliff, "minefield": mine, "fort": fort}
        for row in sourced(file.rows("hexside")):
            a, b = self._hex(row, "a"), self._hex(row, "b")
            if not board.adjacent(a, b):
                raise DataError(f"{row.where}: these hexes are not adjacent")
            kinds[row.choice("kind", tuple(kinds))][board.edge(a, b)] = True
        self.is_cliff, self.is_mined, self.is_fort = tuple(cliff), tuple(mine), tuple(fort)
        self.mined_sides = tuple(side for side, mined in enumerate(mine) if mined)
        self.fort_sides = tuple(side for side, walled in enumerate(fort) if walled)
        fortress = file.table("fortress")
        self.fortress = frozenset(self._hexes(fortress, "inside"))
        fortress.source()

    def _read_places(self, file: Table) -> None:
        """4.34, 6.11, 10.4, 11.11, 2.1 Edges, sources, landing hexes, first control, names."""
        self.entries: list[tuple[int, ...]] = [(), ()]
        self.other_entries: list[tuple[int, ...]] = [(), ()]
        for row in sourced(file.rows("entry")):
            side = _side(row)
            self.entries[side] = self._hexes(row, "hexes")
            self.other_entries[side] = (
                self._hexes(row, "alternative") if row.has("alternative") else self.entries[side]
            )
        self.exits: list[tuple[int, ...]] = [(), ()]
        for row in sourced(file.rows("exit")):
            self.exits[_side(row)] = self._hexes(row, "hexes")
        for row in sourced(file.rows("supply_source")):
            if _side(row) == AXIS:
                self.road_end = self._hex(row, "road_from")
            else:
                self.port, self.east = self._hex(row, "port"), self._hexes(row, "edge")
        control = file.table("initial_control")
        last = control.integers("axis_last_column_by_row")
        control.source()
        self.first_control = tuple(
            AXIS if int(name[2:]) <= last[int(name[:2]) - 1] else ALLIED for name in self.place_ids
        )
        heckler = file.table("heckler")
        self.shore = self._hexes(heckler, "hexes")
        self.shore_west = self._hex(heckler, "west")
        heckler.source()
        self.places: dict[int, str] = {}
        for row in sourced(file.rows("place")):
            self.places[self._hex(row, "hex")] = row.text("name")

    def _lay_out_steps(self) -> None:
        """4.1 Every step from a hex, with what it costs foot and mechanised units."""
        board, numbers = self.board, self.numbers
        self.west_of = tuple(board.toward(here, "W") for here in range(len(board)))
        self.hexsides_of = tuple(
            tuple((there, board.edge(here, there)) for there in board.neighbours[here])
            for here in range(len(board))
        )
        self.zoc_sides = tuple(
            tuple((there, side) for there, side in sides if not self.is_cliff[side])
            for sides in self.hexsides_of
        )
        """4.4 The hexsides of each hex that are no cliffs."""
        self.has_link = tuple(
            any(board.roads[side] for _, side in sides) for sides in self.hexsides_of
        )
        self.on_road = tuple(
            tuple((there, side) for there, side in sides if board.roads[side] == "road")
            for sides in self.hexsides_of
        )
        foot, mech = (
            (
                lay_out_steps(board, numbers, self.terrain, self.is_cliff, kind, linked=False),
                lay_out_steps(board, numbers, self.terrain, self.is_cliff, kind, linked=True),
            )
            for kind in (FOOT, MECH)
        )
        self.ways = (foot, mech)
        """By kind, by whether roads and tracks are used, by hex."""
        self.ways_into = tuple(
            (turned_round(plain), turned_round(linked)) for plain, linked in self.ways
        )
        self._lay_out_passages()

    def _lay_out_passages(self) -> None:
        """6.13, 7.6, 10.83 The same for sets of hexes, and what may bar them."""
        board, sets = self.board, HexSets(self.board)
        self.sets = sets
        usual = [
            [self.numbers.terrain[terrain][kind] for terrain in self.terrain]
            for kind in (FOOT, MECH)
        ]
        self.prices = tuple(
            tuple(
                {(h, n): cost for h, row in enumerate(steps) for n, _, cost in row}
                for steps in both
            )
            for both in self.ways
        )
        """By kind, by whether roads and tracks are used, by hex and neighbour."""
        self.free_passage = Passage(
            sets.sides([(h, n) for h, near in enumerate(board.neighbours) for n in near]),
            tuple(
                (
                    lay_out_going(sets, plain, usual[kind]),
                    lay_out_going(sets, linked, usual[kind]),
                )
                for kind, (plain, linked) in enumerate(self.ways)
            ),
        )
        west = sets.sides([(h, n) for h, n in enumerate(self.west_of) if n is not None])
        self.passage_not_west = self.free_passage.past_for_units(west)  # 7.6
        self.passage_past_mines = self.past_mines(self.is_mined)

    def past_mines(self, mines: tuple[bool, ...]) -> Passage:
        """10.82, 10.83 What is open to the Axis: nothing over mines."""
        ends = [self.board.ends[side] for side in self.mined_sides if mines[side]]
        return self.free_passage.past(self.sets.sides([*ends, *[(b, a) for a, b in ends]]))

    # -- units -------------------------------------------------------------------------------

    def _read_units(self, file: Table) -> None:
        self.formations = {
            row.text("id"): Formation(row.text("id"), row.text("name"), _side(row), row.text("hq"))
            for row in sourced(file.rows("formation"))
        }
        names = tuple(self.formations)
        units: list[Unit] = []
        for row in file.rows("unit"):
            steps = row.raw("steps")
            assert isinstance(steps, list)
            units.append(
                Unit(
                    id=row.text("id"),
                    short=row.text("short"),
                    name=row.text("name"),
                    side=_side(row),
                    nation=row.choice("nationality", NATIONS),
                    type=row.choice("type", TYPES),
                    size=row.choice("size", SIZES),
                    is_mech=row.choice("movement_class", ("foot", "mech")) == "mech",
                    formation=row.choice("formation", names),
                    steps=tuple((int(c), int(a), int(m)) for c, a, m in steps),
                    range=row.integer("range", low=0, high=99, default=0),
                    battalion=row.text("battalion", default=""),
                    family=row.text("pool", default=""),
                    tank=row.text("tank_type", default=""),
                    source=row.source(),
                )
            )
        self.units = tuple(units)
        self.unit_ids = tuple(unit.id for unit in units)
        self.unit_index = {unit.id: number for number, unit in enumerate(units)}
        self.take_unit = tuple(("unit", unit.id) for unit in units)
        self.take_stack = tuple(("stack", name) for name in self.place_ids)
        go_to: list[Option] = [("to", name) for name in self.place_ids]
        self.go_to = self.sets.listing(go_to)
        """4.1 The options that are offered most, a word for a unit or hex made once."""
        if len(self.unit_index) < len(units):
            raise DataError("units.toml: two units have the same id")

    def _index_units(self) -> None:
        """2.1.foot, 2.1.mech, 2.1.types, 2.1.range, 2.1.step, R26 What the rules ask of units."""
        units = self.units
        self.side_of = tuple(unit.side for unit in units)
        self.units_of = tuple(
            tuple(u for u, unit in enumerate(units) if unit.side == side) for side in (AXIS, ALLIED)
        )
        self.is_mech = tuple(unit.is_mech for unit in units)
        self.is_hq = tuple(unit.size == "HQ" for unit in units)
        self.is_large = tuple(unit.size in ("X", "III") for unit in units)
        self.is_tank = tuple(unit.type == "tank" for unit in units)
        self.is_car = tuple(unit.type == "armored_car" for unit in units)
        enough = self.numbers.stacking["zoc_battalions"]
        self.zoc_weight = tuple(
            enough if large else int(not hq)
            for large, hq in zip(self.is_large, self.is_hq, strict=True)
        )
        """4.41.a What a unit counts in battalions for the ZOC of its hex."""
        self.is_vehicle = tuple(unit.type in ("tank", "armored_car") for unit in units)
        self.is_flak = tuple(unit.type == "flak" for unit in units)
        self.is_engineer = tuple(unit.type in ("engineer", "mot_engineer") for unit in units)
        self.is_infantry = tuple(
            unit.type in ("infantry", "mot_infantry", "marine", "engineer", "mot_engineer")
            for unit in units
        )
        self.is_german = tuple(unit.nation == "german" for unit in units)
        self.is_matilda = tuple(unit.tank == "Matilda" for unit in units)
        self.combat = tuple(tuple(step[0] for step in unit.steps) for unit in units)
        self.armour = tuple(tuple(step[1] for step in unit.steps) for unit in units)
        self.movement = tuple(unit.steps[0][2] for unit in units)
        self.last_step = tuple(len(unit.steps) - 1 for unit in units)
        self.reach = tuple(unit.range for unit in units)
        self.pool = tuple(_pool(unit) for unit in units)
        index = self.unit_index
        self.battalion = tuple(
            index[unit.battalion] if unit.battalion else NOBODY for unit in units
        )
        self.brigade = [NOBODY] * len(units)
        for number, battalion in enumerate(self.battalion):
            if battalion != NOBODY:
                self.brigade[battalion] = number
        self.detached = tuple(number for number, unit in enumerate(units) if unit.family)
        """10.6, R37 Counters for battalions of brigades,"""
        self.whole = tuple(u for u in self.units_of[ALLIED] if self.battalion[u] != NOBODY)
        """and the brigades that have them."""
        self.families: dict[str, tuple[int, ...]] = {}
        for number, unit in enumerate(units):
            if unit.family:
                self.families[unit.family] = (*self.families.get(unit.family, ()), number)
        self.chits = tuple(
            tuple(f.id for f in self.formations.values() if f.side == side and f.hq)
            for side in (AXIS, ALLIED)
        )
        self.corps = tuple(
            tuple(f for f in chits if f not in (ROMMEL, INDEPENDENT)) for chits in self.chits
        )
        self.hq_of = {f.id: index[f.hq] for f in self.formations.values() if f.hq}
        self.rommel = self.hq_of[ROMMEL]
        fast = self.numbers.limits["reaction_movement"]
        self.cars = tuple(
            tuple(
                u for u, unit in enumerate(units) if unit.side == side and self.movement[u] == fast
            )
            for side in (AXIS, ALLIED)
        )  # 10.3: units with 12 movement points
        self.heckler = index["heckler"]

    # -- scenarios ---------------------------------------------------------------------------

    def _read_scenarios(self, file: Table, tables: Table) -> dict[str, Scenario]:
        places = [(row.texts("scenarios"), self._place(row)) for row in file.rows("setup")]
        arrivals = [
            (row.texts("scenarios"), self._arrival(row))
            for row in (*file.rows("replacement"), *file.rows("reinforcement"))
        ]
        printed = [self._modifier(row) for row in sourced(tables.rows("command_modifier"))]
        special = [
            (
                row.texts("scenarios"),
                Modifier("scenario", _side(row), row.integer("die"), (row.text("date"),), NOBODY),
            )
            for row in sourced(tables.rows("scenario_modifier"))
        ]
        found: dict[str, Scenario] = {}
        for row in sourced(file.rows("scenario")):
            name = row.text("id")
            own = [modifier for names, modifier in special if name in names]
            has_modifiers = row.flag("command_modifiers")
            found[name] = Scenario(
                id=name,
                name=row.text("name"),
                rule=row.text("rule"),
                dates=_days(row.text("start"), row.integer("turns", low=1, high=60)),
                first=SIDES.index(row.choice("first", SIDES)),
                victor=SIDES.index(row.choice("victor", SIDES)),
                victory_hexes=self._hexes(row, "victory_hexes"),
                first_cup=row.texts("first_cup"),
                first_choice=row.integer("first_choice"),
                has_air=row.flag("air"),
                has_modifiers=has_modifiers,
                reacting=self._units(row, "reacting"),
                long_supply=self._units(row, "long_supply"),
                long_supply_turns=row.integer("long_supply_turns"),
                places=tuple(place for names, place in places if name in names),
                arrivals=tuple(arrival for names, arrival in arrivals if name in names),
                modifiers=tuple([*printed, *own] if has_modifiers else own),
            )
        return found

    def _place(self, row: Table) -> Place:
        row.source()
        return Place(
            side=_side(row),
            units=self._units(row, "units"),
            centres=self._hexes(row, "hexes") if row.has("hexes") else (),
            radius=row.integer("radius", low=0, high=9, default=0),
            overflow=row.integer("overflow", low=0, high=9, default=0),
            stack_with=row.text("stack_with", default=""),
            step=row.integer("step", low=1, high=2, default=1) - 1,
            formation=row.text("formation", default=""),
        )

    def _arrival(self, row: Table) -> Arrival:
        row.source()
        points: list[tuple[int, int]] = []
        if row.has("points"):
            table = row.table("points")
            for key in table:
                if key.lower() not in POOLS:
                    raise DataError(f"{row.where}: there are no points {key!r}")
                points.append((POOLS.index(key.lower()), table.integer(key, low=1)))
        units = self._units(row, "units") if row.has("units") else ()
        return Arrival(_side(row), row.text("date"), units, tuple(points))

    def _modifier(self, row: Table) -> Modifier:
        place = self._hex(row, "hex") if row.has("hex") else NOBODY
        dates = row.texts("dates", default=())
        return Modifier(row.text("id"), _side(row), row.integer("die"), dates, place)

    # -- names -------------------------------------------------------------------------------

    def _hex(self, row: Table, key: str) -> int:
        name = row.text(key)
        if name not in self.board.index:
            raise DataError(f'{row.where}, key "{key}": there is no land hex "{name}"')
        return self.board.at(name)

    def _hexes(self, row: Table, key: str) -> tuple[int, ...]:
        for name in row.texts(key):
            if name not in self.board.index:
                raise DataError(f'{row.where}, key "{key}": there is no land hex "{name}"')
        return tuple(self.board.at(name) for name in row.texts(key))

    def _units(self, row: Table, key: str) -> tuple[int, ...]:
        for name in row.texts(key):
            if name not in self.unit_index:
                raise DataError(f'{row.where}, key "{key}": there is no unit "{name}"')
        return tuple(self.unit_index[name] for name in row.texts(key))


def _side(row: Table) -> int:
    return SIDES.index(row.choice("side", SIDES))


def _days(start: str, turns: int) -> tuple[str, ...]:
    """2.4 A turn is a day."""
    month, day = (int(part) for part in start.split("-"))
    days: list[str] = []
    for _ in range(turns):
        days.append(f"{month:02}-{day:02}")
        day += 1
        if day > _DAYS[month]:
            month, day = month + 1, 1
    return tuple(days)


def _pool(unit: Unit) -> int:
    """11.2.b, 11.21, 11.22, R15 The points that rebuild a unit; NOBODY if none do."""
    nation = unit.nation
    if unit.type == "tank":
        name = unit.tank.lower() if unit.tank else f"{nation}_tank"
    elif unit.type == "armored_car":
        name = f"{nation}_armored_car" if unit.side == AXIS else "armored_car"
    elif unit.type in ("infantry", "mot_infantry"):
        name = "british_infantry" if nation in ("british", "indian") else f"{nation}_infantry"
    else:
        return NOBODY
    return POOLS.index(name) if name in POOLS else NOBODY
