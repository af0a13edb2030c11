"""17 Victory: at once by the enemy's Base or by exits, at the end by blocks and Tobruk."""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import ALLIED, AXIS, REFIT, SIDES
from khamsin.games.rommel.model.state import State
from khamsin.kernel.play.state import Ending, Result

_RULES = ("17.1", "17.2", "17.3", "17.4")
LEVELS = ("strategic", "decisive", "positional", "attrition")
STRATEGIC, DECISIVE, POSITIONAL, ATTRITION = range(4)

ENDINGS = (
    *(Ending(side, "17.1", reason) for side in SIDES for reason in ("base", "exits")),
    *(
        Ending(side, _RULES[level], LEVELS[level])
        for side in SIDES
        for level in (DECISIVE, POSITIONAL, ATTRITION)
    ),
    Ending(None, "17.4", "draw"),
)


class WonAtOnce(Exception):
    """17.1 Somebody has won in the middle of a turn; `play` ends wherever the rules stand."""


def win(g: State, side: int, level: int, reason: str) -> None:
    """17.0, intro.d The match is over."""
    vp = g.pack.numbers.vp[level]
    allied, axis = count(g, ALLIED), count(g, AXIS)
    scores = {"allied": allied, "axis": axis, "vp": vp}
    g.result = Result(SIDES[side], _RULES[level], reason, scores)


def count(g: State, side: int) -> int:
    """17.2, 17.4, R46 The blocks in play in halves: a German one counts three, others two."""
    numbers = g.pack.numbers
    total = 0
    for block, owner in enumerate(g.pack.side_of):
        if owner == side and (g.place[block] >= 0 or g.place[block] == REFIT):
            total += numbers.german_halves if g.pack.is_german[block] else numbers.other_halves
    return total


def check_exits(g: State) -> None:
    """17.1, R44 Three Supplied blocks off the enemy's edge win at once."""
    for side in (ALLIED, AXIS):
        if g.exited[side] >= g.pack.numbers.exits:
            win(g, side, STRATEGIC, "exits")
            raise WonAtOnce


def check_bases(g: State) -> None:
    """1.6.a A Base that holds enemies and no block of its owner is lost, and the game.

    Also 1.6.c, 17.1, R6, R45.
    """
    for side in (AXIS, ALLIED):
        base = g.pack.base[side]
        if g.here[1 - side][base] and not g.here[side][base]:
            win(g, 1 - side, STRATEGIC, "base")
            raise WonAtOnce


def is_besieged(g: State, place: int, side: int) -> bool:
    """13.5, R33 Enemies in any adjacent hex, whatever lies between, or in the Fortress itself."""
    enemy = g.here[1 - side]
    return bool(enemy[place]) or any(enemy[near] for near in g.pack.board.neighbours[place])


def judge(g: State) -> None:
    """17.2-17.4, R46 The last Month is over: the highest level that somebody reaches."""
    counts = [count(g, ALLIED), count(g, AXIS)]
    for side in (ALLIED, AXIS):
        if counts[side] >= g.pack.numbers.decisive * counts[1 - side] and counts[side]:
            win(g, side, DECISIVE, LEVELS[DECISIVE])
            return
    tobruk = g.pack.tobruk
    holder = g.holder[g.pack.fortress_at[tobruk]]
    if not is_besieged(g, tobruk, holder):
        win(g, holder, POSITIONAL, LEVELS[POSITIONAL])
        return
    if counts[ALLIED] != counts[AXIS]:
        win(g, int(counts[AXIS] > counts[ALLIED]), ATTRITION, LEVELS[ATTRITION])
        return
    scores = {"allied": counts[ALLIED], "axis": counts[AXIS], "vp": 0}
    g.result = Result(None, "17.4", "draw", scores)
