"""What the tree search thinks of positions of Gazala 1942."""

from __future__ import annotations

from pathlib import Path

import pytest

from khamsin.games.gazala.mind.evaluation import evaluate
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
