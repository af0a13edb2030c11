"""Why not? Every refusal names its rule; chapter files test those that belong to one rule alone."""

from __future__ import annotations

import pytest

from khamsin.kernel.errors import NotOffered
from khamsin.kernel.game import Setup
from khamsin.kernel.play.match import Match
from tests.games.battleaxe.staging import (
    GAME,
    QUIET,
    asked,
    match,
    moves,
    offers,
    play,
    table,
    tem,
    why,
)
from tests.some import some

WEAK, STRONG = (1, 1), (30, 30)
LOST = [(1, 1), (6, 6)]


@pytest.mark.rule("battleaxe", "5.2.1e")
def test_a_unit_that_is_still_to_be_placed_is_not_called_eliminated():
    m = Match(GAME, Setup("standard"), None)
    assert why(m, "11h H") == "5.2.1e not_placed"


@pytest.mark.rule("battleaxe", "13.3.2")
def test_an_eliminated_unit_does_not_move():
    m = play(match(table({"2rtr": "2"}, **QUIET)), "assault 2")
    assert why(m, "move 6rtr 3") == "13.3.2 eliminated_unit"


@pytest.mark.rule("battleaxe", "8.0b")
def test_the_defender_neither_moves_nor_attacks():
    m = play(match(table({"2rtr": "8", "15mg": "8"}, **QUIET)), "assault 8")
    assert why(m, "move 15mg 9", "axis") == "8.0b not_your_half"
    assert why(m, "attack 8", "axis") == "8.0b not_your_half"
    assert why(m, "move 15mg 9", "allied") == "8.0b not_your_unit"


@pytest.mark.rule("battleaxe", "9.1b")
def test_standing_still_is_no_move():
    m = play(match(table({"2rtr": "2"}, **QUIET)), "assault 2")
    assert why(m, "2rtr 2") == "9.1b already_there"


@pytest.mark.rule("battleaxe", "11.4")
def test_a_battle_is_finished_before_anybody_moves_on():
    g = table({"2rtr": "8", "6rtr": "8", "15mg": "8"}, **QUIET)
    m = play(match(g), "assault 8", "attack 8", "join 2rtr", "done")
    assert asked(m) == "allied air_support"
    assert why(m, "move 6rtr 7") == "11.4 battle_first"
    assert why(m, "attack 8") == "11.4 battle_first"


@pytest.mark.rule("battleaxe", "9.1b", "11.0a")
def test_an_attack_needs_an_enemy_and_an_active_unit_in_the_space():
    units = {"2rtr": "2", "15mg": "8", "15mc": "9", "1krr": "9"}
    m = play(match(table(units, **QUIET)), "assault 2")
    assert why(m, "attack 3") == "9.1b no_enemy"
    assert why(m, "attack 8") == "11.0a no_attacker"
    assert why(m, "attack 9") == "9.1.1 not_active"
    play(m, "move 2rtr 8")
    assert why(m, "attack 8") == ""


@pytest.mark.rule("battleaxe", "11.0a", "9.1.1", "R17")
def test_a_unit_that_has_attacked_does_nothing_more():
    g = table({"2rtr": "15", "15mg": "14"}, cv={"2rtr": WEAK, "15mg": STRONG}, **QUIET)
    m = play(match(g, *LOST), "assault 15", "move 2rtr 14", "attack 14", "no", "done")
    assert moves(m, "2rtr") == []
    assert why(m, "move 2rtr 16") == "11.0a has_attacked"


@pytest.mark.rule("battleaxe", "11.1")
def test_an_assault_does_not_end_while_a_mandatory_attack_is_owed():
    g = table({"2rtr": "15", "15mg": "14"}, cv={"2rtr": WEAK, "15mg": STRONG}, **QUIET)
    m = play(match(g, *LOST), "assault 15", "move 2rtr 14")
    assert "done" not in offers(m)
    assert why(m, "done") == "11.1 must_attack"
    play(m, "attack 14", "no", "done")
    assert why(m, "done") == ""


@pytest.mark.rule("battleaxe", "11.2")
def test_units_that_join_an_old_fight_owe_no_attack():
    m = play(match(table({"2rtr": "15", "1krr": "14", "15mg": "14"}, **QUIET)), "assault 15")
    play(m, "move 2rtr 14")
    assert {"attack 14", "done"} <= set(offers(m))
    assert why(m, "done") == ""


@pytest.mark.rule("battleaxe", "9.3.2")
def test_a_refused_answer_says_why_and_changes_nothing():
    m = play(match(table({"2rtr": "7"}, **QUIET)), "assault 7")
    before = m.state.digest()
    with pytest.raises(NotOffered, match=r"escarpment \(rule 9\.3\.2\)"):
        play(m, "move 2rtr 17")
    assert m.state.digest() == before


@pytest.mark.rule("battleaxe", "9.2b", "9.2a")
def test_what_is_offered_has_no_reason_and_what_is_not_has_one():
    """Every unit and every space, at the start of an Assault from 8 and after its first step."""
    units = {
        "2rtr": "8", "6rtr": "8", "15mg": "8", "11h": "7", "15mc": "9", "33pak": "2",
        **dict.fromkeys(["1krr", "2rb", "12at", "65at"], "3"),
    }  # fmt: skip
    values = {"2rtr": (5 + tem("8"), 5), "15mg": (5, 5)}
    g = table(units, cv=values, allied=["3", "7", "8", "10"], mf={"6rtr": 4}, **QUIET)
    m = play(match(g), "assault 8")
    for action in ("move 6rtr 7", "move 2rtr 10"):
        for name in some(units):
            for space in some(GAME.data.place_ids):
                offered = f"move {name} {space}" in offers(m)
                assert (why(m, f"move {name} {space}") == "") is offered, (name, space)
        play(m, action)


@pytest.mark.rule("battleaxe", "8.1.2a.2")
def test_in_a_regroup_too():
    units = {"2rtr": "8", "15mg": "8", "11h": "7", "15mc": "3", "1krr": "6", "1_104": "6"}
    m = play(match(table(units, allied=["7", "8", "2", "5", "17"], **QUIET)), "regroup")
    for action in ("move 2rtr 7", "move 1krr 5"):
        for name in some(units):
            for space in some(GAME.data.place_ids):
                offered = f"move {name} {space}" in offers(m)
                assert (why(m, f"move {name} {space}") == "") is offered, (name, space)
        play(m, action)
