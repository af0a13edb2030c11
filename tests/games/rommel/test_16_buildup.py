"""16 Buildup: points, Reinforcements, Redeployment, Refit, Replacements, minefields, cards."""

import pytest

from khamsin.games.rommel.model.pieces import ALLIED, AXIS, DUE, LATER, MALTA
from khamsin.games.rommel.rules.blocks import put
from khamsin.games.rommel.rules.combat.minefields import dismantle, show_minefields
from khamsin.games.rommel.rules.supply.network import network
from khamsin.kernel.play.state import changed
from tests.games.rommel.staging import (
    PACK,
    asked,
    at,
    cv,
    go,
    lies,
    names,
    number,
    offers,
    play,
    scene,
    table,
    told,
    where,
)  # fmt: skip


def buildup(blocks, *, player="axis", rp=20, step="spend", **more):
    """A Buildup in which this player spends his points."""
    g = table(blocks, step=step, phase="buildup", **more)
    g.net = [network(g, ALLIED), network(g, AXIS)]
    g.player = ("allied", "axis").index(player)
    g.rp = [rp, rp]
    g.second = 1
    return g


def routes(m, block, verb="redeploy"):
    return {offer.split()[3] for offer in offers(m, verb) if offer.split()[1] == block}


HOME = {"x_ariete": "151", "a_7_7": "74"}


@pytest.mark.rule("rommel", "16.0", "16.1", "16.2", "16.3.a", "16.3.b", "16.3.c", "3.s1", "end.1")
def test_the_buildup_from_its_beginning():
    g = table(HOME, real=0, passed=1, rp=[3, 5])
    m = play(g, "done")
    assert m.state.month == 2
    assert asked(m) == "dice buildup"
    go(m, (1, 2), (6, 6))
    assert m.state.rp == [18, 20]
    assert m.state.player == ALLIED  # the lower roller
    m = play(g, "done", (5, 5), (1, 1))
    assert m.state.player == AXIS
    m = play(g, "done", (3, 4), (5, 2))
    assert m.state.player == ALLIED  # a tie


@pytest.mark.rule("rommel", "16.3.a", "18.1")
def test_one_die_each_in_1940():
    m = play(table({"x_trento": "151", "a_7_7": "74"}, real=0, passed=1, scenario="1940"), "done")
    go(m, (1,), (6,))
    assert m.state.rp == [7, 7]


# -- 16.4 Reinforcements -----------------------------------------------------------------------


def arriving(month, player="allied", **more):
    g = buildup(HOME, player=player, step="arrive", month=month, **more)
    for block, _ in g.scenario.reinforcements:
        g.place[block] = DUE
        g.kin = changed(g.kin, block, LATER + PACK.side_of[block])
    return g


@pytest.mark.rule("rommel", "16.4", "16.41.a", "16.41.s2", "16.41.b", "1.6.b")
def test_month_2_of_1941():
    m = scene(arriving(2))
    assert len(names(m, "allied", "74")) == 5  # four have come, and 7/7 was there
    # No Allied block comes in month 3; the four Axis ones of month 3 are rolled for.
    assert asked(m) == "allied spend"
    m = scene(arriving(2, "axis"))
    assert asked(m) == "dice early_order"
    order = ("x_15_33", "x_15_8", "x_15_115", "x_88a")
    go(m, order, (1, 3, 2, 6))
    assert names(m, "axis", "151") == ["x_ariete", "x_15_33", "x_15_115"]
    assert where(m, "x_15_8") == "due"


@pytest.mark.rule("rommel", "16.41.b", "R32")
def test_the_enemy_learns_only_how_many_came_early():
    seen = []
    for order in (
        ("x_15_33", "x_15_8", "x_15_115", "x_88a"),
        ("x_88a", "x_15_8", "x_15_115", "x_15_33"),
    ):
        m = go(scene(arriving(2, "axis")), order, (1, 6, 6, 6))
        seen.append((m.view("allied"), m.log("allied")))
    assert seen[0] == seen[1]
    assert told(m, "early", "allied")[-1]["count"] == 1


@pytest.mark.rule("rommel", "16.41.s1", "R32")
def test_nobody_comes_early_in_the_last_month():
    m = scene(arriving(10))
    assert asked(m) == "allied spend"


@pytest.mark.rule("rommel", "16.41.s3", "16.52.c")
def test_reinforcements_wait_behind_an_engaged_base():
    g = arriving(2)
    g.place[number("x_21_5")] = 0
    g.cv = changed(g.cv, number("x_21_5"), 6)
    put(g, number("x_21_5"), at("74"))
    g.here[1][0] = ()
    g.defender = changed(g.defender, at("74"), ALLIED)
    m = scene(g)
    assert len(names(m, "allied", "allied_wait")) == 4
    stacks = {"a_7_4": "allied_wait", "a_7_sg": "allied_wait", "a_1at": "allied_wait"}
    fight = {"a_7_7": "74", "x_21_5": "74"}
    t = table(stacks | fight | {"x_ariete": "151"}, active="allied", battles={"74": "allied"})
    m = play(t, "play 1 1", "group allied_wait")
    assert offers(m, "move") == [
        "move a_7_4 allied_wait 74", "move a_7_sg allied_wait 74", "move a_1at allied_wait 74",
    ]  # fmt: skip
    go(m, *offers(m, "move"))  # no hexside limit
    assert len(names(m, "allied", "74")) == 4


@pytest.mark.rule("rommel", "16.41.s3")
def test_no_buildup_brings_in_who_waits_behind_a_base():
    g = arriving(2)
    g.place[number("a_7_4")] = 0
    g.cv = changed(g.cv, number("a_7_4"), 3)
    put(g, number("a_7_4"), at("allied_wait"))
    m = scene(g)
    assert names(m, "allied", "allied_wait") == ["a_7_4"]  # though no enemy is in the Base
    assert asked(m) == "allied spend"
    assert not [words for words in offers(m, "redeploy") if "a_7_4" in words]
    assert len(names(m, "allied", "74")) == 4


@pytest.mark.rule("rommel", "18.6.b", "R32")
def test_the_malta_group():
    g = buildup(HOME, step="arrive", month=12, scenario="1942", extra=[0, 0])
    for block in g.scenario.malta:
        g.place[block] = MALTA
    m = scene(g)
    assert asked(m) == "axis malta"
    go(m, "malta")
    assert {"x_ramcke", "x_folgore", "x_spezia"} <= set(names(m, "axis", "151"))
    go(m, "done", "discard 0", ("real", "real"))  # two cards a month from now on
    assert m.state.hand[AXIS] == [5, 0]
    m = play(g, "wait", "done", "discard 0", ("real", "real", "dummy"))
    assert m.state.hand[AXIS] == [5, 1]


# -- 16.5 spending -----------------------------------------------------------------------------


@pytest.mark.rule("rommel", "16.51.a", "16.51.s2", "6.2.s2", "16.5.a")
def test_a_leg_is_two_hexes_and_the_road_bonus():
    m = scene(buildup(HOME | {"x_21_5": "35"}))
    found = routes(m, "x_ariete")
    assert "55" in found  # six hexes of highway
    assert "31" not in found
    go(m, "redeploy x_ariete 151 55")
    assert m.state.rp[AXIS] == 19


@pytest.mark.rule("rommel", "16.51.b", "16.51.s1", "16.51.c")
def test_redeployment_stays_in_the_own_network_and_out_of_the_enemys():
    m = scene(buildup(HOME | {"x_21_5": "35"}))
    assert "104" not in routes(m, "x_ariete")  # Antelat is in no line
    # 61 lies in the Allied network, so that the Axis may not use it.
    m = scene(buildup(HOME | {"x_21_5": "36", "a_7_4": "61"}))
    assert "37" not in routes(m, "x_21_5")
    go(m, "redeploy x_21_5 36 9")
    assert "36" in routes(m, "x_21_5")  # as often as it is paid for; the network stays fixed
    g = buildup(HOME | {"x_21_5": "35"})
    g.net[ALLIED] = (*g.net[ALLIED], at("9"))  # a hex in both networks
    assert {"10"} == routes(scene(g), "x_21_5") & {"10", "9", "8"}


@pytest.mark.rule("rommel", "16.51.d", "16.51.s2")
def test_out_of_a_battle_only_if_another_block_stays():
    fight = {"x_21_5": "35", "a_7_4": "35"}
    g = buildup(HOME | fight, battles={"35": "axis"})
    assert routes(scene(g), "x_21_5") == set()
    g = buildup(HOME | fight | {"x_15_8": "35"}, battles={"35": "axis"})
    m = scene(g)
    assert "10" in routes(m, "x_21_5")
    go(m, "redeploy x_21_5 35 10")
    assert not lies(m, "x_21_5")
    assert "35" not in routes(m, "x_21_5")  # never into a battle
    assert routes(m, "x_15_8") == set()


@pytest.mark.rule("rommel", "16.53.a", "16.53.c", "13.3.s2", "1.7.b", "R54")
def test_sailing_between_ports():
    g = buildup(HOME | {"x_21_5": "37", "x_15_8": "37"}, holder={"tobruk": "axis"})
    m = scene(g)
    assert "151" in routes(m, "x_21_5", "sail")
    go(m, "sail x_21_5 37 151 1", "sail x_15_8 37 151 1")
    assert m.state.rp[AXIS] == 18
    assert "37" not in routes(m, "x_21_5", "sail")  # the Axis capacity of Tobruk is two
    assert "54" not in routes(m, "x_21_5", "sail")  # Benghazi is Allied


@pytest.mark.rule("rommel", "16.53.a", "R54")
def test_both_ports_lie_in_the_own_network_and_the_goal_not_in_the_enemys():
    def sailing(own=True, enemy=False):
        g = buildup(HOME | {"x_21_5": "37"}, holder={"tobruk": "axis"})
        g.net[AXIS] = tuple(place for place in g.net[AXIS] if own or place != at("37"))
        g.net[ALLIED] += (at("37"),) if enemy else ()
        m = scene(g)
        return routes(m, "x_21_5", "sail"), routes(m, "x_ariete", "sail")

    assert sailing() == ({"151"}, {"37"})
    assert sailing(own=False) == (set(), set())
    assert sailing(enemy=True) == ({"151"}, set())


@pytest.mark.rule("rommel", "16.53.c")
def test_the_ports_are_free_again_for_the_next_player():
    g = buildup(HOME | {"x_21_5": "37", "x_15_8": "37"}, holder={"tobruk": "axis"})
    g.second = 0
    m = play(g, "sail x_21_5 37 151 1", "sail x_15_8 37 151 1")
    assert sum(m.state.ports) == 2
    go(m, "done", "discard 0", ("real", "real"))
    assert (m.state.player, sum(m.state.ports)) == (ALLIED, 0)


@pytest.mark.rule("rommel", "16.53.s1", "16.53.c")
def test_the_port_example_of_tobruk():
    blocks = {"a_70_23": "37", "a_70_14": "37", "a_4in_5": "37", "a_7_4": "74", "a_7_sg": "74"}
    m = scene(buildup(blocks | HOME, player="allied", rp=9))
    go(m, "sail a_7_4 74 37 1", "sail a_7_sg 74 37 1", "sail a_70_23 37 74 1")
    go(m, "sail a_70_14 37 74 1", "sail a_4in_5 37 74 1")  # two in, three out: 5 RP
    assert m.state.rp[ALLIED] == 4
    assert offers(m, "sail") == [o for o in offers(m, "sail") if " 37 " not in o]


@pytest.mark.rule("rommel", "16.53.b", "13.5")
def test_besieged_ports():
    ring = {"x_21_5": "38", "a_70_23": "37", "a_7_4": "74"}
    m = scene(buildup(HOME | ring, player="allied", holder={"benghazi": "axis"}))
    assert "sail a_7_4 74 37 4" in offers(m)
    g = buildup(HOME | {"x_21_5": "37", "a_7_4": "38"}, holder={"tobruk": "axis"})
    assert routes(scene(g), "x_21_5", "sail") == set()  # never for the Axis
    both = ring | {"a_70_14": "40", "x_15_8": "39"}
    m = scene(buildup(HOME | both, player="allied", holder={"benghazi": "axis"}))
    assert "sail a_70_14 40 37 4" not in offers(m)
    assert not [o for o in offers(m, "sail") if o.split()[1:4] == ["a_70_14", "40", "37"]]


@pytest.mark.rule("rommel", "16.52.a", "16.52.b", "16.52.c", "R34", "R46")
def test_return_for_refit():
    g = buildup(HOME | {"x_21_5": "35"}, cv={"x_21_5": 2}, step="spend")
    g.second = 1
    m = play(g, "refit x_21_5 35", "done", "discard 0", ("real",) * 2)
    assert where(m, "x_21_5") == "refit"
    assert m.state.rp[AXIS] == 20
    from khamsin.games.rommel.rules.victory import count

    assert count(m.state, AXIS) == 5  # in play: 3 halves for the German, 2 for Ariete
    go(m, "play 0 0", "done", "done")  # both Pass
    assert m.state.month == 2
    assert where(m, "x_21_5") == "151"
    # Cut off from the Base by land nobody goes home.
    g = buildup(HOME | {"x_21_5": "35", "a_7_4": "9"})
    assert offers(scene(g), "refit") == ["refit x_ariete 151"]


@pytest.mark.rule("rommel", "16.54", "1.6.b", "2.3.b")
@pytest.mark.parametrize(
    ("block", "low", "cost", "high"),
    [
        ("x_ariete", 1, 3, 2), ("x_21_5", 2, 6, 4), ("x_trento", 2, 2, 3), ("x_brescia", 3, 1, 4),
        ("x_21_104", 2, 4, 4), ("x_88a", 2, 6, 4), ("x_corpsart", 1, 3, 2), ("x_ramcke", 2, 2, 4),
    ],
)  # fmt: skip
def test_replacements_at_the_base(block, low, cost, high):
    g = buildup({block: "151", "a_7_7": "74"}, cv={block: low})
    m = play(g, f"rebuild {block} {cost}")
    assert cv(m, block) == high
    assert m.state.rp[AXIS] == 20 - cost
    g = buildup({block: "152", "x_savona": "151", "a_7_7": "74"}, cv={block: low})
    assert offers(scene(g), "rebuild") == []


@pytest.mark.rule("rommel", "16.54")
def test_no_rebuilding_above_the_maximum_or_beyond_the_points():
    assert offers(scene(buildup(HOME)), "rebuild") == []
    g = buildup(HOME, cv={"x_ariete": 1}, rp=2)
    assert offers(scene(g), "rebuild") == []


@pytest.mark.rule("rommel", "16.54", "1.6.b", "R60")
def test_a_base_in_battle_rebuilds_its_blocks_all_the_same():
    stacks = {"x_ariete": "151", "a_7_4": "151", "a_7_7": "74"}
    g = buildup(stacks, cv={"x_ariete": 1}, battles={"151": "axis"})
    m = scene(g)
    assert offers(m, "rebuild") == ["rebuild x_ariete 3"]
    assert offers(m, "refit") == []  # nobody would stay
    assert cv(go(m, "rebuild x_ariete 3"), "x_ariete") == 2


@pytest.mark.rule("rommel", "16.52.b", "R60", "R34")
def test_from_a_base_in_battle_some_may_go_to_refit_and_nobody_comes_to_it():
    stacks = {"x_ariete": "151", "x_21_5": "151", "x_trento": "128", "a_7_4": "151", "a_7_7": "74"}
    m = scene(buildup(stacks, battles={"151": "axis"}))
    assert offers(m, "refit") == ["refit x_21_5 151", "refit x_ariete 151"]
    go(m, "refit x_21_5 151")
    assert offers(m, "refit") == []


@pytest.mark.rule("rommel", "14.0", "14.1", "16.55.a", "R48")
def test_minefields_are_laid_in_secret_in_the_own_network():
    g = buildup(HOME | {"x_21_5": "35", "a_7_4": "9"})
    m = scene(g)
    mines = {offer.split()[1] for offer in offers(m, "mine")}
    assert "152" not in mines  # 21/5 is cut off: only the Base is in the network
    assert "151" in mines
    m = scene(buildup(HOME | {"x_21_5": "35"}))
    assert "10" in {offer.split()[1] for offer in offers(m, "mine")}
    fight = {"x_21_5": "35", "a_7_4": "35"}
    m_fight = scene(buildup(HOME | fight, battles={"35": "axis"}))
    mines = {offer.split()[1] for offer in offers(m_fight, "mine")}
    assert ("10" in mines, "35" in mines) == (True, False)  # never in a battle
    before = m.log("allied")
    go(m, "mine 10 15")
    assert m.state.rp[AXIS] == 5
    assert m.log("allied") == before
    assert m.view("allied")["position"]["minefields"] == []
    assert m.view("axis")["position"]["minefields"] == ["10"]
    assert m.view("allied")["position"]["headings"]["axis"] == [0, 0, 0, 15]


@pytest.mark.rule("rommel", "16.55.a", "1.2.b", "R24")
def test_a_minefield_among_disrupted_enemies_where_there_is_no_battle():
    blocks = {"x_21_5": "35", "x_trento": "10", "a_7_4": "10"}
    m = scene(buildup(HOME | blocks, disrupted=["a_7_4", "x_trento"]))
    assert "10" in {offer.split()[1] for offer in offers(m, "mine")}


@pytest.mark.rule("rommel", "R56")
def test_an_enemy_minefield_does_not_show_itself_by_a_missing_choice():
    mine = [-1] * PACK.size
    mine[at("10")] = ALLIED
    m = scene(buildup(HOME | {"x_21_5": "35"}, mine=mine))
    assert "mine 10 15" in offers(m)
    go(m, "mine 10 15")
    # Each believes in his own; when it is shown, there is one.
    for side in ("allied", "axis"):
        assert m.view(side)["position"]["minefields"] == ["10"]
    assert not told(m, "minefield")
    g = m.state
    put(g, number("x_21_5"), at("10"))
    show_minefields(g)
    assert m.view(None)["position"]["minefields"] == ["10"]
    dismantle(g, AXIS, (at("10"), at("9")))
    shown = {side: m.view(side)["position"]["minefields"] for side in ("axis", "allied", None)}
    assert shown == {"axis": [], "allied": ["10"], None: ["10"]}  # R59


@pytest.mark.rule("rommel", "16.55.b")
def test_two_minefields_make_one():
    mine = [-1] * PACK.size
    mine[at("10")] = mine[at("9")] = AXIS
    m = play(buildup(HOME | {"x_21_5": "35"}, mine=mine, rp=0), "relay 9 10")
    assert asked(m) == "axis relay"
    go(m, "mine 35 0")
    assert m.view("axis")["position"]["minefields"] == ["35"]
    assert m.state.rp[AXIS] == 0


def known_mines(**layers):
    """A Buildup of the Axis up to Gazala with these minefields, all of them revealed."""
    mine, seen = [-1] * PACK.size, [0] * PACK.size
    for place, side in layers.items():
        mine[at(place[1:])], seen[at(place[1:])] = side, 1
    return buildup(HOME | {"x_21_5": "35"}, mine=mine, mine_seen=seen)


@pytest.mark.rule("rommel", "16.55.b", "R59", "14.0")
def test_any_two_minefields_of_the_network_are_taken_up_in_secret():
    m = scene(known_mines(h9=AXIS, h10=ALLIED))
    assert offers(m, "relay") == ["relay 9 10"]  # whoever laid them
    before = m.view("allied")["position"]
    go(m, "relay 9 10")
    assert m.view("allied")["position"] == before
    go(m, "mine 9 0")  # a new one where the enemy thinks the old one
    assert not [event for _, event in m.events if event.seen_by("allied")]
    assert m.view("allied")["position"]["minefields"] == ["9", "10"]
    assert m.view("axis")["position"]["minefields"] == ["9"]


@pytest.mark.rule("rommel", "R59")
def test_that_a_minefield_has_gone_comes_out_when_enemies_stand_there():
    m = play(known_mines(h9=AXIS, h10=AXIS), "relay 9 10", "mine 8 0")
    g = m.state
    show_minefields(g)
    assert g.lifted[at("10")] == AXIS
    put(g, number("a_7_7"), at("10"))
    show_minefields(g)
    assert told(m, "mine_gone") == []  # told below, not before
    assert [(event.kind, event.values["place"]) for event in g.happened] == [("mine_gone", "10")]
    assert m.view("allied")["position"]["minefields"] == ["9"]


@pytest.mark.rule("rommel", "R59")
def test_whoever_takes_up_a_minefield_that_has_gone_learns_of_it():
    g = known_mines(h9=AXIS, h10=AXIS)
    g.mine, g.mine_seen = changed(g.mine, at("10"), -1), changed(g.mine_seen, at("10"), 0)
    g.lifted = changed(g.lifted, at("10"), ALLIED)
    m = play(g, "relay 9 10")
    assert told(m, "mine_gone", "axis") == [{"place": "10"}]
    assert told(m, "mine_gone", "allied") == []
    assert asked(m) == "axis spend"
    assert m.view("axis")["position"]["minefields"] == ["9"]


@pytest.mark.rule("rommel", "16.5.b", "16.5.s2")
def test_twenty_points_are_saved_and_the_totals_told():
    m = play(buildup(HOME | {"x_21_5": "35"}, rp=30), "redeploy x_ariete 151 152", "extra 10")
    go(m, "done")
    assert told(m, "buildup", "allied")[-1] == {
        "side": "axis", "saved": 19, "land": 1, "rebuild": 0, "extra": 10, "mines": 0,
    }  # fmt: skip
    m = play(buildup(HOME, rp=30), "done")
    assert m.state.rp[AXIS] == 20


# -- 16.6 cards --------------------------------------------------------------------------------


@pytest.mark.rule("rommel", "16.6.a", "16.6.b", "16.6.s1")
def test_discards_draws_and_the_hand_limit():
    g = buildup(HOME, real=3, dummy=2, spent=[0, 0], captured=[(AXIS, 0)])
    m = play(g, "extra 10", "done")
    assert offers(m) == ["discard 0", "discard 1", "discard 2"]
    go(m, "discard 2")
    assert m.chance is not None
    go(m, ("real",) * 5)  # two a month, one extra, two captured
    assert m.state.hand[AXIS] == [8, 0]
    assert told(m, "drew", "allied")[-1]["count"] == 5
    g = buildup(HOME, real=10, dummy=5)
    m = play(g, "done", "discard 0", ("real",))
    assert sum(m.state.hand[AXIS]) == 16


@pytest.mark.rule("rommel", "16.6.a")
def test_spent_cards_go_back_into_the_deck():
    g = buildup(HOME, spent=[4, 2])
    g.deck = [g.deck[0] - 4, g.deck[1] - 2]
    m = play(g, "done", "discard 0", ("real", "real"))
    assert m.state.spent == [0, 0]
    assert sum(m.state.deck) + sum(m.state.hand[0]) + sum(m.state.hand[1]) == 42
