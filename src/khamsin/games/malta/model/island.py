"""The map of a data pack: hexes, hexsides, beach zones, and what follows from where they lie."""

from __future__ import annotations

import itertools

from khamsin.kernel.map.hexes import HexBoard, HexGrid
from khamsin.kernel.pack.data import Table

from .limits import FARTHEST
from .pieces import BASES, CITY, MAJOR, NOBODY, PORTS, TERRAINS, TOWN, Hex, Zone
from .reading import read_outline
from .steps import steps_from, trace_fire
from .tables import Tables


class Island:
    """The island and the sea around it, with the tables in which the rules look hexes up."""

    def __init__(self, file: Table, tables: Tables) -> None:
        self.tables = tables
        self._read_map(file)
        self._index_map()

    def _read_map(self, file: Table) -> None:
        zones = file.rows("beach_zone")
        zone_ids = tuple(row.text("id") for row in zones)
        hexes: list[Hex] = []
        for row in file.rows("hex"):
            zone = row.choice("beach_zone", ("", *zone_ids), default="")
            row.text("port_name", default="")
            hexes.append(
                Hex(
                    id=row.text("id"),
                    name=row.text("name", default=""),
                    base=BASES.index(row.choice("base", BASES)),
                    terrain=TERRAINS.index(row.choice("terrain", TERRAINS)),
                    fort=row.flag("fort", default=False),
                    airfield=row.text("airfield", default=""),
                    port=PORTS.index(row.choice("port", PORTS, default="")),
                    zone=zone_ids.index(zone) if zone else NOBODY,
                    is_ammunition_source=row.flag("allied_ammo_source", default=False),
                    source=row.source(),
                )
            )
        self.hexes = tuple(hexes)
        self.land = len(hexes)
        """Hexes below this number are land, the others ocean."""
        page = file.table("map")
        first, last = page.integers("columns")
        top, bottom = page.integers("rows")
        page.source()
        page.integer("hex_height")
        land = [hex_.id for hex_ in hexes]
        known = set(land)
        ocean = [
            f"{column:02}{row:02}"
            for column in range(first, last + 1)
            for row in range(top, bottom + 1)
            if f"{column:02}{row:02}" not in known
        ]
        borders = [
            (row.text("a"), row.text("b"), row.choice("type", ("creek", "creek_rise", "ocean")))
            for row in file.rows("edge")
        ]
        roads: dict[tuple[str, str], None] = {}
        self.road_paths: list[tuple[str, tuple[str, ...]]] = []
        for row in file.rows("road"):
            path = row.texts("path")
            self.road_paths.append((row.text("name"), path))
            row.source()
            for a, b in itertools.pairwise(path):
                roads[min(a, b), max(a, b)] = None
        for row in file.rows("edge"):
            row.source()
        grid = HexGrid("flat", "CCRR", shifted="even")
        self.board = HexBoard(
            grid, [*land, *ocean], borders=borders, roads=[(a, b, "road") for a, b in roads]
        )
        self.zones = tuple(
            Zone(
                row.text("id"),
                row.text("name"),
                tuple(n for n, hex_ in enumerate(hexes) if hex_.zone == number),
            )
            for number, row in enumerate(zones)
        )
        for row in zones:
            row.source()
        self.zone_ids = zone_ids
        self.outlines = tuple(read_outline(row) for row in file.rows("outline"))
        file.done()

    def _index_map(self) -> None:
        board, tables, land = self.board, self.tables, self.land
        self.place_ids = board.names
        self.as_target = tuple(("go", name) for name in self.place_ids)
        """Each hex as an option: to go there."""
        self.distance = tuple(
            bytes(min(far, 255) for far in board.distances(here)) for here in range(len(board))
        )
        self.touch = tuple(tuple(n for n in board.neighbours[h] if n < land) for h in range(land))
        """The land hexes next to each, across whatever hexside."""
        self.near = tuple(
            tuple(n for n in self.touch[h] if board.border(h, n) != "ocean") for h in range(land)
        )
        """The land hexes that a foot unit can step into (5.0)."""
        self.open_sides = tuple(
            tuple(n for n in self.near[h] if board.border(h, n) != "creek_rise" or board.road(h, n))
            for h in range(land)
        )
        """Those that vehicles can step into: not over a rise without a road."""
        self.steps = tuple(
            tuple(
                tuple(steps_from(self, board, h, number, strategic=strategic) for h in range(land))
                for strategic in (False, True)
            )
            for number in range(4)
        )
        """Of each class, normal and strategic: (hex, cost, cost if a fort stands there)."""
        self.cheapest = tuple(
            tuple(
                tuple(min([min(costs) for _, *costs in ways], default=0) for ways in each)
                for each in of_class
            )
            for of_class in self.steps
        )
        """The same: what the cheapest step out of each hex costs."""
        self.beaches = tuple(h for zone in self.zones for h in zone.beaches)
        self.beach_number = {h: number for number, h in enumerate(self.beaches)}
        self.airfields = tuple(h for h in range(land) if self.hexes[h].airfield)
        self.ports = tuple(h for h in range(land) if self.hexes[h].port)
        self.towns = tuple(h for h in range(land) if self.hexes[h].terrain == TOWN)
        self.cities = tuple(h for h in range(land) if self.hexes[h].terrain == CITY)
        self.forts = tuple(h for h in range(land) if self.hexes[h].fort)
        self.terrain = tuple(hex_.terrain for hex_ in self.hexes)
        self.base = tuple(hex_.base for hex_ in self.hexes)
        self.is_inland = tuple(hex_.base == 0 for hex_ in self.hexes)
        self.militia_hexes = tuple(
            tuple(n for n in (h, *sorted(self.touch[h])) if self.terrain[n] in (TOWN, CITY))
            for h in range(land)
        )
        """16.32, R84 The towns and cities in or next to each hex."""
        self.within = tuple(
            tuple(
                tuple(n for n in range(land) if self.distance[h][n] <= far)
                for far in range(FARTHEST + 1)
            )
            for h in range(land)
        )
        self.allied_sources = tuple(board.at(name) for name in tables.allied_sources)
        self.surrender_cities = tuple(board.at(name) for name in tables.surrender_cities)
        self.is_major = tuple(hex_.port == MAJOR for hex_ in self.hexes)
        self._fire_lines: dict[tuple[int, int], tuple[tuple[int, ...], ...] | None] = {}

    def fire_line(self, a: int, b: int) -> tuple[tuple[int, ...], ...] | None:
        """16.54 The land hexes a line of fire passes, or None if terrain hexsides block it (R59).

        What stands in a hex may be destroyed, so whether hexes block is for the rules to say.
        """
        if (a, b) not in self._fire_lines:
            self._fire_lines[a, b] = trace_fire(self, a, b)
        return self._fire_lines[a, b]
