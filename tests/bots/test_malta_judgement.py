"""How the greedy bot leads the troops on Malta."""

from __future__ import annotations

from random import Random

import pytest

from khamsin.bots.greedy import GreedyBot
from khamsin.games.malta.mind.judgement import Judgement
from khamsin.games.malta.mind.watch import Watch
from khamsin.games.malta.model.pieces import ALLIED, AXIS
from khamsin.kernel.game import Setup
from khamsin.kernel.mind.positions import GOOD
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.seat import Seat
from khamsin.lab.positions import known, tried
from tests.games.malta.staging import GAME, at, table, u


@pytest.mark.parametrize("seed", range(3))
def test_nobody_marches_far_to_get_nowhere(seed: int) -> None:
    """6.2 Who has marched far may not move on: troops in the rear would never come to the front."""
    match = Match(GAME, Setup("hercules"), SeededDice(f"march{seed}"))
    bots = {side: GreedyBot(Random(seed)) for side in GAME.sides}
    while match.result is None and match.state.day < 3:
        side = match.to_answer[0]
        match.choose(bots[side].choose(Seat(match, side)), side)
    marches = [event for _, event in match.events if event.kind == "moved" and event.rule == "6.2"]
    assert marches
    for march in marches:
        path = march.values["path"]
        assert isinstance(path, tuple)
        assert path[0] != path[-1]


@pytest.mark.parametrize(
    "name",
    [
        "guard_the_hq",
        "leaders_not_alone",
        "leader_joins_his_men",
        "hq_out_of_reach",
        "no_night_swap",
        "close_the_gap",
        "take_luqa_back",
        "guard_the_beach",
        "raid_the_beach",
        "go_back_for_the_beach",
        "save_the_last_round",
        "support_where_the_attack_counts",
        "one_battalion_each",
        "do_not_advance_off_the_airfield",
        "stand_in_the_city",
    ],
)
def test_the_judgement_alone_answers_well(name: str) -> None:
    game, positions = known("malta")
    assert tried(game, positions[name], GreedyBot(Random(1)), "judgement")[1] == GOOD


def test_a_headquarters_lands_only_behind_its_troops_and_out_of_fire() -> None:
    option = ("second", "hq_4", "w2_1107")
    waiting = {"hq_4": "followup_west"}
    nobody = table(waiting, phase="fill", day="0630")
    assert Judgement(nobody, AXIS).fill(option) < 0
    troops = {**waiting, "li_1_33": "1107"}
    assert Judgement(table(troops, phase="fill", day="0630"), AXIS).fill(option) > 0
    shelled = {**troops, "cg_01": "1207"}
    assert Judgement(table(shelled, phase="fill", day="0630"), AXIS).fill(option) < 0


def test_who_guards_a_headquarters_counts_for_as_much_as_it_adds() -> None:
    near = {"hq_4": "1209", "li_1_33": "1209", "br_2rif": "1311"}
    alone = Watch(table(near), AXIS).escort(u("li_1_33"), at("1209"))
    second = {**near, "li_2_33": "1209"}
    shared = Watch(table(second), AXIS).escort(u("li_1_33"), at("1209"))
    assert alone > 3 > shared
    quiet = {"hq_4": "1209", "li_1_33": "1209"}
    assert Watch(table(quiet), AXIS).escort(u("li_1_33"), at("1209")) == 0


def test_a_source_of_supply_is_worth_more_the_fewer_there_are() -> None:
    troops = {"hq_4": "1209", "li_1_33": "1210"}
    one = Watch(table(troops, landed=["1107"], axis=["1107"]), ALLIED).sources
    two = Watch(table(troops, landed=["1107", "0806"], axis=["1107", "0806"]), ALLIED).sources
    assert one[at("1107")] > two[at("1107")] > 0
