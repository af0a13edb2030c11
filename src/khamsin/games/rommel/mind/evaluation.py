"""Who will win Rommel in the Desert: blocks, supply and what can be cut, Tobruk, the two Bases."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from khamsin.games.rommel.model.pieces import ALLIED, AXIS, DUE, KNOWN, NOBODY, SIDES
from khamsin.games.rommel.model.state import State
from khamsin.games.rommel.rules.blocks import firm
from khamsin.games.rommel.rules.cards import REAL
from khamsin.games.rommel.rules.supply.lines import is_supplied
from khamsin.games.rommel.rules.victory import count, is_besieged
from khamsin.kernel.mind.learned import Counting, Learned

from .cuts import worst_cut
from .foes import DUMMIES
from .guards import Guards

NEAR = 8  # hexes from a Base within which an enemy is a danger to it
STARVING = 20.0  # CV without supply that are as bad as any more
GUARD = 4.0  # a Base is in so much danger that this much CV would make it safe
LARGE = 20.0  # CV that make a battle, or a cut, a large one
MEND = 0.5  # how bad a danger is for the side that moves first, and so may do something about it
DASHES = (0.0, 1.0, 0.4, 0.2)  # how bad an empty Base is, by turns that the enemy needs
SOON = 0.3  # how much Tobruk counts from the first month on
EMPTY = 0.5  # and how much of that if nobody is there and the enemy can be
SPENT = 0.2  # how much of its worth a real card still has in the last month
FAR_REAL = 12.0  # real cards after which more are of no use


class Features(NamedTuple):
    """What speaks for the Allies; with a minus sign, for the Axis."""

    strength: float  # the share of the CV in supply, -1 to 1
    blocks: float  # the share of the blocks as victory counts them (17.2, 17.4), those due too
    blocks_late: float  # the same, the more the later it is
    tobruk: float  # who holds it unbesieged (17.3), the more the later it is
    besieged: float  # who holds it besieged
    hungry: float  # CV of the enemy without supply
    doomed: float  # and of that, what has no card to be rescued with before the month ends
    cut: float  # CV of the enemy that one Move of ours can cut off
    home: float  # danger to the enemy's Base
    dash: float  # the enemy's Base is empty, and we can come there
    battles: float  # how the battles go
    cards: float  # real cards, the less the later it is
    hidden: float  # blocks that the enemy has not seen
    turn: float  # who moves now
    always: float


class View(NamedTuple):
    """What one look at a side's blocks tells."""

    fed: float
    hungry: float
    hidden: float
    pressure: float
    """CV near the enemy's Base."""


def features(g: State) -> Features:
    """Look at the table."""
    start, end = g.scenario.start_month, g.scenario.end_month
    late = (g.month - start + 1) / (end - start + 1)
    views = [_view(g, side) for side in (ALLIED, AXIS)]
    eyes = [Guards(g, side) for side in (ALLIED, AXIS)]
    dangers = [_dangers(g, eye) for eye in eyes]
    margin = _share([float(count(g, side) + _coming(g, side)) for side in (ALLIED, AXIS)])
    holder = g.holder[g.pack.fortress_at[g.pack.tobruk]]
    tobruk = 1.0 if holder == ALLIED else -1.0
    free = 0.0 if is_besieged(g, g.pack.tobruk, holder) else tobruk
    if not g.here[holder][g.pack.tobruk] and eyes[holder].turns_to(g.pack.tobruk) == 1:
        free *= EMPTY
    hungry = [view.hungry for view in views]
    bare = [DUMMIES ** (2 * g.hand[side][REAL]) for side in (ALLIED, AXIS)]
    real = [min(g.hand[side][REAL], FAR_REAL) for side in (ALLIED, AXIS)]
    return Features(
        strength=_share([view.fed for view in views]),
        blocks=margin,
        blocks_late=margin * late,
        tobruk=free * (SOON + (1.0 - SOON) * late),
        besieged=tobruk - free,
        hungry=-_share(hungry) * min(sum(hungry) / STARVING, 1.0),
        doomed=(hungry[AXIS] * bare[AXIS] - hungry[ALLIED] * bare[ALLIED]) / LARGE,
        cut=dangers[AXIS][0] - dangers[ALLIED][0],
        home=_threat(g, AXIS, views[ALLIED].pressure) - _threat(g, ALLIED, views[AXIS].pressure),
        dash=dangers[AXIS][1] - dangers[ALLIED][1],
        battles=_battles(g),
        cards=(real[ALLIED] - real[AXIS]) / 10 * (1.0 + SPENT - late),
        hidden=_share([view.hidden for view in views]),
        turn=1.0 if g.active == ALLIED else -1.0,
        always=1.0,
    )


def _view(g: State, side: int) -> View:
    fed = hungry = hidden = pressure = 0.0
    steps = g.pack.board.distances(g.pack.base[1 - side])
    for place, blocks in enumerate(g.here[side][: g.pack.size]):
        for block in blocks:
            cv = g.cv[block]
            if g.kin[block] < KNOWN:
                hidden += cv
            if not is_supplied(g, block):
                hungry += cv
                continue
            fed += cv * (0.5 if g.disrupted[block] else 1.0)
            if steps[place] <= NEAR:
                pressure += cv * (NEAR + 1 - steps[place]) / NEAR
    return View(fed, hungry, hidden, pressure)


def _coming(g: State, side: int) -> int:
    """What will be counted besides: Reinforcements that are still to come, in halves (R46)."""
    numbers, owner, german = g.pack.numbers, g.pack.side_of, g.pack.is_german
    return sum(
        [
            numbers.german_halves if german[block] else numbers.other_halves
            for block, place in enumerate(g.place)
            if place == DUE and owner[block] == side
        ]
    )


def _dangers(g: State, eye: Guards) -> tuple[float, float]:
    """What the enemy's next Move may do to a side: cut it off, take its Base."""
    comes = 1.0 - DUMMIES ** (1 + 2 * g.hand[eye.enemy][REAL])
    share = comes * (MEND if g.active == eye.side else 1.0)
    base = g.pack.base[eye.side]
    dash = 0.0
    if not g.here[eye.side][base]:
        turns = eye.turns_to(base)
        dash = DASHES[turns] if turns < len(DASHES) else 0.0
    return share * worst_cut(eye) / LARGE, share * dash


def _battles(g: State) -> float:
    """How the battles go, the larger the more; works make their owner twice as strong (13.2)."""
    total = 0.0
    for place, defender in enumerate(g.defender):
        if defender == NOBODY:
            continue
        cv = [float(sum(g.cv[block] for block in firm(g, side, place))) for side in (ALLIED, AXIS)]
        size = sum(cv)
        if g.pack.fortress_at[place] >= 0:
            cv[defender] *= 2
        total += _share(cv) * size / LARGE
    return total


def _share(both: list[float]) -> float:
    """How much more the Allies have, of all there is."""
    total = sum(both)
    return (both[ALLIED] - both[AXIS]) / total if total else 0.0


def _threat(g: State, side: int, enemies: float) -> float:
    """How much a Base is in danger from enemies near it."""
    guards = float(sum(g.cv[block] for block in g.here[side][g.pack.base[side]]))
    return max(enemies - guards, 0.0) / (enemies + guards + GUARD)


evaluate = Learned.read(
    Counting(
        sides=SIDES,
        features=Features._fields,
        count=features,
        favoured=lambda _: SIDES[ALLIED],
        stage=lambda g: g.scenario.id,
    ),
    Path(__file__).parent,
)
"""How likely each side is to win from a state."""
