"""victory, end, vp: how a campaign ends, and what it is worth."""

from __future__ import annotations

from khamsin.games.commander.model.pieces import ALLIED, AXIS, NOBODY
from khamsin.games.commander.model.state import State
from khamsin.kernel.play.state import Ending, Result

from .forces import controllers

OBJECTIVES = Ending("axis", "campaigns.1", "objectives")
CAIRO = Ending("axis", "campaigns.2", "cairo")
TRIPOLI = Ending(None, "campaigns.2", "tripoli")
TORCH = Ending(None, "torch.3", "torch")
TIME = Ending(None, "end.1", "time")
OVERRUN = Ending(None, "campaigns.3", "lost_ground")
HELD = Ending("axis", "end.1", "held")
ENDINGS = (OBJECTIVES, CAIRO, TRIPOLI, TORCH, TIME, OVERRUN, HELD)


def judge(g: State) -> None:
    """control.1, victory.1, R16 At the end of every step: who controls what, and is it over."""
    c = g.c
    g.control = controllers(g)
    if c.is_delay:
        if all(g.control[area] == ALLIED for area in c.victory):
            end(g, OVERRUN, box_vp(g))  # campaigns.3
    elif all(g.control[area] == AXIS for area in c.victory):
        end(g, CAIRO if c.defeat != NOBODY else OBJECTIVES, box_vp(g))
    elif c.defeat != NOBODY and g.control[c.defeat] == ALLIED:
        end(g, TRIPOLI, None)


def box_vp(g: State) -> int:
    """vp.2 The victory points of the box in which the marker stands."""
    return g.c.boxes[g.turn - 1].vp if g.turn else 0


def off_the_track(g: State) -> None:
    """end.1, turn.2, R14 The marker has left the track."""
    if g.c.is_delay:
        end(g, HELD, g.c.end_vp)
    else:
        end(g, TIME, None)


def end(g: State, ending: Ending, vp: int | None) -> None:
    """vp.2-3, options.1, R15 Record the result; a campaign that is not won scores nothing."""
    adjustment = 0 if vp is None else g.terms.option_vp + g.terms.link_vp
    total = (vp or 0) + adjustment
    scores = {"vp": total, "box": vp or 0, "adjustment": adjustment}
    g.result = Result(ending.winner, ending.rule, ending.reason, scores)
    g.tell("over", "options.2", vp=total, box=vp or 0, adjustment=adjustment)
