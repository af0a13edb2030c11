"""What a side may suppose: the enemy's labels, cards and minefields dealt out anew.

The pieces stay where they are seen; only their labels change places, among blocks that the side
cannot tell apart (`kin`), and never so that one would be too slow for what it has been seen to do.
"""

from __future__ import annotations

from khamsin.kernel.game import Rng

from .cards import ASSAULT, BASIC, BLITZ, CARDS, MOST_REAL, OFFENSIVE, PASS, TWO
from .pieces import DUE, NOBODY, REFIT, SIDES, UNPLACED
from .state import END, FINAL, MOVE, REGROUP, State

_SWAPS = 6  # tries for each block
_PIECE = (
    "place", "disrupted", "unsupplied", "raider", "bound", "moved", "fired", "up", "least", "kin",
    "walk",
)  # fmt: skip


def imagine(g: State, side: str, rng: Rng) -> State:
    """A state that this side cannot tell from `g`."""
    new = g.copy()
    new.cache = {}
    me = SIDES.index(side)
    relabel(new, 1 - me, rng)
    redeal(new, 1 - me, rng)
    rebury(new, 1 - me, rng)
    return new


# -- blocks ------------------------------------------------------------------------------------


def relabel(g: State, enemy: int, rng: Rng) -> None:
    """Swap labels of the enemy's hidden blocks at random, as far as the swap cannot be told."""
    month = dict(g.scenario.reinforcements)
    hidden = [
        block
        for block, place in enumerate(g.place)
        if g.pack.side_of[block] == enemy
        and not g.up[block]
        and (place >= 0 or place in (DUE, REFIT, UNPLACED))
    ]
    if len(hidden) < 2:
        return
    label = list(range(len(g.place)))  # whose label the piece of each block bears
    slowest = _slowest(g)
    for _ in range(_SWAPS * len(hidden)):
        a = hidden[rng.randrange(len(hidden))]
        b = hidden[rng.randrange(len(hidden))]
        if a == b or g.kin[a] != g.kin[b]:
            continue
        if _fits(g, a, label[b], month) and _fits(g, b, label[a], month):
            label[a], label[b] = label[b], label[a]
            if any(
                min(g.speeds[label[block]] for block in group) != speed
                for group, speed in slowest
                if a in group or b in group
            ):
                label[a], label[b] = label[b], label[a]
    _apply(g, enemy, label)


def _slowest(g: State) -> list[tuple[tuple[int, ...], int]]:
    """10.5.b The speed that a leaving group has announced is that of its slowest block."""
    if g.flight is None or not g.flight["speed"]:
        return []
    alive = tuple(block for block in g.flight["blocks"] if g.place[block] == g.flight["place"])
    if len(alive) != len(g.flight["blocks"]):
        return []  # the slowest one may be gone
    return [(alive, g.flight["speed"])]


def _fits(g: State, piece: int, label: int, month: dict[int, int]) -> bool:
    """Whether the piece could bear this label."""
    if g.speeds[label] < g.least[piece]:
        return False
    if g.place[piece] == DUE:  # it has not come: whoever it is, he comes in that month
        return month.get(label) == month.get(piece) and g.cv[label] == g.pack.full_cv[label]
    return month.get(label, 0) <= g.month + 1  # nobody comes more than a month early


def _apply(g: State, side: int, label: list[int]) -> None:
    """Give each piece its new label: everything that is kept by piece moves over."""
    for name in _PIECE:
        old = getattr(g, name)
        new = old[:]
        for piece, block in enumerate(label):
            new[block] = old[piece]
        setattr(g, name, new)
    row: list[list[int]] = [[] for _ in g.here[side]]
    for block, owner in enumerate(g.pack.side_of):
        if owner == side and g.place[block] >= 0:
            row[g.place[block]].append(block)
    g.here[side] = [tuple(blocks) for blocks in row]
    g.leavers = [(label[block], to, march) for block, to, march in g.leavers]
    g.marches = [(label[block], to, via) for block, to, via in g.marches]
    g.rear = [label[block] for block in g.rear]
    if g.flight is not None:
        blocks = tuple(label[block] for block in g.flight["blocks"])
        g.flight = g.flight | {"blocks": blocks}


# -- cards -------------------------------------------------------------------------------------


def redeal(g: State, enemy: int, rng: Rng) -> None:
    """Deal the unseen cards anew: the enemy's hand, what he has laid face down, and the deck."""
    laid = g.challenge[enemy]
    played = sum(g.played) if enemy == g.active else 0
    unseen = [g.deck[kind] + g.hand[enemy][kind] for kind in (0, 1)]
    if laid:
        unseen[CARDS.index(laid)] += 1
    if played:
        unseen = [unseen[kind] + g.played[kind] for kind in (0, 1)]
    held = sum(g.hand[enemy]) + played
    pool = [CARDS[0]] * unseen[0] + [CARDS[1]] * unseen[1]
    rng.shuffle(pool)
    if laid:
        g.challenge[enemy] = pool.pop()
    hand = pool[:held]
    if played:
        real = hand.count(CARDS[0])
        may = [reals for reals in _courses(g) if reals <= real and played - reals <= held - real]
        if not may:
            return  # the cards lie as they do: no other hand fits what has been seen
        reals = may[rng.randrange(len(may))]
        if reals != g.played[0]:
            g.played = [reals, played - reals]
            g.option = _option(g, reals)
        g.hand[enemy] = [real - reals, held - real - (played - reals)]
    else:
        g.hand[enemy] = [hand.count(CARDS[0]), hand.count(CARDS[1])]
    rest = pool[held:]
    g.deck = [rest.count(CARDS[0]), rest.count(CARDS[1])]


def _courses(g: State) -> list[int]:
    """How many real cards could have led to where the turn stands."""
    low, high = g.known
    if g.step in (FINAL, END) and not g.second:
        high = min(high, MOST_REAL - 1)  # a Blitz would have gone on
    return list(range(low, high + 1))


def _option(g: State, reals: int) -> str:
    name = (PASS, BASIC, TWO, BLITZ)[reals]
    if name == TWO and g.step not in (MOVE, REGROUP):
        return OFFENSIVE if len(g.moves) == 2 else ASSAULT
    return name


# -- minefields --------------------------------------------------------------------------------


def rebury(g: State, enemy: int, rng: Rng) -> None:
    """14.1 Unseen minefields of the enemy may lie in other hexes of his network."""
    unseen = [p for p, layer in enumerate(g.mine) if layer == enemy and not g.mine_seen[p]]
    for place in unseen:
        free = [p for p in g.net[enemy] if g.mine[p] == NOBODY and not g.here[1 - enemy][p]]
        if free:
            to = free[rng.randrange(len(free))]
            g.mine[place] = NOBODY
            g.mine[to] = enemy
