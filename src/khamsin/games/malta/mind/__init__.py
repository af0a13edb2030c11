"""Island of Death: what a computer player knows of it besides the rules."""

from khamsin.kernel.mind.mind import Horizon, Mind, Staging, StoppingRule

from .appraisal import postures
from .evaluation import evaluate
from .judgement import judge
from .staging import is_over, measure, stage

MIXED = ("choose_zone", "plan_turn", "plan_hex", "place_hidden")

MIND = Mind(
    judge,
    evaluate,
    Horizon("turn", 6, StoppingRule(0.001, 0.2, 3.0), turn="day", postures=postures, mixed=MIXED),
    Staging(stage, measure, is_over),
)

__all__ = ["MIND"]
