"""What a worker process does: open an imagined match, let a bot choose, give its reply back."""

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
from khamsin.bots.collector import calm_collector
from khamsin.bots.search.tree import TreeBot
from khamsin.kernel.play.seat import Seat
from khamsin.kernel.play.transfer import unwrap
from khamsin.table.match import editions

from . import advising
from .job import Job, Reply


def prepare(packs: Path | None, leash: Connection, flags: advising.Flags) -> None:
    """A worker ends when whoever started it does, however that ends, and not by a signal that
    is meant for all: Ctrl-C, or the SIGTERM that systemd sends to every process of a unit.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(leash,), daemon=True).start()
    editions.use(packs)
    advising.heed(flags)
    calm_collector()


def _end_with(leash: Connection) -> None:
    """The other end of the leash is closed when its holder ends, even by kill -9."""
    with contextlib.suppress(EOFError, OSError):
        leash.recv()
    for helper in multiprocessing.active_children():
        helper.kill()  # it may have learned from us to take no notice of a SIGTERM
    os._exit(0)


def answer(job: Job, processes: int = 1) -> Reply:
    """Let the bot choose; one that thinks ahead goes on from what it kept, if need be in several
    processes.
    """
    seat = Seat(unwrap(editions.game(job.edition), job.world), job.side)
    player = make_bot(job.bot, random.Random(job.seed))
    if not isinstance(player, TreeBot):
        return Reply(player.choose(seat))
    player.think_in(processes)
    player.recall(job.memory)
    return Reply(player.choose(seat), player.memory)
