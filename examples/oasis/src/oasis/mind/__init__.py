"""What a computer player knows of Oasis besides the rules."""

from khamsin.kernel.mind.mind import Horizon, Mind
from oasis.mind.evaluation import evaluate
from oasis.mind.judgement import judge

MIND = Mind(judge, evaluate, Horizon("half", 2))

__all__ = ["MIND"]
