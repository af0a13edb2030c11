"""The data pack of Operation Battleaxe: map, units, tables and scenarios, read and indexed."""

from __future__ import annotations

from pathlib import Path

from khamsin.kernel.errors import DataError
from khamsin.kernel.game import Variant
from khamsin.kernel.map.board import Board
from khamsin.kernel.pack.data import Table, pack_digest, read_toml

from .pieces import ALLIED, AT, NOBODY, SIDES, TYPES, Division, Place, Scenario, Space, Unit
from .tables import read_numbers

STANDARD_PACK = Path(__file__).parents[1] / "data"
FILES = ("map", "units", "scenarios", "tables")
DIVISIONS = ("panzer_15", "light_5")
"""The divisions that the rules of June 15 know (16.1, 16.2), in the order they number them."""


class Pack:
    """A whole data pack, with the tables in which the rules look things up by number."""

    def __init__(self, folder: Path = STANDARD_PACK) -> None:
        self.digest = pack_digest(folder)
        files = [read_toml(folder / f"{name}.toml") for name in FILES]
        self._read_map(files[0])
        self._read_units(files[1])
        self._read_scenarios(files[2])
        self.numbers = read_numbers(files[3])
        self.notes = [note for file in files for note in file.sources]
        self._index()

    def _read_map(self, file: Table) -> None:
        spaces: list[Space] = []
        shapes: list[object] = []
        for row in file.rows("area"):
            spaces.append(
                Space(
                    id=row.text("id"),
                    name=row.text("name"),
                    is_zone=False,
                    is_stutzpunkt=row.choice("terrain", ("clear", "stutzpunkt")) == "stutzpunkt",
                    tem=row.integer("tem", low=0, high=9),
                    vp=row.integer("vp", low=0, high=9),
                    source=row.source(),
                )
            )
            shapes.append({"center": row.raw("center"), "polygon": row.raw("polygon")})
            row.done()
        for row in file.rows("zone"):
            spaces.append(
                Space(
                    id=row.text("id"),
                    name=row.text("name"),
                    is_zone=True,
                    is_stutzpunkt=False,
                    tem=row.integer("tem", low=0, high=9),
                    vp=0,
                    source=row.source(),
                )
            )
            shapes.append({"center": row.raw("center"), "box": row.raw("box")})
            row.done()
        self.spaces = tuple(spaces)
        self.drawing: dict[str, object] = {"shapes": shapes}
        self._read_edges(file)
        for key in ("map", "box", "road", "coast", "frontier"):
            self.drawing[key] = file.raw(key)
        file.done()

    def _read_edges(self, file: Table) -> None:
        names = [space.id for space in self.spaces]
        edges: list[tuple[str, str]] = []
        barriers: list[tuple[str, str, str]] = []
        lines: list[object] = []
        for row in [*file.rows("border"), *file.rows("link")]:
            pair = (row.choice("a", names), row.choice("b", names))
            kind = row.choice("kind", ("desert", "escarpment", "line"), default="line")
            if kind == "escarpment":
                barriers.append((*pair, kind))
            else:
                edges.append(pair)
            shape = row.raw("line") if kind == "line" else row.raw("segments")
            lines.append({"between": pair, "kind": kind, "shape": shape})
            row.source()
            row.done()
        self.drawing["borders"] = lines
        self.board = Board(names, edges, barriers=barriers)

    def _read_units(self, file: Table) -> None:
        units: list[Unit] = []
        for row in file.rows("unit"):
            units.append(
                Unit(
                    id=row.text("id"),
                    label=row.text("label"),
                    name=row.text("name"),
                    side=SIDES.index(row.choice("side", SIDES)),
                    nation=row.text("nation"),
                    type=TYPES.index(row.choice("type", TYPES)),
                    subtype=row.text("subtype"),
                    size=row.text("size"),
                    formation=row.text("formation"),
                    cv_full=row.integer("cv_full", low=0, high=99),
                    cv_reduced=row.integer("cv_reduced", low=0, high=99),
                    mf=row.integer("mf", low=0, high=99),
                    source=row.source(),
                )
            )
            row.done()
        file.done()
        self.units = tuple(units)
        self.unit_ids = tuple(unit.id for unit in units)
        self.unit_index = {unit.id: number for number, unit in enumerate(units)}
        if len(self.unit_index) < len(units):
            raise DataError("units.toml: two units have the same id")

    def _read_scenarios(self, file: Table) -> None:
        names = self.board.names
        self.scenarios: dict[str, Scenario] = {}
        for row in file.rows("scenario"):
            scenario = Scenario(
                row.text("id"), row.text("name"), row.texts("turns"), row.flag("extended")
            )
            self.scenarios[scenario.id] = scenario
            row.source()
            row.done()
        control = file.table("control")
        self.allied_at_start = self._spaces(control, "allied")
        control.source()
        control.done()
        self.places: list[Place] = []
        for row in file.rows("setup"):
            self.places.append(
                Place(
                    unit=self.unit_index[row.choice("unit", self.unit_ids)],
                    spaces=self._spaces(row, "at"),
                    historical=self.board.at(row.choice("historical", names, default=names[0])),
                    option=row.text("option", default=""),
                    without=row.text("without", default=""),
                )
            )
            row.source()
            row.done()
        self.divisions: list[Division] = []
        for row in file.rows("locked"):
            units = tuple(self._unit(row, unit) for unit in row.texts("units"))
            self.divisions.append(Division(row.text("id"), units, row.text("rule")))
            row.source()
            row.done()
        if tuple(division.id for division in self.divisions) != DIVISIONS:
            wanted = " and ".join(f'"{name}"' for name in DIVISIONS)
            raise DataError(f"scenarios.toml: the rows [[locked]] must be {wanted}, in this order")
        self.options: list[Variant] = []
        for row in file.rows("option"):
            self.options.append(Variant(row.text("id"), row.text("name"), row.text("rule")))
            row.text("effect")
            row.source()
            row.done()
        file.done()

    def _spaces(self, row: Table, key: str) -> tuple[int, ...]:
        """Read a list of spaces by their names."""
        for name in row.texts(key):
            if name not in self.board.index:
                raise DataError(f'{row.where}, key "{key}": there is no space "{name}" on the map')
        return tuple(self.board.at(name) for name in row.texts(key))

    def _unit(self, row: Table, unit: str) -> int:
        if unit not in self.unit_index:
            raise DataError(f"scenarios.toml, [[locked]] {row.text('id')!r}: no unit {unit!r}")
        return self.unit_index[unit]

    def _index(self) -> None:
        """What the rules ask for at every step, laid out by number."""
        numbers, board = self.numbers, self.board
        self.place_ids = board.names
        self.neighbours = board.neighbours
        self.is_zone = tuple(space.is_zone for space in self.spaces)
        self.stacking = tuple(
            len(self.units) if space.is_zone else numbers.stacking_area for space in self.spaces
        )
        self.area_neighbours = tuple(
            tuple(other for other in near if not self.spaces[other].is_zone)
            for near in board.neighbours
        )
        self.numbered = tuple(range(len(self.units)))
        self.side_of = tuple(unit.side for unit in self.units)
        self.unit_type = tuple(unit.type for unit in self.units)
        self.unit_mf = tuple(unit.mf for unit in self.units)
        self.is_german = tuple(unit.nation == "german" for unit in self.units)
        self.is_italian = tuple(unit.nation == "italian" for unit in self.units)
        self.cv = tuple((0, unit.cv_reduced, unit.cv_full) for unit in self.units)
        self.cv_alone = (0, numbers.at_flak_alone_reduced, numbers.at_flak_alone_full)
        self.markers = (numbers.artillery_markers_allied, numbers.artillery_markers_axis)
        self.sources = (
            tuple(zone for zone in self.allied_at_start if self.is_zone[zone]),
            tuple(
                zone
                for zone in range(len(self.spaces))
                if self.is_zone[zone] and zone not in self.allied_at_start
            ),
        )
        self.tobruk = board.at("H")
        self.halfaya = board.at("6")
        self.musaid = board.at("17")
        self.jump_off = tuple(board.at(zone) for zone in "ABCD")
        self.axis_rear = tuple(board.at(zone) for zone in "EFG")
        self.panzer_camp = board.at("18")
        self.buq_buq = board.at("A")
        division_of = {u: n for n, division in enumerate(self.divisions) for u in division.units}
        self.division = tuple(division_of.get(unit, NOBODY) for unit in range(len(self.units)))
        self.tobruk_garrison = tuple(
            place.unit
            for place in self.places
            if self.units[place.unit].side == ALLIED and place.spaces == (self.tobruk,)
        )
        self.consolidates = tuple(
            unit.type != AT and not unit.is_armoured_car for unit in self.units
        )
