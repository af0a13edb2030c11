"""What the table shows: scene, picture, overlays, odds, refusals, display."""

import pytest

from khamsin.games.gazala.model.pieces import ALLIED
from khamsin.games.gazala.model.state import CHITS
from khamsin.games.gazala.rules.combat.armour import NO_ATTACKS_LEFT
from khamsin.games.gazala.rules.combat.combat import is_enough
from khamsin.kernel.game import Setup
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.state import Event
from khamsin.kernel.text.narrator import Narrator
from tests.games.gazala.staging import GAME, PACK, go, h, scene, table, why

ENGLISH = Narrator(GAME)
FIELD = {
    "hq_afrika": "0610", "15_1_t": "0614", "15_1_i": "0614", "7arm_3ind": "0615",
    "hq_7arm": "0618",
}  # fmt: skip


def overlay(g, name, piece=""):
    return next(o for o in GAME.presentation.overlays(g, None, ENGLISH, piece) if o["id"] == name)


def test_the_scene_has_every_land_hex_and_every_counter():
    drawn = GAME.presentation.scene(ENGLISH)
    assert {space["id"] for space in drawn["spaces"]} == set(PACK.place_ids)
    assert {piece["id"] for piece in drawn["pieces"]} == set(PACK.unit_ids)
    assert {"sea", "coast", "road", "track", "cliff"} <= {s["layer"] for s in drawn["shapes"]}
    stars = [s["id"] for s in drawn["spaces"] if "victory" in s.get("signs", [])]
    assert len(stars) == 8
    assert [face["values"] for face in drawn["pieces"][0]["faces"]] == [
        ["5", "5", "10"],
        ["3", "3", "10"],
    ]


def test_the_picture_shows_mines_breaches_and_forts_on_hexsides():
    g = table(FIELD, chit="afrika", breached=[("1409", "1410")])
    edges = GAME.presentation.picture(g, "axis", ENGLISH)["edges"]
    layers = [edge["layer"] for edge in edges]
    assert (layers.count("minefield"), layers.count("breach"), layers.count("works")) == (48, 1, 27)
    assert next(e for e in edges if e["layer"] == "breach")["between"] == ["1409", "1410"]


def test_own_chits_are_shown_to_their_owner_only():
    both = [("afrika",), ("7arm",)]
    hqs = {"hq_afrika": "0610", "hq_7arm": "0618"}
    g = table(hqs, stage=CHITS, chosen=both, eligible=both)
    hands = {
        side: GAME.presentation.picture(g, side, ENGLISH)["hands"]
        for side in ("axis", "allied", None)
    }
    assert [card["id"] for card in hands["axis"][1]["cards"]] == ["afrika"]
    assert [card["id"] for card in hands["allied"][1]["cards"]] == ["7arm"]
    assert len(hands[None]) == 1


def test_the_landing_is_in_the_facts_of_the_axis_only():
    g = table(FIELD, chit="afrika", heckler_due=5, heckler_hex=h("2131"))
    texts = {
        side: str(GAME.presentation.picture(g, side, ENGLISH)["facts"])
        for side in ("axis", "allied", None)
    }
    assert "2131" in texts["axis"]
    assert "2131" not in texts["allied"] + texts[None]


def test_overlays_of_zones_supply_activation_and_movement():
    g = table(FIELD, chit="afrika")
    zoc = overlay(g, "zoc_allied")["spaces"]
    assert set(zoc) == {PACK.place_ids[p] for p in range(len(PACK.place_ids)) if g.zoc[ALLIED][p]}
    assert overlay(g, "supply_allied")["spaces"]["0615"] == 3
    activation = overlay(g, "activation")
    assert activation["spaces"] == {"0610": 3, "0614": 3}
    assert activation["rings"][0]["at"] == "0610"
    reach = overlay(g, "reach", "15_1_i")
    assert reach["auto"]
    assert reach["text"]["0613"] == "5\N{VULGAR FRACTION ONE HALF}"  # out of a zone: 4.5 and 1
    formation = overlay(g, "hq_range", "hq_afrika")
    assert formation["spaces"]["0614"] == 3


def test_the_odds_name_every_shift_with_its_rule():
    m = go(scene(table(FIELD, chit="afrika")), "done", "done")
    found = GAME.presentation.odds(m.state, "axis", "combat", ("attack", "0615"))[0]
    assert found.title.values["attack"] == 3  # the infantry alone: no armour combat was fought
    assert found.columns is not None
    shifts = {factor.row.key: (factor.value, factor.rule) for factor in found.columns.shifts}
    assert shifts == {"hq_attack": ("1R", "10.12"), "hq_defence": ("1L", "10.12")}
    assert found.columns.labels[found.columns.end] == "1:2"
    assert sum(chance for _, chance in found.rows[0].outcomes) == pytest.approx(1)
    assert GAME.presentation.odds(m.state, "allied", "combat", ()) == []


def test_the_odds_of_a_volley():
    m = go(scene(table(FIELD, chit="afrika")), "done")
    found = GAME.presentation.odds(m.state, "axis", "armour", ("attack", "0615"))[0]
    assert (found.title.values["attack"], found.title.values["defence"]) == (6, 1)
    ours, theirs = (dict(row.outcomes) for row in found.rows)
    assert ours["no_hit"] == 1  # infantry cannot be hit
    assert theirs["no_hit"] == pytest.approx(5 / 6)
    tanks = FIELD | {"7arm_3": "0615"}
    m = go(scene(table(tanks, chit="afrika")), "done")
    found = GAME.presentation.odds(m.state, "axis", "armour", ("attack", "0615"))[0]
    assert dict(found.rows[0].outcomes)["no_hit"] == pytest.approx((5 / 6) ** 6)


def test_the_battle_has_its_ladder_before_the_die_and_its_table_after():
    m = go(scene(table(FIELD, chit="afrika")), "done", "done", "attack 0615")
    before = GAME.presentation.picture(m.state, None, ENGLISH)["battle"]
    assert before is not None
    assert "table" not in before
    assert before["ladder"]["columns"][before["ladder"]["end"]] == "1:2"
    assert {shift["rule"] for shift in before["ladder"]["shifts"]} == {"10.12"}
    go(m, (4,))  # the attacker loses a step, and is asked whether he stays
    after = GAME.presentation.picture(m.state, None, ENGLISH)["battle"]
    assert after is not None
    assert after["ladder"] == before["ladder"]
    results = after["table"]
    assert results["columns"][results["column"]] == "1:2"
    assert results["row"] == 3


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("unit 7arm_3ind", "3.0.b not_your_unit"),
        ("unit 15_2_t", "4.0 not_on_map"),
        ("15_1_i 0615", "4.32 enemy_there"),
        ("15_1_i 0614", "4.1 already_there"),
        ("15_1_i 0134", "4.33 too_far"),
        ("attack 0615", "3.23.a no_attacks_now"),
        ("nonsense", "3.21.a not_an_answer"),
        ("to 0613", "3.21.a not_an_answer"),
    ],
)
def test_why_not(words, reason):
    assert why(scene(table(FIELD, chit="afrika")), words) == reason


def test_why_not_in_the_enemy_impulse_and_after_the_limit():
    m = scene(table(FIELD, chit="afrika"))
    assert why(m, "unit 7arm_3ind", "allied") == "3.0.b not_your_impulse"
    g = table(FIELD, chit="afrika")
    g.attacks = 2
    g.stage = "combat"
    assert GAME.rules.why_not(g, "axis", ("attack", "0615")) == NO_ATTACKS_LEFT


def test_the_display_tells_the_day_the_cup_and_the_stacks():
    m = Match(GAME, Setup("opening"), None)
    shown = GAME.presentation.display(m.view("axis")["position"])
    assert ENGLISH.fact("track", shown.status[0]) == "26 May (turn 1)"
    assert {"0912", "2422"} & {stack.place for stack in shown.stacks} == {"0912"}
    facts = GAME.presentation.about("unit", "1arm_201")
    assert (
        ENGLISH.fact("about", facts[2]) == "Combat-armour-movement: 6-1-9, then 4-1-9, then 2-0-9."
    )


# -- what is shown is what happens -----------------------------------------------------------------


def marks_of(m, unit):
    picture = GAME.presentation.picture(m.state, m.to_answer[0], ENGLISH)
    shown = GAME.presentation.display(m.view(m.to_answer[0])["position"])
    pieces = {piece.unit: piece.marks for stack in shown.stacks for piece in stack.pieces}
    return picture["pieces"][unit]["marks"], list(pieces[unit])


def test_who_can_still_attack_may_act_and_nobody_else():
    m = go(scene(table(FIELD | {"15_2_t": "0410"}, chit="afrika")), "done")
    assert marks_of(m, "15_1_t") == (["active"], ["may_act"])
    assert marks_of(m, "15_2_t") == ([], [])
    go(m, "done")  # no armour combat: the tank may not attack
    assert marks_of(m, "15_1_t") == ([], [])
    assert marks_of(m, "15_1_i") == (["active"], ["may_act"])


def test_who_acts_out_of_range_is_marked_unsupplied_in_the_text_too():
    m = scene(table({"hq_afrika": "0407", "15_1_t": "0425"}, chit="afrika"))
    assert marks_of(m, "15_1_t") == (["out_of_supply", "active"], ["unsupplied", "may_act"])


def test_a_landing_that_cannot_be_tried_any_more_is_not_shown():
    for due, over, is_shown in ((3, False, True), (2, False, False), (3, True, False)):
        g = table(FIELD, chit="afrika", heckler_due=due, heckler_hex=h("2131"), heckler_over=over)
        m = scene(g)
        assert ("2131" in str(GAME.presentation.picture(g, "axis", ENGLISH)["facts"])) == is_shown
        assert ("landing" in m.view("axis")["position"]["secret"]) == is_shown


def test_who_has_left_the_map_does_not_wait_to_enter_it():
    m = go(scene(table({"hq_afrika": "0407", "15_1_t": "0401"}, chit="afrika")), "unit 15_1_t")
    go(m, "leave")
    position = m.view("axis")["position"]
    assert (position["left"], position["waiting"]) == (["15_1_t"], [])
    assert "waiting" not in [fact.key for fact in GAME.presentation.display(position).tracks]


@pytest.mark.rule("gazala", "9.24.b", "10.5")
def test_no_odds_for_an_attack_that_cannot_be_declared():
    units = {"hq_afrika": "0601", "15_1_i": "0614", "50_69": "0615", "50_150": "0615"}
    g = table(units, chit="afrika", air=1, supply={"15_1_i": "isolated"}, stage="combat")
    assert not is_enough(g, h("0615"), (PACK.unit_index["15_1_i"],))
    assert GAME.presentation.odds(g, "axis", "combat", ("attack", "0615", "15_1_i")) == []


@pytest.mark.rule("gazala", "8.4", "R32")
def test_the_odds_of_a_volley_say_where_a_choice_can_save_steps():
    matilda = next(PACK.unit_ids[x] for x in PACK.units_of[1] if PACK.is_matilda[x])
    units = {"hq_afrika": "0610", "15_1_t": "0614", matilda: "0615", "7arm_3": "0615"}
    m = go(scene(table(units, chit="afrika")), "done")
    found = GAME.presentation.odds(m.state, "axis", "armour", ("attack", "0615"))[0]
    assert [row.row.key for row in found.rows] == ["their_loss_at_most", "our_loss"]


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_log_counts_one_as_well_as_many(language):
    """No "1 dice", no "1 chits", and no verb in the plural after one unit."""
    narrator = Narrator(GAME, language)

    def told(kind: str, **values: str | int | tuple[str, ...]) -> str:
        return narrator.event(Event(kind, "9.4", dict(values)))

    one = told("armour_hits", side="axis", dice=1, cars=1, hits=1)
    assert one.replace("1", "3") == told("armour_hits", side="axis", dice=3, cars=3, hits=3)
    assert told("command", side="axis", die=2, modifier=0, chits=1).endswith(": 1.")
    for kind in ("retreated", "pursued"):
        alone = told(kind, units=("15_1_i",), start="0614", place="0615")
        both = told(kind, units=("15_1_i", "15_2_i"), start="0614", place="0615")
        how = alone.split(": ")[1]
        assert how == both.split(": ")[1]
        assert how.split()[0] in ("retreat", "pursuit", "retirada", "persecución")
