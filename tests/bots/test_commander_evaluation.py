"""The evaluation on Field Commander: near the truth at the end, and fond of the better position."""

from __future__ import annotations

from random import Random
from time import perf_counter

import pytest

from khamsin.bots import make_bot
from khamsin.games import find
from khamsin.games.commander.mind.evaluation import VERY_GOOD, evaluate
from khamsin.games.commander.model.pieces import ALLIED, AXIS
from khamsin.games.commander.model.state import State
from khamsin.kernel.game import Setup
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.seat import Seat
from tests.games.commander.staging import table


def hope(g: State) -> float:
    share = evaluate(g)
    assert list(share) == ["axis"]
    assert 0 <= share["axis"] <= 1
    return share["axis"]


def played(campaign: str, seed: str) -> list[float]:
    """The evaluation at the beginning of each turn of a game, and at its end."""
    match = Match(find("commander"), Setup(campaign), SeededDice(seed))
    bot = make_bot("greedy", Random(seed))
    told: list[float] = []
    turn = -1
    while match.result is None:
        if match.state.turn != turn:
            turn = match.state.turn
            told.append(hope(match.state))
        match.choose(bot.choose(Seat(match, "axis")))
    told.append(hope(match.state))
    assert told[-1] == pytest.approx(match.result.scores["vp"] / VERY_GOOD)
    return told


@pytest.mark.parametrize("campaign", ["gd", "dd"])
def test_it_comes_near_the_truth_before_the_end(campaign: str) -> None:
    *_, before, end = played(campaign, "1940")
    assert abs(before - end) < 0.35


def test_the_better_position_is_liked_better() -> None:
    far = table({"15pz": "sirte", "6aus": "cairo"}, supplies=(3, 4), turn=4, step="moves")
    near = table({"15pz": "alamein", "6aus": "cairo"}, supplies=(3, 4), turn=4, step="moves")
    assert hope(near) > hope(far)
    strong = table(
        {"15pz": "alamein", "9light": "alamein", "6aus": "cairo"}, supplies=(3, 4), turn=4,
        step="moves",
    )  # fmt: skip
    assert hope(strong) > hope(near)
    late = table({"15pz": "alamein", "6aus": "cairo"}, supplies=(3, 4), turn=9, step="moves")
    assert hope(late) < hope(near)


def test_in_normandy_time_and_goals_are_on_our_side() -> None:
    match = Match(find("commander"), Setup("dd"), SeededDice("1944"))
    g = match.state.copy()
    first = hope(g)
    g.turn += 5
    assert hope(g) > first
    g.control = [ALLIED if control == AXIS else control for control in g.control]
    lost = hope(g)
    g.control[g.c.victory[0]] = AXIS
    assert hope(g) > lost


def test_it_is_quick() -> None:
    g = Match(find("commander"), Setup("dd"), SeededDice("1944")).state
    times = []
    for _ in range(20):
        started = perf_counter()
        evaluate(g)
        times.append(perf_counter() - started)
    assert min(times) < 0.001
