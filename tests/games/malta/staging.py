"""Setting the table for a test: only the units that matter, any moment of play, scripted dice."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, Sequence
from typing import Any

from khamsin.games.malta import Malta
from khamsin.games.malta.model.pieces import (
    AT_SEA,
    AXIS,
    BREAKDOWN,
    BROKEN,
    DAY_BOX,
    DEMORALISED,
    DISORGANISED,
    FOLLOW_UP,
    GONE,
    NOBODY,
    PLACE_IDS,
    SIDES,
    TO_PLACE,
    TURN_BOX,
    TURNS,
    UNUSED,
    W1,
    W2,
    WEATHERS,
)
from khamsin.games.malta.model.state import State, whereabouts
from khamsin.games.malta.rules.control import put, refresh_all
from khamsin.kernel.game import Setup
from khamsin.kernel.play.decision import Choose, Draw, Mark, Roll
from khamsin.kernel.play.match import Match
from tests.games.stage import asked, go, offers, staged

GAME = Malta()
PACK = GAME.data
ALLIED_CITY = "1711"

_BOXES = {
    "breakdown": BREAKDOWN,
    "broken_down": BROKEN,
    "eliminated": GONE,
    "at_sea": AT_SEA,
    "to_place": TO_PLACE,
    "turn_record": TURN_BOX,
    "day_record": DAY_BOX,
}
assert set(_BOXES) == set(PLACE_IDS) - {""}


def at(name: str) -> int:
    """The number of a hex."""
    return PACK.board.at(name)


def u(name: str) -> int:
    """The number of a unit."""
    return PACK.unit_index[name]


def place_number(name: str) -> int:
    """The number of a hex or a box by its name."""
    if name in _BOXES:
        return _BOXES[name]
    kind, _, rest = name.partition("_")
    if kind == "followup":
        return FOLLOW_UP - PACK.zone_ids.index(rest)
    if kind in ("w1", "w2"):
        return (W1 if kind == "w1" else W2) - PACK.beach_number[at(rest)]
    return at(name)


def table(
    units: Mapping[str, str] | None = None,
    *,
    scenario: str = "hercules",
    options: Sequence[str] = (),
    phase: str = "tactical",
    active: str = "axis",
    day: str = "0703",
    turn: str = "noon",
    level: Mapping[str, int] | None = None,
    dis: Sequence[str] = (),
    dem: Sequence[str] = (),
    cut: Sequence[str] = (),
    deployed: Sequence[str] = (),
    rounds: Mapping[str, int] | None = None,
    formation: Mapping[str, str] | None = None,
    back: Mapping[str, str] | None = None,
    seen: Sequence[str] = (),
    axis: Sequence[str] = (),
    landed: Sequence[str] = (),
    destroyed: Sequence[str] = (),
    quiet: bool = True,
    weather: str = "clear",
    markers: Mapping[str, str] | None = None,
    **fields: Any,
) -> State:
    """A table with just these units (unit to hex or box); all others are no part of it.

    With `units=None` the set-up of the scenario stays. `axis` are hexes under Axis control besides
    those where Axis units stand. `quiet` counts the militia of every town as rolled for.
    """
    g = GAME.rules.start(Setup(scenario, tuple(options)))
    if units is not None:
        for unit, place in enumerate(g.place):
            if place != UNUSED:
                put(g, unit, UNUSED)
        g.control = [0] * PACK.land
        g.broken_groups = [0] * len(PACK.groups)
        for name, spot in units.items():
            put(g, u(name), place_number(spot))
    for name in axis:
        g.control[at(name)] = AXIS
    g.level = _set(g.level, level or {})
    g.order = _set(g.order, dict.fromkeys(dis, DISORGANISED) | dict.fromkeys(dem, DEMORALISED))
    g.unsupplied = _set(g.unsupplied, dict.fromkeys(cut, 1))
    g.deployed = _set(g.deployed, dict.fromkeys(deployed, 1))
    g.ammo = _set(g.ammo, rounds or {})
    g.back = _set(g.back, {name: u(value) for name, value in (back or {}).items()})
    g.seen = _set(g.seen, dict.fromkeys(seen, 1))
    joined = {name: PACK.formation_ids.index(of) for name, of in (formation or {}).items()}
    g.formation = _set(g.formation, joined)
    g.landed = tuple(int(PACK.place_ids[h] in landed or g.landed[h]) for h in range(PACK.land))
    g.forts = tuple(
        int(bool(g.forts[h]) and PACK.place_ids[h] not in destroyed) for h in range(PACK.land)
    )
    if quiet:
        g.rolled = (1,) * PACK.land
    for name, spot in (markers or {}).items():
        g.dz[("dz_ramcke", "dz_folgore").index(name)] = at(spot)
    g.phase, g.active = phase, SIDES.index(active)
    g.day, g.turn = PACK.days.index(day), TURNS.index(turn)
    g.weather = WEATHERS.index(weather)
    for name, value in fields.items():
        assert name in State.fields, name
        setattr(g, name, value)
    g.control_at_start = tuple(g.control)
    for side in (0, 1):
        refresh_all(g, side)
    return g


def _set(values: tuple[int, ...], changes: Mapping[str, int]) -> tuple[int, ...]:
    new = list(values)
    for name, value in changes.items():
        new[u(name)] = value
    return tuple(new)


def scene(g: State) -> Match[State]:
    """A match that goes on from this table; its dice wait until `go` rolls them."""
    return staged(GAME, g, Setup(g.scenario.id, g.options))


def run(rules: Awaitable[Any], *steps: str | tuple[int, ...] | list[str]) -> Any:
    """Run one procedure of the rules with these answers and dice; all must be used up."""
    left = list(steps)
    coroutine = rules.__await__()
    answer: Any = None
    while True:
        try:
            ask = coroutine.send(answer)
        except StopIteration as end:
            assert not left, f"not asked for: {left}"
            return end.value
        answer = None
        if isinstance(ask, Mark):
            continue
        assert left, f"nothing is left to answer {describe(ask)}"
        step = left.pop(0)
        if isinstance(ask, Choose):
            assert isinstance(step, str), f"{describe(ask)} is asked, not dice {step}"
            answer = tuple(step.split())
            assert answer in ask.options(), f"{step!r} is not offered: {describe(ask)}"
        elif isinstance(ask, Roll):
            assert isinstance(step, tuple), f"{ask.count} dice for {ask.why}, not {step!r}"
            assert len(step) == ask.count, f"{ask.count} dice for {ask.why}, not {step}"
            answer = step
        elif isinstance(ask, Draw):
            assert isinstance(step, list)
            answer = tuple(step)


def describe(ask: object) -> str:
    """What is asked, for the message of a test that fails."""
    if isinstance(ask, Choose):
        return f"{ask.side} {ask.prompt} {[' '.join(option) for option in ask.options()][:12]}"
    if isinstance(ask, Roll):
        return f"{ask.count} dice for {ask.why}"
    return repr(ask)


def where(g: State, name: str) -> str:
    """The hex or box a unit is in."""
    return whereabouts(g, u(name))


def order(g: State, name: str) -> str:
    """The order of a unit."""
    return ("good", "disorganised", "demoralised")[g.order[u(name)]]


def told(g: State | Match[State], kind: str) -> list[dict[str, Any]]:
    """The values of all events of a kind, in order."""
    events = g.happened if isinstance(g, State) else [event for _, event in g.events]
    return [dict(event.values) for event in events if event.kind == kind]


def words(options: Sequence[tuple[str, ...]]) -> list[str]:
    """Options as the words of a journal."""
    return [" ".join(option) for option in options]


__all__ = [
    "GAME",
    "NOBODY",
    "PACK",
    "asked",
    "at",
    "go",
    "offers",
    "order",
    "place_number",
    "run",
    "scene",
    "table",
    "told",
    "u",
    "where",
    "words",
]  # fmt: skip
