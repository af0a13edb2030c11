"""How an army may be led in Gazala 1942."""

from __future__ import annotations

from khamsin.games.gazala.mind.appraisal import BOLD, STUBBORN, Ground, postures
from khamsin.games.gazala.model.pieces import ALLIED, AXIS
from khamsin.games.gazala.model.state import State
from khamsin.kernel.mind.posture import PLAIN, Posture
from tests.games.gazala.staging import table

GOALS = ("0912", "1411", "1715")
UNITS = {"21_1_t": "1310", "21_1_i": "1310", "1sa_1": "1411", "1sa_2": "1412"}


def staged() -> State:
    return table(UNITS, scenario="opening", turn=5, control=dict.fromkeys(GOALS, "allied"))


def drawn(posture: Posture, goal: str, side: int = ALLIED, unit: str = "1sa_2") -> float:
    """By how much a unit likes a victory hex better than in the plain posture."""
    g = staged()
    number, place = g.pack.unit_index[unit], g.pack.board.at(goal)
    values = [Ground(g, side, each).place_value(number, place) for each in (posture, PLAIN)]
    return values[0] - values[1]


def test_guards_are_drawn_to_the_hexes_that_decide_the_game_and_that_are_in_danger() -> None:
    assert drawn(STUBBORN, "1411") > 0
    assert drawn(STUBBORN, "1412") == 0  # decides nothing
    assert drawn(STUBBORN, "0912") > 0
    assert drawn(STUBBORN, "1411", AXIS, "21_1_i") > 0


def test_a_defender_led_for_one_hex_guards_no_other() -> None:
    hold_first = Posture(guards=0.5, focus=0)
    value = Ground(staged(), ALLIED, hold_first)
    other = Ground(staged(), ALLIED, Posture(focus=0))
    unit = value.g.pack.unit_index["1sa_2"]
    at = [value.g.pack.board.at(goal) for goal in GOALS]
    assert value.place_value(unit, at[0]) > other.place_value(unit, at[0])
    assert value.place_value(unit, at[1]) == other.place_value(unit, at[1])


def test_who_must_take_the_hexes_is_led_boldly_and_who_holds_them_stubbornly() -> None:
    g = staged()
    assert postures(g, "axis")[0] == BOLD
    assert postures(g, "allied")[0] == STUBBORN
    for side in ("axis", "allied"):
        found = postures(g, side)
        assert len(set(found)) == len(found)
        assert {posture.focus for posture in found} == {None, 0, 1, 2}
