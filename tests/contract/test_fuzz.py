"""Random games with random optional rules run to their end; all that must hold holds throughout."""

from random import Random

import pytest

from khamsin.bots.greedy import GreedyBot
from khamsin.games import GAMES
from khamsin.kernel.play.seat import Seat
from tests.contract.play import ENTRIES, TOYS, USUAL_BOUND, begin, decisions, game
from tests.contract.worlds import part_somewhere

CHUNK = 25
NUMBER = {
    "battleaxe": 150,
    "commander": 30,
    "gazala": 3,
    "malta": 2,
    "patrol": 100,
    "rommel": 8,
    "siege": 50,
}
"""How many games are played, shared among the scenarios; of a game from outside one chunk."""

PARTED = 3
"""At how many marks of each game with secrets the worlds are parted."""

CHUNKS = [
    (slug, chunk) for slug in (*GAMES, *TOYS) for chunk in range(0, NUMBER.get(slug, CHUNK), CHUNK)
]


def test_every_game_of_ours_has_a_bound():
    ours = {slug for slug, game in GAMES.items() if game.__module__.startswith("khamsin.")}
    assert ours
    assert ours <= set(ENTRIES)


@pytest.mark.parametrize(("slug", "chunk"), CHUNKS)
def test_random_games_end_and_nothing_impossible_happens(slug, chunk):
    scenarios = game(slug).scenarios
    for number in range(chunk, min(chunk + CHUNK, NUMBER.get(slug, CHUNK))):
        rng = Random(f"fuzz {slug} {number}")
        match = begin(slug, scenarios[number % len(scenarios)].id, rng)
        check = match.game.rules.check
        asked = []
        for _ in decisions(match, rng):
            check(match.state)
            asked.append(len(match.entries))
        check(match.state)
        if match.game.rules.hidden:
            part_somewhere(match, asked, rng, PARTED)
        assert match.result is not None
        assert match.result.ending in match.game.endings


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if game.mind()])
def test_greedy_games_end_and_nothing_impossible_happens(slug, seed):
    """Good play goes to places where random play does not."""
    rng = Random(f"greedy {slug} {seed}")
    scenarios = game(slug).scenarios
    match = begin(slug, scenarios[seed % len(scenarios)].id, rng)
    bot = GreedyBot(rng)
    while match.result is None:
        side = match.to_answer[0]
        match.choose(bot.choose(Seat(match, side)), side)
        match.game.rules.check(match.state)
        assert len(match.entries) < ENTRIES.get(slug, USUAL_BOUND)
    assert match.result.ending in match.game.endings
