"""What a side may suppose: the enemy's labels, cards and minefields dealt out anew.

The pieces stay where they are seen; only their labels change places, among blocks that the side
cannot tell apart (`kin`), and never so that one would be too slow for what it has been seen to do.
"""

from __future__ import annotations

from khamsin.kernel.game import Rng

from .pieces import DUE, MALTA, NOBODY, SIDES
from .state import State

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


# -- blocks -------------------------------------------------------------------------------------------


def relabel(g: State, enemy: int, rng: Rng) -> None:
    """Swap labels of the enemy's hidden blocks at random, as far as the swap cannot be told."""
    month = dict(g.scenario.reinforcements)
    hidden = [
        block
        for block, place in enumerate(g.place)
        if g.pack.side_of[block] == enemy
        and not g.up[block]
        and (place >= 0 or place in _MAY_BE_ANYBODY or place == DUE)
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


# -- cards ---------------------------------------------------------------------------------------------


def redeal(g: State, enemy: int, rng: Rng) -> None:
    """Deal the unseen cards out anew: the enemy's hand, what he has laid face down, and the deck."""
    laid = g.challenge[enemy]
    plays = enemy == g.active
    held = sum(g.hand[enemy]) + bool(laid) + (sum(g.played) if plays else 0)
    real = g.deck[0] + g.hand[enemy][0] + (laid == "real") + (g.played[0] if plays else 0)
    dummy = g.deck[1] + g.hand[enemy][1] + (laid == "dummy") + (g.played[1] if plays else 0)
    pool = ["real"] * real + ["dummy"] * dummy
    rng.shuffle(pool)
    mine, rest = pool[:held], pool[held:]
    if plays and sum(g.played):
        count = sum(g.played)
        low, high = g.known
        may = [
            reals
            for reals in range(max(low, 0), min(high, count) + 1)
            if reals <= mine.count("real") and count - reals <= mine.count("dummy")
        ]
        if g.step == "move" or not may or g.option:
            may = [n for n in may if _same_course(g, n)] or [g.played[0]]
        reals = may[rng.randrange(len(may))]
        if mine.count("real") < reals or mine.count("dummy") < count - reals:
            return  # no other hand fits what has been laid down
        for _ in range(reals):
            mine.remove("real")
        for _ in range(count - reals):
            mine.remove("dummy")
        if reals != g.played[0]:
            g.played = [reals, count - reals]
            g.option = _option(g, reals)
    if laid:
        g.challenge[enemy] = mine.pop()
    g.hand[enemy] = [mine.count("real"), mine.count("dummy")]
    g.deck = [rest.count("real"), rest.count("dummy")]


def _same_course(g: State, reals: int) -> bool:
    """Whether so many real cards could have led to where the turn stands."""
    if reals == g.played[0]:
        return True
    if g.step in ("fire", "lose", "order", "name", "final", "end") or g.second or g.fighting >= 0:
        return reals >= 1 and g.played[0] >= 1 and not g.assaults and g.step != "name"
    # During the moves a Pass differs from the rest in what may be moved at all.
    return (reals == 0) == (g.played[0] == 0) and len(g.moves) < 2


def _option(g: State, reals: int) -> str:
    name = ("pass", "basic", "two", "blitz")[reals]
    if name == "two" and g.step not in ("move", "regroup"):
        return "offensive" if len(g.moves) == 2 else "assault"
    return name


# -- minefields -----------------------------------------------------------------------------------------


def rebury(g: State, enemy: int, rng: Rng) -> None:
    """14.1 Unseen minefields of the enemy may lie in other hexes of his network."""
    unseen = [p for p, layer in enumerate(g.mine) if layer == enemy and not g.mine_seen[p]]
    for place in unseen:
        free = [p for p in g.net[enemy] if g.mine[p] == NOBODY and not g.here[1 - enemy][p]]
        if free:
            to = free[rng.randrange(len(free))]
            g.mine[place] = NOBODY
            g.mine[to] = enemy


_MAY_BE_ANYBODY = (-3, -4)  # unplaced, in Refit
_ = MALTA
