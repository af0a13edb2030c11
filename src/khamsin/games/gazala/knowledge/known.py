"""What a side may know, as a state: what is hidden from it is covered.

Hidden are the chits in the cup and those chosen by the other side, the British chit that was
dropped, which nobody knows (7.4), and the note about the Heckler group (10.4).
"""

from __future__ import annotations

from khamsin.games.gazala.model.pieces import ALLIED, AXIS, NOBODY, SIDES
from khamsin.games.gazala.model.state import CHITS, State


def known(g: State, side: str | None) -> State:
    """The table as this side (None: an observer) knows it; chits that it cannot know are others."""
    new = g.copy()
    new.battle, new.cache = g.battle, g.cache  # neither has to do with chits
    viewer = SIDES.index(side) if side in SIDES else NOBODY
    for owner in (AXIS, ALLIED):
        if owner != viewer:
            _cover_choice(new, owner)
    if viewer != AXIS:
        new.heckler_due, new.heckler_hex = 0, NOBODY
    _cover_cup(new, g)
    return new


def _cover_choice(g: State, owner: int) -> None:
    """7.1 Of the chits that were chosen only those are known that were drawn."""
    if g.stage == CHITS:
        g.chosen[owner], g.ready[owner] = (), False
        return
    seen = (*g.track[owner], *g.discarded)
    drawn = [chit for chit in g.eligible[owner] if chit in seen]
    others = [chit for chit in g.eligible[owner] if chit not in seen]
    g.chosen[owner] = (*drawn, *others[: len(g.chosen[owner]) - len(drawn)])


def _cover_cup(g: State, truth: State) -> None:
    """7.4 Any of the chosen chits may be in the cup: everybody knows how many are."""
    cup = [chit for chit in truth.cup if all(chit not in chosen for chosen in truth.chosen)]
    for owner in (AXIS, ALLIED):
        count = sum([chit in truth.chosen[owner] for chit in truth.cup])
        seen = (*g.track[owner], *g.discarded)
        cup += [chit for chit in g.chosen[owner] if chit not in seen][:count]
    g.cup, g.dropped = tuple(sorted(cup)), ""
