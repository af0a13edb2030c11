"""The data pack of Island of Death: map, counters, tables and scenarios, read and indexed."""

from __future__ import annotations

from pathlib import Path

from khamsin.kernel.errors import DataError
from khamsin.kernel.game import Variant
from khamsin.kernel.pack.data import Table, pack_digest, read_toml

from .island import Island
from .pieces import (  # fmt: skip
    BATTALION,
    CLASSES,
    COMPANY,
    FOOT,
    HIDDEN_KINDS,
    KINDS,
    NOBODY,
    SIDES,
    SIZES,
    SOLITAIRE,
    TURNS,
    WARSHIP,
    Formation,
    Scenario,
    Unit,
)
from .reading import read_commanders, read_gun, read_levels, read_victory_steps
from .scenarios import read_scenario
from .tables import Tables

STANDARD_PACK = Path(__file__).parents[1] / "data"
MARKERS = ("dz_ramcke", "dz_folgore")
"""19.1 The two drop zone markers, in the order the rules number them."""
VARIABLE_SETUP, DELAYED_LANDINGS = "variable_setup", "delayed_landings"
OPTIONS = (
    Variant(VARIABLE_SETUP, "Variable Allied set-up", "22.39.a"),
    Variant(DELAYED_LANDINGS, "Delayed landings", "22.39.b"),
    Variant(SOLITAIRE, "Solitaire rules", "21.0"),
)


class Pack(Island):
    """A whole data pack: the island with its counters, tables and scenarios, indexed by number."""

    def __init__(self, folder: Path = STANDARD_PACK) -> None:
        self.digest = pack_digest(folder)
        names = ("map", "units", "scenarios", "tables")
        files = [read_toml(folder / f"{name}.toml") for name in names]
        turns = files[2].table("turns")
        self.days = turns.texts("days")
        super().__init__(files[0], Tables(files[3], self.days))
        self.limits = self.tables.limits
        self._read_units(files[1])
        self._read_scenarios(files[2], turns)
        self.notes = [note for file in files for note in file.sources]
        self._index_units()

    # -- units -------------------------------------------------------------------------------

    def _read_units(self, file: Table) -> None:
        formations = file.rows("formation")
        self.formation_ids = tuple(row.text("id") for row in formations)
        pools = file.rows("pool")
        self.pool_ids = tuple(row.text("id") for row in pools)
        rows = file.rows("unit")
        ids = [row.text("id") for row in rows]
        pool_of: list[int] = [NOBODY] * len(rows)
        for number, row in enumerate(pools):
            count = row.integer("count", low=1)
            ids += [f"{self.pool_ids[number]}_{each}" for each in range(1, count + 1)]
            rows += [row] * count
            pool_of += [number] * count
        self.unit_ids = tuple(ids)
        self.unit_index = {name: number for number, name in enumerate(ids)}
        if len(self.unit_index) < len(ids):
            raise DataError("units.toml: two units have the same id")
        self.units = tuple(self._unit(name, row) for name, row in zip(ids, rows, strict=True))
        self.pool_of = tuple(pool_of)
        """The pool a nameless company comes from, or -1."""
        for row in file.rows("marker"):
            for key in ("id", "name"):
                row.text(key)
            for key in ("formation", "nationality"):
                row.text(key, default="")
            row.integer("count", default=0)
            row.source()
        self.formations = tuple(
            Formation(
                row.text("id"),
                row.text("name"),
                SIDES.index(row.choice("side", SIDES)),
                self.unit_index[row.choice("hq", ids)],
                self.unit_index[row.text("leader")] if row.text("leader") else NOBODY,
                MARKERS.index(row.text("drop_zone_marker"))
                if row.text("drop_zone_marker")
                else NOBODY,
            )
            for row in formations
        )
        for row in formations:
            row.source()
        file.done()

    def _unit(self, name: str, row: Table) -> Unit:
        kind = KINDS.index(row.choice("type", KINDS))
        formation = row.text("formation", default="")
        breaks_into = row.text("can_break_down", default="")
        parent = row.text("parent", default="")
        size = SIZES.index(row.choice("size", SIZES))
        move_class = row.choice("move_class", (*CLASSES, "none"), default="none")
        for key in ("hidden", "always_zoc"):
            row.flag(key, default=False)
        for key in ("ammo_type", "max_rounds", "aa_range", "steps", "count"):
            row.integer(key, default=0)
        for key in ("enters_by", "ship_class", "id"):
            row.text(key, default="")
        group = row.text("regiment", default="") or row.text("brigade", default="")
        return Unit(
            id=name,
            name=row.text("name"),
            full_name=row.text("full_name", default=row.text("name")),
            side=SIDES.index(row.choice("side", SIDES)),
            nation=row.text("nationality"),
            kind=kind,
            subtype=row.text("subtype", default=""),
            size=size,
            move_class=FOOT if move_class == "none" else CLASSES.index(move_class),
            formation=self.formation_ids.index(formation)
            if formation in self.formation_ids
            else NOBODY,
            group=group if size == BATTALION else "",
            entry=row.text("entry", default=""),
            levels=read_levels(row),
            gun=read_gun(row),
            commanders=read_commanders(row),
            companies=tuple(
                self.unit_index[company] for company in row.texts("companies", default=())
            ),
            pool=self.pool_ids.index(breaks_into) if breaks_into else NOBODY,
            parent=self.unit_index[parent] if parent else NOBODY,
            is_two_sided=row.flag("reduced_is_not_step", default=False),
            is_security=row.flag("security", default=False),
            victory_steps=row.integer("victory_steps", default=read_victory_steps(row, kind)),
            source=row.source(),
        )

    def _index_units(self) -> None:
        units = self.units
        self.side_of = tuple(unit.side for unit in units)
        self.kind = tuple(unit.kind for unit in units)
        self.levels = tuple(unit.levels for unit in units)
        self.move_class = tuple(unit.move_class for unit in units)
        self.is_battalion = tuple(unit.size == BATTALION for unit in units)
        self.is_company = tuple(unit.size == COMPANY for unit in units)
        self.is_german = tuple(unit.nation == "german" for unit in units)
        self.pool_units = tuple(
            tuple(u for u in range(len(units)) if self.pool_of[u] == pool)
            for pool in range(len(self.pool_ids))
        )
        self.pool_battalions = tuple(
            tuple(u for u, unit in enumerate(units) if unit.pool == pool)
            for pool in range(len(self.pool_ids))
        )
        """The battalions that break down into the nameless companies of each pool."""
        self.can_reform = tuple(
            u for u, unit in enumerate(units) if unit.companies or unit.pool != NOBODY
        )
        """The battalions that can be made of companies."""
        self.breaks_into = tuple(
            len(unit.companies)
            or (self.tables.companies[self.pool_ids[unit.pool]] if unit.pool != NOBODY else 0)
            for unit in units
        )
        self.of_kind = tuple(
            tuple(u for u in range(len(units)) if self.kind[u] == kind)
            for kind in range(len(KINDS))
        )
        self.is_hidden = tuple(kind in HIDDEN_KINDS for kind in self.kind)
        self.hqs = tuple(formation.hq for formation in self.formations)
        self.leaders = tuple(formation.leader for formation in self.formations)
        self.ships = self.of_kind[WARSHIP]
        self.as_unit = tuple(("unit", name) for name in self.unit_ids)
        """Each unit as an option: to move it."""
        groups: dict[str, list[int]] = {}
        for u, unit in enumerate(units):
            if unit.group:
                groups.setdefault(f"{unit.side}{unit.group}", []).append(u)
        self.groups = tuple(tuple(members) for members in groups.values())
        """9.92 The regiments and brigades."""
        self.malta, self.div4, self.div20, self.div80 = (
            self.formation_ids.index(name) for name in ("malta", "div4", "div20", "div80")
        )
        self.marker_formation = tuple(
            next(n for n, formation in enumerate(self.formations) if formation.marker == marker)
            for marker in range(len(MARKERS))
        )

    # -- scenarios ---------------------------------------------------------------------------

    def _read_scenarios(self, file: Table, turns: Table) -> None:
        if turns.texts("of_day") != TURNS:
            raise DataError(f'{turns.where}, key "of_day": must be {", ".join(TURNS)}')
        self.amphibious_turns = tuple(TURNS.index(turn) for turn in turns.texts("amphibious"))
        self.airborne_turns = tuple(TURNS.index(turn) for turn in turns.texts("airborne"))
        self.airfield_turns = tuple(TURNS.index(turn) for turn in turns.texts("airfield"))
        turns.source()
        self.scenarios: dict[str, Scenario] = {}
        for row in file.rows("scenario"):
            scenario = read_scenario(self, row)
            self.scenarios[scenario.id] = scenario
        file.done()

    def turn_number(self, name: str) -> int:
        """The number of a turn called "0629-am", counted from the morning of the first day."""
        day, turn = name.split("-")
        return self.days.index(day) * len(TURNS) + TURNS.index(turn)

    def turn_name(self, number: int) -> str:
        """The name of a turn: "0629-am"."""
        day, turn = divmod(number, len(TURNS))
        return f"{self.days[day]}-{TURNS[turn]}"
