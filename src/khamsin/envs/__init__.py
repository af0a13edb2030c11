"""The games as environments for machine learning: PettingZoo for two sides, Gymnasium for one.

Needs `khamsin[envs]`. `docs/write-a-bot.md` tells what is observed and what an action is.
"""

from .duel import DuelEnv
from .encoding import Encoding
from .seat import SeatEnv

__all__ = ["DuelEnv", "Encoding", "SeatEnv"]
