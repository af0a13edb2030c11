"""Search on several cores: every process runs a race of its own, and the results are merged.

What a helper is sent is an imagined match, so the truth stays where it is.
"""

from __future__ import annotations

import os
import signal
import threading
from concurrent.futures import Future, ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context, parent_process
from random import Random

from khamsin.games import GAMES, find
from khamsin.kernel.game import AnyGame
from khamsin.kernel.mind.mind import mind_of
from khamsin.kernel.play.match import AnyMatch
from khamsin.kernel.play.seat import Seat
from khamsin.kernel.play.transfer import unwrap, wrap

from .budget import Budget
from .line import Line
from .race import race
from .tally import Table


@cache
def _game(slug: str) -> AnyGame:
    return find(slug)


@cache
def _helpers(count: int) -> ProcessPoolExecutor:
    """Processes that are started when first needed and kept as long as this one lives."""
    # "spawn" is the one way of starting workers that is alike on all systems.
    return ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_work_quietly)


def _work_quietly() -> None:
    """A helper leaves Ctrl-C to the process that started it, and ends when that one does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None, "a helper is started by somebody"
    parent.join()
    os._exit(0)


def can_help(world: AnyMatch) -> bool:
    """Whether helpers know this game: they read the standard data pack."""
    slug = world.game.slug
    return slug in GAMES and _game(slug).pack == world.game.pack


def send(
    world: AnyMatch,
    side: str,
    field: list[Line],
    rng: Random,
    budget: Budget,
    helpers: int,
    breeding: float,
) -> list[Future[Table]]:
    """Let helpers run the same race, each in worlds of its own."""
    payload = wrap(world)
    pool = _helpers(helpers)
    return [
        pool.submit(
            _help, world.game.slug, payload, side, field, rng.getrandbits(64), budget, breeding
        )
        for _ in range(helpers)
    ]


def _help(
    slug: str,
    payload: bytes,
    side: str,
    field: list[Line],
    seed: int,
    budget: Budget,
    breeding: float,
) -> Table:
    game = _game(slug)
    seat = Seat(unwrap(game, payload), side)
    return race(mind_of(game), seat, field, Random(seed), budget, breeding=breeding)
