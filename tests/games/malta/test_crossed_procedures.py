"""Where one procedure comes across what another has left: advances, drops, moves, retreats."""

import pytest

from khamsin.games.malta.rules.air.contest import rally_options
from khamsin.games.malta.rules.air.touchdown import drop_series
from khamsin.games.malta.rules.checks import check
from khamsin.games.malta.rules.combat.advance import has_room
from khamsin.games.malta.rules.combat.retreat import retreat_stack
from khamsin.kernel.play.decision import Choose
from tests.contract.play import voice
from tests.games.malta.staging import (
    GAME,
    PACK,
    asked,
    at,
    go,
    offers,
    run,
    scene,
    table,
    told,
    u,
    where,
    words,
)

# -- advances and guns ---------------------------------------------------------------------------


def _advance_next_to_the_guns(defender: str, level: int) -> int:
    """How many dice for ammunition it takes until the advance is over."""
    four = dict.fromkeys(("li_1_33", "li_2_33", "li_3_33", "li_1_34"), "1213")
    g = table(four | {defender: "1313", "art_12": "1312"}, level={defender: level}, phase="attack",
              deployed=["art_12"], guards=((u("art_12"), at("1313")),))  # fmt: skip
    m = scene(g)
    go(m, "attack 1313", "all", (6, 6), "advance li_1_33")
    dice = 0
    while asked(m) in ("dice ammunition", "axis advance"):
        if asked(m) == "dice ammunition":
            dice += 1
            go(m, (1,))
        else:
            go(m, "done")
    return dice


@pytest.mark.rule("malta", "12.3", "12.51")
def test_guns_that_have_supported_roll_once_though_the_advance_comes_up_to_them():
    assert _advance_next_to_the_guns("br_2d", 1) == 1


@pytest.mark.rule("malta", "12.3", "R51")
def test_guns_that_were_left_out_do_not_roll_when_the_advance_comes_up_to_them():
    assert _advance_next_to_the_guns("br_inf_co_1", 0) == 0  # 3 points for a defence of 2


@pytest.mark.rule("malta", "9.81", "9.87", "14.0", "16.53")
def test_a_leader_may_follow_those_who_have_overrun_the_guns():
    units = {"li_1_33": "1113", "li_2_33": "1113", "ldr_chirieleison": "1113", "br_2d": "1213"}
    g = table(units | {"cg_01": "1213"}, level={"br_2d": 2}, phase="attack")
    m = scene(g)
    go(m, "attack 1213", "all", "alone", (6, 6))
    assert "advance ldr_chirieleison" not in offers(m)
    go(m, "advance li_1_33")
    while asked(m) == "axis advance_on":
        go(m, "stop")
    assert where(m.state, "cg_01") == "eliminated"
    assert "advance ldr_chirieleison" in offers(m)


# -- headquarters above the limit ----------------------------------------------------------------

FULL = dict.fromkeys(("li_1_33", "li_2_33", "li_3_33", "li_1_34"), "1313")


@pytest.mark.rule("malta", "7.1", "9.83", "R45")
def test_a_second_headquarters_ends_no_advance_in_a_full_hex():
    for there, expected in (({}, True), ({"hq_4": "1313"}, False)):
        g = table(FULL | there | {"hq_20": "1213"})
        assert has_room(g, u("hq_20"), at("1313")) == expected


@pytest.mark.rule("malta", "7.1", "7.3", "R45")
def test_a_second_headquarters_retreats_to_where_there_is_room():
    for there, expected in (({}, True), ({"hq_4": "1313"}, False)):
        g = table(FULL | there | {"hq_20": "1213", "br_2d": "1113"})
        ask = retreat_stack(g, (u("hq_20"),), 1, (at("1113"),)).__await__().send(None)
        assert isinstance(ask, Choose)
        assert "to 1314" in words(ask.options())
        assert ("to 1313" in words(ask.options())) == expected


# -- drops ---------------------------------------------------------------------------------------


@pytest.mark.rule("malta", "19.5", "6.52", "16.22", "16.23")
def test_who_drops_on_a_dummy_strongpoint_overruns_it():
    g = table({"sp_9": "1213", "ram_art": "breakdown"}, phase="series", turn="am",
              markers={"dz_ramcke": "1213"})  # fmt: skip
    run(drop_series(g, at("1213"), (u("ram_art"),), solo=False), (3, 3), (1,))
    assert where(g, "sp_9") == "eliminated"
    assert where(g, "ram_art") == "1213"
    check(g)


@pytest.mark.rule("malta", "19.6", "R64")
def test_who_drops_on_a_dummy_strongpoint_may_rally():
    g = table({"sp_9": "1213", "ram_eng": "breakdown"}, phase="series", turn="am",
              markers={"dz_ramcke": "1213"})  # fmt: skip
    run(drop_series(g, at("1213"), (u("ram_eng"),), solo=False), (3, 3), (1,))
    assert any(option[1] == "ram_eng" for option in rally_options(g))
    check(g)


@pytest.mark.rule("malta", "17.1", "19.5", "16.23")
def test_a_fort_behind_a_dummy_strongpoint_falls_to_a_drop():
    fort = PACK.place_ids[PACK.forts[0]]
    g = table({"sp_9": fort, "ram_art": "breakdown"}, phase="series", turn="am",
              markers={"dz_ramcke": fort})  # fmt: skip
    run(drop_series(g, at(fort), (u("ram_art"),), solo=False), (3, 3), (1,))
    assert not g.forts[at(fort)]
    assert told(g, "fort_destroyed")


# -- moves ---------------------------------------------------------------------------------------


@pytest.mark.rule("malta", "6.2", "16.32", "R85")
def test_militia_that_rises_ends_a_strategic_move():
    friendly = ("1211", "1212", "1311", "1312", "1313", "1213", "1314", "1214")
    for first, there in ((6, "1312"), (1, "1314")):
        g = table({"li_1_33": "1211", "br_2d": "2012"}, phase="strategic", axis=friendly,
                  quiet=False)  # fmt: skip
        m = scene(g)
        go(m, "unit li_1_33", "go 1314")
        while m.decision is None:
            die = 1 if told(m, "militia_roll") else first
            go(m, ["mil_1"] if asked(m) == "dice militia_cup" else (die,))
        assert where(m.state, "li_1_33") == there
        assert asked(m) != "axis strategic_to"


@pytest.mark.rule("malta", "7.3", "9.61")
def test_a_retreat_that_stacking_lengthens_says_how_far_it_goes_on():
    fourth = ("fr_2_87", "fr_3_87", "fr_1_88", "fr_2_88")
    eighth = ("ram_1_2", "ram_1_3", "ram_2_5", "ram_leh")
    crowds = FULL | dict.fromkeys(fourth, "1314") | dict.fromkeys(eighth, "1214")
    g = table(crowds | {"fr_1_87": "1213", "br_2d": "1113"}, phase="attack", active="allied")
    rules = retreat_stack(g, (u("fr_1_87"),), 1, (at("1113"),)).__await__()
    first = rules.send(None)
    assert isinstance(first, Choose)
    assert first.facts["left"] == 1
    second = rules.send(("to", "1313"))
    assert isinstance(second, Choose)
    assert second.facts["left"] == 1  # not nought


@pytest.mark.rule("malta", "6.52", "6.1")
def test_what_lies_beyond_guns_that_can_be_overrun_is_shown():
    around = ("1112", "1113", "1211", "1213", "1312", "1313")
    ring = {f"cg_{number:02}": h for number, h in enumerate(around, 1)}
    seen: list[set[str]] = []
    for guns in ({}, ring):
        g = table({"li_1_33": "1212", "br_2d": "1911"} | guns)
        found = GAME.presentation.overlays(g, "axis", voice("malta"), "li_1_33")
        seen += [set(each["spaces"]) for each in found if each["id"] == "reach"]
    assert seen[0] == seen[1] > set(around)
