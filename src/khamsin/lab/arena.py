"""Two bots against each other: pairs of games on the same dice, until it is clear who is better.

Pair p is games 2p and 2p + 1. In a game for two the first player sits on either side once; in a
game for one both play it once. Both games of a pair have the same seed, so the same luck as far as
they go alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from khamsin.kernel.errors import SetupError
from khamsin.kernel.game import AnyGame

from .record import Record
from .runner import ALONE, Crew, run
from .sequential import Estimate, Hypotheses, Sequential, Verdict, estimate, score_of
from .simulate import Plan, check, identity, play_one, the_game
from .statistics import Mean, Share, mean_of, mean_of_groups, share
from .store import Store

FIRST, SECOND = 0, 1
USUAL = Hypotheses(score_of(0), score_of(100))


@dataclass(frozen=True, slots=True)
class Contest:
    """Who meets whom, and where; with the number of a game it says everything about that game."""

    game: str
    scenarios: tuple[str, ...]
    """Played in turn, a pair each."""
    options: tuple[str, ...]
    players: tuple[str, str]
    seed: str
    pack: Path | None = None

    def identity(self) -> dict[str, Any]:
        """What makes the games of this contest what they are."""
        return identity(self.game, self.pack) | {
            "scenarios": list(self.scenarios),
            "options": list(self.options),
            "players": list(self.players),
            "seed": self.seed,
        }

    def play(self, number: int) -> Record:
        """Play one game of a pair."""
        pair = number // 2
        return play_one(self.plan(number), number, seed_number=pair)

    def plan(self, number: int) -> Plan:
        """The set-up of a game: which player sits where."""
        sides = the_game(self.game, self.pack).sides
        turned = number % 2
        bots = tuple((side, self.players[(at + turned) % 2]) for at, side in enumerate(sides))
        scenario = self.scenarios[number // 2 % len(self.scenarios)]
        return Plan(self.game, scenario, self.options, bots, self.seed, self.pack)


def check_contest(contest: Contest) -> AnyGame:
    """Raise `KhamsinError` if such games cannot be set up; otherwise return the game."""
    game = the_game(contest.game, contest.pack)
    if len(game.sides) > 2:
        raise SetupError(f"{game.title} has more than two sides")
    for at in range(len(contest.scenarios)):
        check(contest.plan(2 * at))
        check(contest.plan(2 * at + 1))
    return game


class Pair(NamedTuple):
    """Two games on the same dice, the first player once on either side."""

    games: tuple[Record, Record]
    score: float
    """Of the first player: 0, ¼, ½, ¾ or 1."""
    difference: float | None
    """By how much the first player's score was better, in a game for one."""


def pair_of(game: AnyGame, one: Record, two: Record) -> Pair:
    """What two games on the same dice say."""
    if game.statistics.score:
        ours, theirs = one.scores[game.statistics.score], two.scores[game.statistics.score]
        return Pair((one, two), _compare(ours, theirs), ours - theirs)
    points = [points_of(record, _seat(game, record)) for record in (one, two)]
    return Pair((one, two), fmean(points), None)


def _compare(ours: int, theirs: int) -> float:
    return 0.5 if ours == theirs else float(ours > theirs)


def _seat(game: AnyGame, record: Record) -> str:
    """Where the first player sits in this game."""
    return game.sides[record.number % 2]


def points_of(record: Record, chair: str) -> float:
    """A point for a win, half a one if nobody won."""
    return 0.5 if record.chair is None else float(record.chair == chair)


class Standing(NamedTuple):
    """What a contest has shown so far."""

    pairs: tuple[Pair, ...]
    """Those that count: in order, up to the verdict."""
    spare: int
    """Games that were played but do not count: after the verdict, or half a pair."""
    counts: dict[float, int]
    estimate: Estimate
    verdict: Verdict
    by_seat: dict[tuple[str, str], Share]
    """How often the first player won, by scenario and chair; nobody's games left out."""
    difference: Mean
    """The mean of the differences in score with its 95 % interval, in a game for one; all scenarios
    weigh alike."""
    differences: dict[str, Mean]
    """The same for each scenario."""


def standing(game: AnyGame, store: Store, hypotheses: Hypotheses) -> Standing:
    """Judge the pairs in the order of their numbers, so that it does not matter who was quicker.

    Short games are finished early; a test that took pairs as they come would see those first.
    """
    pairs = _in_order(game, store, 0)
    test = Sequential(hypotheses)
    test.take(pair.score for pair in pairs)
    counted = tuple(pairs[: len(test.path)])
    differences = _differences(counted)
    return Standing(
        pairs=counted,
        spare=len(store.records) - 2 * len(counted),
        counts=dict(sorted(test.counts.items())),
        estimate=estimate(test.counts),
        verdict=test.verdict,
        by_seat=_by_seat(game, counted),
        difference=mean_of_groups(list(differences.values())),
        differences={scenario: mean_of(each) for scenario, each in differences.items()},
    )


def _in_order(game: AnyGame, store: Store, first: int) -> list[Pair]:
    """Whole pairs from this one on, as far as none is missing."""
    pairs: list[Pair] = []
    number = 2 * first
    while number in store and number + 1 in store:
        pairs.append(pair_of(game, store.records[number], store.records[number + 1]))
        number += 2
    return pairs


def _differences(pairs: Sequence[Pair]) -> dict[str, list[float]]:
    """By how much the first player's score was better, by scenario."""
    found: dict[str, list[float]] = {}
    for pair in pairs:
        if pair.difference is not None:
            found.setdefault(pair.games[0].scenario, []).append(pair.difference)
    return found


def _by_seat(game: AnyGame, pairs: Sequence[Pair]) -> dict[tuple[str, str], Share]:
    if game.statistics.score:
        return {}
    won: Counter[tuple[str, str]] = Counter()
    played: Counter[tuple[str, str]] = Counter()
    for pair in pairs:
        for record in pair.games:
            place = record.scenario, _seat(game, record)
            if record.chair is not None:
                played[place] += 1
                won[place] += record.chair == place[1]
    return {place: share(won[place], played[place]) for place in sorted(played)}


def compete(
    contest: Contest,
    games: int,
    hypotheses: Hypotheses = USUAL,
    crew: Crew = ALONE,
    progress: Callable[[int], None] = lambda _: None,
    store: Store | None = None,
) -> Standing:
    """Play pairs until the test has a verdict, at most so many games."""
    game = check_contest(contest)
    store = Store() if store is None else store
    test = Sequential(hypotheses)

    def is_decided() -> bool:
        test.take(pair.score for pair in _in_order(game, store, len(test.path)))
        return test.accepted is not None

    run(contest, range(games - games % 2), store, crew, progress, is_decided)
    return standing(game, store, hypotheses)
