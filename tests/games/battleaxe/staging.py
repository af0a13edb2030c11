"""Setting the table for a test: only the units that matter, scripted dice, any moment of play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

from khamsin.games.battleaxe import Battleaxe
from khamsin.games.battleaxe.model.pack import Pack
from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS, FULL, NOBODY, OFF_MAP, REDUCED, SIDES
from khamsin.games.battleaxe.model.state import MANEUVERS, State
from khamsin.games.battleaxe.rules.control import put
from khamsin.kernel.game import Setup
from khamsin.kernel.play.dice import Dice, ScriptedDice
from khamsin.kernel.play.match import Match
from tests.games.stage import offers, staged, told, why

GAME = Battleaxe()

QUIET: dict[str, Any] = {"advantage": NOBODY, "artillery": [0, 0]}
"""No Advantage and no artillery: an attack asks only for leads, aircraft and losses."""


def table(
    units: dict[str, str] | None = None,
    *,
    reduced: Sequence[str] = (),
    out_of_supply: Sequence[str] = (),
    mf: Mapping[str, int] | None = None,
    cv: Mapping[str, tuple[int, int]] | None = None,
    allied: Sequence[str] | None = None,
    options: Sequence[str] = (),
    scenario: str = "standard",
    half: str = "allied",
    phase: str = MANEUVERS,
    **fields: object,
) -> State:
    """A table with just these units (unit id to space id), all others set aside for good.

    `allied` are the spaces under Allied control (default: the printed ones); spaces held by one
    side's units alone are put under that side's control. `mf` and `cv` (full, reduced) print other
    values on counters. `fields` set anything else, as in `turn=2, impulse=5, fuel_low=True,
    advantage=AXIS`. With `units=None` the full set-up stays.
    """
    g = GAME.rules.start(Setup(scenario, tuple(options)))
    pack = g.pack = _reprinted(g.pack, mf or {}, cv or {})
    g.phase = phase
    g.half = SIDES.index(half)
    if units is not None:
        spaces = len(g.control)
        g.here = [[()] * spaces, [()] * spaces]
        g.place = [OFF_MAP] * len(pack.units)
        g.steps = [0] * len(pack.units)
        g.unplaced = ()
        for unit, space in units.items():
            number = pack.unit_index[unit]
            g.steps[number] = FULL
            put(g, number, pack.board.at(space))
    if allied is not None:
        g.control = [AXIS] * len(g.control)
        for space in allied:
            g.control[pack.board.at(space)] = ALLIED
    for number, owner in enumerate(g.control):
        if g.here[1 - owner][number] and not g.here[owner][number]:
            g.control[number] = 1 - owner
    for unit in reduced:
        g.steps[pack.unit_index[unit]] = REDUCED
    for unit in out_of_supply:
        g.oos[pack.unit_index[unit]] = 1
    for name, value in fields.items():
        assert name in State.fields, name
        setattr(g, name, value)
    return g


def _reprinted(pack: Pack, mf: Mapping[str, int], cv: Mapping[str, tuple[int, int]]) -> Pack:
    """The pack with other movement factors and combat values on some counters."""
    if not mf and not cv:
        return pack
    pack = copy(pack)
    factors, values = list(pack.unit_mf), list(pack.cv)
    for unit, factor in mf.items():
        factors[pack.unit_index[unit]] = factor
    for unit, (full, reduced) in cv.items():
        values[pack.unit_index[unit]] = (0, reduced, full)
    pack.unit_mf, pack.cv = tuple(factors), tuple(values)
    return pack


def match(g: State, *dice: Sequence[int], source: Dice | None = None) -> Match[State]:
    """A match that goes on from this table; one tuple of dice for each roll to come."""
    setup = Setup(g.scenario.id, g.options)
    return staged(GAME, g, setup, source if source is not None else ScriptedDice(*dice))


def play(m: Match[State], *answers: str) -> Match[State]:
    """Give these answers one after another, each as the words of a journal: "move 2rtr 9"."""
    for answer in answers:
        m.choose(tuple(answer.split()))
    return m


def moves(m: Match[State], name: str) -> list[str]:
    """Where a unit may step now."""
    return [offer.split()[2] for offer in offers(m) if offer.startswith(f"move {name} ")]


def unit(m: Match[State], name: str) -> tuple[str, str]:
    """Where a unit is and how strong: ("9", "full"), ("9", "reduced") or ("off", "gone")."""
    g = m.state
    number = g.pack.unit_index[name]
    place = g.place[number]
    strength = ("gone", "reduced", "full")[g.steps[number]]
    return ("off" if place == OFF_MAP else g.place_id(place), strength)


def control(m: Match[State], space: str) -> str:
    """Who controls a space."""
    return SIDES[m.state.control[m.state.pack.board.at(space)]]


def asked(m: Match[State]) -> str:
    """Who is asked what: "axis night", "allied exploit"; "" when the match is over."""
    return "" if m.decision is None else f"{m.to_answer[0]} {m.decision.prompt}"


def tem(space: str) -> int:
    """The terrain modifier printed in a space; for combats whose terrain is not the point."""
    return GAME.data.spaces[GAME.data.board.at(space)].tem


def totals(m: Match[State]) -> list[tuple[object, object]]:
    """AV and DV of every combat so far."""
    return [(dice["av"], dice["dv"]) for dice in told(m, "combat_dice")]


__all__ = ["offers", "told", "why"]
