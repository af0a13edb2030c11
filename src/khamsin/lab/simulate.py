"""Many games at once, on all cores. The same plan gives the same games, however many work on it."""

from __future__ import annotations

import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from khamsin.bots import make_bot
from khamsin.games import find
from khamsin.kernel.dice import SeededDice
from khamsin.kernel.game import Game, Setup
from khamsin.kernel.match import Match
from khamsin.kernel.seat import Seat

_CHUNK = 25  # games that a worker takes at once: enough to be worth the way, few enough to be fair


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played; with the number of a game it says everything about that game."""

    game: str
    scenario: str
    options: tuple[str, ...]
    bots: tuple[tuple[str, str], ...]
    """Which bot sits in which chair."""
    seed: str
    pack: Path | None = None


class Record(NamedTuple):
    """What came of one game."""

    number: int
    winner: str | None
    chair: str | None
    """Where the winner sat; not his side if sides were bid for."""
    rule: str
    reason: str
    scores: dict[str, int]
    decisions: int
    clock: dict[str, int]
    """How often each of the events that measure a game's length happened."""


@lru_cache(maxsize=4)
def _game(slug: str, pack: Path | None) -> Game[Any]:
    """Read a data pack once in every process."""
    return find(slug, pack)


def check(plan: Plan) -> Game[Any]:
    """Raise `KhamsinError` if such a game cannot be set up; otherwise return it."""
    game = _game(plan.game, plan.pack)
    game.check_setup(Setup(plan.scenario, plan.options))
    for _, bot in plan.bots:
        make_bot(bot, Random(0))
    return game


def play_one(plan: Plan, number: int) -> Record:
    """Play one game to its end."""
    game = _game(plan.game, plan.pack)
    seed = f"{plan.seed}.{number}"
    match = Match(game, Setup(plan.scenario, plan.options), SeededDice(seed))
    bots = {chair: make_bot(bot, Random(f"{seed}.{chair}")) for chair, bot in plan.bots}
    decisions = 0
    while match.result is None:
        side = match.to_answer[0]
        bot = bots[_chair(match, side)]
        match.choose(bot.choose(Seat(match, side)), side)
        decisions += 1
    result = match.result
    return Record(
        number=number,
        winner=result.winner,
        chair=None if result.winner is None else _chair(match, result.winner),
        rule=result.rule,
        reason=result.reason,
        scores=result.scores,
        decisions=decisions,
        clock={
            kind: sum(1 for _, event in match.events if event.kind == kind) for kind in game.clock
        },
    )


def _chair(match: Match[Any], side: str) -> str:
    chairs = match.game.chairs(match.state)
    return next(chair for chair, played in chairs.items() if played == side)


def _play_some(plan: Plan, numbers: range) -> list[Record]:
    records: list[Record] = []
    for number in numbers:
        try:
            records.append(play_one(plan, number))
        except Exception as error:
            raise RuntimeError(f"game {number} of seed {plan.seed!r} failed: {error!r}") from error
    return records


def _work_quietly() -> None:
    """A worker leaves Ctrl-C to the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def simulate(
    plan: Plan, games: int, jobs: int = 1, progress: Callable[[int], None] = lambda _: None
) -> list[Record]:
    """Play games 0 to `games` - 1 in `jobs` processes; `progress` is told how many are done."""
    size = max(1, min(_CHUNK, games // (jobs * 4)))
    chunks = [range(at, min(at + size, games)) for at in range(0, games, size)]
    records: list[Record] = []
    if jobs == 1:
        for chunk in chunks:
            records += _play_some(plan, chunk)
            progress(len(records))
        return records
    # "spawn" is the one way of starting workers that is alike on all systems.
    executor = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_work_quietly)
    try:
        for done in as_completed([executor.submit(_play_some, plan, chunk) for chunk in chunks]):
            records += done.result()
            progress(len(records))
    finally:
        executor.shutdown(cancel_futures=True)
    return sorted(records, key=lambda record: record.number)
