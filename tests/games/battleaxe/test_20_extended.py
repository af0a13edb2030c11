"""20 The Extended Game: June 18, if June 17 leaves it open."""

import pytest

from tests.games.battleaxe.acting import field, go, outcome, scene
from tests.games.battleaxe.staging import GAME

HOME = ["A", "B", "C", "D", "H"]
ROAD = ["5", "6", "17", "18", "20", "G"]


def evening(points: int, *, turn: int = 3, scenario: str = "extended", allied=HOME, **more):
    return scene(
        field({}, allied=allied, phase="end", turn=turn, vp=points, scenario=scenario, **more)
    )


@pytest.mark.rule("battleaxe", "20.0", "6.0")
def test_the_extended_game_is_a_scenario_of_its_own_with_four_days():
    assert [scenario.id for scenario in GAME.scenarios] == ["standard", "extended"]
    assert GAME.data.scenarios["extended"].turns == ("June 15", "June 16", "June 17", "June 18")
    assert GAME.data.scenarios["standard"].turns == ("June 15", "June 16", "June 17")


@pytest.mark.rule("battleaxe", "20.0", "20.1", "6.4d")
@pytest.mark.parametrize("points", [8, 9, 10, 11])
def test_the_standard_game_always_ends_on_june_17(points):
    m = evening(points, scenario="standard")
    assert m.result is not None
    assert m.result.rule == "17.2d"


@pytest.mark.rule("battleaxe", "20.1")
@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (12, ("allied", "20.1", "operational")),
        (11, ("allied", "20.1", "operational")),
        (10, None),
        (9, None),
        (8, ("axis", "20.1", "held")),
        (0, ("axis", "20.1", "held")),
    ],
)
def test_on_june_17_eleven_win_eight_lose_and_between_them_a_fourth_day_is_played(points, expected):
    m = evening(points)
    assert outcome(m) == expected
    if expected is None:
        assert m.state.turn == 4
        assert m.view("allied")["position"]["day"] == "June 18"


@pytest.mark.rule("battleaxe", "20.1", "17.2c")
def test_ground_and_german_losses_are_counted_before_the_test():
    m = evening(8, lost=["15mg"])
    assert m.state.turn == 4
    assert outcome(evening(8, allied=[*HOME, "5", "6"], lost=["15mg"])) == (
        "allied", "20.1", "operational",
    )  # fmt: skip


@pytest.mark.rule("battleaxe", "20.1", "17.1")
def test_a_relief_wins_on_june_17_and_on_june_18():
    for turn in (3, 4):
        assert outcome(evening(0, turn=turn, allied=[*HOME, *ROAD])) == (
            "allied", "17.1", "automatic",
        )  # fmt: skip


@pytest.mark.rule("battleaxe", "20.1")
@pytest.mark.parametrize("points", [0, 9, 10, 40])
def test_on_june_18_nothing_but_a_relief_wins_for_the_allies(points):
    assert outcome(evening(points, turn=4)) == ("axis", "20.1", "time")


@pytest.mark.rule("battleaxe", "20.1")
def test_the_fourth_day_is_played_like_the_others_and_is_the_last():
    m = evening(10)
    for impulse in range(1, 13):
        assert (m.state.turn, m.state.impulse) == (4, impulse)
        go(m, "pass", "pass", (6, 6))
    assert outcome(m) == ("axis", "20.1", "time")
