"""What is shown is what happens, in positions that games seldom bring about."""

from random import Random

import pytest

from tests.contract.shown.malta.odds import promises
from tests.contract.shown.malta.reach import reaches
from tests.contract.shown.playing_out import broken
from tests.games.malta.staging import asked, go, offers, scene, table

ROAD = ["1312", "1212", "1112", "1113", "1013"]


@pytest.mark.parametrize("phase", ["strategic", "tactical"])
@pytest.mark.rule("malta", "6.6", "6.2", "6.3")
def test_guns_in_position_are_shown_where_they_may_go_once_they_have_limbered(phase):
    units = {"art_28": "1312", "ram_art": "1212", "li_1_33": "1113", "br_2d": "1616"}
    for deployed in (["art_28", "ram_art"], ["art_28"], []):
        m = scene(table(units, phase=phase, deployed=deployed, axis=ROAD))
        found = list(reaches(m, "axis"))
        assert any("art" in each.about and each.shown for each in found)
        assert [each for each in found if each.shown != each.true] == []


@pytest.mark.rule("malta", "10.32", "16.42")
def test_the_odds_of_a_breakthrough_with_aircraft_and_without():
    units = {"li_1_33": "1113", "li_2_33": "1113", "ldr_chirieleison": "1113", "br_2d": "1213",
             "br_inf_co_1": "1214"}  # fmt: skip
    m = scene(table(units, phase="attack", air=2))
    go(m, "attack 1213", "all", "alone", (6, 6))
    while asked(m) != "axis breakthrough":
        wishes = [text for text in offers(m) if text in ("retreat", "advance li_1_33", "stop")]
        go(m, (wishes or [offers(m)[-1]])[0] if m.chance is None else (1,) * m.chance.count)
    go(m, "attack 1214", (1,))
    assert asked(m) == "axis add_air"
    shown = [
        m.game.presentation.odds(m.state, "axis", "add_air", words) for words in ((), ("air",))
    ]
    assert shown[0] != shown[1]
    made = list(promises(m, "axis"))
    assert len(made) > 1
    assert [wrong for each in made if (wrong := broken(m, each, Random(1)))] == []
