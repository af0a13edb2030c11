"""What the player is asked again and again in a step, until he has done."""

from __future__ import annotations

from collections.abc import Callable

from khamsin.games.commander.model.pieces import AXIS
from khamsin.games.commander.model.state import State
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option, listed


async def next_order(
    g: State, prompt: str, offers: Callable[[State], list[Option]], rule: str
) -> Option:
    """The next thing that Supplies are spent on, or DONE; with nothing to offer nothing is asked.

    A mark stands before each.
    """
    found = offers(g)  # listed once: nothing happens until it is answered
    if not found:
        return DONE
    await MARK
    return await Choose("axis", prompt, listed([*found, DONE]), rule, supplies=g.supplies[AXIS])
