"""The evaluation of Island of Death: it adds up, ends with the truth, likes the better position."""

from random import Random
from time import process_time

import pytest

from khamsin.games.malta.mind.evaluation import evaluate, features, if_nothing_changes
from khamsin.games.malta.model.pieces import GONE
from khamsin.kernel.game import Setup
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from tests.games.malta.staging import GAME, table, u

STANDS = {"li_1_33": "1113", "li_2_33": "1113", "br_2d": "1213", "br_8m": "1312"}


def axis(g) -> float:
    shares = evaluate(g)
    assert set(shares) == {"allied", "axis"}
    assert sum(shares.values()) == pytest.approx(1)
    return shares["axis"]


def test_it_likes_the_better_of_two_positions():
    even = axis(table(STANDS, lost=[30, 22]))
    assert axis(table(STANDS, lost=[30, 50])) < even < axis(table(STANDS, lost=[50, 22]))
    assert even < axis(table(STANDS | {"li_3_33": "1012", "li_1_34": "1012"}, lost=[30, 22]))
    assert even > axis(table(STANDS | {"br_1h": "1313", "br_4b": "1313"}, lost=[30, 22]))


def test_if_nothing_changes_the_dice_decide():
    g = table(
        STANDS, scenario="intro", day="0705", turn="night"
    )  # the last roll of the introductory scenario
    assert if_nothing_changes(g, -1) == 0
    assert if_nothing_changes(g, -2) == pytest.approx(1 / 36)
    assert if_nothing_changes(g, -12) == 1
    g.place[u("hq_20")] = GONE
    assert if_nothing_changes(g, -4) == pytest.approx(1 / 36)  # two points for the lost HQ


def test_risks_supply_and_order_are_counted():
    calm = features(table(STANDS | {"hq_4": "1113"}))
    alone = features(table(STANDS | {"hq_4": "1313"}))
    assert alone.risk > calm.risk
    cut = features(table(STANDS, cut=["li_1_33", "li_2_33"]))
    assert (cut.supply, calm.supply) == (0, 1)
    assert features(table(STANDS, dis=["li_1_33"])).order < calm.order
    won = table(STANDS, axis=["1613"])
    assert features(won).ground < features(table(STANDS)).ground


@pytest.mark.parametrize("seed", range(4))
def test_it_adds_up_all_through_a_game_and_ends_with_the_truth(seed):
    rng = Random(seed)
    match = Match(GAME, Setup(("intro", "hercules")[seed % 2]), SeededDice(f"evaluation{seed}"))
    asked, spent = 0, 0.0
    while match.result is None:
        options = match.legal()
        match.choose(options[rng.randrange(len(options))], match.to_answer[0])
        if len(match.entries) % 20 == 0:
            begin = process_time()
            axis(match.state)
            spent += process_time() - begin
            asked += 1
    assert evaluate(match.state)[str(match.result.winner)] == 1
    assert asked
    assert spent / asked < 0.01  # it is asked hundreds of times a second


def test_a_lost_hq_counts_until_it_is_back():
    g = table(STANDS | {"hq_20": "0807"}, lost=[30, 22])
    with_hq = axis(g)
    g.place[u("hq_20")] = GONE
    assert axis(g) < with_hq


def test_strength_counts_wherever_it_stands():
    far = {"li_3_33": "0705"}
    assert axis(table(STANDS | far, lost=[30, 22])) > axis(table(STANDS, lost=[30, 22]))
