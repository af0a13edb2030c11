"""The rules of Oasis, one test for each that is easy to get wrong."""

from __future__ import annotations

from khamsin.kernel.game import Setup
from khamsin.kernel.play.match import Match
from khamsin.kernel.text.narrator import Narrator
from oasis import Oasis
from oasis.model.pieces import EMIR, GONE, NOWHERE, RAIDERS, WORN
from oasis.model.state import State
from oasis.rules.victory import judge, points

GAME = Oasis()


def begin(*options: str, **places: str) -> Match[State]:
    """A match without dice: tests throw them. Units may be put elsewhere before it begins."""
    match = Match(GAME, Setup("standard", options), None)
    for unit, place in places.items():
        at = GAME.data.board.at(place) if place else NOWHERE
        number = GAME.data.unit_index[unit]
        match.state.place[number] = at
        match.state.steps[number] = match.state.steps[number] if place else GONE
    return match


def go(match: Match[State], *steps: str | int) -> State:
    """Words are answers, numbers are dice."""
    for step in steps:
        if isinstance(step, int):
            match.roll((step,))
        else:
            match.choose(tuple(step.split()))
    return match.state


def why(match: Match[State], words: str) -> str:
    refused = match.why_not(match.to_answer[0], tuple(words.split()))
    return "" if refused is None else f"{refused.rule} {refused.reason}"


def test_5_2_the_first_step_may_cost_anything_the_next_may_not() -> None:
    match = begin()
    go(match, "move spears salt")
    assert why(match, "move spears ridge") == "5.2 too_dear"
    assert why(match, "move spears bir") == ""


def test_5_3_two_units_of_a_side_fill_an_area() -> None:
    match = begin()
    assert why(match, "move scouts camp") == "5.3 no_room"


def test_5_4_enemies_end_a_move_and_are_left_for_free_ground_only() -> None:
    match = begin(spears="bir", guard="salt", camel_corps="bir")
    assert why(match, "move spears salt") == "5.4 among_enemies"
    go(match, "move red_banner bir")
    assert why(match, "move red_banner erg") == "5.1 no_points"


def test_6_2_terrain_helps_who_controls_it_and_6_3_the_die_decides() -> None:
    match = begin(spears="qasr", red_banner="qasr")  # 4 + 3 against 3 guns in a fort (+2)
    go(match, "done", "attack qasr", 2)
    assert [event.values["total"] for _, event in match.events if event.kind == "fought"] == [4]
    go(match, "lose spears")  # 6.4: both lose a step, and a side with two units chooses
    worn = [event for _, event in match.events if (event.kind, event.rule) == ("worn", "6.4")]
    assert [event.values["unit"] for event in worn] == ["spears", "guns"]


def test_6_5_the_beaten_retreat_or_are_trapped() -> None:
    match = begin(spears="qasr", red_banner="qasr")
    g = go(match, "done", "attack qasr", 3, "retreat guns garden")
    assert g.control[g.pack.board.at("qasr")] == RAIDERS


def test_7_1_without_water_a_step_is_lost() -> None:
    match = begin(scouts="wadi")
    g = go(match, "done")
    assert g.steps[g.pack.unit_index["scouts"]] == WORN


def test_8_1_after_six_turns_the_wells_are_counted() -> None:
    match = begin()
    g = go(match, *["done"] * 12)
    assert match.result is not None
    assert match.result.winner == "emir"
    assert (points(g, RAIDERS), points(g, EMIR)) == (2, 6)


def test_8_2_who_is_alone_wins_at_once() -> None:
    match = begin(guard="", camel_corps="", guns="", militia="")
    go(match, "done")
    assert match.result is not None
    assert match.result.ending == ("raiders", "8.2", "alone")


def test_9_1_in_a_storm_every_area_costs_more() -> None:
    match = begin("sandstorm")
    go(match, 2, "move red_banner erg")
    assert why(match, "move red_banner bir") == "5.2 too_dear"
    calm = begin("sandstorm")
    go(calm, 3, "move red_banner erg")
    assert why(calm, "move red_banner bir") == ""


def test_8_1_the_goal_in_sight_agrees_with_the_judge() -> None:
    for owner in (RAIDERS, EMIR):
        g = begin().state
        for well in GAME.data.wells:
            g.control[well] = owner
        g.half, g.turn = EMIR, g.scenario.turns
        found = GAME.presentation.goals(g, None, Narrator(GAME))
        assert found is not None
        judge(g)
        assert g.result is not None
        assert {goal["side"] for goal in found["goals"] if goal["met"]} == {g.result.winner}
