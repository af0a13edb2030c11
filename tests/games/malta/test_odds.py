"""The chances of an attack, with everything that goes into them."""

from fractions import Fraction

import pytest

from khamsin.games.malta.model.state import ADVANCED, ATTACKED
from khamsin.games.malta.show.odds import OUTCOMES
from tests.games.malta.staging import GAME, asked, go, scene, table
from tests.some import some

EXAMPLE = {
    "fo_v_186": "1211", "fo_vi_186": "1210", "fo_vii_186": "1312", "tank_10": "1312",
    "br_2d": "1311", "br_1d": "1311", "fo_art_1": "1012", "fo_art_2": "1012", "art_12": "1612",
}  # fmt: skip


def example(**more):
    """9.95.ex, with the support already laid out."""
    guns = ("fo_art_1", "fo_art_2", "art_12")
    g = table(
        EXAMPLE, phase="attack", deployed=guns, rounds=dict.fromkeys(guns, 2),
        formation={"tank_10": "div4"}, **more,
    )  # fmt: skip
    pack = g.pack
    target = pack.board.at("1311")
    g.fires = tuple((pack.unit_index[name], target, 0) for name in ("fo_art_1", "fo_art_2"))
    g.guards = ((pack.unit_index["art_12"], target),)
    return g


@pytest.mark.rule("malta", "9.95.ex", "9.3.d", "9.3.e", "9.3.g")
def test_the_example_of_the_book():
    (odds,) = GAME.presentation.odds(example(), "axis", "attack", ("1311",))
    values = odds.title.values
    assert (values["attack"], values["defence"], values["basic"]) == (29, 15, "1:1")
    assert (values["final"], values["line"]) == ("6:1", "other_day")
    assert odds.columns is not None
    shifts = {factor.row.key: (factor.value, factor.rule) for factor in odds.columns.shifts}
    assert shifts == {
        "arm_a": ("+2", "9.92.arm_a"),
        "int_a": ("+2", "9.92.int_a"),
        "mix": ("-1", "9.92.mix"),
        "mor": ("+2", "9.92.mor"),
    }
    assert odds.columns.labels[odds.columns.start] == "1:1"
    assert odds.columns.labels[odds.columns.end] == "6:1"


@pytest.mark.rule("malta", "9.3.h", "9.42", "9.43")
def test_the_chances_add_up_to_one_and_follow_the_table():
    (odds,) = GAME.presentation.odds(example(), "axis", "attack", ("1311",))
    (row,) = odds.rows
    assert [name for name, _ in row.outcomes] == list(OUTCOMES)
    assert sum(chance for _, chance in row.outcomes) == pytest.approx(1)
    # In the column 6:1 the rolls 2 and 3 hurt the attacker, 5 and more cost the defender steps.
    chances = dict(row.outcomes)
    assert chances["repulsed"] == pytest.approx(float(Fraction(1, 36)))
    assert chances["exchanged"] == pytest.approx(float(Fraction(2, 36)))
    assert chances["pushed"] == pytest.approx(float(Fraction(3, 36)))
    assert chances["beaten"] == pytest.approx(float(Fraction(30, 36)))


@pytest.mark.rule("malta", "14.2")
def test_a_leader_who_may_help_is_weighed_with_his_chance():
    g = table({"ram_1_2": "1211", "ldr_ramcke": "1211", "br_2d": "1311"}, phase="attack")
    (odds,) = GAME.presentation.odds(g, "axis", "attack", ("1311",))
    keys = [row.row.key for row in odds.rows]
    assert keys == ["alone", "if_cmd_a", "together"]
    alone, helped, together = (dict(row.outcomes)["beaten"] for row in odds.rows)
    assert together == pytest.approx(alone * 2 / 6 + helped * 4 / 6)


@pytest.mark.rule("malta", "16.73")
def test_a_ship_may_not_get_through():
    units = {"ram_1_2": "1211", "br_2d": "1311", "ca_trieste": "1606"}
    g = table(units, phase="attack")
    g.fires = ((g.pack.unit_index["ca_trieste"], g.pack.board.at("1311"), 0),)
    (odds,) = GAME.presentation.odds(g, "axis", "attack", ("1311",))
    with_ship, without, together = (dict(row.outcomes)["beaten"] for row in odds.rows)
    assert together == pytest.approx((with_ship + without) / 2)
    assert with_ship > without


@pytest.mark.rule("malta", "9.3.g")
def test_an_attack_below_the_first_column_is_barred():
    g = table({"sm_1": "1211", "br_2d": "1311", "br_1d": "1311", "br_4b": "1311"}, phase="attack")
    (odds,) = GAME.presentation.odds(g, "axis", "attack", ("1311",))
    assert odds.title.key == "barred"
    assert odds.rows == ()


@pytest.mark.rule("malta", "16.35", "R18")
def test_face_down_militia_gives_one_answer_for_each_thing_it_may_be():
    def answers(back, side):
        units = {"ram_1_2": "1211", "br_2d": "1210", "mil_1": "1210"}
        g = table(units, phase="attack", back={"mil_1": back}, militia=1)
        return GAME.presentation.odds(g, side, "attack", ("1210",))

    assert len(answers("mil_4", "allied")) == 1
    assert [odds.title.values["defence"] for odds in answers("mil_4", "axis")] == [8, 7, 7]
    assert answers("mil_4", "axis") == answers("mil_1", "axis")


def test_the_units_of_an_attack_can_be_named():
    (all_,) = GAME.presentation.odds(example(), "axis", "attack", ("1311",))
    (one,) = GAME.presentation.odds(example(), "axis", "attack", ("1311", "fo_v_186"))
    assert all_.title.values["attackers"] == ("tank_10", "fo_v_186", "fo_vi_186", "fo_vii_186")
    assert one.title.values["attackers"] == ("fo_v_186",)


@pytest.mark.rule("malta", "12.21", "R51")
def test_support_beyond_the_limit_is_not_promised():
    units = {"it_inf_co_m4_1": "1213", "br_2d": "1313", "art_28": "1112", "art_20_1": "1112"}
    g = table(units, phase="attack", deployed=["art_28", "art_20_1"])
    target = g.pack.board.at("1313")
    guns = [g.pack.unit_index[name] for name in ("art_28", "art_20_1")]
    g.fires = tuple((gun, target, 0) for gun in guns)
    (odds,) = GAME.presentation.odds(g, "axis", "attack", ("1313",))
    # Attack 2 carries four printed points: neither six nor five.
    assert odds.title.values["attack"] == 2
    g = table(units | {"it_inf_co_m4_2": "1213"}, phase="attack", deployed=["art_28", "art_20_1"])
    g.fires = tuple((gun, target, 0) for gun in guns)
    (odds,) = GAME.presentation.odds(g, "axis", "attack", ("1313",))
    # Attack 4 carries eight: the stronger gun, at half for companies of no formation.
    assert odds.title.values["attack"] == 4 + 3


@pytest.mark.rule("malta", "14.2")
def test_a_leader_who_has_failed_or_stays_away_is_not_weighed_again():
    units = {"ram_1_2": "1211", "ldr_ramcke": "1211", "br_2d": "1311", "ldr_beak": "1311"}
    for answer in (("alone",), ("lead ldr_ramcke", (6,))):
        m = scene(table(units, phase="attack"))
        go(m, "attack 1311")
        assert asked(m) == "axis lead"
        go(m, *answer)
        assert asked(m) == "allied lead"
        (odds,) = GAME.presentation.odds(m.state, "axis", "lead", ())
        assert [row.row.key for row in odds.rows] == ["alone", "if_cmd_d", "together"]
        go(m, "alone")
        (odds,) = GAME.presentation.odds(m.state, "axis", "", ())
        assert [row.row.key for row in odds.rows] == ["alone"]


@pytest.mark.rule("malta", "9.91.dem", "R73")
def test_guns_that_cannot_fire_any_more_are_not_promised():
    g = example(dem=["art_12"])
    (odds,) = GAME.presentation.odds(g, "axis", "attack", ("1311",))
    assert odds.title.values["defence"] == 12


@pytest.mark.rule("malta", "16.73", "R65")
def test_odds_without_the_ship_use_the_first_column():
    units = {"it_inf_co_m4_1": "1113", "it_inf_co_m4_2": "1113", "ca_trieste": "0814"}
    units |= dict.fromkeys(("br_2d", "br_1d", "br_4b"), "1213")
    g = table(units, phase="attack")
    g.fires = ((g.pack.unit_index["ca_trieste"], g.pack.board.at("1213"), 0),)
    (odds,) = GAME.presentation.odds(g, "axis", "attack", ("1213",))
    rows = {row.row.key: dict(row.outcomes) for row in odds.rows}
    assert rows["no_ships"]["repulsed"] > 0.5


@pytest.mark.rule("malta", "10.3")
def test_a_breakthrough_has_odds_too():
    units = {"li_1_33": "1213", "li_2_33": "1213", "ldr_chirieleison": "1213", "br_2d": "1314"}
    g = table(units, phase="breakthrough")
    g.did[g.pack.unit_index["li_1_33"]] |= ADVANCED | ATTACKED
    (odds,) = GAME.presentation.odds(g, "axis", "breakthrough", ("1314",))
    assert odds.title.values["attackers"] == ("li_1_33",)


@pytest.mark.rule("malta", "9.3.g", "14.2")
def test_an_attack_that_only_a_leader_makes_possible_says_so():
    units = {"li_1_33": "1113", "ldr_chirieleison": "1113"}
    units |= dict.fromkeys(("br_2d", "br_1d", "br_4b", "br_8m"), "1213")
    (odds,) = GAME.presentation.odds(table(units, phase="attack"), "axis", "attack", ("1213",))
    assert odds.title.key == "barred_unless"
    rows = {row.row.key: dict(row.outcomes) for row in odds.rows}
    assert rows["alone"]["cancelled"] == 1
    assert rows["if_cmd_a"]["cancelled"] == 0
    assert 0 < rows["together"]["cancelled"] < 1


@pytest.mark.rule("malta", "9.63", "16.23")
def test_who_cannot_retreat_loses_a_step_and_is_not_said_to_retreat():
    g = table({"ram_1_2": "1211", "sp_1": "1311"}, phase="attack", back={"sp_1": "sp_1"})
    found = GAME.presentation.odds(g, "axis", "attack", ("1311",))
    for odds in some(found):
        assert dict(odds.rows[0].outcomes)["pushed"] == 0


@pytest.mark.rule("malta", "10.31")
def test_the_odds_of_a_breakthrough_tell_the_chance_of_its_first_die():
    units = {"li_1_33": "1213", "li_2_33": "1213", "ldr_chirieleison": "1213", "br_2d": "1314"}
    g = table(units, phase="breakthrough")
    g.did[g.pack.unit_index["li_1_33"]] |= ADVANCED | ATTACKED
    (odds,) = GAME.presentation.odds(g, "axis", "breakthrough", ("1314",))
    (factor,) = [each for each in odds.factors if each.row.key == "through"]
    tactical = g.pack.units[g.pack.unit_index["ldr_chirieleison"]].commanders[0].tactical
    assert (factor.value, factor.rule) == (f"{tactical}/6", "10.31")
