"""What the enemy sees of a wooden piece, and how the labels he cannot see are dealt out anew."""

from __future__ import annotations

from collections.abc import Callable

from khamsin.games.rommel.model.pieces import DUE, EXITED, NOBODY, REFIT, UNPLACED
from khamsin.games.rommel.model.state import State, all_changed

_HIDDEN = (DUE, REFIT, UNPLACED, EXITED)
_PIECE = (
    "place", "disrupted", "unsupplied", "raider", "bound", "moved", "fired", "least", "walk",
    "near",
)  # fmt: skip
"""What is kept by piece, and moves over when it gets another label."""


def strangers(g: State, enemy: int) -> dict[int, list[int]]:
    """The enemy's blocks whose labels are hidden, by the groups that cannot be told apart."""
    groups: dict[int, list[int]] = {}
    for block, place in enumerate(g.place):
        is_hidden = not g.up[block] and (place >= 0 or place in _HIDDEN)
        if is_hidden and g.pack.side_of[block] == enemy:
            groups.setdefault(g.kin[block], []).append(block)
    return groups


def looks(g: State) -> Callable[[int], tuple[object, ...]]:
    """All that is known of a piece but its label: pieces in this order tell nothing.

    Those that look the same are the same to the enemy.
    """
    month = dict(g.scenario.reinforcements)
    row = {block: number for number, each in enumerate(g.scenario.rows) for block in each.blocks}
    leaver = {entry[0]: number for number, entry in enumerate(g.leavers)}
    march = {entry[0]: number for number, entry in enumerate(g.marches)}
    fleeing = () if g.flight is None else g.flight.blocks
    veiled = [volley.place for volley in g.volleys]

    def look(piece: int) -> tuple[object, ...]:
        place = g.place[piece]
        waits = month[piece] if place == DUE else row[piece] if place == UNPLACED else NOBODY
        return (
            place, waits, g.disrupted[piece], g.unsupplied[piece], g.raider[piece],
            g.bound[piece], g.moved[piece], place not in veiled and g.fired[piece],
            g.least[piece], g.walk[piece] or (), g.near[piece], leaver.get(piece, NOBODY),
            march.get(piece, NOBODY), piece in g.rear, piece in fleeing,
        )  # fmt: skip

    return look


def lay_back(g: State, owner: int) -> None:
    """R59 Minefields that were lifted in secret lie there still, as far as the enemy knows."""
    lifted = [place for place, side in enumerate(g.lifted) if side == owner]
    if lifted:
        g.mine = all_changed(g.mine, lifted, owner)
        g.mine_seen = all_changed(g.mine_seen, lifted, 1)
        g.lifted = all_changed(g.lifted, lifted, NOBODY)


def give(g: State, side: int, label: list[int]) -> None:
    """Give each piece its new label: everything that is kept by piece moves over."""
    for name in _PIECE:
        old = getattr(g, name)
        new = list(old)
        for piece, block in enumerate(label):
            new[block] = old[piece]
        setattr(g, name, type(old)(new))
    row: list[list[int]] = [[] for _ in g.here[side]]
    for block, owner in enumerate(g.pack.side_of):
        if owner == side and g.place[block] >= 0:
            row[g.place[block]].append(block)
    g.here[side] = [tuple(blocks) for blocks in row]
    g.leavers = [(label[block], to, march) for block, to, march in g.leavers]
    g.marches = [(label[block], to, via) for block, to, via in g.marches]
    g.rear = tuple(sorted(label[block] for block in g.rear))
    if g.flight is not None:
        g.flight = g.flight._replace(blocks=tuple(sorted(label[b] for b in g.flight.blocks)))
