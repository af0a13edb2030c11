"""Positions of Rommel in the Desert in which procedures meet that seldom do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from khamsin.kernel.play.decision import Roll
from khamsin.kernel.play.match import Match
from tests.games.rommel.staging import (
    GAME,
    at,
    go,
    lies,
    offers,
    scene,
    table,
    told,
    where,
)

HELD = dict.fromkeys(("benghazi", "tobruk", "bardia"), "axis")
EAST = {"benghazi": "axis", "tobruk": "allied", "bardia": "allied"}
REAR = {"x_ariete": "151", "a_7_7": "74"}


def positions() -> Iterator[Match[Any]]:
    """All of them, each played until its pair has happened."""
    for play in (
        a_pass_with_nothing_moved, one_fortress_left, one_fortress_left_in_vain,
        an_overrun_in_a_pass, a_march_in_a_pass,
        attack_after_a_rout, retreat_after_a_rout, retreat_after_a_withdrawal, overrun_by_the_way,
        a_rout_before_the_retreats, two_retreats, the_way_is_shut,
        shut_and_another_retreats, shut_and_refusal, shut_and_mines,
        shut_and_no_supply, shut_and_fed, shut_and_captured,
        two_marches, refused_in_vain_on_mines, nothing_left_on_mines, mines_and_fed,
        mines_after_a_pursuit, mines_in_a_blitz, nobody_left_at_the_month,
    ):  # fmt: skip
        match = play()
        GAME.rules.check(match.state)
        yield match


# -- 13.2.s1 Attackers of a Fortress in a Pass ---------------------------------------------------

SIEGE = {"x_21_5": "37", "a_70_23": "37"} | REAR
TWO = SIEGE | {"x_brescia": "40", "a_22g": "40", "x_trento": "39"}
FIGHTS = {"37": "allied", "40": "allied"}
SIDES = {("36", "37"): "axis", ("39", "40"): "axis"}


def a_pass_with_nothing_moved() -> Match[Any]:
    """check > must_leave: no hexside is theirs, so that they are cut off as well."""
    m = go(scene(table(SIEGE, battles={"37": "allied"}, real=0)), "done")
    assert told(m, "must_leave") == [{"side": "axis", "place": "37"}]
    return go(m, "fire 0 0 0")


def one_fortress_left() -> Match[Any]:
    """leave > must_leave: the one Move of a Pass takes one group out, the other Routs (R28)."""
    m = scene(table(TWO, battles=FIGHTS, crossed=SIDES, real=0))
    go(m, "group 40", "move x_brescia 40 39", "done", "fire 0 0 0")
    assert told(m, "must_leave") == [{"side": "axis", "place": "37"}]
    return m


def one_fortress_left_in_vain() -> Match[Any]:
    """pursuit > must_leave: the leavers have fallen; that frees nobody from leaving."""
    m = scene(table(TWO, battles=FIGHTS, crossed=SIDES, real=0, cv={"x_brescia": 1}))
    go(m, "group 40", "move x_brescia 40 39", "done", "fire 2 0 1", (6, 6))
    assert where(m, "x_brescia") == "eliminated"
    assert told(m, "must_leave") == [{"side": "axis", "place": "37"}]
    return m


def an_overrun_in_a_pass() -> Match[Any]:
    """rout > must_leave: the Move is free if the Attackers cannot leave by it."""
    blocks = SIEGE | {"x_15_8": "35", "a_4in_5": "10"}
    g = table(
        blocks, battles={"37": "allied"}, disrupted=["a_4in_5"], cv={"a_4in_5": 1}, real=0
    )  # fmt: skip
    m = go(scene(g), "group 35", "engage x_15_8 35 10 35", "done")
    assert where(m, "a_4in_5") == "eliminated"
    assert told(m, "must_leave")
    return m


def a_march_in_a_pass() -> Match[Any]:
    """march > must_leave: whoever fails lies where he is, and the Attackers Rout all the same."""
    blocks = SIEGE | {"x_brescia": "35"}
    m = go(scene(table(blocks, battles={"37": "allied"}, real=0)), "group 35")
    go(m, "move x_brescia 35 31", "done")
    go(m, offers(m, "march")[0], (1,))
    assert lies(m, "x_brescia")
    assert told(m, "must_leave")
    return m


# -- Routs among the Moves -----------------------------------------------------------------------

LONE = {
    "x_21_5": "34", "x_15_8": "34", "a_4in_5": "35", "a_7_4": "36",
    "x_brescia": "61", "x_trento": "61", "a_2nz_5": "61",
} | REAR  # fmt: skip


def lone(*, cv: int) -> Match[Any]:
    """4in/5 lies Disrupted at Gazala; at Bir Harmat two divisions can go back west."""
    g = table(
        LONE, battles={"61": "allied"}, holder=EAST, crossed={("60", "61"): "axis"},
        disrupted=["a_4in_5"], cv={"a_4in_5": cv},
    )  # fmt: skip
    return go(scene(g), "play 2 2", "group 34")


def attack_after_a_rout() -> Match[Any]:
    """rout > attack: unmoved blocks go on through the cleared hex (11.4.d)."""
    m = go(lone(cv=1), "engage x_21_5 34 35 34", "rout 35", "engage x_15_8 34 36 35")
    assert told(m, "attacked") == [{"side": "axis", "place": "36"}]
    return m


def retreat_after_a_rout() -> Match[Any]:
    """rout > disengage: the second Move of an Offensive goes on."""
    m = go(lone(cv=1), "engage x_21_5 34 35 34", "group 61", "rout 35", "move x_trento 61 60")
    assert told(m, "will_leave")
    return m


def retreat_after_a_withdrawal() -> Match[Any]:
    """leave > disengage."""
    m = go(lone(cv=3), "engage x_21_5 34 35 34", "group 61", "rout 35", "fire 0 0 0")
    go(m, offers(m, "withdraw")[0], "move x_trento 61 60")
    return m


def overrun_by_the_way() -> Match[Any]:
    """disengage > overrun: who leaves a battle is still in it while the others move."""
    m = go(lone(cv=1), "group 61", "move x_trento 61 60", "engage x_21_5 34 35 34")
    assert where(m, "x_trento") == "61"
    return m


def a_rout_before_the_retreats() -> Match[Any]:
    """rout > rearguard: a Rout nobody has called for comes before anybody leaves (11.4.b)."""
    m = go(lone(cv=1), "group 61", "move x_trento 61 60", "engage x_21_5 34 35 34", "done")
    assert where(m, "a_4in_5") == "eliminated"
    assert offers(m) == ["probe 61", "let_go 61"]
    return m


def two_retreats() -> Match[Any]:
    """pursuit > rearguard: one group has fallen, another leaves under a Rearguard."""
    blocks = {
        "x_brescia": "61", "a_7_4": "61", "x_15_8": "10", "x_trento": "10", "a_2nz_5": "10",
    } | REAR  # fmt: skip
    g = table(
        blocks, battles={"61": "allied", "10": "allied"}, cv={"x_brescia": 1}, holder=HELD,
        crossed={("60", "61"): "axis", ("9", "10"): "axis"},
    )  # fmt: skip
    m = go(scene(g), "done", "play 2 2", "group 61", "move x_brescia 61 60", "group 10")
    go(m, "move x_trento 10 9", "done", "retreat 61", "fire 2 0 1", (6, 6))
    assert where(m, "x_brescia") == "eliminated"
    assert offers(m) == ["probe 10", "let_go 10"]
    return m


# -- 10.1.a A way that a Rout has shut -----------------------------------------------------------

SHUT = {
    "x_trento": "61", "x_brescia": "61", "a_7_4": "61", "x_21_5": "34", "a_4in_5": "35",
} | REAR  # fmt: skip


def shut(*steps: str, more: dict[str, str] | None = None, **fields: Any) -> Match[Any]:
    """Trento is to leave Bir Harmat; 4in/5 Routs into its only way out."""
    before, goal = fields.pop("before", ()), fields.pop("goal", "64")
    g = table(
        SHUT | (more or {}), battles={"61": "allied"}, holder=fields.pop("holder", EAST),
        crossed={("61", "36"): "axis"}, disrupted=["a_4in_5"], **fields,
    )  # fmt: skip
    m = go(scene(g), *before, "play 2 2", "group 61", "group 34")
    go(
        m,
        f"move x_trento 61 {goal}",
        *steps,
        "engage x_21_5 34 35 34",
        "rout 35",
        "fire 0 0 0",
        "withdraw a_4in_5 35 36",
    )
    go(m, "done")
    assert told(m, "cannot_leave") == [{"side": "axis", "place": "61", "count": 1}]
    assert (where(m, "x_trento"), lies(m, "x_trento")) == ("61", False)
    return m


def the_way_is_shut() -> Match[Any]:
    """leave > rearguard: and they may fight, for nobody has left this battle (10.4.c)."""
    m = shut()
    assert "fight 61" in offers(m)
    return m


def shut_and_another_retreats() -> Match[Any]:
    """rearguard > pursuit: the same Regroup takes Savona out of its own battle, and it is free."""
    blocks = SHUT | {"x_savona": "38", "a_22g": "38"}
    g = table(
        blocks, battles={"61": "allied", "38": "allied"}, holder=EAST, disrupted=["a_4in_5"],
        crossed={("61", "36"): "axis", ("38", "39"): "axis"},
    )  # fmt: skip
    m = go(scene(g), "play 2 2", "regroup 62", "to 64", "rommel x_trento 61 64", "group 34")
    go(m, "move x_savona 38 64")
    go(m, "engage x_21_5 34 35 34", "rout 35", "fire 0 0 0", "withdraw a_4in_5 35 36", "done")
    go(m, "retreat 61")
    assert told(m, "leaving")[-1]["place"] == "38"
    return m


def shut_and_refusal() -> Match[Any]:
    """rearguard > refusal."""
    more = {"x_15_8": "34", "a_22g": "58"}
    m = shut("engage x_15_8 34 58 34", more=more)
    assert offers(m)[0] == "accept 58"
    return go(m, "accept 58")


def shut_and_mines() -> Match[Any]:
    """rearguard > mines: an undefended minefield is shown when the Movement is over (14.2.a)."""
    g = {"mine": [0 if place == at("9") else -1 for place in range(len(PLACES))]}
    m = shut("move x_15_8 34 9", more={"x_15_8": "34"}, **g)
    assert told(m, "minefield") == [{"place": "9"}]
    return m


def shut_and_no_supply() -> Match[Any]:
    """rearguard > final: a lone block in the desert."""
    m = go(shut(more={"x_savona": "137"}), "done")
    assert told(m, "out_of_supply") == [{"side": "axis", "place": "137"}]
    return m


def shut_and_fed() -> Match[Any]:
    """rearguard > check: what Benghazi has kept back is given out at the Final Check."""
    m = shut(more={"x_savona": "55", "a_2nz_5": "103"}, before=("done",))
    go(m, "done")
    return go(m, "assign x_savona 55 54")


def shut_and_captured() -> Match[Any]:
    """rearguard > capture: nobody was in Benghazi."""
    held = dict.fromkeys(EAST, "allied")
    m = go(shut(more={"x_savona": "54"}, holder=held), "done")
    assert told(m, "captured") == [{"side": "axis", "place": "54"}]
    return m


PLACES = GAME.data.place_ids[: GAME.data.size]


# -- marches, mines, the Month -------------------------------------------------------------------


def two_marches() -> Match[Any]:
    """attack > rout: one march Overruns, the next one attacks; then the Rout is due."""
    blocks = {"x_brescia": "34", "x_trento": "34", "a_4in_5": "31", "a_22g": "59"} | REAR
    g = table(blocks, holder=HELD, disrupted=["a_4in_5"])
    m = go(scene(g), "play 2 2", "group 34", "move x_trento 34 32", "move x_brescia 34 35", "done")
    go(m, "march_engage x_trento 32 31 32", "march_engage x_brescia 35 59 35", (6, 6))
    assert told(m, "attacked") == [{"side": "axis", "place": "59"}]
    assert told(m, "rout") == [{"side": "allied", "place": "31", "count": 1}]
    return m


def mined(place: str, side: int) -> list[int]:
    """A minefield in one hex."""
    return [side if each == at(place) else -1 for each in range(len(PLACES))]


def refused_in_vain_on_mines() -> Match[Any]:
    """pursuit > mines: the group that Refused has fallen on its own minefield."""
    blocks = {"x_21_5": "34", "x_15_8": "34", "a_22g": "35"} | REAR
    g = table(blocks, holder=EAST, cv={"a_22g": 1}, mine=mined("35", 0))
    m = go(scene(g), "play 1 1", "group 34", "engage x_21_5 34 35 34", "engage x_15_8 34 35 34")
    go(m, "done", "refuse 35")
    go(m, offers(m, "fire")[0])
    while m.chance is not None:
        m.roll((6,) * m.chance.count)
    assert where(m, "a_22g") == "eliminated"
    assert told(m, "minefield") == [{"place": "35"}]
    return m


def nothing_left_on_mines() -> Match[Any]:
    """rout > mines: as the firm block has gone, the one that lies there falls."""
    blocks = {"x_21_5": "34", "a_22g": "35", "a_4in_5": "35"} | REAR
    g = table(
        blocks, holder=EAST, disrupted=["a_4in_5"], cv={"a_4in_5": 1}, mine=mined("35", 0)
    )  # fmt: skip
    m = go(scene(g), "play 1 1", "group 34", "engage x_21_5 34 35 34", "done", "refuse 35")
    while not told(m, "minefield"):
        go(m, offers(m)[-1])
    assert where(m, "a_4in_5") == "eliminated"
    assert told(m, "minefield") == [{"place": "35"}]
    return m


def mines_and_fed() -> Match[Any]:
    """mines > check: Bardia's supply is given out at the end of the same turn."""
    blocks = {"x_savona": "65", "a_2nz_5": "38", "a_7_4": "36", "x_21_5": "10"} | REAR
    g = table(blocks, holder=HELD, mine=mined("9", 0))
    m = go(scene(g), "done", "play 1 1", "group 10", "move x_21_5 10 9", "done")
    assert told(m, "minefield") == [{"place": "9"}]
    return go(m, "assign x_savona 65 40")


def mines_after_a_pursuit() -> Match[Any]:
    """check > mines: they were laid while the enemy stood there; nobody has moved since."""
    blocks = {"x_21_5": "10", "x_savona": "137"} | REAR
    m = go(scene(table(blocks, holder=HELD, mine=mined("10", 0))), "play 1 1", "done")
    assert told(m, "minefield") == [{"place": "10"}]
    return m


def mines_in_a_blitz() -> Match[Any]:
    """blitz > mines: a block of the enemy has Routed onto mines in the first Combat."""
    blocks = {"x_21_5": "35", "x_15_8": "35", "a_22g": "35", "a_4in_5": "35"} | REAR
    g = table(
        blocks, holder=EAST, battles={"35": "allied"}, disrupted=["a_4in_5"], cv={"a_22g": 1},
        real=3, mine=mined("36", 1), crossed={("34", "35"): "axis"},
    )  # fmt: skip
    m = go(scene(g), "play 3 3", "done", "fight 35", "done")
    while told(m, "blitz") == []:
        if m.chance is not None:
            face = 6 if isinstance(m.chance, Roll) and m.chance.side == "axis" else 1
            m.roll((face,) * m.chance.count)
        else:
            fled = [offer for offer in offers(m, "withdraw") if offer.endswith(" 36")]
            go(m, fled[0] if fled else offers(m)[-1])
    return go(m, "done")


def nobody_left_at_the_month() -> Match[Any]:
    """rout > buildup: the Shield had no supply; whoever it covered falls before the dice."""
    blocks = {
        "x_savona": "65", "x_trento": "65", "a_22g": "65", "a_2nz_5": "38", "a_7_4": "61",
    } | REAR  # fmt: skip
    g = table(
        blocks, active="allied", holder=HELD | {"tobruk": "allied"}, battles={"65": "axis"},
        disrupted=["x_trento"], cv={"x_trento": 1}, crossed={("65", "66"): "allied"}, passed=1,
        real=0,
    )  # fmt: skip
    m = go(scene(g), "done")
    while not told(m, "rp"):
        if m.chance is not None:
            m.roll((3,) * m.chance.count)
        else:
            fed = [offer for offer in offers(m, "assign") if "x_savona" not in offer]
            go(m, fed[0] if fed else offers(m)[-1])
    assert where(m, "x_savona") == "eliminated"
    assert told(m, "rout")
    return m
