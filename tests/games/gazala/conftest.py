"""What the tests of Gazala 1942 share."""

import pytest

from khamsin.games.gazala.model.tables import Column
from tests.games.gazala.staging import PACK


@pytest.fixture
def result(monkeypatch):
    """`result(a, d)`: from now on every die of a combat gives these hits."""

    def fixed(attacker, defender):
        rows = PACK.numbers.crt
        table = tuple(Column(row.odds, (attacker,) * 6, (defender,) * 6) for row in rows)
        monkeypatch.setattr(PACK.numbers, "crt", table)

    return fixed
