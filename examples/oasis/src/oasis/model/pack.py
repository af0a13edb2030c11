"""The data pack: map, units and scenarios, read from TOML and laid out by number."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from khamsin.kernel.game import Variant
from khamsin.kernel.map.board import Board
from khamsin.kernel.pack.data import Table, pack_digest, read_toml
from oasis.model.pieces import NOBODY, SIDES, Area, Scenario, Terrain, Unit

STANDARD_PACK = Path(__file__).parents[1] / "data"
BRANCHES = ("infantry", "cavalry", "artillery", "recon")


class Pack:
    """All that is printed. A file with a mistake in it is refused with its table and key."""

    def __init__(self, folder: Path = STANDARD_PACK) -> None:
        self.digest = pack_digest(folder)
        files = [read_toml(folder / f"{name}.toml") for name in ("map", "units", "scenarios")]
        self._read_map(files[0])
        self._read_units(files[1])
        self._read_scenarios(files[2])
        for file in files:
            file.done()  # a key that nobody has read is misspelt
        self.notes = [note for file in files for note in file.sources]

    def _read_map(self, file: Table) -> None:
        self.terrains = tuple(_terrain(row) for row in file.rows("terrain"))
        kinds = [terrain.id for terrain in self.terrains]
        self.areas = tuple(_area(row, kinds) for row in file.rows("area"))
        borders = file.table("borders")
        pairs = [tuple(pair.split()) for pair in borders.texts("between")]
        borders.source()
        self.board = Board([area.id for area in self.areas], [(a, b) for a, b in pairs])
        limits = file.table("limits")
        self.stacking = limits.integer("stacking", low=1)
        limits.source()
        self.wells = tuple(n for n, area in enumerate(self.areas) if area.well)

    def _read_units(self, file: Table) -> None:
        self.units = tuple(self._unit(row) for row in file.rows("unit"))
        self.unit_ids = tuple(unit.id for unit in self.units)
        self.unit_index = {unit: number for number, unit in enumerate(self.unit_ids)}

    def _unit(self, row: Table) -> Unit:
        return Unit(
            id=row.text("id"),
            label=row.text("label"),
            name=row.text("name"),
            side=SIDES.index(row.choice("side", SIDES)),
            branch=row.choice("branch", BRANCHES),
            strength=(0, row.integer("worn", 1, 9), row.integer("full", 1, 9)),
            moves=row.integer("moves", 1, 9),
            start=self.board.at(row.choice("start", self.board.names)),
            source=row.source(),
        )

    def _read_scenarios(self, file: Table) -> None:
        self.scenarios: dict[str, Scenario] = {}
        for row in file.rows("scenario"):
            scenario = Scenario(row.text("id"), row.text("name"), row.integer("turns", 1, 20))
            self.scenarios[scenario.id] = scenario
            row.source()
        self.options: list[Variant] = []
        for row in file.rows("option"):
            self.options.append(Variant(row.text("id"), row.text("name"), row.text("rule")))
            row.source()


def _terrain(row: Table) -> Terrain:
    terrain = Terrain(row.text("id"), row.integer("cost", 1, 9), row.integer("cover", 0, 9))
    row.source()
    return terrain


def _area(row: Table, kinds: list[str]) -> Area:
    owner = row.choice("owner", (*SIDES, "nobody"))
    polygon: Any = row.raw("polygon")  # geometry is for the drawing alone
    center: Any = row.raw("center")
    return Area(
        id=row.text("id"),
        name=row.text("name"),
        terrain=kinds.index(row.choice("terrain", kinds)),
        well=row.integer("well", 0, 9),
        owner=SIDES.index(owner) if owner in SIDES else NOBODY,
        polygon=polygon,
        center=center,
        source=row.source(),
    )
