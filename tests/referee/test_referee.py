"""A short watch of every game by its referee; `make referee` is the long one."""

import pytest

from khamsin.games import GAMES
from tests.contract.play import game
from tests.referee.__main__ import REFEREES
from tests.referee.rommel.crowds import play
from tests.referee.shadow import OPTIONS, watch

DECISIONS = 150
"""Decisions of one match that are watched here."""
TABLES = 6
"""Crowded tables that are watched here."""


def test_every_game_has_a_referee():
    assert set(REFEREES) == set(GAMES)


@pytest.mark.parametrize(
    ("slug", "number"),
    [(slug, number) for slug in REFEREES for number in range(len(game(slug).scenarios) + 1)],
)
def test_the_referee_agrees(slug, number):
    seen = watch(slug, number, limit=DECISIONS)
    assert [str(difference) for difference in seen.differences] == []
    assert seen.decisions >= 20
    lists = [times for subject, times in seen.compared.items() if subject.startswith(OPTIONS)]
    assert sum(lists) >= 10


def test_the_referee_agrees_at_crowded_tables():
    for number in range(TABLES):
        referee, _, decisions = play(number)
        assert [str(difference) for difference in referee.differences] == []
        assert decisions >= 10
