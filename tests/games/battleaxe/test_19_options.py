"""19.3-19.6 Optional rules of set-up, Refit, combat and points, each with and without."""

import pytest

from khamsin.games.battleaxe.model.pieces import ALLIED
from khamsin.kernel.game import Setup
from khamsin.kernel.play.match import Match
from tests.games.battleaxe.acting import (
    asked,
    cv,
    field,
    go,
    rules_told,
    scene,
    tem,
    values,
    who,
)
from tests.games.battleaxe.staging import GAME, offers, told, unit

HOME = ["A", "B", "C", "D", "H"]
EVEN = ((3, 4), (3, 4))


# -- 19.3 Consolidated 4th RTR ---------------------------------------------------------------

SQUADRONS = ["4rtr_minus", "sq_a", "sq_b"]


def new_game(*options: str):
    return Match(GAME, Setup("standard", options), None)


@pytest.mark.rule("battleaxe", "19.3")
def test_with_the_whole_4_rtr_its_parts_are_not_used_and_it_starts_in_a_b_or_c():
    m = new_game("consolidated_4rtr")
    assert [unit(m, each)[0] for each in SQUADRONS] == ["off"] * 3
    go(m, "place 11h D", "place cih D")
    assert (who(m), offers(m)) == ("allied", [f"place 4rtr {zone}" for zone in "ABC"])
    go(m, "place 4rtr B")
    assert unit(m, "4rtr") == ("B", "full")
    assert asked(m) == "impulse"
    assert "sq_a" not in m.view("allied")["position"]["units"]
    assert m.state.lost == ()  # and so they can never be rebuilt


@pytest.mark.rule("battleaxe", "19.3")
def test_without_the_option_the_parts_are_used_and_not_the_whole():
    m = go(new_game(), "place 11h D", "place cih D")
    assert asked(m) == "impulse"
    assert [unit(m, each)[0] for each in SQUADRONS] == ["C", "A", "B"]
    assert unit(m, "4rtr") == ("off", "gone")


@pytest.mark.rule("battleaxe", "19.3", "5.2.1f")
def test_in_the_historical_set_up_the_whole_4_rtr_is_still_placed_freely():
    m = new_game("consolidated_4rtr", "historical_setup")
    assert offers(m) == [f"place 4rtr {zone}" for zone in "ABC"]


# -- 19.4 Allied reserves --------------------------------------------------------------------


def reserves(*options: str, allied=HOME):
    units = {"2rtr": "A", "2rb": "A", "9aus": "H", "xx": "H", "6rtr": "B"}
    g = field(units, reduced=list(units), allied=allied, phase="refit", options=options)
    return go(scene(g), "done")  # the replacement point is not spent


@pytest.mark.rule("battleaxe", "19.4", "R30", "R36")
def test_one_unit_in_zone_a_and_one_in_tobruk_recover_without_a_point():
    m = reserves("allied_reserves")
    assert (who(m), asked(m)) == ("allied", "allied_reserves")
    assert offers(m) == ["recover 2rtr", "recover 2rb", "no"]
    go(m, "recover 2rb")
    assert offers(m) == ["recover 9aus", "no"]  # in Tobruk, besieged but in supply
    go(m, "recover 9aus")
    assert who(m) == "axis"
    assert unit(m, "2rb") == ("A", "full")
    assert unit(m, "9aus") == ("H", "full")
    assert unit(m, "2rtr") == ("A", "reduced")
    assert rules_told(m, "restored") == ["19.4", "19.4"]


@pytest.mark.rule("battleaxe", "19.4")
def test_reserves_need_not_be_used():
    m = go(reserves("allied_reserves"), "no", "no")
    assert told(m, "restored") == []


@pytest.mark.rule("battleaxe", "19.4")
def test_reserves_need_supply():
    m = reserves("allied_reserves", allied=["A", "B", "C", "D"])  # Tobruk has fallen
    go(m, "recover 2rtr")
    assert who(m) == "axis"


@pytest.mark.rule("battleaxe", "19.4")
def test_without_the_option_there_are_no_reserves():
    m = reserves()
    assert (who(m), asked(m)) == ("axis", "refit")


# -- 19.5 Italian reliability ----------------------------------------------------------------


@pytest.mark.rule("battleaxe", "19.5", "R16", "R36")
@pytest.mark.parametrize(
    ("lead", "other", "defender", "more"),
    [
        ("2rtr", "2rb", "1_62", 2),
        ("11h", "2rb", "1_62", 2),  # armoured cars are armour
        ("2rb", "2rtr", "1_62", 0),  # infantry leads
        ("2rtr", "2rb", "15mg", 0),  # Germans
        ("2rtr", "2rb", "xx", 0),  # Italian armour
    ],
)
@pytest.mark.parametrize("option", [True, False])
def test_allied_armour_leading_against_italian_infantry_adds_two(
    lead, other, defender, more, option
):
    g = field(
        {lead: "3", other: "3", defender: "7"}, options=["italian_reliability"] if option else []
    )
    m = go(scene(g), "assault 3", f"move {lead} 7", f"move {other} 7", "attack 7")
    go(m, f"lead {lead}", "no", *EVEN)
    assert values(m)[0] == cv(lead) + 1 + (more if option else 0)


@pytest.mark.rule("battleaxe", "19.5", "R36")
def test_it_is_the_lead_defender_that_must_be_italian_infantry():
    g = field({"2rtr": "3", "1_62": "7", "15mg": "7"}, options=["italian_reliability"])
    m = go(scene(g), "assault 3", "move 2rtr 7", "attack 7")
    german = go(m.clone(), "lead 15mg", "no", *EVEN)
    assert values(german)[0] == cv("2rtr")
    italian = go(m.clone(), "lead 1_62", "no", *EVEN)
    assert values(italian)[0] == cv("2rtr") + 2


@pytest.mark.rule("battleaxe", "19.5")
@pytest.mark.parametrize(
    ("infantry", "option", "bonus"),
    [("1_62", True, 0), ("1_62", False, 1), ("15mc", True, 1), ("15mc", False, 1)],
)
def test_italian_infantry_does_not_help_to_combined_arms(infantry, option, bonus):
    units = {"1_8": "7", infantry: "7", "33pak": "7", "22gds": "7"}
    g = field(units, half="axis", options=["italian_reliability"] if option else [])
    m = go(scene(g), "assault 7", "attack 7", "all", "lead 1_8", *EVEN)
    assert values(m) == (cv("1_8") + 2 + bonus, cv("22gds") + tem("7"))


@pytest.mark.rule("battleaxe", "19.5")
def test_an_axis_attack_led_by_armour_gains_nothing_from_it():
    g = field({"1_8": "15", "22gds": "7"}, half="axis", options=["italian_reliability"])
    m = go(scene(g), "assault 15", "move 1_8 7", "attack 7", *EVEN)
    assert values(m)[0] == cv("1_8")


# -- 19.6 Tobruk bonus -----------------------------------------------------------------------

SIEGE = {"9aus": "H", "18bde": "H", "xx": "H", "xxi": "H"}


@pytest.mark.rule("battleaxe", "19.6")
def test_at_the_start_the_garrison_does_not_outnumber_its_besiegers():
    m = go(new_game("tobruk_bonus"), "place 11h D", "place cih D")
    assert m.state.vp == 0


@pytest.mark.rule("battleaxe", "19.6", "R36")
@pytest.mark.parametrize("option", [True, False])
def test_a_besieger_that_leaves_gives_the_allies_a_point_at_once(option):
    m = scene(field(SIEGE, half="axis", options=["tobruk_bonus"] if option else []))
    go(m, "regroup")
    assert m.state.vp == 0  # two against two
    go(m, "move xx I")
    assert m.state.vp == (1 if option else 0)
    if option:
        assert rules_told(m, "tobruk_bonus") == ["19.6"]


@pytest.mark.rule("battleaxe", "19.6", "R36")
def test_the_point_is_scored_once_in_a_game():
    m = scene(field(SIEGE | {"15bde": "I"}, half="axis", options=["tobruk_bonus"], impulse=2))
    go(m, "assault H", "move xx I", "done", (6, 6))
    assert m.state.vp == 1
    go(m, "pass", "assault I", "move xx H", "move 15bde H", "done", (6, 6))
    go(m, "pass", "assault H", "move xx G", "move 15bde I", "done", (6, 6))
    assert m.state.vp == 1


@pytest.mark.rule("battleaxe", "19.6", "R36")
def test_it_may_come_from_an_elimination_or_a_retreat_in_tobruk():
    one_each = {"9aus": "H", "xx": "H"}
    g = field(one_each, reduced=["xx"], options=["tobruk_bonus"])
    m = go(scene(g), "assault H", "attack H", "no", 1, "to I")
    assert unit(m, "xx") == ("I", "reduced")
    assert m.state.vp == 1
    m = go(scene(g), "assault H", "attack H", "no", 2)
    assert unit(m, "xx") == ("off", "gone")
    assert m.state.vp == 1


@pytest.mark.rule("battleaxe", "19.6", "R36")
def test_it_may_come_from_an_allied_unit_that_enters():
    g = field(SIEGE | {"2rtr": "G"}, options=["tobruk_bonus"], allied=[*HOME, "G"])
    m = go(scene(g), "assault G")
    assert m.state.vp == 0
    go(m, "move 2rtr H")
    assert m.state.vp == 1


@pytest.mark.rule("battleaxe", "19.6", "R36")
def test_a_garrison_rebuilt_in_an_empty_tobruk_earns_the_bonus():
    g = field({}, lost=["9aus"], phase="refit", options=["tobruk_bonus"])
    m = scene(g)
    assert m.state.vp == 0
    go(m, "rebuild 9aus H")
    assert m.state.vp == 1


@pytest.mark.rule("battleaxe", "19.6", "17.2d")
def test_the_bonus_counts_for_the_decision():
    g = field(SIEGE, half="axis", options=["tobruk_bonus"], turn=3, impulse=12, vp=9)
    m = go(scene(g), "assault H", "move xx I", "done", (6, 6))
    assert m.result is not None
    assert (m.result.winner, m.result.scores["vp"]) == ("allied", 10)
    assert m.state.half == ALLIED
