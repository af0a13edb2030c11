"""The counters of Island of Death, read from the data pack."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.referee.malta.board import read

LANDERS = ("div4", "div20")


class Level(NamedTuple):
    """What is printed on one side of a counter."""

    attack: int
    defence: int
    move: int
    morale: int


class Piece(NamedTuple):
    """A counter: what never changes."""

    id: str
    side: str
    nation: str
    type: str
    subtype: str
    size: str
    move_class: str
    formation: str
    group: str
    parent: str
    companies: tuple[str, ...]
    pool: str
    """Of a battalion: the nameless companies it breaks into; of a company: its pool."""
    levels: tuple[Level, ...]
    two_sided: bool
    """A company whose reduced side is not a step (17.83)."""
    off: int
    deff: int
    range: int
    gun: tuple[int, int]
    security: bool
    steps_for_victory: int
    raw: dict[str, Any]

    @property
    def land(self) -> bool:
        """A land unit: not a leader, coast gun or ship (R19)."""
        return self.type not in ("leader", "coast_gun", "warship")

    @property
    def artillery(self) -> bool:
        return self.type == "artillery"

    @property
    def ship(self) -> bool:
        return self.type == "warship"

    @property
    def leader(self) -> bool:
        return self.type == "leader"

    @property
    def hq(self) -> bool:
        return self.type == "hq"

    @property
    def hides(self) -> bool:
        """Whether it may lie face down."""
        return self.type in ("strongpoint", "coast_gun", "militia")

    @property
    def engineer(self) -> bool:
        return self.type in ("engineer", "para_engineer")

    @property
    def battalion(self) -> bool:
        """A battalion with levels, so not artillery."""
        return self.size == "battalion" and not self.artillery


def piece_of(row: dict[str, Any], name: str, pool: str = "") -> Piece:
    """One row of units.toml as a piece."""
    levels = tuple(
        Level(*(each[k] for k in ("attack", "defence", "move", "morale")))
        for each in row.get("levels", ())
    )
    if row["type"] == "artillery":
        limbered = row["limbered"]
        levels = (Level(limbered["attack"], limbered["defence"], limbered["move"], row["morale"]),)
    deployed = row.get("deployed", row)
    gun = row.get("gun", {"strength": 0, "range": 0})
    return Piece(
        name,
        row["side"],
        row["nationality"],
        row["type"],
        row.get("subtype", ""),
        row["size"],
        row.get("move_class", ""),
        row.get("formation", ""),
        row.get("regiment", "") or row.get("brigade", ""),
        row.get("parent", ""),
        tuple(row.get("companies", ())),
        pool or row.get("can_break_down", ""),
        levels,
        row.get("reduced_is_not_step", False),
        deployed.get("off_support", 0),
        deployed.get("def_support", 0),
        deployed.get("range", 0),
        (gun["strength"], gun["range"]),
        row.get("security", False),
        row.get("victory_steps", 1),
        row,
    )


UNITS = read("units.toml")
PIECES: dict[str, Piece] = {row["id"]: piece_of(row, row["id"]) for row in UNITS["unit"]}
PIECES |= {
    f"{row['id']}_{number}": piece_of(row, f"{row['id']}_{number}", row["id"])
    for row in UNITS["pool"]
    for number in range(1, row["count"] + 1)
}
ORDER = {name: at for at, name in enumerate(PIECES)}
POOLS = {
    row["id"]: [f"{row['id']}_{n}" for n in range(1, row["count"] + 1)] for row in UNITS["pool"]
}
FORMATIONS = {row["id"]: row for row in UNITS["formation"]}
HQ_OF = {row["id"]: row["hq"] for row in UNITS["formation"]}
LEADER_OF = {row["id"]: row["leader"] for row in UNITS["formation"] if row["leader"]}
MARKERS = {"dz_ramcke": "ramcke", "dz_folgore": "folgore"}
GROUPS: dict[str, list[str]] = {}
for _piece in PIECES.values():
    if _piece.group and _piece.battalion:
        GROUPS.setdefault(_piece.group, []).append(_piece.id)
SHIPS = [name for name, piece in PIECES.items() if piece.ship]
STRONGPOINTS = [name for name, piece in PIECES.items() if piece.type == "strongpoint"]
COAST_GUNS = [name for name, piece in PIECES.items() if piece.type == "coast_gun"]
MILITIA = [name for name, piece in PIECES.items() if piece.type == "militia"]
LEADERS = [name for name, piece in PIECES.items() if piece.leader]
