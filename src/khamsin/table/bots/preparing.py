"""The usual answers to the questions of the set-up."""

from __future__ import annotations

from random import Random

from khamsin.bots import make_bot
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import AnyMatch
from khamsin.kernel.play.seat import Seat

LONG = 6
"""So many answers about one thing are a run that wants to be looked over."""


def usual(world: AnyMatch, side: str, rng: Random) -> list[tuple[str, Option]]:
    """What a greedy player would answer to all preparations that are asked of a side in a row.

    The match is an imagined one. Each answer stands behind the prompt of its question. They end
    where somebody else answers or dice fall. Of a run about one thing, such as a deployment, the
    last is left to be asked: whoever wants something otherwise can still take it back.
    """
    player = make_bot("greedy", rng)
    found: list[tuple[str, Option]] = []
    while (ask := world.decision) is not None and world.to_answer[:1] == (side,):
        if ask.prompt not in world.game.presentation.preparations:
            return found
        entries, option = len(world.entries), player.choose(Seat(world, side))
        found.append((ask.prompt, option))
        world.choose(option, side)
        if len(world.entries) > entries + 1:
            break
    is_one_thing = len({prompt for prompt, _ in found}) == 1 and len(found) >= LONG
    return found[:-1] if is_one_thing else found
