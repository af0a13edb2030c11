"""18 The eight scenarios, 1 the map, 2 the blocks, 3 how a game begins."""

from random import Random

import pytest

from khamsin.games.rommel.model.pieces import ALLIED, AXIS, DUE, MALTA, SIDES, UNPLACED
from khamsin.games.rommel.rules.blocks import put
from khamsin.games.rommel.rules.setup import may_deploy
from khamsin.kernel.game import Setup
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from tests.games.rommel.staging import GAME, PACK, asked, at, go, names, number, offers, told
from tests.some import some

SCENARIOS = {
    # id: months, Axis and Allied blocks at the start, later ones, hands, draws
    "1940": (1, 6, 8, 4, (4, 6), (6, 3), (2, 3)),
    "1941": (1, 10, 10, 12, (12, 24), (6, 6), (2, 3)),
    "1941-42": (1, 20, 10, 12, (21, 48), (6, 6), (2, 3)),
    "crusader": (8, 10, 22, 28, (0, 4), (10, 12), (2, 3)),
    "battleaxe": (4, 10, 14, 18, (8, 16), (4, 8), (2, 3)),
    "1942": (11, 20, 24, 28, (5, 24), (5, 5), (3, 3)),
    "gazala": (14, 15, 24, 36, (0, 0), (10, 12), (3, 3)),
    "pursuit": (15, 20, 22, 28, (5, 16), (8, 8), (3, 3)),
}


def blocks_in(g, side, place):
    return [
        g.block_id(b)
        for b, at_place in enumerate(g.place)
        if at_place == place and PACK.side_of[b] == side
    ]


@pytest.mark.rule(
    "rommel", "intro.b", "18.0.a", "18.1", "18.2", "18.3", "18.4", "18.5", "18.6.a", "18.7.a",
    "18.8", "R31", "R35", "R36", "R37", "R40",
)  # fmt: skip
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_months_blocks_and_cards(scenario):
    start, end, axis, allied, later, hands, draws = SCENARIOS[scenario]
    g = GAME.rules.start(Setup(scenario))
    plan = g.scenario
    assert (plan.start_month, plan.end_month) == (start, end)
    assert len(blocks_in(g, AXIS, UNPLACED)) == axis
    assert len(blocks_in(g, ALLIED, UNPLACED)) == allied
    assert (len(blocks_in(g, AXIS, DUE)), len(blocks_in(g, ALLIED, DUE))) == later
    assert (plan.hand[AXIS], plan.hand[ALLIED]) == hands
    assert (plan.draw[AXIS], plan.draw[ALLIED]) == draws
    begun = [b for b, p in enumerate(g.place) if p in (UNPLACED, DUE)]
    worn = [PACK.block_ids[b] for b in begun if g.cv[b] < PACK.full_cv[b]]
    assert worn == (["x_21_104"] if scenario == "battleaxe" else [])
    assert [variant.id for variant in GAME.scenarios] == list(SCENARIOS)


@pytest.mark.rule("rommel", "18.6.b", "18.3")
def test_the_malta_group_and_the_axis_draw():
    from khamsin.games.rommel.rules.buildup import monthly_draw

    for scenario, month in (("1941-42", 11), ("1942", 11), ("pursuit", 15)):
        g = GAME.rules.start(Setup(scenario))
        assert blocks_in(g, AXIS, MALTA) == ["x_ramcke", "x_folgore", "x_spezia"]
        assert g.scenario.malta_month == month
    g = GAME.rules.start(Setup("1941-42"))
    draws = []
    for month in (10, 11):
        g.month = month
        draws.append(monthly_draw(g, AXIS))
    g.malta_called = 1
    assert [*draws, monthly_draw(g, AXIS)] == [2, 3, 2]


@pytest.mark.rule("rommel", "R35")
def test_the_printed_allied_cards_of_1940():
    from khamsin.games.rommel.rules.buildup import monthly_draw
    from khamsin.games.rommel.rules.setup import hand_size

    g = GAME.rules.start(Setup("1940", ("printed_cards",)))
    assert (hand_size(g, ALLIED), monthly_draw(g, ALLIED)) == (6, 2)
    g = GAME.rules.start(Setup("1940", ()))
    assert (hand_size(g, ALLIED), monthly_draw(g, ALLIED)) == (3, 3)


def deployed(scenario, seed=1, until="hand"):
    """A scenario with its blocks placed at random."""
    m = Match(GAME, Setup(scenario), SeededDice(str(seed)))
    rng = Random(seed)
    while asked(m).split()[1] != until:
        m.choose(m.legal()[rng.randrange(len(m.legal()))])
    return m


@pytest.mark.rule("rommel", "18.0.b", "R19", "R39", "13.1.a", "3.0")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", [1, 2])
def test_free_deployment_stays_in_the_area_and_in_supply(scenario, seed):
    until = "spend" if scenario == "gazala" else "hand"
    m = deployed(scenario, seed, until)
    g = m.state
    for row in g.scenario.rows:
        for block in row.blocks:
            assert g.place[block] in row.hexes
        for place, most in row.at_most:
            assert sum(g.place[block] == place for block in row.blocks) <= most
    for place in range(PACK.size):
        assert not (g.here[0][place] and g.here[1][place])


@pytest.mark.rule("rommel", "18.0.b")
def test_the_axis_deploys_first_and_the_enemy_sees_only_how_many():
    m = Match(GAME, Setup("crusader"), SeededDice("1"))
    assert asked(m) == "axis deploy"
    assert "37" not in {offer.split()[2] for offer in offers(m)}  # R39
    go(m, "deploy x_21_5 64")
    stack = m.view("allied")["position"]["places"]["64"]["axis"]
    assert (stack["count"], stack["blocks"]) == (1, [])
    assert "x_21_5" not in str(m.log("allied"))


def free_hexes(m):
    """The hexes that are open to the block that is placed next."""
    return {offer.split()[2] for offer in offers(m, "deploy")}


@pytest.mark.rule("rommel", "18.0.b", "R19", "15.1.a")
def test_an_oasis_takes_one_block_in_free_deployment():
    m = Match(GAME, Setup("1941"), SeededDice("1"))
    assert asked(m) == "allied deploy"
    assert {"204", "213"} <= free_hexes(m)  # Jalo and Siwa, far from every road
    go(m, "deploy a_kdg 204")
    assert "204" not in free_hexes(m)
    assert "213" in free_hexes(m)


@pytest.mark.rule("rommel", "18.0.b", "R19")
@pytest.mark.parametrize("place", ["204", "39"])  # an Oasis feeds whoever comes; a road does not
def test_nobody_deploys_on_enemies(place):
    g = GAME.rules.start(Setup("1941", ()))
    row = next(row for row in g.scenario.rows if row.side == ALLIED)
    assert at(place) in may_deploy(g, row)
    put(g, number("x_ariete"), at(place))
    g.cache = {}
    assert at(place) not in may_deploy(g, row)


@pytest.mark.rule("rommel", "18.4", "R39")
def test_the_minefield_of_tobruk_is_known_to_both():
    m = Match(GAME, Setup("crusader"), SeededDice("1"))
    for side in (*SIDES, None):
        assert m.view(side)["position"]["minefields"] == ["37"]


@pytest.mark.rule("rommel", "18.6.a", "18.2")
def test_fixed_places():
    m = deployed("1942")
    assert len(names(m, "axis", "151")) == 14
    assert len(names(m, "axis", "152")) == 10
    assert len(names(m, "allied", "37")) >= 10
    assert len(names(m, "allied", "74")) >= 8
    m = deployed("1941")
    assert len(names(m, "axis", "151")) == 10


@pytest.mark.rule("rommel", "18.0.c", "intro.i")
def test_each_may_throw_his_hand_in_once():
    m = deployed("1941")
    assert asked(m) == "axis hand"
    assert [sum(hand) for hand in m.state.hand] == [6, 6]
    go(m, "redraw")
    assert asked(m) == "allied hand"
    go(m, "keep")
    assert asked(m) == "axis cards"
    assert [sum(hand) for hand in m.state.hand] == [6, 6]
    assert m.state.spent == [0, 0]


@pytest.mark.rule("rommel", "18.7.b", "R38", "16.0")
def test_the_special_buildup_of_gazala():
    m = deployed("gazala", until="spend")
    assert asked(m) == "allied spend"
    assert m.state.rp == [30, 30]
    go(m, "extra 10", "done")
    assert asked(m) == "axis spend"
    go(m, "done")
    assert asked(m) == "axis hand"
    assert [sum(hand) for hand in m.state.hand] == [13, 10]  # the extra card with the hand
    assert m.state.rp == [20, 20]
    assert m.state.month == 14


@pytest.mark.rule("rommel", "18.0.d", "3.3.e")
def test_the_first_turn():
    for scenario in some(SCENARIOS):
        first = GAME.rules.start(Setup(scenario)).scenario.first_player
        assert SIDES[first] == ("allied" if scenario == "crusader" else "axis")


# -- 1 and 2 -----------------------------------------------------------------------------------


@pytest.mark.rule("rommel", "1.1.a", "1.1.b", "R42", "R52", "R51")
def test_hexes_and_their_names():
    assert len(PACK.hexes) == 127
    labels = {each.id: each.label for each in PACK.hexes}
    assert labels["80"] == "Msus"
    assert labels["34"] == "Derna SE1"
    board = PACK.board
    assert board.adjacent(at("80"), at("81"))
    assert board.distance(at("67"), at("69")) == 2
    assert at("91") in board.neighbours[at("66")]  # Sofafi beside Buq Buq, behind the ridge


@pytest.mark.rule("rommel", "1.6.a", "1.7.a", "1.8", "1.7.b")
def test_bases_fortresses_oases():
    names_of = {each.id: each.label for each in PACK.hexes}
    assert [names_of[PACK.place_ids[base]] for base in PACK.base] == ["Alexandria", "El Agheila"]
    assert [PACK.place_ids[each.hex] for each in PACK.fortresses] == ["54", "37", "40"]
    assert {PACK.place_ids[oasis] for oasis in PACK.oases} == {"204", "187", "213"}


@pytest.mark.rule("rommel", "2.2.s3", "2.3.b", "16.41.a")
def test_codes_and_steps_of_the_blocks():
    codes: dict[tuple[int, str], int] = {}
    for block in PACK.blocks:
        key = (block.side, block.month)
        codes[key] = codes.get(key, 0) + 1
    assert codes[AXIS, "S"] == 10
    assert codes[AXIS, "M"] == 3
    assert codes[ALLIED, "S"] == codes[ALLIED, "T"] == 6
    assert codes[ALLIED, "2"] == codes[ALLIED, "10"] == 4
    assert number("x_21_5") == 1
    assert PACK.blocks[1].steps == (8, 6, 4, 2)


@pytest.mark.rule("rommel", "intro.f", "intro.g", "7.3")
def test_the_log_names_blocks_to_their_owner_alone():
    m = deployed("1941")
    assert told(m, "deployed_block", "axis")
    assert not any(
        str(event["block"]).startswith("x_") for event in told(m, "deployed_block", "allied")
    )
    assert told(m, "deployed", "allied")


@pytest.mark.rule("rommel", "R1")
def test_one_word_for_each_thing():
    """The translation says flee, demoralise and rout for one thing; we say Rout."""
    book = (GAME.folder / "rulebook.md").read_text(encoding="utf-8").lower()
    assert "rout" in book
    assert not [word for word in ("demorali", "elude", "evade battle") if word in book]


@pytest.mark.rule("rommel", "18.0.a", "18.5")
def test_one_german_mechanised_block_begins_battleaxe_with_a_step_lost():
    g = GAME.rules.start(Setup("battleaxe", ()))
    assert g.cv[number("x_21_104")] == 4
    assert GAME.rules.start(Setup("1941", ())).cv[number("x_21_104")] == 6


@pytest.mark.rule("rommel", "18.1")
def test_the_italians_of_1940_get_two_armor_blocks():
    late = [block for block, _ in GAME.rules.start(Setup("1940", ())).scenario.reinforcements]
    tanks = [PACK.block_ids[block] for block in late if PACK.blocks[block].type == "armor"]
    assert [name for name in tanks if name.startswith("x_")] == ["x_ariete", "x_littorio"]
