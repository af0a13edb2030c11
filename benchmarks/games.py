"""What is measured of each game: random play, replay, clones."""

from __future__ import annotations

from random import Random
from time import process_time
from typing import NamedTuple

from khamsin.kernel.game import AnyGame, Setup
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import AnyMatch, Match


class Speed(NamedTuple):
    """One round of measurements of one game."""

    decisions: float  # a second, options listed at every decision
    games: float  # a second, random play
    length: float  # decisions in a game
    options: float  # offered at a decision
    replay: float  # answers (dice included) a second, no options listed
    clone: float  # mean seconds
    worst_clone: float
    clone_tail: float  # answers sent in again, on average


def random_game(game: AnyGame, seed: int) -> tuple[AnyMatch, int, int]:
    """Play one random game of the first scenario; return it, its decisions and options."""
    rng = Random(seed)
    match = Match(game, Setup(game.scenarios[0].id), SeededDice(str(seed)))
    decisions = listed = 0
    while match.decision is not None:
        options = match.legal()
        listed += len(options)
        decisions += 1
        match.choose(options[rng.randrange(len(options))])
    return match, decisions, listed


def measure(game: AnyGame, games: int) -> Speed:
    """Measure everything once."""
    begin = process_time()
    played = [random_game(game, seed) for seed in range(games)]
    playing = process_time() - begin
    decisions = sum(count for _, count, _ in played)
    listed = sum(count for _, _, count in played)

    begin = process_time()
    for match, _, _ in played:
        again = Match(game, match.setup, None)
        for entry in match.entries:
            again.feed(entry)
    replaying = process_time() - begin
    entries = sum(len(match.entries) for match, _, _ in played)

    clones, tails = _clone_times(game, max(games // 10, 2))
    return Speed(
        decisions=decisions / playing,
        games=games / playing,
        length=decisions / games,
        options=listed / decisions,
        replay=entries / replaying,
        clone=sum(clones) / len(clones),
        worst_clone=max(clones),
        clone_tail=sum(tails) / len(tails),
    )


def _clone_times(game: AnyGame, games: int) -> tuple[list[float], list[int]]:
    """Clone at every decision of some games."""
    times: list[float] = []
    tails: list[int] = []
    for seed in range(games):
        rng = Random(seed)
        match = Match(game, Setup(game.scenarios[0].id), SeededDice(str(seed)))
        while match.decision is not None:
            tails.append(len(match.entries) - match.marks[-1].entries)
            begin = process_time()
            match.clone()
            times.append(process_time() - begin)
            options = match.legal()
            match.choose(options[rng.randrange(len(options))])
    return times, tails
