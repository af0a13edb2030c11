"""2 Preparation: the table before the first turn."""

import pytest

from khamsin.games.commander.model.pieces import ALLIED, AXIS, BOX, CUP, LATER, POOL
from khamsin.games.commander.rules.forces import in_pile
from khamsin.kernel.game import Setup
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from tests.games.commander.staging import GAME, PACK, asked, go, scene, table, told, where
from tests.some import some


def begun(campaign, *options):
    """A campaign with real dice, at the first question."""
    return Match(GAME, Setup(campaign, options), SeededDice("preparation"))


@pytest.mark.rule("commander", "setup.2", "setup.3", "R4")
def test_the_printed_set_up_of_north_africa():
    g = GAME.rules.start(Setup("na"))
    here = {area.id: {g.unit_id(u) for u in g.here[AXIS][n]} for n, area in enumerate(g.c.areas)}
    assert here["na_buerat"] == {"na_15pz", "na_21pz"}
    assert here["na_misurata"] == {
        "na_bologna", "na_brescia", "na_pavia", "na_savona", "na_ariete", "na_trento",
    }  # fmt: skip


@pytest.mark.rule("commander", "start.1", "start.2", "setup.3", "forces.2", "R43")
@pytest.mark.parametrize("campaign", ["gd", "na", "dd"])
def test_starting_forces_stand_on_the_map_and_the_first_period_in_cup_and_pile(campaign):
    g = GAME.rules.start(Setup(campaign))
    for unit, force in enumerate(g.c.units):
        place = g.place[unit]
        if force.group == "start":
            assert place == g.c.start[unit] >= 0
        elif g.c.arrivals[force.group] > 0:
            assert place == LATER
        else:
            assert place == (CUP if force.side == ALLIED else POOL)
    assert in_pile(g, CUP, ALLIED)
    assert g.ops_cup == PACK.ops_cup


@pytest.mark.rule("commander", "forces.2", "R43")
def test_a_later_period_joins_when_the_marker_reaches_it():
    m = scene(table({"15pz": "buerat", "7aus": "tobruk"}, step="marker", turn=5))
    assert asked(m) == "torch"  # the box of January 1942
    assert where(m, "164") == "pool"
    assert where(m, "8arm") == "cup"
    assert [event["side"] for event in told(m, "arrivals")] == ["axis", "allied"]
    early = scene(table({"15pz": "buerat", "7aus": "tobruk"}, step="marker", turn=4))
    assert where(early, "164") == "later"


@pytest.mark.rule("commander", "supplies.2")
@pytest.mark.parametrize(("campaign", "both"), [("gd", (16, 2)), ("na", (8, 4)), ("dd", (4, 12))])
def test_each_side_starts_with_the_supplies_of_the_box(campaign, both):
    assert tuple(GAME.rules.start(Setup(campaign)).supplies) == both


@pytest.mark.rule("commander", "ops.1", "turnmark.1")
@pytest.mark.parametrize("campaign", ["gd", "na", "dd"])
def test_the_first_operation_forces_are_drawn_before_the_first_turn(campaign):
    g = GAME.rules.start(Setup(campaign))
    assert g.turn == 0
    m = begun(campaign)
    count = m.state.c.operation_forces
    assert [entry[1] for entry in m.entries[:1]] == ["operation_forces"]
    assert len(in_pile(m.state, BOX, ALLIED)) == count
    assert m.state.turn == 1
    if campaign == "na":
        assert count == 2


@pytest.mark.rule("commander", "dday.1")
def test_d_day_begins_with_forces_of_june_6():
    for number in range(6):
        m = Match(GAME, Setup("dd"), SeededDice(str(number)))
        groups = {m.state.c.units[unit].group for unit in in_pile(m.state, BOX, ALLIED)}
        assert groups == {"june6"}


@pytest.mark.rule("commander", "dday.1", "R44")
def test_a_force_taken_off_the_map_is_not_of_june_6():
    m = Match(GAME, Setup("dd", ("after_30",)), None)
    assert asked(m) == "tie_link"
    go(m, "remove 4us")
    assert where(m, "4us") == "cup"
    assert m.chance is not None
    assert "dd_4us" not in m.chance.items  # type: ignore[union-attr]
    assert "dd_29us" in m.chance.items  # type: ignore[union-attr]


@pytest.mark.rule("commander", "opschits.1")
def test_six_operations_chits_in_every_campaign():
    for scenario in some(GAME.scenarios):
        cup = GAME.rules.start(Setup(scenario.id)).ops_cup
        assert sorted(cup) == ["adv1", "adv2", "go", "plus1", "plus1", "plus2"]


@pytest.mark.rule("commander", "planset.1", "planset.2")
def test_each_campaign_has_its_own_plans():
    gd, na, dd = PACK.campaigns.values()
    assert "salvage" not in gd.axis_plans
    assert "air_raid" not in dd.axis_plans
    assert na.allied_plans.count("dig_in") == 3  # duplicates are in the cup
    for c in (gd, na, dd):
        assert len(set(c.axis_plans)) == len(c.axis_plans)
        assert not {"ambush", "deploy"} & set(c.axis_plans)
        assert not {"assault", "cohesion", "german_88"} & set(c.allied_plans)


@pytest.mark.rule("commander", "upgset.1", "R51")
def test_all_upgrade_chits_are_in_the_cup():
    assert sum(GAME.rules.start(Setup("gd")).upgrades) == 14
    assert sum(len(c.units) for c in PACK.campaigns.values()) == 120


@pytest.mark.rule("commander", "options.1", "R45", "R55")
def test_options_change_the_numbers_of_their_campaign():
    plain, changed = (
        GAME.rules.start(Setup("gd")),
        GAME.rules.start(
            Setup("gd", ("gd_bold", "gd_delayed", "gd_stukas", "gd_totenkopf", "gd_gamelin"))
        ),
    )
    assert changed.supplies[AXIS] == plain.supplies[AXIS]  # +4 and -4
    bold = GAME.rules.start(Setup("gd", ("gd_bold",)))
    assert bold.supplies[AXIS] == plain.supplies[AXIS] + 4
    assert plain.terms.plan_cost["air_raid"] == 2
    assert changed.terms.plan_cost["air_raid"] == 1
    assert changed.terms.operation_forces == plain.terms.operation_forces + 1
    unit = changed.c.unit_index["gd_sst"]
    assert changed.place_id(changed.place[unit]) == "gd_stvith"
    assert plain.place[unit] == POOL
    other = GAME.rules.start(Setup("gd", ("na_malta", "dd_depots", "after_40")))
    assert other.supplies == plain.supplies
    assert other.terms.link is None


@pytest.mark.rule("commander", "options.1")
def test_options_of_the_other_campaigns():
    na = GAME.rules.start(Setup("na", ("na_malta", "na_88", "na_light", "na_ultra", "na_auk")))
    assert na.terms.resupply_bonus == 2
    assert na.terms.plan_cost["german_88"] == 1
    assert na.place_id(na.place[na.c.unit_index["na_9light"]]) == "na_misurata"
    assert na.terms.base_plans == 1
    assert na.terms.operation_forces == 3
    dd = GAME.rules.start(Setup("dd", ("dd_released", "dd_wall", "dd_fortitude", "dd_nostorm")))
    assert dd.place_id(dd.place[dd.c.unit_index["dd_lehr"]]) == "dd_argentan"
    assert all(dd.terms.forts[dd.c.board.at(f"dd_{area}")] for area in ("valognes", "tilly"))
    assert dd.terms.delay == 2
    assert dd.terms.ignore_storm


@pytest.mark.rule("commander", "options.1")
@pytest.mark.parametrize(("options", "turn"), [((), 5), (("dd_fortitude",), 7)])
def test_pas_de_calais_delays_the_later_groups_of_the_axis(options, turn):
    for at, is_there in ((turn - 2, "later"), (turn - 1, "pool")):
        g = table(
            {"21": "caen", "3uk": "sword"}, campaign="dd", step="marker", turn=at, options=options
        )
        assert where(scene(g), "2ss") == is_there


@pytest.mark.rule("commander", "options.1", "forces.2")
def test_pas_de_calais_does_not_delay_the_allies():
    forces = {"21": "caen", "3uk": "sword"}
    g = table(forces, campaign="dd", step="marker", turn=1, options=("dd_fortitude",))
    assert where(scene(g), "2us") == "cup"


@pytest.mark.rule("commander", "options.1")
def test_random_forces_of_an_option_are_drawn_and_placed():
    m = Match(GAME, Setup("na", ("na_nogreece",)), None)
    go(m, ["1arm"], ["70"])
    assert (where(m, "1arm"), where(m, "70")) == ("benghazi", "cairo")
    assert [event["unit"] for event in told(m, "added")] == ["na_1arm", "na_70"]
