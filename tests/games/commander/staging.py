"""Setting the table for a test: only the Forces that matter, any step, dice and draws by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from khamsin.games.commander import Commander
from khamsin.games.commander.model.pieces import (  # fmt: skip
    BOX,
    CUP,
    DEAD,
    ELITE,
    FULL,
    GONE,
    LATER,
    NOBODY,
    POOL,
    REDUCED,
    SIDES,
    VETERAN,
)
from khamsin.games.commander.model.state import State
from khamsin.games.commander.rules.forces import controller, put
from khamsin.kernel.game import Setup
from khamsin.kernel.play.match import Match
from tests.games.stage import staged, told

GAME = Commander()
PACK = GAME.data

ASIDE = -8  # in no pile that the rules know
PILES = {
    ASIDE: "aside", LATER: "later", CUP: "cup", BOX: "box", POOL: "pool", DEAD: "destroyed",
}  # fmt: skip


def table(
    forces: Mapping[str, str] | None = None,
    *,
    campaign: str = "na",
    step: str = "battle_moves",
    reduced: Sequence[str] = (),
    veteran: Mapping[str, str] | None = None,
    elite: Mapping[str, str] | None = None,
    cup: Sequence[str] = (),
    box: Sequence[str] = (),
    pool: Sequence[str] = (),
    destroyed: Sequence[str] = (),
    supplies: tuple[int, int] = (0, 0),
    options: Sequence[str] = (),
    turn: int = 1,
    **fields: Any,
) -> State:
    """A table with just these Forces (Force to area, without the campaign's prefix).

    All others are set aside for good. `veteran` and `elite` give Forces a chit. With `forces=None`
    the printed set-up stays.
    """
    g = GAME.rules.start(Setup(campaign, tuple(options)))
    g.step = step
    g.turn = turn
    g.supplies = list(supplies)
    if forces is not None:
        areas = len(g.control)
        g.here = [[()] * areas, [()] * areas]
        g.attacker = [NOBODY] * areas
        g.place = [ASIDE if force.group == "start" else LATER for force in g.c.units]
        g.steps = [GONE] * len(g.steps)
        for name, area in forces.items():
            g.steps[force(g, name)] = FULL
            put(g, force(g, name), at(g, area))
    for names, pile in ((cup, CUP), (box, BOX), (pool, POOL)):
        for name in names:
            g.steps[force(g, name)] = FULL
            g.place[force(g, name)] = pile
    for name in destroyed:
        g.place[force(g, name)] = DEAD
        g.steps[force(g, name)] = GONE
    for name in reduced:
        g.steps[force(g, name)] = REDUCED
    for chits, level in ((veteran, VETERAN), (elite, ELITE)):
        for name, chit in (chits or {}).items():
            g.chit[force(g, name)] = PACK.chit_index[chit]
            g.level[force(g, name)] = level
            g.upgrades[PACK.chit_index[chit]] -= 1
    for name, value in fields.items():
        assert name in State.fields, name
        setattr(g, name, value)
    g.control = [controller(g, area) for area in range(len(g.control))]
    return g


def force(g: State, name: str) -> int:
    """A Force by its name without the campaign's prefix."""
    return g.c.unit_index[f"{g.c.id}_{name}"]


def at(g: State, name: str) -> int:
    """An area by its name without the campaign's prefix."""
    return g.c.board.at(f"{g.c.id}_{name}")


def scene(g: State) -> Match[State]:
    """A match that goes on from this table; its dice wait for `go`."""
    return staged(GAME, g, Setup(g.c.id, g.options))


def go(m: Match[State], *steps: str | tuple[int, ...] | list[str]) -> Match[State]:
    """Play on: words are an answer, a tuple of numbers a roll, a list of names a draw.

    Names of Forces and areas may lack the campaign's prefix.
    """
    for step in steps:
        if isinstance(step, str):
            m.choose(tuple(full(m, word) for word in step.split()))
        elif isinstance(step, tuple):
            m.roll(step)
        else:
            m.roll([full(m, word) for word in step])
    return m


def full(m: Match[State], word: str) -> str:
    """A word with the campaign's prefix, if that makes it a Force or an area."""
    c = m.state.c
    name = f"{c.id}_{word}"
    return name if name in c.unit_index or name in c.board.index else word


def asked(m: Match[State]) -> str:
    """What is asked now: the prompt of a decision, what dice are for, or "" at the end."""
    if m.decision is not None:
        return m.decision.prompt
    return m.chance.why if m.chance is not None else ""


def offers(m: Match[State], verb: str = "") -> list[str]:
    """What may be answered, without prefixes; those with a verb without it."""
    prefix = f"{m.state.c.id}_"
    lines = [" ".join(word.removeprefix(prefix) for word in option) for option in m.legal()]
    if not verb:
        return lines
    return [line.removeprefix(f"{verb} ") for line in lines if line.split()[0] == verb]


def where(m: Match[State], name: str) -> str:
    """Where a Force is: an area without prefix, or the name of a pile."""
    g = m.state
    place = g.place[force(g, name)]
    if place >= 0:
        return g.place_id(place).removeprefix(f"{g.c.id}_")
    return PILES[place]


def strength(m: Match[State], name: str) -> str:
    """How strong a Force is."""
    return ("gone", "reduced", "full")[m.state.steps[force(m.state, name)]]


def level(m: Match[State], name: str) -> str:
    """Plain, veteran or elite."""
    return ("plain", "veteran", "elite")[m.state.level[force(m.state, name)]]


def control(m: Match[State], area: str) -> str:
    """Who controls an area, by what was found at the end of the last step."""
    side = m.state.control[at(m.state, area)]
    return "nobody" if side == NOBODY else SIDES[side]


def why(m: Match[State], words: str) -> str:
    """Why the player may not do this: "move.4 cannot_pay_move", or ""."""
    refused = m.why_not("axis", tuple(full(m, word) for word in words.split()))
    return "" if refused is None else f"{refused.rule} {refused.reason}"


def supplies(m: Match[State]) -> tuple[int, int]:
    """Axis and Allied Supplies."""
    return m.state.supplies[0], m.state.supplies[1]


def until(m: Match[State], *prompts: str) -> Match[State]:
    """Say `done` until one of these is asked."""
    while asked(m) not in prompts:
        go(m, "done")
    return m


__all__ = ["told"]
