"""What the tree search thinks of positions of Gazala 1942."""

from __future__ import annotations

from pathlib import Path

import pytest

from khamsin.games.gazala.mind.evaluation import evaluate, features, soon_held
from khamsin.games.gazala.model.state import State
from khamsin.kernel.play.archive import load
from khamsin.kernel.play.journal import parse
from tests.games.gazala.staging import GAME, table

GOLDEN = Path(__file__).parents[1] / "golden" / "gazala"
GOALS = ("0912", "1411", "1715")
UNITS = {
    "hq_afrika": "1314", "21_1_t": "1411", "21_1_i": "1411", "15_1_t": "1715", "90_1_1_i": "0912",
    "hq_1sa": "2508", "1sa_1": "2508", "1sa_2": "2408", "7arm_3ind": "0814",
}  # fmt: skip


def staged(turn: int = 9, held: int = 3, **how: object) -> float:
    """The chance of the Axis with so many goals on a day of the Opening Phase."""
    control = {goal: "axis" if number < held else "allied" for number, goal in enumerate(GOALS)}
    g = table(UNITS, scenario="opening", turn=turn, control=control, **how)  # type: ignore[arg-type]
    both = evaluate(g)
    assert both["axis"] + both["allied"] == pytest.approx(1)
    return both["axis"]


def test_more_goals_are_better_and_count_more_the_later_it_is() -> None:
    assert staged(held=3) > staged(held=2) > staged(held=0)
    assert staged(turn=11, held=3) > staged(turn=6, held=3)
    assert staged(turn=11, held=2) < staged(turn=6, held=2)


def test_strength_and_supply_count() -> None:
    assert staged() > staged(reduced=["21_1_t", "15_1_t"])
    assert staged() > staged(supply={"21_1_t": "isolated", "15_1_t": "isolated"})


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*-goals.khamsin")), ids=lambda file: file.stem)
def test_it_knows_who_has_won(file: Path) -> None:
    journal = parse(file.read_text(encoding="utf-8"), file.name)
    match = load(journal, GAME, file.name).match
    assert match.result is not None
    winner = match.result.winner
    assert winner is not None
    assert evaluate(match.state)[winner] == 1
    last: State = match.marks[-1].state
    assert evaluate(last)[winner] > 0.5


def test_a_cut_road_and_a_lost_headquarters_count_against_who_needs_them() -> None:
    cut = {**UNITS, "1sa_2": "2901"}
    free = {**UNITS, "1sa_2": "2401"}
    control = dict.fromkeys(GOALS, "axis")
    road = [
        features(table(units, scenario="opening", turn=9, control=control)).road
        for units in (cut, free)
    ]
    assert road == [-1, 0]
    alone = features(table({**UNITS, "7arm_8h": "1313"}, scenario="opening", turn=9)).hqs
    escorted = {**UNITS, "7arm_8h": "1313", "flak_18_1": "1314"}
    assert alone < features(table(escorted, scenario="opening", turn=9)).hqs


def test_a_goal_is_held_as_safely_as_those_who_stay_can_hold_it() -> None:
    control = dict.fromkeys(GOALS, "axis")
    chances = []
    for units in ({}, {"1sa_2": "1412"}, {"1sa_2": "1412", "15_1_i": "1411"}):
        g = table({**UNITS, **units}, scenario="opening", turn=9, control=control)
        chances.append(soon_held(g, g.pack.board.at("1411")))
    assert chances[0] > chances[2] > chances[1]
