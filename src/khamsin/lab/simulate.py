"""Many games of one set-up. The same plan gives the same games, however many work on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from khamsin import __version__
from khamsin.bots import make_bot
from khamsin.games import find
from khamsin.kernel.game import AnyGame, Setup
from khamsin.kernel.play.decision import Roll
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import AnyMatch, Match
from khamsin.kernel.play.seat import Seat

from .record import Record
from .runner import Crew, run
from .store import Store
from .tally import Tally


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

    def play(self, number: int) -> Record:
        """Play one game."""
        return play_one(self, number)

    def identity(self) -> dict[str, Any]:
        """What makes the games of this plan what they are."""
        return identity(self.game, self.pack) | {
            "scenario": self.scenario,
            "options": list(self.options),
            "bots": dict(self.bots),
            "seed": self.seed,
        }


@lru_cache(maxsize=8)
def the_game(slug: str, pack: Path | None) -> AnyGame:
    """Read a data pack once in every process."""
    return find(slug, pack)


def identity(slug: str, pack: Path | None) -> dict[str, Any]:
    """The program, the rules and the data that games are played with."""
    game = the_game(slug, pack)
    return {"khamsin": __version__, "game": slug, "rules": game.rules_version, "pack": game.pack}


def check(plan: Plan) -> AnyGame:
    """Raise `KhamsinError` if such a game cannot be set up; otherwise return it."""
    game = the_game(plan.game, plan.pack)
    game.check_setup(Setup(plan.scenario, plan.options))
    for _, bot in plan.bots:
        make_bot(bot, Random(0))
    return game


def play_one(plan: Plan, number: int, seed_number: int | None = None) -> Record:
    """Play one game to its end; games with the same seed number meet the same dice."""
    game = the_game(plan.game, plan.pack)
    seed = f"{plan.seed}.{number if seed_number is None else seed_number}"
    dice = SeededDice(seed)
    # The match waits for its dice, so that the tally sees what they are rolled for.
    match = Match(game, Setup(plan.scenario, plan.options), None)
    bots = {chair: make_bot(bot, Random(f"{seed}.{chair}")) for chair, bot in plan.bots}
    tally = Tally(game)
    decisions = 0
    while match.result is None:
        chance, ask = match.chance, match.decision
        if chance is not None:
            values: tuple[int | str, ...] = (
                dice.roll(match.chances, chance.count)
                if isinstance(chance, Roll)
                else dice.draw(match.chances, chance.items, chance.count)
            )
            tally.chance(chance, values)
            match.roll(values)
        elif ask is not None:
            side = match.to_answer[0]
            option = bots[_chair(match, side)].choose(Seat(match, side))
            tally.choice(side, ask, match.legal(side), option)
            match.choose(option, side)
            decisions += 1
    tally.events(match.events)
    result = match.result
    return Record(
        number=number,
        scenario=plan.scenario,
        bots=dict(plan.bots),
        winner=result.winner,
        chair=None if result.winner is None else _chair(match, result.winner),
        rule=result.rule,
        reason=result.reason,
        scores=result.scores,
        decisions=decisions,
        clock={
            kind: sum(1 for _, event in match.events if event.kind == kind)
            for kind in game.statistics.clock
        },
        counts=dict(sorted(tally.counts.items())),
    )


def _chair(match: AnyMatch, side: str) -> str:
    chairs = match.game.chairs(match.state)
    return next(chair for chair, played in chairs.items() if played == side)


def simulate(
    plan: Plan,
    games: int,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda _: None,
    store: Store | None = None,
) -> list[Record]:
    """Games 0 to `games` - 1 in `jobs` processes; `progress` is told how many are done.

    Games that the store has already are not played again.
    """
    store = Store() if store is None else store
    run(plan, range(games), store, Crew(jobs), progress)
    return store.first(games)
