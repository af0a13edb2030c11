"""18 The choice of sides by secret bids."""

import pytest

from khamsin.kernel.game import Setup
from khamsin.kernel.match import Match
from tests.games.battleaxe.staging import GAME


def bidding(*options: str, scenario: str = "standard"):
    """A new game whose players bid for sides; its dice wait for `roll`."""
    return Match(GAME, Setup(scenario, ("bids", *options)), None)


@pytest.mark.rule("battleaxe", "18.1", "R31")
@pytest.mark.parametrize(
    ("scenario", "options", "highest"),
    [
        # 14 points of Areas on each of three days and 15 German units
        ("standard", [], 57),
        ("extended", [], 57),
        ("standard", ["tobruk_bonus"], 58),
    ],
)
def test_bids_run_from_nothing_to_the_most_the_allies_could_score(scenario, options, highest):
    m = bidding(*options, scenario=scenario)
    for side in ("allied", "axis"):
        assert m.legal(side) == [("bid", str(points)) for points in range(highest + 1)]
