"""Island of Death: what a computer player knows of it besides the rules."""

from khamsin.kernel.mind.mind import Horizon, Leading, Mind, Staging, StoppingRule

from .appraisal import postures
from .evaluation import evaluate
from .judgement import judge
from .staging import is_over, measure, stage

PLANS = (
    "choose_zone", "plan_hex", "place_hidden", "fill", "strategic", "tactical", "support", "attack",
)  # fmt: skip

MIND = Mind(
    judge,
    evaluate,
    Horizon("turn", 6, StoppingRule(0.001, 0.2, 3.0), PLANS, leading=Leading(postures, "day")),
    Staging(stage, measure, is_over),
)

__all__ = ["MIND"]
