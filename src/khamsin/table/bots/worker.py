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


def answer(
    edition: str, payload: bytes, side: str, bot: str, seed: int, processes: int = 1
) -> Option:
    """Let the bot choose; one that thinks ahead may do it in several processes."""
    world = unwrap(editions.game(edition), payload)
    player = make_bot(bot, random.Random(seed))
    if isinstance(player, TreeBot):
        player.think_in(processes)
    return player.choose(Seat(world, side))
