"""The table laid out for reading, the map in letters, and what can be asked about things."""

import re
from typing import Any

import pytest

from khamsin.kernel.show.summaries import Fact
from tests.games.malta.staging import GAME, PACK, table

DRAWINGS = sorted(GAME.folder.glob("text_map*.txt"))


def shown(g, side="axis"):
    return GAME.presentation.display(GAME.rules.view(g, side))


def stack(g, place, side="axis"):
    return next(each for each in shown(g, side).stacks if each.place == place)


def test_a_stack_tells_values_and_marks():
    g = table(
        {"br_2d": "1713", "art_12": "1612", "ldr_beak": "1612", "fr_1_87": "1113"},
        level={"br_2d": 1}, dis=["br_2d"], deployed=["art_12"], rounds={"art_12": 1},
    )  # fmt: skip
    assert stack(g, "1713").pieces[0][1:] == ("allied", "4-6", ("disorganised",))
    assert stack(g, "1612").pieces[0][2:] == ("9-3/10", ("one_round",))
    assert stack(g, "1612").pieces[1].values == "1/1-3"
    assert stack(g, "1113").control == "axis"
    assert stack(g, "1810").facts == (Fact("city"), Fact("port"))


@pytest.mark.rule("malta", "16.2", "16.35")
def test_a_face_down_counter_is_a_question_mark_to_the_axis():
    g = table({"mil_1": "1713"}, back={"mil_1": "mil_4"})
    assert stack(g, "1713").pieces[0][2:] == ("?", ("hidden",))
    assert stack(g, "1713", "allied").pieces[0].values == "0-1-0"


@pytest.mark.rule("malta", "19.32")
def test_a_planned_series_is_shown_where_it_would_come_down():
    steps = (PACK.turn_number("0704-am"), PACK.formation_ids.index("folgore"), 1, -1)
    plan = (*steps, PACK.unit_index["fo_ii_187"])
    g = table({"fo_ii_187": "breakdown"}, series_plans=(plan,), markers={"dz_folgore": "1312"})
    facts = [fact for fact in shown(g).tracks if fact.key == "plan"]
    assert facts == [Fact("plan", {"moment": "0704-am", "unit": "fo_ii_187", "place": "1411"})]
    assert "plan" not in [fact.key for fact in shown(g, "allied").tracks]


def test_ships_at_sea_and_boxes_are_listed():
    g = table({"ca_trieste": "1606", "li_1_33": "followup_north"})
    assert stack(g, "1606").pieces[0].values == "6-3/7"
    boxes = [fact.values for fact in shown(g).tracks if fact.key == "box"]
    assert boxes == [{"box": "followup_north", "units": ("li_1_33",)}]


def test_the_moment_changes_with_the_player_turn():
    assert shown(table({})).moment != shown(table({}, active="allied")).moment


def test_every_thing_tells_what_it_is_and_where_that_comes_from():
    facts: dict[str, Any] = {
        fact.key: fact.values for fact in GAME.presentation.about("place", "1810")
    }
    assert facts["side_ocean"]["near"] == ("1809", "1811", "1911")
    assert "rulebook" in facts["source"]["note"]
    assert [fact.key for fact in GAME.presentation.about("place", "0202")] == ["ocean"]
    assert {fact.key for fact in GAME.presentation.about("unit", "br_8m")} >= {
        "name",
        "group",
        "morale",
    }
    assert [fact.key for fact in GAME.presentation.about("unit", "cg_01")] == ["kind", "hidden"]
    assert [fact.key for fact in GAME.presentation.about("unit", "dz_ramcke")] == ["drop_zone"]


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.stem)
def test_a_drawing_knows_its_hexes(path):
    text = path.read_text(encoding="utf-8")
    gaps = re.findall(r"<(\w+)([#@=:])\.*>", text)
    heads = [place for place, kind in gaps if kind in "#@"]
    assert sorted(heads) == sorted(place for place, kind in gaps if kind == ":")
    assert len(heads) == len(set(heads))
    land = set(PACK.place_ids[: PACK.land])
    assert set(heads) == land if path.stem == "text_map" else set(heads) < land
