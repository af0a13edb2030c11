"""Odds: the exact chances of a round of combat, class by class, of one shot, and of a pursuit.

A block with a choice is taken to fire where it may expect most hits. Losses that one side takes
before it fires are not foreseen. Only battles whose blocks the reader may see are reckoned.
"""

from __future__ import annotations

from fractions import Fraction

from khamsin.games.rommel.model.pieces import CLASSES, NOBODY, SIDES
from khamsin.games.rommel.model.state import State
from khamsin.games.rommel.rules.combat.combat import (
    PROBE,
    ROUND,
    fighters,
    multiplier,
    present_classes,
    targets,
)
from khamsin.games.rommel.rules.combat.flight import pursuers
from khamsin.games.rommel.rules.combat.losses import HIT, worth
from khamsin.kernel.show.chances import DIE, Spread, hits, outcomes, plus
from khamsin.kernel.show.summaries import Chances, Fact, Odds

MOST = 6  # more hits than this are one outcome


def odds(g: State, side: str, prompt: str, words: tuple[str, ...]) -> list[Odds]:
    """The pursuit or the battle at hand; or those named by their hexes; or all on the map."""
    own = SIDES.index(side)
    if prompt == "pursue" and g.flight is not None:
        return [_pursuit(g)]
    if g.fighting != NOBODY:
        return [_battle(g, g.fighting)]
    index = g.pack.board.index
    places = [index[word] for word in words if word in index]
    if not places:
        places = [at for at, defender in enumerate(g.defender) if defender != NOBODY]
    return [_battle(_as_if(g, at), at) for at in places if _is_open(g, own, at)]


def _is_open(g: State, own: int, at: int) -> bool:
    """Whether there is a battle in which this side sees every block that fights."""
    if g.defender[at] == NOBODY:
        return False
    return all(g.up[block] or g.disrupted[block] for block in g.here[1 - own][at])


def _as_if(g: State, at: int) -> State:
    """The same table with a round of combat begun here by the Active Player."""
    world = g.copy()
    world.fighting, world.firing, world.combat_kind = at, 1 - g.active, ROUND
    world.points, world.fallen = [0, 0, 0, 0], []
    world.fired = (0,) * len(g.fired)
    return world


def _battle(g: State, at: int) -> Odds:
    first = g.active if g.combat_kind == PROBE else 1 - g.active  # 9.1, 10.41.b
    rows = _fire(g, g.firing)
    if g.firing == first:
        rows += _fire(g, 1 - first)
    return Odds(Fact("battle", {"place": g.place_id(at)}), tuple(rows))


def _fire(g: State, side: int) -> list[Chances]:
    """9.2.a, 9.3.a, 9.4 The hits of all blocks that are still to fire, by target class."""
    turned = g
    if side != g.firing:
        turned = g.copy()
        turned.firing, turned.fallen, turned.points = side, [], [0, 0, 0, 0]
        turned.fired = (0,) * len(g.fired)
    present = present_classes(turned)
    dice = [0] * len(CLASSES)
    spread: list[Spread] = [{0: Fraction(1)} for _ in CLASSES]
    for block in fighters(turned, side):
        if turned.fired[block]:
            continue
        may = targets(turned, block, present)
        if not may:
            continue
        own = g.pack.class_of[block]
        at = max(may, key=lambda each: len(g.pack.numbers.fire[own][each]))
        count = g.cv[block] * multiplier(turned, block)
        dice[at] += count
        spread[at] = plus(spread[at], _hits(count, g.pack.numbers.fire[own][at]))
    return [
        Chances(
            Fact("hits", {"side": SIDES[side], "class": name, "dice": dice[number]}),
            _outcomes(spread[number], _enough(turned, 1 - side, number)),
        )
        for number, name in enumerate(CLASSES)
        if dice[number]
    ]


def _enough(g: State, side: int, number: int) -> int:
    """How many hits more destroy the class (9.5.e): then nobody fires at it any more."""
    blocks = [block for block in fighters(g, side) if g.pack.class_of[block] == number]
    return -((g.points[number] - worth(g, blocks)) // HIT)


def _pursuit(g: State) -> Odds:
    """10.5 All who may pursue do."""
    numbers = g.pack.numbers
    same, faster = pursuers(g)
    count = len(same) * numbers.pursuit_same + len(faster) * numbers.pursuit_faster
    spread = _hits(count, numbers.pursuit_hit)
    row = Chances(Fact("alone"), _outcomes(spread, count))
    return Odds(Fact("pursuit", {"dice": count}), (row,))


def _hits(dice: int, faces: tuple[int, ...]) -> Spread:
    """The chance of each number of hits with so many dice that hit with these faces."""
    return hits(dice, [int(die in faces) for die in DIE])


def _outcomes(spread: Spread, enough: int) -> tuple[tuple[str, float], ...]:
    """From no hit to as many as matter; all above are one outcome."""
    return outcomes(spread, min(max(enough, 1), MOST))
