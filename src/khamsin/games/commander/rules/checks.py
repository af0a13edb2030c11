"""What must hold on the table after every answer, whatever was decided."""

from __future__ import annotations

from khamsin.games.commander.model.pieces import (  # fmt: skip
    ALLIED,
    AXIS,
    BOX,
    CUP,
    DEAD,
    ELITE,
    FULL,
    GONE,
    LATER,
    NOBODY,
    PLAIN,
    POOL,
    VETERAN,
)
from khamsin.games.commander.model.state import State
from khamsin.games.commander.rules.forces import contested
from khamsin.kernel.map.placement import check_placement

_STRENGTH = {CUP: (FULL,), POOL: (FULL,), DEAD: (GONE,), LATER: (GONE,), BOX: (1, FULL)}
_SIDES = {CUP: (ALLIED,), POOL: (AXIS,), BOX: (ALLIED,), DEAD: (AXIS, ALLIED), LATER: (0, 1)}
_BATTLE_STEPS = (
    "battle_moves", "battles", "resupply", "operations", "orders", "allied_battles",
    "allied_resupply",
)  # fmt: skip


def check(g: State) -> None:
    """Raise AssertionError if Forces, chits, Supplies or control are impossible."""
    assert min(g.supplies) >= 0, f"supplies {g.supplies}"  # supplies.2
    assert 0 <= g.turn <= len(g.c.boxes), g.turn
    _check_forces(g)
    _check_chits(g)
    for area in contested(g):
        assert g.step in _BATTLE_STEPS, f"both sides stand in {g.place_id(area)}"
        assert g.attacker[area] != NOBODY, f"nobody attacks in {g.place_id(area)}"


def _check_forces(g: State) -> None:
    """Every Force is in one place, on the side of its counter that fits it."""
    check_placement(g.place, g.here, g.c.side_of)
    for unit, at in enumerate(g.place):
        if at >= 0:
            assert GONE < g.steps[unit] <= FULL, f"{g.unit_id(unit)} has impossible strength"
        else:
            assert g.steps[unit] in _STRENGTH[at], f"{g.unit_id(unit)} is in the wrong pile"
            assert g.c.side_of[unit] in _SIDES[at], f"{g.unit_id(unit)} is in the enemy's pile"


def _check_chits(g: State) -> None:
    """upgrade.3, upgrade.10, opscheck.1 No chit is lost or made."""
    for number, chit in enumerate(g.pack.chits):
        out = sum(each == number for each in g.chit)
        assert out + g.upgrades[number] == chit.copies, f"{chit.id} was lost or made"
    for unit, level in enumerate(g.level):
        assert (level == PLAIN) == (g.chit[unit] == NOBODY), f"{g.unit_id(unit)} has half a chit"
        assert level in (PLAIN, VETERAN, ELITE)
        assert level == PLAIN or g.place[unit] >= 0 or g.place[unit] == BOX, "a chit off the map"
    assert sorted((*g.ops_cup, *g.drawn)) == sorted(g.pack.ops_cup), "Operations chits"
