"""18 The choice of sides by secret bids."""

import pytest

from khamsin.games.battleaxe.model.state import State
from khamsin.kernel.errors import CannotUndo, NotOffered, WrongSeat
from khamsin.kernel.game import Setup
from khamsin.kernel.play.match import Match
from tests.games.battleaxe.acting import asked, field, scene
from tests.games.battleaxe.staging import GAME, told


def go_bid(m: Match[State], side: str, points: int) -> Match[State]:
    """One side writes its bid down."""
    m.choose(("bid", str(points)), side)
    return m


def bids(m: Match[State], allied: int, axis: int) -> Match[State]:
    """Both sides bid."""
    return go_bid(go_bid(m, "allied", allied), "axis", axis)


def without_to_answer(view):
    """A view without the list of those who are still to bid: that is no secret."""
    view["decision"].pop("to_answer")
    return view


def bidding(*options: str, scenario: str = "standard") -> Match[State]:
    """A new game whose players bid for sides; its dice wait for `roll`."""
    return Match(GAME, Setup(scenario, ("bids", *options)), None)


@pytest.mark.rule("battleaxe", "18.1", "R31")
@pytest.mark.parametrize(
    ("scenario", "options", "highest"),
    [
        # 14 points of Areas on each of three days and 15 German units
        ("standard", [], 57),
        ("extended", [], 57),
        ("standard", ["tobruk_bonus"], 58),
    ],
)
def test_bids_run_from_nothing_to_the_most_the_allies_could_score(scenario, options, highest):
    m = bidding(*options, scenario=scenario)
    for side in ("allied", "axis"):
        assert m.legal(side) == [("bid", str(points)) for points in range(highest + 1)]


@pytest.mark.rule("battleaxe", "18.0", "18.1")
def test_without_the_option_nobody_bids_and_ten_points_are_needed():
    m = Match(GAME, Setup("standard"), None)
    assert asked(m) == "place"
    assert m.state.vp_needed == 10
    assert GAME.chairs(m.state) == {"allied": "allied", "axis": "axis"}


@pytest.mark.rule("battleaxe", "18.0", "18.1", "R31")
def test_both_bid_before_anything_else():
    m = bidding()
    assert m.to_answer == ("allied", "axis")
    assert asked(m) == "bid"


@pytest.mark.rule("battleaxe", "18.1")
@pytest.mark.parametrize(
    ("allied", "axis", "swapped"), [(12, 9, False), (9, 12, True), (0, 1, True), (1, 0, False)]
)
def test_the_higher_bidder_plays_the_allies_and_needs_his_number(allied, axis, swapped):
    m = bids(bidding(), allied, axis)
    assert m.state.vp_needed == max(allied, axis)
    assert m.state.sides_swapped == swapped
    other = {"allied": "axis", "axis": "allied"}
    chairs = GAME.chairs(m.state)
    assert all(chairs[chair] == (other[chair] if swapped else chair) for chair in chairs)
    assert told(m, "bid_won") == [
        {"chair": "axis" if swapped else "allied", "vp": max(allied, axis)}
    ]
    assert asked(m) == "place"


@pytest.mark.rule("battleaxe", "18.1")
@pytest.mark.parametrize("first", ["allied", "axis"])
def test_a_bid_stays_sealed_until_the_other_is_in(first):
    second = {"allied": "axis", "axis": "allied"}[first]
    before = bidding()
    worlds = [go_bid(bidding(), first, points) for points in (0, 7, 40)]
    for m in worlds:
        assert m.to_answer == (second,)
        assert without_to_answer(m.view(second)) == without_to_answer(before.view(second))
        assert m.view(second) == worlds[0].view(second)
        assert m.view(None) == worlds[0].view(None)
        assert m.view(first) == worlds[0].view(first)
        assert m.legal(second) == before.legal(second)
        assert m.log(second) == before.log(second)
        assert m.state.digest() == before.state.digest()
    revealed = go_bid(worlds[1], second, 3)
    assert told(revealed, "bids") == [{first: 7, second: 3}]


@pytest.mark.rule("battleaxe", "18.1")
def test_nobody_bids_twice_or_for_the_other():
    m = go_bid(bidding(), "allied", 5)
    with pytest.raises(WrongSeat):
        m.choose(("bid", "9"), "allied")
    with pytest.raises(NotOffered):
        m.choose(("bid", "-1"), "axis")
    with pytest.raises(NotOffered):
        m.choose(("bid", "500"), "axis")


@pytest.mark.rule("battleaxe", "18.1", "R31")
def test_once_both_are_in_no_bid_can_be_taken_back():
    m = bids(bidding(), 5, 9)
    for side in ("allied", "axis"):
        with pytest.raises(CannotUndo):
            m.undo(side)


@pytest.mark.rule("battleaxe", "18.1", "R31")
def test_equal_bids_are_made_again():
    m = bids(bidding(), 8, 8)
    assert m.to_answer == ("allied", "axis")
    bids(m, 6, 7)  # the second round counts, and may be lower
    assert (m.state.vp_needed, m.state.sides_swapped) == (7, True)
    m = bids(bids(bids(bidding(), 8, 8), 5, 5), 4, 3)
    assert (m.state.vp_needed, m.state.sides_swapped) == (4, False)


@pytest.mark.rule("battleaxe", "18.1", "R31")
@pytest.mark.parametrize(("die", "swapped"), [(1, False), (3, False), (4, True), (6, True)])
def test_a_third_tie_is_settled_by_a_die(die, swapped):
    m = bids(bids(bids(bidding(), 8, 8), 9, 9), 11, 11)
    assert asked(m) == "bids"
    m.roll((die,))
    assert (m.state.vp_needed, m.state.sides_swapped) == (11, swapped)


@pytest.mark.rule("battleaxe", "18.1", "17.2d")
@pytest.mark.parametrize(("points", "winner"), [(6, "axis"), (7, "allied"), (10, "allied")])
def test_the_bid_replaces_ten_for_the_operational_victory(points, winner):
    m = scene(field({}, allied=["A"], phase="end", turn=3, vp=points, vp_needed=7))
    assert m.result is not None
    assert (m.result.winner, m.result.rule) == (winner, "17.2d")
    assert m.result.scores["vp_needed"] == 7


@pytest.mark.rule("battleaxe", "18.1", "17.1")
def test_a_bid_does_not_touch_the_automatic_victory():
    line = ["A", "5", "6", "17", "18", "20", "G", "H"]
    m = scene(field({}, allied=line, phase="end", turn=1, vp_needed=57))
    assert m.result is not None
    assert (m.result.winner, m.result.rule) == ("allied", "17.1")


@pytest.mark.rule("battleaxe", "18.1", "20.1", "R31")
@pytest.mark.parametrize(
    ("points", "expected"),
    [(15, "allied"), (14, "goes on"), (13, "goes on"), (12, "axis"), (11, "axis")],
)
def test_in_the_extended_game_a_bid_shifts_all_three_numbers(points, expected):
    g = field(
        {}, allied=["A"], phase="end", turn=3, vp=points, vp_needed=14, scenario="extended"
    )  # a winning bid of 14
    m = scene(g)
    assert (m.result.winner if m.result is not None else "goes on") == expected
