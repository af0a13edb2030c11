"""What a worker process does: open a payload, let a bot choose, give the option back.

The payload is an imagined match (`Match.imagine`): a full match in which everything that the bot's
side cannot know has been sampled, sealed answers of others and the dice to come included. The
truth never leaves the server's process, so a bot cannot read it, not even by mistake.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import random
import signal
import threading
from multiprocessing.connection import Connection
from pathlib import Path

from khamsin.bots import make_bot
from khamsin.bots.memory import calm_collector
from khamsin.bots.search.tree import TreeBot
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.seat import Seat
from khamsin.kernel.play.transfer import unwrap
from khamsin.table.match import editions

LONG = 6
"""So many answers about one thing are a run that wants to be looked over."""


def prepare(packs: Path | None, leash: Connection) -> None:
    """A worker ends when the server does, however that ends, and not by Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(leash,), daemon=True).start()
    editions.use(packs)
    calm_collector()


def _end_with(leash: Connection) -> None:
    """The other end of the leash is closed when the server ends, even by kill -9."""
    with contextlib.suppress(EOFError, OSError):
        leash.recv()
    for helper in multiprocessing.active_children():
        helper.terminate()
    os._exit(0)


def usual(edition: str, payload: bytes, side: str, seed: int) -> list[tuple[str, Option]]:
    """What a greedy player would answer to all preparations that are asked of a side in a row.

    Each stands behind the prompt of its question. They end where somebody else answers or dice
    fall. Of a run about one thing, such as a deployment, the last is left to be asked: whoever
    wants something otherwise can still take it back.
    """
    world = unwrap(editions.game(edition), payload)
    player = make_bot("greedy", random.Random(seed))  # noqa: S311 a bot's whims
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


def answer(
    edition: str, payload: bytes, side: str, bot: str, seed: int, processes: int = 1
) -> Option:
    """Let the bot choose; one that thinks ahead may do it in several processes."""
    world = unwrap(editions.game(edition), payload)
    player = make_bot(bot, random.Random(seed))  # noqa: S311 a bot's whims
    if isinstance(player, TreeBot):
        player.think_in(processes)
    return player.choose(Seat(world, side))
