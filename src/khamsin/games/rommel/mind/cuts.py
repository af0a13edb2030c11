"""What one enemy Move can cut in Rommel in the Desert: the cut test.

A hex of a road, or between the links of a chain, that an enemy can reach and nobody of ours holds:
if he stands there, whose line is gone? Only hexes on the one line that was found for somebody need
to be tried: whoever has another line keeps it.
"""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import NOBODY

from .roads import Roads

IN_BATTLE = 1.0  # how much of the CV counts whose line is cut while it fights,
AT_REST = 0.5  # and of any other
MARCHED = 0.5  # how much of a cut counts that takes a Forced March


def worst_cut(view: Roads) -> float:
    """The CV of a side that the worst single hex would leave without supply, fights in full."""
    worst = 0.0
    before: float | None = None
    for place, share in sorted(exposed_hexes(view).items(), key=lambda item: -item[1]):
        if before is None:
            before = unfed(view, NOBODY)
        worst = max(worst, share * (unfed(view, place) - before))
    return worst


def exposed_hexes(view: Roads) -> dict[int, float]:
    """Hexes on somebody's line that an enemy can have next turn, and how easily he comes there."""
    g, lines = view.g, view.lines
    own = 0
    for place, _ in view.stacks[view.side]:
        if lines.supplied[place]:
            line = lines.line_from(g.pack.legs[place], place)
            own |= line or ~0  # of a line that comes to a hex twice nothing is known
            own &= ~(1 << place)
    raided = view.raided()
    return {
        place: 1.0 if raided[place] else MARCHED
        for place in range(g.pack.size)
        if own >> place & 1
        and lines.ground.free[place]
        and (raided[place] or (place in view.forced and not view.friends[place]))
    }


def unfed(view: Roads, place: int) -> float:
    """The own CV without supply if the enemy stood in a hex, weighed by whether it fights."""
    g = view.g
    lines = view.lines if place == NOBODY else view.lines_without(view.side, place)
    weighed = 0.0
    for at, blocks in view.stacks[view.side]:
        if at != place and not lines.supplied[at]:
            weight = AT_REST if g.defender[at] == NOBODY else IN_BATTLE
            weighed += weight * view.hungry_in(view.side, at, blocks)
    return weighed
