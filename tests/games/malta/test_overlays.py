"""How far a piece can go is shown as it is offered, phase by phase."""

import pytest

from khamsin.games.malta.model.state import MOVED
from tests.contract.play import voice
from tests.games.malta.staging import GAME, go, scene, table, u


def shown(g, unit, side="axis"):
    found = GAME.presentation.overlays(g, side, voice("malta"), unit)
    return {each["id"]: each for each in found}


@pytest.mark.rule("malta", "6.2", "6.3")
def test_a_strategic_march_is_shown_in_its_phase_only():
    units = {"li_1_33": "1113", "br_2d": "2011"}
    behind = ["1112", "1013", "1012", "1114", "1212", "1213", "1014"]
    g = table(units, phase="strategic", axis=behind)
    assert {"march", "reach"} <= set(shown(g, "li_1_33"))
    assert "march" not in shown(table(units), "li_1_33")


@pytest.mark.rule("malta", "6.4", "6.41")
def test_infiltration_shows_the_hexes_that_may_be_tried():
    units = {"li_1_33": "1113", "br_2d": "1213"}
    g = table(units, phase="infiltration")
    ways = shown(g, "li_1_33")
    m = scene(g)
    go(m, "unit li_1_33")
    assert "reach" not in ways
    assert set(ways["slip"]["spaces"]) == {option[1] for option in m.legal("axis")}
    g.did[u("li_1_33")] |= MOVED
    assert not {"reach", "slip"} & set(shown(g, "li_1_33"))


@pytest.mark.rule("malta", "14.1")
def test_the_bonus_of_the_last_movement_is_not_shown_in_the_enemys_half():
    units = {"li_1_33": "1113", "br_2d": "2011"}
    plain = shown(table(units, active="allied"), "li_1_33")["reach"]["text"]
    g = table(units, active="allied")
    g.bonus = tuple(3 if unit == u("li_1_33") else 0 for unit in range(len(g.bonus)))
    assert shown(g, "li_1_33")["reach"]["text"] == plain


@pytest.mark.rule("malta", "6.53")
def test_the_dear_first_hex_is_still_shown_when_the_unit_is_picked_up():
    g = table({"li_1_33": "1113", "br_2d": "1213"}, phase="tactical")
    before = set(shown(g, "li_1_33")["reach"]["spaces"])
    m = scene(g)
    go(m, "unit li_1_33")
    offered = {option[1] for option in m.legal("axis") if option[0] == "go"}
    assert set(shown(m.state, "li_1_33")["reach"]["spaces"]) == offered == before
