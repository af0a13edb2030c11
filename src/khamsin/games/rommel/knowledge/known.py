"""What a side may know, as a state: what is hidden from it is covered.

Hidden are the labels and strengths of enemy blocks that do not lie face up, cards, and minefields
that were not run into. The wooden pieces stay where they are seen; their labels are handed out
anew, in an order that tells nothing.
"""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import ALLIED, AXIS, BOTH, NOBODY, SIDES
from khamsin.games.rommel.model.state import State, all_changed
from khamsin.games.rommel.rules.cards import CARDS, REAL
from khamsin.kernel.play.state import changed

from .dealing import give, lay_back, looks, strangers


def known(g: State, side: str | None) -> State:
    """The table as this side (None: an observer) knows it."""
    new = g.copy()
    new.cache = {}
    me = SIDES.index(side) if side in SIDES else NOBODY
    for owner in (ALLIED, AXIS):
        if owner != me:
            _cover_blocks(new, owner)
            _cover_minefields(new, owner)
            _cover_cards(new, owner)
    new.deck = [sum(g.deck), 0]
    if me != g.active:
        _cover_turn(new)
    return new


def _cover_blocks(g: State, owner: int) -> None:
    """intro.f, 2.3 Labels in the order of their numbers, at full strength."""
    hidden = [block for group in strangers(g, owner).values() for block in group]
    g.near = all_changed(g.near, hidden, ())  # 6.4.a: how far it could go tells what it is
    g.fired = all_changed(g.fired, hidden, 0)  # 10.5.b: nobody sees which of them pursued
    label = list(range(len(g.place)))
    for piece, block in zip(sorted(hidden, key=looks(g)), sorted(hidden), strict=True):
        label[piece] = block
    give(g, owner, label)
    cv = list(g.cv)
    for block in hidden:
        cv[block] = g.pack.full_cv[block]
    g.cv = tuple(cv)


def _cover_minefields(g: State, owner: int) -> None:
    """14.1 Minefields that nobody has run into; R59 those that were lifted in secret lie there."""
    lay_back(g, owner)
    for place, mine in enumerate(g.mine):
        if mine in (owner, BOTH) and not g.mine_seen[place]:
            g.mine = changed(g.mine, place, 1 - owner if mine == BOTH else NOBODY)


def _cover_cards(g: State, owner: int) -> None:
    """16.6.s1 How many cards he has, everybody sees."""
    g.hand[owner] = [sum(g.hand[owner]), 0]
    if g.challenge[owner]:
        g.challenge[owner] = CARDS[REAL]


def _cover_turn(g: State) -> None:
    """4.3 What was played face down, and what it allows."""
    g.played = [sum(g.played), 0]
    g.option = ""
    g.withdrawal, g.onward, g.old_network = (), (), ()
