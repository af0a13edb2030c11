"""Field Commander: Rommel: what a computer player knows of it besides the rules."""

from khamsin.games.commander.model.state import State
from khamsin.kernel.mind.mind import Horizon, Mind, Staging, StoppingRule
from khamsin.kernel.mind.posture import FIERCE, PLAIN, Posture

from .evaluation import evaluate
from .judgement import judge
from .staging import measure, stage

DASHING = Posture(fights=2.0, thrift=0.5)
PLAIN_FIRST = (PLAIN, DASHING, FIERCE, Posture(fights=3.0, thrift=0.25), Posture(fights=0.6))
DASHING_FIRST = (DASHING, PLAIN, *PLAIN_FIRST[2:])
"""By the judgement alone, 24 games of each: in North Africa dash scored 30.2 VP and the plain
posture 25.4, in Ghost Division 22.6 and 24.6, in D-Day 28.5 and 28.4."""


def postures(g: State, side: str) -> tuple[Posture, ...]:
    """How the Axis may be led; first as it does best in its campaign."""
    del side
    return DASHING_FIRST if g.c.id == "na" else PLAIN_FIRST


MIND = Mind(
    judge,
    evaluate,
    # To the end: it soon comes.
    Horizon("turn", 99, StoppingRule(0.005, 0.01), postures=postures),
    Staging(stage, measure),
)

__all__ = ["MIND"]
