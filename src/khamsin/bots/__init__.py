"""Players that are programs. They sit in seats and see what a person there would see."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from khamsin.games import GAMES
from khamsin.kernel.errors import SetupError
from khamsin.kernel.play.seat import Player

from .engine import EngineBot
from .greedy import GreedyBot
from .loading import FileBot, is_file
from .random import RandomBot
from .recruit import RecruitBot
from .search import tree

BOTS: dict[str, Callable[[Random], Player]] = {
    "recruit": RecruitBot,
    **{
        level: partial(tree.TreeBot, strength=tree.Strength(seconds))
        for level, seconds in tree.LEVELS.items()
    },
    "greedy": GreedyBot,
    "random": RandomBot,
}
"""Every bot by its name on the command line."""

NEED_A_MIND = ("recruit", *tree.LEVELS, "greedy")

FAMILIES: dict[str, Callable[[str, Random], Player]] = {
    "engine": EngineBot,
    "tree": tree.by_name,
}
"""Bots that are told something behind a colon: `tree:0.2`, `engine:./my_bot --fast`."""


def bots_for(slug: str) -> list[str]:
    """The bots that know a game: those that judge and think ahead need its mind."""
    knows = slug in GAMES and GAMES[slug].mind() is not None
    return [name for name in BOTS if knows or name not in NEED_A_MIND]


def make_bot(name: str, rng: Random) -> Player:
    """Return a bot: one of ours, one from a file, or another program. Its luck is from `rng`.

    Files and programs are run: never hand in a name that came from somebody else.
    """
    return BOTS[name](rng) if name in BOTS else _other_bot(name, rng)


def _other_bot(name: str, rng: Random) -> Player:
    family, colon, rest = name.partition(":")
    if colon and family in FAMILIES:
        return FAMILIES[family](rest, rng)
    if is_file(name):
        return FileBot(name, rng)
    raise SetupError(
        f"there is no bot {name!r}; there are: {', '.join(BOTS)}, tree:SECONDS, "
        f"a file my_bot.py[:Name], and a program engine:COMMAND"
    )


def admit(name: str) -> None:
    """Offer a bot of one's own beside ours, wherever people of this process choose one."""
    _other_bot(name, Random(0))
    BOTS[name] = partial(_other_bot, name)


__all__ = ["BOTS", "FAMILIES", "admit", "bots_for", "make_bot"]
