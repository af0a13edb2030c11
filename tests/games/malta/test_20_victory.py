"""Chapter 20: the surrender roll."""

import pytest

from khamsin.games.malta.rules.combat.losses import eliminate, lose_step
from khamsin.games.malta.rules.victory import surrender_modifiers, surrender_phase
from tests.games.malta.staging import PACK, run, table, told, u


def line(name, **fields):
    units = fields.pop("units", {})
    return dict(surrender_modifiers(table(units, **fields))).get(name, 0)


@pytest.mark.rule("malta", "20.0", "22.38")
def test_ground():
    assert line("cities", axis=["1711", "1911"]) == -2
    assert line("airfields", axis=["1211", "1613", "1515"]) == -3
    towns = [PACK.place_ids[h] for h in PACK.towns]
    assert line("towns", axis=towns[:3]) == 0
    assert line("towns", axis=towns[:8]) == -2
    assert line("forts", destroyed=["1110"]) == 0
    assert line("forts", destroyed=["1110", "1111", "1408"]) == -1


@pytest.mark.rule("malta", "20.0", "20.1", "20.2")
@pytest.mark.parametrize(("lost", "steps"), [(8, 0), (9, 1), (17, 1), (18, 2)])
def test_every_nine_steps(lost, steps):
    assert line("allied_steps", lost=[lost, 0]) == -steps
    assert line("axis_steps", lost=[0, lost]) == steps


@pytest.mark.rule("malta", "20.0", "R15")
def test_lost_headquarters():
    assert line("hqs", units={"hq_4": "eliminated", "hq_80": "eliminated"}) == 4
    assert line("hqs", units={"hq_malta": "eliminated"}) == 0
    assert line("hqs", units={"hq_4": "followup_north"}) == 0  # it is back


@pytest.mark.rule("malta", "20.0", "R53", "R55")
def test_beaches_that_are_still_to_be_taken():
    units = {"sm_1": "followup_east"}
    assert line("beaches", units=units) == 4
    assert line("beaches", units=units, axis=["2111"]) == 3
    assert line("beaches", units=units, day="0629") == 0
    assert line("beaches", units=units, day="0630") == 4
    assert line("beaches", units={"ldr_chirieleison": "followup_east"}) == 0
    assert line("beaches", units={"hq_4": "followup_east"}) == 4


@pytest.mark.rule("malta", "20.0", "17.6")
def test_the_navy_and_the_date():
    assert [line("navy", navy=roll) for roll in range(1, 7)] == [0, 0, 0, 1, 1, 3]
    assert [line("date", day=day) for day in ("0705", "0706", "0710")] == [0, 1, 5]


@pytest.mark.rule("malta", "20.1", "20.2", "R9")
@pytest.mark.parametrize(
    ("unit", "steps"),
    [("tank_1r", (2, 0)), ("hq_malta", (1, 0)), ("sp_9", (1, 0)), ("cg_01", (0, 0)),
     ("mil_1", (0, 0)), ("raf_tak", (1, 0)), ("tank_t", (0, 2)), ("hq_4", (0, 0)),
     ("ca_trieste", (0, 1)), ("sm_1", (0, 1)), ("li_1_33", (0, 3)), ("art_28", (0, 1))],
)  # fmt: skip
def test_what_an_eliminated_unit_counts(unit, steps):
    g = table({unit: "1306" if unit == "ca_trieste" else "1213"})
    eliminate(g, u(unit), "9.5")
    assert tuple(g.lost) == steps


@pytest.mark.rule("malta", "20.1", "20.2")
def test_steps_are_counted_one_by_one():
    g = table({"br_2d": "1213"})
    for count in (1, 2, 3):
        lose_step(g, u("br_2d"), "9.5")
        assert g.lost[0] == count


def roll(dice, **fields):
    g = table(fields.pop("units", {}), phase="surrender", **fields)
    run(surrender_phase(g), dice)
    return g


@pytest.mark.rule("malta", "20.3", "4.41")
def test_how_the_roll_ends_the_game():
    cities = {"axis": ["1711", "1809", "1810", "1911", "1211", "1613"]}
    g = roll((2, 4), **cities)
    assert g.result is not None
    assert (g.result.winner, g.result.reason) == ("axis", "surrender")  # 6 - 6
    assert roll((3, 4), **cities).result is None
    g = roll((6, 6), lost=[0, 18])
    assert g.result is not None
    assert (g.result.winner, g.result.reason) == ("allied", "called_off")
    assert roll((6, 5), lost=[0, 18]).result is None
    assert told(roll((6, 5)), "surrender_roll")[0]["total"] == 11


@pytest.mark.rule("malta", "20.3", "4.41", "22.22", "22.32")
@pytest.mark.parametrize(("scenario", "day"), [("intro", "0705"), ("hercules", "0710")])
def test_whoever_is_not_beaten_by_the_last_night_has_won(scenario, day):
    g = roll((3, 3), scenario=scenario, day=day, turn="night")
    assert g.result is not None
    assert (g.result.winner, g.result.reason) == ("allied", "held_out")
    assert roll((3, 3), scenario=scenario, day=day, turn="pm").result is None
