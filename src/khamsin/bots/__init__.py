"""Players that are programs. They sit in seats and see what a person there would see."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from khamsin.kernel.errors import SetupError
from khamsin.kernel.seat import Player

from .greedy import GreedyBot
from .random import RandomBot

BOTS: dict[str, Callable[[Random], Player]] = {"greedy": GreedyBot, "random": RandomBot}
"""Every bot by its name on the command line."""


def make_bot(name: str, rng: Random) -> Player:
    """Return a bot; all its luck comes from `rng`."""
    if name not in BOTS:
        raise SetupError(f"there is no bot {name!r}; there are: {', '.join(BOTS)}")
    return BOTS[name](rng)


__all__ = ["BOTS", "make_bot"]
