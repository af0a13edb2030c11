"""Who will win Rommel in the Desert: blocks, strength in supply, Tobruk, and the two Bases."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from khamsin.games.rommel.model.pieces import ALLIED, AXIS, SIDES
from khamsin.games.rommel.model.state import State
from khamsin.games.rommel.rules.cards import REAL
from khamsin.games.rommel.rules.supply.lines import is_supplied
from khamsin.games.rommel.rules.victory import count, is_besieged
from khamsin.kernel.mind.learned import Counting, Learned

NEAR = 8  # hexes from a Base within which an enemy is a danger to it
STARVING = 20.0  # CV without supply that are as bad as any more
GUARD = 4.0  # a Base is in so much danger that this much CV would make it safe


class Features(NamedTuple):
    """What speaks for the Allies; with a minus sign, for the Axis."""

    strength: float  # the share of the CV in supply, -1 to 1
    blocks: float  # the share of the blocks as victory counts them (17.2, 17.4)
    blocks_late: float  # the same, the more the later it is
    tobruk: float  # who holds it unbesieged (17.3)
    tobruk_late: float
    besieged: float  # who holds it besieged
    hungry: float  # CV of the enemy without supply
    home: float  # danger to the enemy's Base
    cards: float  # real cards
    always: float


def features(g: State) -> Features:
    """Look at the table."""
    start, end = g.scenario.start_month, g.scenario.end_month
    late = (g.month - start + 1) / (end - start + 1)
    fed, hungry, danger = [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]
    for side in (ALLIED, AXIS):
        steps = g.pack.board.distances(g.pack.base[1 - side])
        for place, blocks in enumerate(g.here[side][: g.pack.size]):
            for block in blocks:
                if not is_supplied(g, block):
                    hungry[side] += g.cv[block]
                    continue
                fed[side] += g.cv[block] * (0.5 if g.disrupted[block] else 1.0)
                if steps[place] <= NEAR:
                    danger[1 - side] += g.cv[block] * (NEAR + 1 - steps[place]) / NEAR
    margin = _share([float(count(g, side)) for side in (ALLIED, AXIS)])
    holder = g.holder[g.pack.fortress_at[g.pack.tobruk]]
    tobruk = 1.0 if holder == ALLIED else -1.0
    free = 0.0 if is_besieged(g, g.pack.tobruk, holder) else tobruk
    return Features(
        strength=_share(fed),
        blocks=margin,
        blocks_late=margin * late,
        tobruk=free,
        tobruk_late=free * late,
        besieged=tobruk - free,
        hungry=-_share(hungry) * min(sum(hungry) / STARVING, 1.0),
        home=_threat(g, AXIS, danger[AXIS]) - _threat(g, ALLIED, danger[ALLIED]),
        cards=(g.hand[ALLIED][REAL] - g.hand[AXIS][REAL]) / 10,
        always=1.0,
    )


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
    ),
    Path(__file__).parent,
)
"""How likely each side is to win from a state."""
