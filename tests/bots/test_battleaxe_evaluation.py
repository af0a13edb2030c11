"""The evaluation on Operation Battleaxe: chances that add up, and that know what is good."""

from __future__ import annotations

from random import Random

import pytest

from khamsin.bots.greedy import GreedyBot
from khamsin.games import find
from khamsin.games.battleaxe.mind.evaluation import evaluate
from khamsin.games.battleaxe.model.state import State
from khamsin.kernel.game import Setup
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.seat import Seat
from tests.games.battleaxe.staging import table
from tests.some import some


def allied(g: State) -> float:
    """The chance of the Allies."""
    return evaluate(g)["allied"]


@pytest.fixture(scope="module")
def games() -> list[tuple[list[State], str | None]]:
    """The positions at the marks of some games, and who won."""
    played = []
    for seed in range(6):
        match = Match(find("battleaxe"), Setup("standard"), SeededDice(f"evaluation{seed}"))
        bot = GreedyBot(Random(seed))
        while match.result is None:
            side = match.to_answer[0]
            match.choose(bot.choose(Seat(match, side)), side)
        played.append(([mark.state for mark in match.marks[1:]], match.result.winner))
    return played


def test_the_chances_add_up(games: list[tuple[list[State], str | None]]) -> None:
    for states, _ in some(games):
        for g in some(states):
            chances = evaluate(g)
            assert all(0 < chance < 1 for chance in chances.values())
            assert sum(chances.values()) == pytest.approx(1)


def test_at_the_end_the_winner_is_known(games: list[tuple[list[State], str | None]]) -> None:
    foreseen = [evaluate(states[-1])[winner] for states, winner in games if winner is not None]
    assert sum(chance > 0.5 for chance in foreseen) >= len(foreseen) - 1
    assert sum(foreseen) / len(foreseen) > 0.75


def test_points_strength_and_dead_germans_are_good_for_the_allies() -> None:
    here = {"7rtr": "7", "22gds": "7", "2_62": "16"}
    plain = allied(table(here, turn=2))
    assert allied(table(here, turn=2, vp=3)) > plain
    assert allied(table(here | {"9aus": "7"}, turn=2)) > plain
    assert allied(table(here, turn=2, reduced=["7rtr"])) < plain


def test_ground_counts_more_when_night_is_near() -> None:
    def gain(impulse: int) -> float:
        without, held = (
            allied(table({"7rtr": "7"}, allied=spaces, turn=2, impulse=impulse, vp=6))
            for spaces in (["7", "C", "3"], ["7", "C", "3", "6"])
        )
        return held - without

    assert gain(10) > gain(2) > 0


def test_on_june_18_points_count_for_nothing() -> None:
    road = ["A", "B", "C", "D", "H", "5", "6", "17", "18", "20", "G"]
    plain = allied(table({}, scenario="extended", turn=4))
    assert allied(table({}, scenario="extended", turn=4, vp=30)) == plain < 0.5
    assert allied(table({}, scenario="extended", turn=4, allied=road)) > 0.5


def test_the_extended_game_asks_for_a_point_more() -> None:
    here = {"7rtr": "7", "22gds": "7", "2_62": "16"}
    assert allied(table(here, turn=3, vp=9, scenario="extended")) == pytest.approx(
        allied(table(here, turn=3, vp=8))
    )
