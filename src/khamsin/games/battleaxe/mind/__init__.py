"""Operation Battleaxe: what a computer player knows of it besides the rules."""

from khamsin.kernel.mind.mind import Horizon, Mind, Staging

from .evaluation import LEARNED
from .judgement import judge
from .staging import measure, stage

MIND = Mind(
    judge,
    LEARNED.chances,
    Horizon("half", 2, plans=("impulse",)),
    Staging(stage, measure),
    LEARNED,
)

__all__ = ["MIND"]
