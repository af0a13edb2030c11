"""What the contract tests share: the games, random matches of them, and what a side can see."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from khamsin.games import GAMES
from khamsin.kernel.errors import RefusedChoice, SetupError
from khamsin.kernel.game import Game, Setup
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.text.narrator import Narrator
from tests.kernel.patrol import Patrol
from tests.kernel.toys import Siege

TOYS = {"patrol": Patrol, "siege": Siege}

ENTRIES = {
    "battleaxe": 2000,
    "commander": 3000,
    "gazala": 12_000,
    "malta": 30_000,
    "patrol": 100,
    "rommel": 6000,
    "siege": 20,
}
"""How many lines a journal may have at the end, about three times the longest seen; a random game
that is longer does not end. Every game of ours has its bound here."""

USUAL_BOUND = 10_000
"""The same for a game from outside."""


TYPICAL = 1
"""How many games say how long a game is. Some are cut short by a lucky roll, and then looked at
more often."""

FIRST = 10
"""The first answers of a match are looked at in any case: there everything is new."""


@cache
def game(slug: str) -> Game[Any]:
    """A game with its standard data, read once."""
    return TOYS[slug]() if slug in TOYS else GAMES[slug]()


PLAYED = {"gazala": ("opening", "aida"), "rommel": ("1940", "1941-42", "pursuit")}
"""Of a game with many scenarios those that are played here: the shortest, the campaign, and one
with another set-up. Random games, golden games and the referee play them all."""

CASES = [
    (slug, scenario.id)
    for slug in (*GAMES, *TOYS)
    for scenario in game(slug).scenarios
    if scenario.id in PLAYED.get(slug, (scenario.id,))
]
"""The scenarios of every game, the toys included."""

SLOW = {"gazala": 0.2, "malta": 0.25}
"""Games with hundreds of pieces, at which a look takes long: so much of the looking is done."""


def seeds(slug: str) -> int:
    """How often: a game with few scenarios as often as others, a slow or a strange one once."""
    if slug in SLOW or slug not in ENTRIES:
        return 1
    return max(1, 3 // len(game(slug).scenarios))


SEEDED = [(slug, scenario, seed) for slug, scenario in CASES for seed in range(seeds(slug))]
"""The same several times over."""


def random_setup(slug: str, scenario: str, rng: Random) -> Setup:
    """This scenario with any of the optional rules."""
    for _ in range(100):
        chosen = tuple(option.id for option in game(slug).options if rng.random() < 0.5)
        setup = Setup(scenario, chosen)
        try:
            game(slug).check_setup(setup)
        except SetupError:
            continue  # options that exclude each other
        return setup
    raise AssertionError(f"no options fit {slug} {scenario}")


def begin(slug: str, scenario: str, rng: Random) -> Match[Any]:
    """A new match with random options and dice."""
    setup = random_setup(slug, scenario, rng)
    return Match(game(slug), setup, SeededDice(str(rng.randrange(2**62))))


def pick(match: Match[Any], rng: Random) -> tuple[str, Option]:
    """Any side that must answer, and anything it may answer."""
    side = match.to_answer[rng.randrange(len(match.to_answer))]
    options = match.legal(side)
    return side, options[rng.randrange(len(options))]


def decisions(match: Match[Any], rng: Random) -> Iterator[Match[Any]]:
    """Play at random to the end; stop before each answer for the test to look around."""
    bound = ENTRIES.get(match.game.slug, USUAL_BOUND)
    while match.result is None:
        assert len(match.entries) < bound, f"no end after {bound} entries"
        yield match
        side, option = pick(match, rng)
        match.choose(option, side)


@cache
def usual(slug: str, scenario: str) -> int:
    """How long random journals are, by which the others are looked at more or less often."""
    rng = Random(f"length {slug} {scenario}")
    total = 0
    for _ in range(TYPICAL):
        match = begin(slug, scenario, rng)
        for _ in decisions(match, rng):
            pass
        total += len(match.entries)
    return total // TYPICAL


def played(match: Match[Any], rng: Random) -> list[int]:
    """Play at random to the end; gives how long the journal was at each decision."""
    return [len(each.entries) for each in decisions(match, rng)]


def back_at(match: Match[Any], entries: int) -> Match[Any]:
    """A match as it was when its journal had so many entries."""
    again = match.clone()
    again.rewind(entries)
    again.undone.clear()
    return again


def looks(match: Match[Any], rng: Random, number: int) -> Iterator[Match[Any]]:
    """Play at random to the end; then look at the first decisions and at so many others.

    Long games are looked at as often as short ones, anywhere in them.
    """
    found = played(match, rng)
    early = [at for at in found if at < FIRST]
    late = found[len(early) :]
    chosen = rng.sample(late, min(len(late), int(number * SLOW.get(match.game.slug, 1))))
    for at in [*early, *sorted(chosen)]:
        yield back_at(match, at)


def sides_of(match: Match[Any]) -> tuple[str | None, ...]:
    """All who look on: the sides, and an observer."""
    return (*match.game.sides, None)


@cache
def vocabulary(slug: str) -> tuple[tuple[Option, ...], tuple[str, ...]]:
    """Options and words that occur in the game, to try where they are out of place."""
    rng = Random(f"words of {slug}")
    options: dict[Option, None] = {}
    for scenario in game(slug).scenarios:
        for match in decisions(begin(slug, scenario.id, rng), rng):
            for side in match.to_answer:
                options.update(dict.fromkeys(match.legal(side)))
    words = dict.fromkeys(word for option in options for word in option)
    return tuple(options), (*words, "", "nonsense", "dice", *game(slug).sides)


def phrases(slug: str, rng: Random, count: int) -> list[Option]:
    """Words that somebody might say: options of another moment, some with a word changed."""
    options, words = vocabulary(slug)
    said: list[Option] = []
    for _ in range(count):
        option = list(options[rng.randrange(len(options))])
        change = rng.randrange(5)
        if change == 0:
            option[rng.randrange(len(option))] = words[rng.randrange(len(words))]
        elif change == 1:
            del option[rng.randrange(len(option))]
        elif change == 2:
            option.insert(rng.randrange(len(option) + 1), words[rng.randrange(len(words))])
        said.append(tuple(option))
    return said


def refusal(match: Match[Any], side: str, option: Option) -> str:
    """What a side hears when it asks for something; nothing if it could have it."""
    if option in match.legal(side):
        return ""
    try:
        match.choose(option, side)
    except RefusedChoice as error:
        return f"{type(error).__name__}: {error}"
    raise AssertionError(f"{option} was taken, but not offered")


def sight(match: Match[Any], side: str | None, said: list[Option], heard: int = 0) -> str:
    """Everything a side can find out, as text: view, picture, options, log, all that it asks.

    The first events, so many of them as were `heard`, are left out of the log.
    """
    log = [(at, event) for at, event in match.events[heard:] if event.seen_by(side)]
    told: list[object] = [match.view(side), log, match.number, match.to_answer]
    told += known(match, side)
    if side is not None:
        told.append(match.legal(side))
        told += [[match.why_not(side, words), refusal(match, side, words)] for words in said]
    return json.dumps(told)


@cache
def voice(slug: str) -> Narrator:
    """The words of a game."""
    return Narrator(game(slug))


def known(match: Match[Any], side: str | None) -> list[object]:
    """What a side may know, of which all that it is shown is made, drawings and odds as well.

    Where nothing is hidden there is nothing to compare.
    """
    return [match.known(side).data()] if match.game.rules.hidden else []


def everything(match: Match[Any]) -> str:
    """The whole match as text, hidden things included."""
    views = [[match.view(side), match.log(side)] for side in sides_of(match)]
    asked = [[side, match.legal(side)] for side in match.to_answer]
    return json.dumps([match.state.data(), match.entries, views, asked, match.number])
