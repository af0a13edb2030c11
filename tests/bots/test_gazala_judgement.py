"""What the judgement of Gazala 1942 heeds: the coast road, headquarters, boxes, dice that hurt."""

from __future__ import annotations

from random import Random

import pytest

from khamsin.bots.greedy import GreedyBot
from khamsin.games.gazala.mind.fights import LAST_CHANCE, USUAL, WON, Fights
from khamsin.games.gazala.mind.watch import Watch
from khamsin.games.gazala.model.pieces import ALLIED, AXIS
from khamsin.kernel.mind.positions import GOOD
from khamsin.lab.positions import known, tried
from tests.games.gazala.staging import table

GOALS = ("0912", "1411", "1715")


@pytest.mark.parametrize(
    "name",
    [
        "guard_the_source",
        "go_back_for_the_source",
        "raid_the_source",
        "corps_stays_in_the_north",
        "somebody_to_rommel",
        "hq_7arm_not_alone",
        "stay_behind_the_mines",
        "no_armour_dice_at_infantry",
        "no_overkill",
        "gamble_for_the_third_goal",
        "no_attack_out_of_the_won_goals",
        "do_not_pursue_out_of_a_goal",
    ],
)
def test_the_judgement_alone_answers_well(name: str) -> None:
    game, positions = known("gazala")
    assert tried(game, positions[name], GreedyBot(Random(1)), "judgement")[1] == GOOD


def test_the_last_guard_of_the_road_counts_as_long_as_somebody_can_come() -> None:
    at = {"xxi_85_60": "2902", "xxi_61_102": "2601", "1sa_3": "2805"}
    watch = Watch(table(at, turn=4), AXIS)
    index, place = watch.g.pack.unit_index, watch.g.pack.board.at
    assert watch.cover(index["xxi_85_60"], place("2902")) > 5
    assert watch.cover(index["xxi_85_60"], place("2601")) < 2
    assert watch.cover(index["xxi_61_102"], place("2902")) < 5  # there is one already
    quiet = Watch(table({**at, "1sa_3": "1230"}, turn=4), AXIS)
    assert quiet.cover(index["xxi_85_60"], place("2902")) == 0


def test_a_raid_is_worth_more_the_longer_it_can_stay() -> None:
    alone = Watch(table({"1sa_3": "2804"}, turn=4), ALLIED)
    awaited = Watch(table({"1sa_3": "2804", "xxi_200": "2602", "xxi_361": "2602"}, turn=4), ALLIED)
    unit, there = alone.g.pack.unit_index["1sa_3"], alone.g.pack.road_end
    assert alone.cover(unit, there) > awaited.cover(unit, there) > 0


def test_a_box_is_one_only_before_the_enemy() -> None:
    ahead = Watch(table({"50_69": "1809", "x_19_27": "1805"}, turn=2), ALLIED)
    behind = Watch(table({"50_69": "1809", "x_19_27": "1813"}, turn=2), ALLIED)
    place = ahead.g.pack.board.at("1809")
    assert ahead.box(place) > 0
    assert behind.box(place) == 0


@pytest.mark.parametrize(
    ("turn", "held", "axis", "allied"),
    [(5, 2, USUAL, USUAL), (11, 2, LAST_CHANCE, WON), (11, 3, WON, LAST_CHANCE)],
)
def test_on_the_last_day_who_loses_gambles_and_who_wins_does_not(
    turn: int, held: int, axis: object, allied: object
) -> None:
    control = {goal: "axis" if at < held else "allied" for at, goal in enumerate(GOALS)}
    g = table({"15_1_i": "1310", "1sa_1": "2508"}, scenario="opening", turn=turn, control=control)
    assert (Fights(g, AXIS).stakes, Fights(g, ALLIED).stakes) == (axis, allied)
