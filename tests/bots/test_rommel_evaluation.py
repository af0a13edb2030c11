"""The evaluation of Rommel in the Desert: adds up, knows who has won, likes the better position."""

from __future__ import annotations

import pytest

from khamsin.games.rommel.mind.evaluation import evaluate
from khamsin.kernel.play.archive import load
from khamsin.kernel.play.journal import parse
from tests.contract.play import game
from tests.games.rommel.staging import at, number, table
from tests.golden.make import FOLDER

FILES = sorted((FOLDER / "rommel").glob("*.khamsin"))
LINE = {"x_21_5": "35", "x_ariete": "151", "x_trento": "35", "a_7_7": "74", "a_7_4": "69"}


@pytest.mark.parametrize("path", FILES[::3], ids=lambda path: path.stem)
def test_it_adds_up_in_every_turn_of_a_game_and_ends_with_the_truth(path):
    match = load(
        parse(path.read_text(encoding="utf-8"), path.name), game("rommel"), path.name
    ).match
    for mark in match.marks[::20]:
        odds = evaluate(mark.state)
        assert sum(odds.values()) == pytest.approx(1.0)
        assert 0.0 < odds["allied"] < 1.0 or mark.state.result is not None
    assert match.result is not None
    odds = evaluate(match.state)
    if match.result.winner is None:
        assert odds["allied"] == odds["axis"]
    else:
        assert odds[match.result.winner] == 1.0


def test_a_stronger_army_a_free_tobruk_and_more_cards_are_better():
    plain = evaluate(table(LINE))["allied"]
    assert evaluate(table(LINE | {"a_7_22": "69", "a_2nz_4": "69"}))["allied"] > plain
    assert evaluate(table(LINE | {"x_15_8": "35", "x_15_115": "35"}))["allied"] < plain
    assert evaluate(table(LINE, cv={"x_21_5": 2}))["allied"] > plain
    ours, theirs = (table(LINE, holder={"tobruk": side}) for side in ("allied", "axis"))
    assert evaluate(ours)["allied"] > evaluate(theirs)["allied"]


def test_blocks_that_starve_are_worth_less():
    fed = table(LINE | {"x_15_8": "35"})
    cut = table(LINE | {"x_15_8": "117"})
    assert number("x_15_8") in cut.here[1][at("117")]
    assert evaluate(cut)["allied"] > evaluate(fed)["allied"]
