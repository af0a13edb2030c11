"""Sets bots before the positions of a game, and tells how often each of them judged well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context
from random import Random
from typing import NamedTuple

from khamsin.bots import make_bot
from khamsin.games import find
from khamsin.kernel.errors import KhamsinError, SetupError
from khamsin.kernel.game import AnyGame
from khamsin.kernel.mind.mind import Staging
from khamsin.kernel.mind.positions import BAD, GOOD, Position, opened, positions_of, unmet
from khamsin.kernel.play.decision import Roll
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import AnyMatch
from khamsin.kernel.play.seat import Player, Seat

MOST_STEPS = 3000
"""Answers and rolls. A turn has far fewer: a bot that walks to and fro for ever is stopped."""


class Trial(NamedTuple):
    """One bot before one position, for the so-manieth time."""

    game: str
    bot: str
    position: str
    number: int
    seed: str


class Attempt(NamedTuple):
    """What the bot did, and what that is worth."""

    trial: Trial
    answer: str
    """Its first answer; where a whole turn is judged, what did not hold after it."""
    verdict: str


class Row(NamedTuple):
    """All attempts of a bot at a position."""

    position: str
    bot: str
    answer: str
    """The one it gave most often."""
    verdict: str
    share: float
    """How many of the attempts were good."""


@lru_cache(maxsize=8)
def known(slug: str) -> tuple[AnyGame, dict[str, Position]]:
    """A game and its positions, read once in each process."""
    game = find(slug)
    return game, {position.id: position for position in positions_of(game)}


def chosen(slug: str, only: Sequence[str]) -> list[Position]:
    """The positions of these names; without a name all of them."""
    positions = known(slug)[1]
    if not positions:
        raise SetupError(f"{slug} has no positions")
    for name in only:
        if name not in positions:
            raise SetupError(f"{slug} has no position {name!r}; --list tells which there are")
    return [position for name, position in positions.items() if not only or name in only]


def attempt(trial: Trial) -> Attempt:
    """Let a bot answer; where a turn is judged, let it play until the turn is over."""
    game, positions = known(trial.game)
    position = positions[trial.position]
    luck = f"{trial.seed}/{trial.position}/{trial.number}"
    bot = make_bot(trial.bot, Random(luck))
    try:
        answer, verdict = tried(game, position, bot, luck)
    except KhamsinError as error:
        raise KhamsinError(f"{trial.bot} at {position.id}: {error}") from error
    return Attempt(trial, answer, verdict)


def tried(game: AnyGame, position: Position, bot: Player, luck: str) -> tuple[str, str]:
    """What a player did in a position, in words, and the verdict."""
    match = opened(game, position, SeededDice(luck))
    if not position.after:
        answer = bot.choose(Seat(match, position.side))
        return " ".join(answer), position.judge(answer)
    mind = game.mind()
    assert mind is not None
    assert mind.staging is not None
    _play_on(match, position, mind.staging, bot, make_bot("greedy", Random(luck)))
    missed = unmet(mind.staging, position, match.state)
    if missed:
        return "not: " + ", ".join(map(str, missed)), BAD
    return "all holds", GOOD


def _play_on(
    match: AnyMatch, position: Position, staging: Staging, bot: Player, enemy: Player
) -> None:
    """Both answer until the moment has come at which the conditions are looked at.

    Dice are rolled one by one, so that nothing more has happened by then.
    """
    dice, match.dice = match.dice, None
    assert dice is not None
    seen = len(match.events)
    for _ in range(MOST_STEPS):
        if match.result is not None or _is_over(match, position, staging, seen):
            return
        ask = match.chance
        if isinstance(ask, Roll):
            match.roll(dice.roll(match.chances, ask.count))
        elif ask is not None:
            match.roll(dice.draw(match.chances, ask.items, ask.count))
        else:
            side = match.to_answer[0]
            match.choose((bot if side == position.side else enemy).choose(Seat(match, side)), side)
    raise KhamsinError(f"nothing came to an end in {MOST_STEPS} steps")


def _is_over(match: AnyMatch, position: Position, staging: Staging, seen: int) -> bool:
    if staging.is_over is not None:
        return staging.is_over(position.state, match.state, position.after)
    return any(event.kind == position.after for _, event in match.events[seen:])


def run(trials: Sequence[Trial], jobs: int, progress: Callable[[int], None]) -> Iterator[Attempt]:
    """Make all attempts, in this process or in several; they come in the order of the trials."""
    if jobs == 1:
        for done, trial in enumerate(trials, 1):
            yield attempt(trial)
            progress(done)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as executor:
        for done, found in enumerate(executor.map(attempt, trials), 1):
            yield found
            progress(done)


def rows(attempts: Sequence[Attempt]) -> list[Row]:
    """A row for each bot and position."""
    together: dict[tuple[str, str], list[Attempt]] = {}
    for each in attempts:
        together.setdefault((each.trial.bot, each.trial.position), []).append(each)
    found = []
    for (bot, position), some in together.items():
        ((answer, verdict), _), *_ = Counter((one.answer, one.verdict) for one in some).most_common(
            1
        )
        share = sum(one.verdict == GOOD for one in some) / len(some)
        found.append(Row(position, bot, answer, verdict, share))
    return found


def total(found: Sequence[Row], bot: str) -> float:
    """The mean share of a bot."""
    shares = [row.share for row in found if row.bot == bot]
    return sum(shares) / len(shares)
