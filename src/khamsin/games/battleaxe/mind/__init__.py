"""Operation Battleaxe: what a computer player knows of it besides the rules."""

from khamsin.kernel.mind.mind import Horizon, Mind, Staging
from khamsin.kernel.mind.posture import PLAIN, Posture

from .evaluation import evaluate
from .judgement import judge
from .staging import measure, stage

BOLD = Posture(goals=1.5, fights=2.0, dangers=0.3)
RAIDING = Posture(goals=3.0, dangers=0.2)
WARY = Posture(goals=0.7, fights=0.7, dangers=2.0, guards=1.5)
POSTURES = (PLAIN, BOLD, WARY, RAIDING)

MIND = Mind(
    judge,
    evaluate,
    Horizon("half", 2, postures=lambda *_: POSTURES, mixed=("place",)),
    Staging(stage, measure),
)

__all__ = ["MIND"]
