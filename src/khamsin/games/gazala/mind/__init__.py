"""Gazala 1942: what a computer player knows of it besides the rules."""

from khamsin.kernel.mind.mind import Horizon, Mind, Staging, StoppingRule

from .appraisal import postures
from .evaluation import evaluate
from .judgement import judge
from .staging import measure, stage

MIND = Mind(
    judge,
    evaluate,
    Horizon(
        "chit",
        12,
        StoppingRule(0.001, 0.002, 2.0),
        turn="turn",
        postures=postures,
        mixed=("set_up", "chits"),
        brief=("chits", "air", "replacements", "reassign"),
    ),
    Staging(stage, measure),
)

__all__ = ["MIND"]
