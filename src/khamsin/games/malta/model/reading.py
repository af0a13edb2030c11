"""Rows of the data pack read into what is printed on counters."""

from __future__ import annotations

from typing import NamedTuple

from khamsin.kernel.pack.data import Table

from .pieces import ALLIED, COAST_GUN, HQ, LEADER, MILITIA, SIDES, Commander, Gun, Level, Placing


class Outline(NamedTuple):
    """A coast as it is, in units of the drawing; play knows only hexes."""

    name: str
    points: list[list[float]]


def read_outline(row: Table) -> Outline:
    """The coast of an island; those off the map have their name written on them."""
    outline = Outline(row.text("name", default=""), row.points("points"))
    row.source()
    return outline


def read_levels(row: Table) -> tuple[Level, ...]:
    """The strengths of a counter; of artillery its limbered side (12.11)."""
    if row.has("limbered"):
        side = row.table("limbered")
        values = (side.integer("attack"), side.integer("defence"), side.integer("move"))
        return (Level(*values, row.integer("morale")),)
    if not row.has("levels"):
        return (Level(0, 0, row.integer("move", default=0), 0),)
    return tuple(
        Level(*(level.integer(key) for key in ("attack", "defence", "move", "morale")))
        for level in row.rows("levels")
    )


def read_gun(row: Table) -> Gun | None:
    """What it fires with, if it fires at all."""
    if row.has("gun"):
        gun = row.table("gun")
        return Gun(gun.integer("strength"), 0, gun.integer("range"))
    table = row.table("deployed") if row.has("deployed") else row
    if not table.has("off_support"):
        return None
    table.integer("move", default=0)
    return Gun(*(table.integer(key) for key in ("off_support", "def_support", "range")))


def read_commanders(row: Table) -> tuple[Commander, ...]:
    """Both sides of a leader's counter."""
    if not row.has("front"):
        return ()
    keys = ("foot_bonus", "vehicle_bonus", "tactical")
    sides = (row.table("front"), row.table("adc"))
    return tuple(Commander(*(side.integer(key) for key in keys)) for side in sides)


def read_victory_steps(row: Table, kind: int) -> int:
    """20.1, 20.2 What a lost step of this counter weighs in the surrender roll."""
    if kind in (COAST_GUN, MILITIA, LEADER):
        return 0
    if kind == HQ:
        return 1 if row.text("side") == SIDES[ALLIED] else 0
    return 1


def read_placing(row: Table, key: str) -> Placing:
    """What a scenario puts in one hex or box."""
    levels = row.table("levels") if row.has("levels") else None
    pool = row.table("pool") if row.has("pool") else None
    row.texts("face_down", default=())
    row.source()
    return Placing(
        row.text(key),
        row.texts("units"),
        tuple((u, levels.integer(u)) for u in levels) if levels else (),
        tuple((p, pool.integer(p)) for p in pool) if pool else (),
        row.texts("markers", default=()),
        row.text("attach_to", default=""),
    )
