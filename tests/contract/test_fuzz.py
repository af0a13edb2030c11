"""Random games with random optional rules run to their end; all that must hold holds throughout."""

from random import Random

import pytest

from khamsin.games import GAMES
from tests.contract.play import ENTRIES, TOYS, begin, decisions, game

CHUNK = 25
NUMBER = {"battleaxe": 500, "patrol": 200, "siege": 50}
"""How many games are played; 200 unless told, shared among the scenarios."""

CHUNKS = [
    (slug, chunk) for slug in (*GAMES, *TOYS) for chunk in range(-(-NUMBER.get(slug, 200) // CHUNK))
]


def test_every_game_has_a_bound():
    assert set(GAMES) <= set(ENTRIES)


@pytest.mark.parametrize(("slug", "chunk"), CHUNKS)
def test_random_games_end_and_nothing_impossible_happens(slug, chunk):
    scenarios = game(slug).scenarios
    for number in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        rng = Random(f"fuzz {slug} {number}")
        match = begin(slug, scenarios[number % len(scenarios)].id, rng)
        check = match.game.check
        for _ in decisions(match, rng):
            check(match.state)
        check(match.state)
        assert match.result is not None
        assert match.result.ending in match.game.endings
