"""1 The game: control, objectives, how campaigns end, what they score."""

import pytest

from khamsin.games.commander.model.pieces import ALLIED, AXIS, NOBODY
from khamsin.games.commander.rules.forces import controller, put
from khamsin.games.commander.rules.sequence import end_step
from khamsin.games.commander.rules.victory import judge
from khamsin.kernel.game import Setup
from tests.games.commander.staging import (
    GAME,
    PACK,
    asked,
    at,
    control,
    force,
    go,
    offers,
    scene,
    supplies,
    table,
    told,
    until,
    where,
)  # fmt: skip

BARE = {"15pz": "buerat", "6aus": "cairo"}


def judged(forces, **more):
    """A table at the end of a step, judged."""
    g = table(forces, **more)
    judge(g)
    return g


@pytest.mark.rule("commander", "control.1", "R17")
def test_who_has_forces_in_an_area_controls_it_and_where_both_stand_nobody_does():
    g = table({"15pz": "bardia", "7aus": "halfaya"})
    assert controller(g, at(g, "bardia")) == AXIS
    assert controller(g, at(g, "halfaya")) == ALLIED
    put(g, force(g, "7aus"), at(g, "bardia"))
    assert controller(g, at(g, "bardia")) == NOBODY


@pytest.mark.rule("commander", "control.1", "R16")
def test_control_is_found_at_the_end_of_a_step():
    here = {"15pz": "benghazi", "pavia": "mechili", "7aus": "tobruk"}
    m = go(scene(table(here)), "move 15pz tobruk")
    assert control(m, "benghazi") == "axis"  # it has left, but the step goes on
    assert control(m, "tobruk") == "allied"
    g = m.state.copy()
    end_step(g)
    assert g.control[at(g, "benghazi")] == NOBODY
    assert g.control[at(g, "tobruk")] == NOBODY


@pytest.mark.rule("commander", "objective.1", "objective.2", "objective.3", "nations.1")
def test_an_empty_area_belongs_to_its_flag_and_without_flag_to_nobody():
    g = table({})
    assert controller(g, at(g, "tripoli")) == AXIS
    assert controller(g, at(g, "cairo")) == ALLIED
    assert controller(g, at(g, "sirte")) == NOBODY
    put_there = table({"7aus": "tripoli"})
    assert controller(put_there, at(put_there, "tripoli")) == ALLIED
    flags = {area.flag for c in PACK.campaigns.values() for area in c.areas}
    assert flags == {"", "de", "it", "fr", "uk"}
    nations = {unit.nation: unit.side for c in PACK.campaigns.values() for unit in c.units}
    assert {nation for nation, side in nations.items() if side == AXIS} == {"de", "it"}
    assert {nation for nation, side in nations.items() if side == ALLIED} == {
        "be", "fr", "uk", "us",
    }  # fmt: skip


@pytest.mark.rule("commander", "campaigns.0", "setup.1")
def test_there_are_three_campaigns():
    assert [scenario.id for scenario in GAME.scenarios] == ["gd", "na", "dd"]
    for scenario in GAME.scenarios:
        assert GAME.rules.start(Setup(scenario.id)).c.id == scenario.id


@pytest.mark.rule("commander", "victory.1", "victory.2", "campaigns.2")
def test_cairo_wins_north_africa_and_tripoli_loses_it():
    won = judged({"15pz": "cairo"}, turn=3).result
    assert won is not None
    assert (won.winner, won.reason, won.scores["vp"]) == ("axis", "cairo", 38)
    lost = judged({"7aus": "tripoli", "15pz": "sirte"}, turn=3).result
    assert lost is not None
    assert (lost.winner, lost.reason, lost.scores["vp"]) == (None, "tripoli", 0)
    assert judged({"15pz": "alexandria", "7aus": "misurata"}).result is None


@pytest.mark.rule("commander", "R16", "vp.3")
def test_victory_counts_before_defeat():
    result = judged({"15pz": "cairo", "7aus": "tripoli"}).result
    assert result is not None
    assert result.reason == "cairo"


@pytest.mark.rule("commander", "campaigns.1", "vp.4", "R16")
def test_all_three_objectives_at_once_win_ghost_division():
    here = {"1_25": "lille", "2_25": "stvalery", "66": "cherbourg"}
    g = judged(here, campaign="gd", turn=8)
    assert g.c.boxes[7].label == "June 5 to 14, 1940"
    assert g.result is not None
    assert (g.result.reason, g.result.scores["vp"]) == ("objectives", 19)
    del here["66"]  # the flag of an empty objective is Allied
    assert judged(here, campaign="gd", turn=8).result is None


@pytest.mark.rule("commander", "vp.5", "vp.1", "vp.2")
def test_cairo_in_the_box_of_november_1942_is_worth_seven():
    boxes = PACK.campaigns["na"].boxes
    assert [(box.vp, box.torch) for box in boxes[8:]] == [(12, 4), (9, 3), (7, 2), (5, 1)]
    assert boxes[10].label == "Nov. to Dec. 1942"
    result = judged({"15pz": "cairo"}, turn=11).result
    assert result is not None
    assert result.scores["vp"] == 7


@pytest.mark.rule("commander", "vp.6", "campaigns.3", "R14")
def test_d_day_ends_when_the_allies_hold_all_three_and_scores_the_box():
    here = {"4us": "cherbourg", "1us": "stlo", "3can": "caen"}
    g = judged(here, campaign="dd", turn=4)
    assert g.c.boxes[3].label == "June 11 to 12, 1944"
    assert g.result is not None
    assert (g.result.reason, g.result.scores["vp"]) == ("lost_ground", 5)
    del here["3can"]  # the German flag holds empty Caen
    assert judged(here, campaign="dd", turn=4).result is None


@pytest.mark.rule("commander", "end.1", "turn.2", "R14")
@pytest.mark.parametrize(
    ("campaign", "last", "reason", "vp"),
    [("gd", 10, "time", 0), ("na", 12, "time", 0), ("dd", 15, "held", None)],
)
def test_past_the_last_box_the_campaign_is_over(campaign, last, reason, vp):
    assert len(PACK.campaigns[campaign].boxes) == last
    m = scene(table({}, campaign=campaign, step="marker", turn=last))
    assert m.result is not None
    assert m.result.reason == reason
    assert m.result.scores["vp"] == (PACK.campaigns["dd"].end_vp if vp is None else vp)
    assert (m.result.winner == "axis") == (reason == "held")
    assert m.entries == []  # before anything else of the turn


@pytest.mark.rule("commander", "victory.1", "R16")
def test_a_campaign_ends_with_the_step_in_which_it_is_decided():
    m = scene(table({"15pz": "alamein", "6aus": "matruh"}, step="moves"))
    assert offers(m, "move") == ["15pz alexandria", "15pz cairo"]
    go(m, "move 15pz cairo")
    assert asked(m) == ""  # nobody else can move, so the step is over
    assert m.result is not None
    assert m.result.reason == "cairo"
    assert told(m, "over") == [{"vp": 48, "box": 48, "adjustment": 0}]


@pytest.mark.rule("commander", "options.1", "options.2", "R15", "R55")
def test_options_count_only_for_a_campaign_that_is_won():
    chosen = ("na_malta", "na_ultra", "dd_jabos")
    won = judged({"15pz": "cairo"}, turn=12, options=chosen).result
    assert won is not None
    assert won.scores == {"vp": 5 - 6 + 5, "box": 5, "adjustment": -1}
    linked = judged({"15pz": "cairo"}, turn=12, options=("na_malta", "after_6")).result
    assert linked is not None
    assert linked.scores == {"vp": 5 - 6 + 10, "box": 5, "adjustment": 4}
    lost = judged({"7aus": "tripoli"}, options=chosen).result
    assert lost is not None
    assert lost.scores == {"vp": 0, "box": 0, "adjustment": 0}
    held = judged(
        {"4us": "cherbourg", "1us": "stlo", "3can": "caen"},
        campaign="dd", turn=1, options=("dd_released",),
    ).result  # fmt: skip
    assert held is not None
    assert held.scores["vp"] == -7  # D-Day cannot be lost, and a result may be below nothing


@pytest.mark.rule("commander", "supplies.2", "supplies.3")
def test_supplies_are_a_number_without_a_limit():
    g = GAME.rules.start(Setup("na"))
    assert g.supplies == [g.c.supplies[0], g.c.supplies[1]]
    m = scene(table(BARE, step="resupply", supplies=(500, 0)))
    go(m, "supplies")
    assert supplies(m)[0] == 502
    until(m, "operation")
    assert where(m, "15pz") == "buerat"
