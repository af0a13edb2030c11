"""3 and 4 The month, the Initiative, the Player Turn and what real cards buy."""

import pytest

from khamsin.kernel.game import Setup
from khamsin.kernel.play.match import Match
from khamsin.kernel.text.narrator import Narrator
from tests.games.rommel.staging import GAME, asked, go, offers, play, scene, table, told, where

FRONT = {"x_21_5": "35", "x_21_3": "34", "x_ariete": "10", "a_7_4": "37", "a_7_7": "38"}


@pytest.mark.rule("rommel", "4.0.a", "3.42", "4.s1", "R18", "intro.i")
def test_cards_are_laid_face_down_and_dummies_may_be_added():
    m = scene(table(FRONT, real=4, dummy=2))
    counts = {tuple(offer.split()[1:]) for offer in offers(m)}
    assert ("3", "3") in counts
    assert ("3", "1") in counts
    assert ("5", "3") in counts
    assert not any(int(real) > 3 for _, real in counts)
    go(m, "play 3 1")
    assert told(m, "cards_played", "allied")[-1] == {"side": "axis", "count": 3}
    assert m.view("allied")["position"]["played_cards"] is None
    assert m.view("axis")["position"]["played_cards"] == {"real": 1, "dummy": 2}


@pytest.mark.rule("rommel", "4.1", "4.0.b", "5.0.b")
def test_basic_one_move():
    m = play(table(FRONT), "play 1 1")
    assert offers(m, "group") == ["group 10", "group 34", "group 35"]
    go(m, "group 35")
    assert offers(m, "group") == []
    assert offers(m, "regroup") == []


@pytest.mark.rule("rommel", "4.2", "4.s2", "6.0.b", "R18")
def test_offensive_two_moves_but_no_block_twice():
    m = play(table(FRONT), "play 2 2", "group 35", "move x_21_5 35 34", "group 34")
    assert {offer.split()[1] for offer in offers(m, "move")} == {"x_21_3"}
    go(m, "done")
    assert told(m, "cards_shown")[-1]["option"] == "offensive"


BATTLE = {"x_21_5": "35", "a_7_4": "35", "x_ariete": "10", "a_7_7": "36"}


@pytest.mark.rule("rommel", "4.3.a", "4.3.b", "4.s2", "4.s3", "8.6.e", "9.21")
def test_assault_doubles_the_dice_of_both():
    g = table(BATTLE, battles={"35": "allied"}, crossed={("10", "35"): "axis"})
    m = play(g, "play 2 2", "group 10", "engage x_ariete 10 35 10", "done")
    assert asked(m) == "axis battles"
    assert offers(m) == ["fight 35", "assault 35", "done"]
    go(m, "assault 35", "done")
    assert len(told(m, "fired")) == 0
    assert m.chance is not None
    go(m, (1,) * 8)  # 7/4 has CV 4
    assert m.chance is not None
    go(m, (1,) * 12, (1,) * 8)  # 21/5 has CV 6, Ariete 4
    assert told(m, "cards_shown")[-1]["option"] == "assault"


@pytest.mark.rule("rommel", "4.3.b", "8.6.a")
def test_in_an_assault_turn_battles_may_be_fought_normally_or_not_at_all():
    g = table(BATTLE, battles={"35": "allied"}, crossed={("10", "35"): "axis"})
    m = play(g, "play 2 2", "done", "fight 35", "done", (1,) * 4, (1,) * 6)
    assert asked(m) == "allied move"
    m = play(g, "play 2 2", "done", "done")
    assert told(m, "fired") == []


@pytest.mark.rule("rommel", "4.4.a", "4.4.b", "7.1.e", "3.45", "3.46")
def test_blitz_moves_and_fights_twice():
    blocks = {
        "x_21_5": "10", "x_ariete": "10", "x_15_8": "10", "x_15_33": "10", "a_7_4": "35",
        "a_7_7": "36",
    }  # fmt: skip
    m = play(table(blocks), "play 3 3", "group 10", "engage x_21_5 10 35 10")
    go(m, "engage x_ariete 10 35 10")
    assert not [o for o in offers(m, "engage") if o.endswith("35 10")]  # two across a hexside
    go(m, "done", "accept 35", "done", (1,) * 4, (1,) * 6, (1,) * 4)
    assert told(m, "blitz") == [{"side": "axis"}]
    go(m, "group 10")
    movers = {offer.split()[1] for offer in offers(m, "engage")}
    assert movers == {"x_15_8", "x_15_33"}  # no block moves twice; the limit is fresh
    go(m, "engage x_15_8 10 35 10", "done", "fight 35")
    go(m, (1,) * 4, (1,) * 6, (1,) * 4, (1,) * 6)  # all fire again
    assert told(m, "cards_shown")[-1]["option"] == "blitz"


@pytest.mark.rule("rommel", "4.5.a", "8.6.s1")
def test_a_pass_allows_one_withdrawal_and_no_combat():
    g = table(BATTLE, battles={"35": "allied"}, crossed={("10", "35"): "axis"})
    m = play(g, "play 0 0", "group 10")
    assert not offers(m, "engage")
    go(m, "done")
    assert told(m, "no_combat") == [{"side": "axis"}]
    assert told(m, "fired") == []


@pytest.mark.rule("rommel", "4.5.b", "3.1", "intro.j", "4.s4")
def test_two_passes_in_succession_end_the_month():
    g = table(FRONT, real=1, enemy_hand=(1, 0))
    m = play(g, "play 1 1", "done", "play 0 0", "done")
    assert m.state.month == 1
    assert asked(m) == "axis move"  # he has no cards left: a Pass without asking
    go(m, "done")
    assert m.state.month == 2


@pytest.mark.rule("rommel", "R18", "4.5.b")
def test_dummies_alone_are_a_pass():
    m = play(table(FRONT, real=0, dummy=2, passed=1), "play 2 0", "done")
    assert told(m, "cards_shown")[-1] == {
        "side": "axis", "real": 0, "dummy": 2, "option": "pass",
    }  # fmt: skip
    assert m.state.month == 2


@pytest.mark.rule("rommel", "3.48", "16.6.s1")
def test_played_cards_are_shown_at_the_end_and_spent():
    m = play(table(FRONT, real=2, dummy=1), "play 2 1", "done")
    assert told(m, "cards_shown", "allied")[-1]["real"] == 1
    assert m.state.spent == [1, 1]
    assert m.view("allied")["position"]["hands"] == {"allied": 0, "axis": 1}


@pytest.mark.rule("rommel", "3.4", "3.s2", "3.43.a", "3.43.c", "3.44", "intro.c")
def test_the_order_of_a_turn():
    m = play(table(FRONT), "play 1 1", "group 35", "engage x_21_5 35 37 36", "done")
    assert asked(m) == "allied refuse"
    go(m, "accept 37")
    assert asked(m) == "dice fire"
    go(m, (1,) * 4, (1,) * 6)
    kinds = [event.kind for _, event in m.events]
    order = ["cards_played", "group_move", "moved", "accepted", "combat", "fired", "cards_shown"]
    assert sorted(order, key=kinds.index) == order
    assert asked(m) == "allied move"


@pytest.mark.rule("rommel", "3.3.a", "3.3.e", "18.0.d", "R8", "3.0", "3.2")
@pytest.mark.parametrize(("scenario", "first"), [("1942", "axis"), ("crusader", "allied")])
def test_who_begins_and_no_challenge_in_the_first_month(scenario, first):
    from random import Random

    from khamsin.kernel.play.dice import SeededDice

    m = Match(GAME, Setup(scenario), SeededDice("1"))
    rng = Random(1)
    while m.state.phase != "turn":
        assert asked(m).split()[1] in ("deploy", "hand")
        m.choose(m.legal()[rng.randrange(len(m.legal()))])
    assert m.to_answer == (first,)


def challenge(allied, axis, *steps):
    g = table(FRONT, step="challenge", phase="initiative")
    g.hand = [list(allied), list(axis)]
    return go(scene(g), *steps)


@pytest.mark.rule("rommel", "3.3.b", "3.3.c", "3.3.d")
@pytest.mark.parametrize(
    ("steps", "first"),
    [
        (("challenge real", "decline"), "allied"),
        (("challenge real", "answer dummy"), "allied"),
        (("challenge real", "answer real"), "axis"),
        (("challenge dummy", "answer dummy"), "axis"),
        (("decline",), "axis"),
    ],
)
def test_the_initiative(steps, first):
    m = challenge((1, 1), (1, 1), *steps)
    assert m.to_answer == (first,)
    assert sum(m.state.hand[0]) == 2 - (steps[0] != "decline")
    assert sum(m.state.hand[1]) == 2 - ("answer" in steps[-1])


@pytest.mark.rule("rommel", "3.3.b")
def test_the_axis_does_not_see_the_challenging_card():
    views = []
    for card in ("real", "dummy"):
        m = challenge((1, 1), (1, 1), f"challenge {card}")
        views.append((m.view("axis"), m.log("axis")))
    assert views[0] == views[1]


@pytest.mark.rule("rommel", "3.43.b")
def test_an_attack_may_be_refused():
    m = play(table(FRONT), "play 1 1", "group 35", "engage x_21_5 35 37 36", "done")
    assert offers(m) == ["accept 37", "refuse 37"]
    assert where(m, "x_21_5") == "37"


@pytest.mark.rule("rommel", "4.1", "4.2", "4.4.a", "4.5.a")
def test_each_number_of_real_cards_is_told_with_what_it_buys():
    m = scene(table(FRONT, real=4, dummy=0))
    told = Narrator(GAME).remarks(m.known("axis"), "axis", m.legal())
    by_cards = {option[2]: said for option, said in told.items()}
    assert by_cards["1"] == "one Move, then combat"
    assert len(set(by_cards.values())) == 4
