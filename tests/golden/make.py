"""Plays the golden games anew: `python -m tests.golden.make` (or `make golden`), for one game with
its name behind it.

Programs of different strength play each game, with any scenario and any optional rules, now and
then taking an answer back, until the games kept together reach every ending, every scenario and
every optional rule. The same source always gives the same games. Run it after a change of rules or
data that is meant to change them, and say so in the change log.
"""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from khamsin.bots import make_bot
from khamsin.games import GAMES
from khamsin.kernel.game import Setup
from khamsin.kernel.play.archive import journal_of
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.seat import Player, Seat
from khamsin.kernel.play.state import Ending
from tests.contract.play import ENTRIES, game, random_setup

FOLDER = Path(__file__).parent
TRIES = 600  # games played before we admit that something cannot be reached
SECOND_THOUGHTS = 0.02  # how often an answer is taken back


class Plan(NamedTuple):
    """A match that is played first, because it is known to end in a rare way."""

    scenario: str
    players: tuple[str, ...]
    seed: str
    options: tuple[str, ...] = ()


PLANS: dict[str, tuple[Plan, ...]] = {
    "gazala": (
        Plan("opening", ("greedy", "greedy"), "golden-gazala-opening"),
        Plan("opening", ("greedy", "idle"), "golden-gazala-goals", ("cooperation",)),
        Plan("opening", ("random", "random"), "golden-gazala-random", ("varied_losses",)),
        Plan("aida", ("greedy", "idle"), "golden-gazala-aida", ("fuller_pursuit", "mines_quarter")),
        Plan("aida", ("idle", "random"), "golden-gazala-idle", ("entry_gambut", "zoc_from_forts")),
        Plan("strike", ("idle", "greedy"), "golden-gazala-strike", ("attacks_per_hex",)),
        Plan(
            "strike",
            ("random", "random"),
            "golden-gazala-denied",
            ("fractions_by_unit", "retreat_through_zoc"),
        ),
    ),
    "rommel": (
        Plan("1940", ("greedy", "random"), "golden-rommel-1940-2"),  # a draw
        Plan("1940", ("greedy", "random"), "golden-rommel-1940-12"),  # the Allies exit
        Plan("1940", ("random", "greedy"), "golden-rommel-1940-27"),  # the Axis exits
        Plan("1940", ("greedy", "random"), "golden-rommel-1940-21"),  # El Agheila falls
        Plan("1940", ("random", "greedy"), "golden-rommel-1940-2"),  # Alexandria falls
        Plan("1940", ("greedy", "greedy"), "golden-rommel-1940-1"),  # decisive
        Plan("1940", ("greedy", "random"), "golden-rommel-1940-1"),
        Plan("1940", ("greedy", "random"), "golden-rommel-1940-13"),  # attrition
        Plan("1940", ("greedy", "random"), "golden-rommel-1940-19"),
        Plan("1940", ("greedy", "random"), "golden-rommel-1940-3"),  # positional
        Plan("1940", ("random", "random"), "golden-rommel-1940-18", ("printed_cards",)),
        Plan("1941", ("idle", "greedy"), "golden-rommel-1941", ("itanks",)),
        Plan("1941-42", ("greedy", "idle"), "golden-rommel-campaign"),
        Plan("crusader", ("idle", "greedy"), "golden-rommel-crusader"),
        Plan("battleaxe", ("greedy", "idle"), "golden-rommel-battleaxe"),
        Plan("1942", ("greedy", "idle"), "golden-rommel-1942"),
        Plan("gazala", ("random", "random"), "golden-rommel-gazala"),
        Plan("pursuit", ("greedy", "idle"), "golden-rommel-pursuit"),
    ),
}
"""The search of find_games goes on from these; it finds everything else by itself."""


class Idle:
    """Does as little as it may."""

    WORDS = ("pass", "done", "no", "stay", "hold", "wait", "rest")

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, seat: Seat[Any]) -> Option:
        options = seat.legal()
        for word in self.WORDS:
            if (word,) in options:
                return (word,)
        return options[self._rng.randrange(len(options))]


class Golden(NamedTuple):
    """A finished match that is kept, and who played it."""

    match: Match[Any]
    players: tuple[str, ...]

    @property
    def ending(self) -> Ending:
        assert self.match.result is not None
        return self.match.result.ending

    @property
    def covers(self) -> set[str]:
        """What a game is kept for."""
        winner, rule, reason = self.ending
        setup = self.match.setup
        notes = {"undo"} if self.match.undone else set()
        best = "greedy" if self.match.game.mind() else "random"
        if set(self.players) == {best}:
            notes.add("best play")
        return notes | {
            f"ending {winner} {rule} {reason}",
            f"scenario {setup.scenario}",
            *(f"option {option}" for option in setup.options),
        }

    @property
    def name(self) -> str:
        winner, rule, reason = self.ending
        return f"{self.match.setup.scenario}-{winner or 'nobody'}-{rule}-{reason}"

    @property
    def text(self) -> str:
        who = zip(self.match.game.sides, self.players, strict=True)
        remark = ", ".join(f"{side}: {player}" for side, player in who)
        title, _, rest = journal_of(self.match).text().partition("\n")
        return f"{title}\n# {remark}\n{rest}"


def needed(slug: str) -> set[str]:
    """What the golden games of a game must cover together."""
    rules = game(slug)
    wanted = {f"ending {winner} {rule} {reason}" for winner, rule, reason in rules.endings}
    wanted |= {f"scenario {scenario.id}" for scenario in rules.scenarios}
    wanted |= {f"option {option.id}" for option in rules.options}
    return wanted | {"undo", "best play"}


def player(name: str, rng: Random) -> Player:
    return Idle(rng) if name == "idle" else make_bot(name, rng)


def play(slug: str, setup: Setup, players: tuple[str, ...], seed: str) -> Golden:
    """One match between these programs."""
    match = Match(game(slug), setup, SeededDice(seed))
    rng = Random(seed)
    sides = match.game.sides
    minds = {side: player(name, rng) for side, name in zip(sides, players, strict=True)}
    while match.result is None:
        assert len(match.entries) < ENTRIES[slug], f"{slug} {seed} does not end"
        side = match.to_answer[rng.randrange(len(match.to_answer))]
        match.choose(minds[side].choose(Seat(match, side)), side)
        if rng.random() < SECOND_THOUGHTS and match.why_not_undo(side) is None:
            match.undo(side)
    return Golden(match, players)


def find_games(slug: str) -> list[Golden]:
    """Play until everything is covered; keep the games that add something."""
    rules = game(slug)
    programs = ("random", "idle", "greedy") if rules.mind() else ("random", "idle")
    tables = list(product(programs, repeat=len(rules.sides)))
    missing = needed(slug)
    kept: list[Golden] = []
    for plan in PLANS.get(slug, ()):
        golden = play(slug, Setup(plan.scenario, plan.options), plan.players, plan.seed)
        if golden.covers & missing:
            missing -= golden.covers
            kept.append(golden)
    for number in range(TRIES):
        if not missing:
            return kept
        rng = Random(f"{slug} {number}")
        scenario = rules.scenarios[number % len(rules.scenarios)].id
        setup = random_setup(slug, scenario, rng) if rng.random() < 0.5 else Setup(scenario)
        players = tables[number // len(rules.scenarios) % len(tables)]
        golden = play(slug, setup, players, f"golden-{slug}-{number}")
        if golden.covers & missing:
            missing -= golden.covers
            kept.append(golden)
    raise AssertionError(f"{slug}: not reached in {TRIES} games: {', '.join(sorted(missing))}")


def write_games(slug: str, folder: Path) -> list[Path]:
    """Replace the golden games of a game."""
    kept = find_games(slug)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.khamsin"):
        old.unlink()
    paths: list[Path] = []
    for golden in kept:
        path = folder / f"{golden.name}.khamsin"
        number = 1
        while path in paths:
            number += 1
            path = folder / f"{golden.name}-{number}.khamsin"
        path.write_text(golden.text, encoding="utf-8", newline="\n")
        paths.append(path)
    return paths


def main(slugs: list[str]) -> None:
    """Write them, and say what was written."""
    for slug in slugs or list(GAMES):
        for path in write_games(slug, FOLDER / slug):
            sys.stdout.write(f"{path.relative_to(FOLDER)}  {path.stat().st_size} bytes\n")


if __name__ == "__main__":
    main(sys.argv[1:])
