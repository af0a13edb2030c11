"""Operation Battleaxe: what a computer player knows of it besides the rules."""

from khamsin.kernel.mind.mind import Horizon, Mind, Staging

from .evaluation import evaluate
from .judgement import judge
from .staging import measure, stage

MIND = Mind(judge, evaluate, Horizon("half", 2, mixed=("place",)), Staging(stage, measure))

__all__ = ["MIND"]
