"""The table laid out for reading, and the map in letters."""

import re
from typing import Any

import pytest

from khamsin.kernel.show.summaries import Fact
from tests.games.battleaxe.staging import GAME, match, play, table

DRAWINGS = sorted(GAME.folder.glob("text_map*.txt"))


def shown(m):
    return GAME.presentation.display(m.view("allied")["position"])


def stack(m, place):
    return next(each for each in shown(m).stacks if each.place == place)


def test_a_stack_tells_values_and_marks():
    g = table({"2rtr": "2", "33pak": "8"}, reduced=["2rtr"], out_of_supply=["2rtr"])
    m = match(g)
    assert stack(m, "2").pieces[0][1:] == ("allied", "2-5", ("reduced", "out_of_supply"))
    assert stack(m, "8").pieces[0].values == "6*-5"
    assert stack(m, "2").control == "allied"
    assert stack(m, "9").facts[:2] == (Fact("tem", {"tem": 3}), Fact("vp", {"vp": 1}))


def test_units_that_have_moved_are_marked_while_it_matters():
    m = play(match(table({"2rtr": "2", "33pak": "18"})), "assault 2", "move 2rtr 8")
    assert stack(m, "8").pieces[0].marks == ("moved",)
    assert Fact("active") in stack(m, "2").facts


def test_the_moment_changes_with_the_half():
    m = match(table({"2rtr": "2", "33pak": "18"}))
    before = shown(m).moment
    play(m, "assault 2", "move 2rtr 8")
    assert shown(m).moment == before
    play(m, "done", "no")
    assert shown(m).moment != before


def test_every_space_tells_its_neighbours_and_its_source():
    facts: dict[str, Any] = {
        fact.key: fact.values for fact in GAME.presentation.about("place", "4")
    }
    assert set(facts["near"]["near"]) == {"3", "6", "7", "B", "C"}
    assert facts["beyond"]["beyond"] == ("5",)
    assert "reconstructed" in str(facts["source"]["note"])
    assert [fact.key for fact in GAME.presentation.about("unit", "defr")][-2:] == [
        "static",
        "source",
    ]


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.stem)
def test_a_drawing_has_a_place_for_everything(path):
    text = path.read_text(encoding="utf-8")
    gaps = re.findall(r"<(\w+)([#@=:])\.*>", text)
    spaces = set(GAME.presentation.things()["place"])
    assert {place for place, kind in gaps if kind in "#@"} == spaces
    assert {place for place, kind in gaps if kind == ":"} == spaces
    heads = [place for place, kind in gaps if kind in "#@"]
    assert len(heads) == len(set(heads))


def test_one_drawing_fits_a_wide_terminal_and_one_a_narrow_one():
    widths = [
        max(len(line) for line in path.read_text(encoding="utf-8").splitlines())
        for path in DRAWINGS
    ]
    assert sorted(widths) == [59, 100]
