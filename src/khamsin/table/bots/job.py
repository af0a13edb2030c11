"""What a bot is asked: all that a worker gets to see, wherever it runs.

It is made by the process of the table, which knows the truth, and holds an imagined match
(`Match.imagine`): everything that the bot's side cannot know has been sampled, sealed answers of
others and the dice to come included. Nobody who reads a job learns more than that seat knows.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from khamsin.bots.search.memory import read
from khamsin.bots.search.tree import LEVELS, Stage, stage_of
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.transfer import wrap
from khamsin.table.match.seating import people_at
from khamsin.table.match.table_match import TableMatch

QUICK = ("recruit", "greedy", "random")
"""Bots that answer at once. They have a worker of their own: they wait for nobody who thinks."""

_AT_ONCE = 0.02  # seconds that an answer costs if nobody thinks about it


class Job(NamedTuple):
    """A question for a bot."""

    edition: str
    side: str
    bot: str
    seed: int
    """Of the bot's own whims."""
    world: bytes
    """The imagined match, wrapped."""
    memory: str = ""
    """What the bot kept from its last answer, if that is still known."""

    def stage(self, table_match: TableMatch) -> Stage | None:
        """What the bot is about to think of, and for how long; nothing for one that answers at once
        or whose plans nobody knows.
        """
        mind = table_match.game.mind()
        if self.bot not in LEVELS or mind is None:
            return None
        return stage_of(read(self.memory), table_match.match, mind, LEVELS[self.bot])


class Reply(NamedTuple):
    """What a bot says to it."""

    option: Option
    memory: str = ""
    """What it would like to be told with the next question."""


class Share(NamedTuple):
    """Whose time a job takes."""

    owner: int
    """The account that it counts for."""
    urgent: bool
    """Whether a person sits at the match; the others are played when nobody waits."""
    quick: bool
    cost: float
    """The seconds it will take, as far as can be said before."""


def job(table_match: TableMatch, side: str, rng: random.Random, memory: str = "") -> Job:
    """Imagine the match for the bot of a side. `RuntimeError`: no world fits what it has seen."""
    world = table_match.match.imagine(side, rng)
    return Job(
        table_match.record.edition,
        side,
        table_match.holder(side).bot,
        rng.getrandbits(63),
        wrap(world),
        memory,
    )


def share(table_match: TableMatch, side: str) -> Share:
    """What a bot's answer costs, and whom: one of those who sit there, else who set it up."""
    people = people_at(table_match)
    owner = min((who for who in people if who), default=table_match.record.creator)
    bot = table_match.holder(side).bot
    is_quick = bot in QUICK
    return Share(owner, bool(people), is_quick, LEVELS.get(bot, _AT_ONCE if is_quick else 1.0))
