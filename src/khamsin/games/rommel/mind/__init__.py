"""Rommel in the Desert: what a computer player knows of it besides the rules."""

from khamsin.kernel.mind.mind import Horizon, Mind, Staging, StoppingRule

from .appraisal import postures
from .evaluation import evaluate
from .judgement import judge
from .staging import measure, stage

MIND = Mind(
    judge,
    evaluate,
    Horizon(
        "turn",
        4,
        StoppingRule(0.005, 0.015, 1.5),
        postures=postures,
        mixed=("deploy", "cards"),
    ),
    Staging(stage, measure),
)

__all__ = ["MIND"]
