"""The numbers of `tables.toml`, read once."""

from __future__ import annotations

from typing import NamedTuple

from khamsin.kernel.game import Variant
from khamsin.kernel.pack.data import Table


class Column(NamedTuple):
    """A column of the combat results table (9.25): hits by die 1 to 6."""

    odds: str
    attacker: tuple[int, ...]
    defender: tuple[int, ...]


class Shift(NamedTuple):
    """What moves the odds to the right or left (9.24)."""

    columns: int
    rule: str


class Numbers:
    """Every number that the rules look up, under the names of the file."""

    def __init__(self, file: Table) -> None:
        self.crt = tuple(
            Column(row.text("odds"), row.integers("a"), row.integers("d"))
            for row in sourced(file.rows("crt"))
        )
        self.shifts = {
            row.text("id"): Shift(row.integer("columns"), row.text("rule"))
            for row in sourced(file.rows("shift"))
        }
        self.divide_by = _integers(file.table("divide_by"))
        self.terrain = _costs(file, "terrain")
        self.links = _costs(file, "link_cost")
        self.cliff = _integers(file.table("cliff"))
        self.zoc_enter = _integers(file.table("zoc"))["enter"]
        self.exit_cost = _integers(file.table("exit"))["cost"]
        self.stacking = _integers(file.table("stacking"))
        command = file.table("command")
        self.command = (command.integers("axis"), command.integers("allied"))
        self.rommel_from = command.integer("rommel_from")
        command.source()
        track = file.table("impulse_track")
        self.track = (track.integers("axis"), track.integers("allied"))
        track.source()
        self.armour = _integers(file.table("armour_combat"))
        self.repair_from = _integers(file.table("repair_from"))
        dice = file.table("dice")
        self.air = dice.integers("air")
        self.dice = {key: dice.integer(key) for key in dice if key not in ("air", "source")}
        dice.source()
        self.limits = _integers(file.table("limits"))
        self.pursuit = _integers(file.table("pursuit"))
        self.options = tuple(
            Variant(row.text("id"), row.text("name"), row.text("rule"))
            for row in sourced(file.rows("option"))
        )


def sourced(rows: list[Table]) -> list[Table]:
    """Rows that say where their values come from."""
    for row in rows:
        row.source()
    return rows


def _integers(table: Table) -> dict[str, int]:
    table.source()
    return {key: table.integer(key) for key in table if key != "source"}


def _costs(file: Table, name: str) -> dict[str, tuple[int, int]]:
    """Costs for foot and mechanised units, by kind of ground."""
    return {
        row.text("id"): (row.integer("foot"), row.integer("mech"))
        for row in sourced(file.rows(name))
    }
