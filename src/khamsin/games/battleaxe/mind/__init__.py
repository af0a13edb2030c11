"""Operation Battleaxe: what a computer player knows of it besides the rules."""

from khamsin.kernel.mind.mind import Horizon, Mind

from .evaluation import evaluate
from .judgement import judge

MIND = Mind(judge, evaluate, Horizon("half", 2, plans=("impulse",)))

__all__ = ["MIND"]
