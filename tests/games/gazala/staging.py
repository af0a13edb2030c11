"""Setting the table for a test: only the units that matter, any stage, waiting dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from khamsin.games.gazala import Gazala
from khamsin.games.gazala.model.pieces import (
    ALLIED,
    AXIS,
    ISOLATED,
    OFF,
    POOLS,
    ROMMEL,
    SIDES,
    SUPPLIED,
    UNSUPPLIED,
)
from khamsin.games.gazala.model.state import MOVEMENT, State
from khamsin.games.gazala.rules.activation import begin_impulse
from khamsin.games.gazala.rules.control import breach, put
from khamsin.kernel.game import Setup
from khamsin.kernel.play.decision import Roll
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.state import changed
from tests.games.stage import go, offers, staged, told, why

GAME = Gazala()
PACK = GAME.data

LEVELS = {"supplied": SUPPLIED, "unsupplied": UNSUPPLIED, "isolated": ISOLATED}


def u(name: str) -> int:
    """The number of a unit."""
    return PACK.unit_index[name]


def h(name: str) -> int:
    """The number of a hex."""
    return PACK.board.at(name)


def edge(a: str, b: str) -> int:
    """The number of a hexside."""
    return PACK.board.edge(h(a), h(b))


def table(
    units: Mapping[str, str],
    *,
    chit: str = "",
    stage: str = MOVEMENT,
    scenario: str = "aida",
    options: Sequence[str] = (),
    reduced: Sequence[str] = (),
    supply: Mapping[str, str] | None = None,
    control: Mapping[str, str] | None = None,
    breached: Sequence[tuple[str, str]] = (),
    off: Sequence[str] = (),
    points: Mapping[str, int] | None = None,
    formation: Mapping[str, str] | None = None,
    turn: int = 3,
    **fields: Any,
) -> State:
    """A table with just these units (unit id to hex). With a `chit` its impulse has begun.

    `off` are units that are eliminated; `supply` is what the initial segment found (default:
    supplied); `fields` set anything else, as in `withdrawing=True, air=2`.
    """
    g = GAME.rules.start(Setup(scenario, tuple(options)))
    g.turn = turn
    g.unplaced = ()
    g.clear_map()
    g.step = bytearray(len(PACK.units))
    g.points = [0] * len(POOLS)
    g.control = bytearray(PACK.first_control)
    for family in PACK.families.values():
        for battalion in family:
            g.place[battalion] = OFF
    for name in off:
        g.place[u(name)] = OFF
    for unit, place in units.items():
        put(g, u(unit), h(place))
    for unit in reduced:
        g.step[u(unit)] = 1
    for a, b in breached:
        breach(g, edge(a, b))
    for place, side in (control or {}).items():
        g.control[h(place)] = SIDES.index(side)
    for unit, level in (supply or {}).items():
        g.morning[u(unit)] = g.supply[u(unit)] = LEVELS[level]
    for pool, number in (points or {}).items():
        g.points[POOLS.index(pool)] = number
    for unit, name in (formation or {}).items():
        g.formation = changed(g.formation, u(unit), name)
    for name, value in fields.items():
        assert hasattr(g, name), name
        setattr(g, name, value)
    g.stage = stage
    if chit:
        begin_impulse(g, chit)
        g.impulse = fields.get("impulse", 1)
        g.track[g.active] = (*g.track[g.active], chit)
    return g


def scene(g: State) -> Match[State]:
    """A match that goes on from this table; its dice wait until `go` rolls them."""
    return staged(GAME, g, Setup(g.scenario.id, g.options))


def goals(m: Match[State], unit: str) -> list[str]:
    """Where a unit can go, if it is taken in hand now."""
    go(m, f"unit {unit}") if (f"unit {unit}") in offers(m) else None
    return [offer.split()[1] for offer in offers(m, "to")]


def asked(m: Match[State]) -> str:
    """Who is asked what; or what the dice are for; "" at the end."""
    if m.decision is not None:
        return f"{m.to_answer[0]} {m.decision.prompt}"
    return m.chance.why if m.chance is not None else ""


def at(m: Match[State] | State, unit: str) -> str:
    """Where a unit is: a hex, or "off"."""
    g = m if isinstance(m, State) else m.state
    place = g.place[u(unit)]
    return g.place_id(place) if place >= 0 else "off"


def step(m: Match[State] | State, unit: str) -> int:
    """How many steps a unit has lost."""
    g = m if isinstance(m, State) else m.state
    return g.step[u(unit)]


def until(m: Match[State], prompt: str) -> Match[State]:
    """Decline everything until this is asked; all dice show 1."""
    while m.decision is None or m.decision.prompt != prompt:
        assert m.result is None
        if isinstance(m.chance, Roll):
            m.roll((1,) * m.chance.count)
            continue
        if m.chance is not None:
            m.roll(tuple(m.chance.items[: m.chance.count]))
            continue
        for word in ("done", "no", "stay", "stop", "stand"):
            if (word,) in m.legal():
                m.choose((word,))
                break
        else:
            m.choose(m.legal()[0])
    return m


__all__ = ["ALLIED", "AXIS", "GAME", "PACK", "ROMMEL", "go", "offers", "told", "why"]


def units(*names: str) -> tuple[int, ...]:
    """Some units by their names."""
    return tuple(u(name) for name in names)
