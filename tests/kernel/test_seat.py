"""A seat sees what a person in that chair would see, and hands out nothing else."""

from random import Random

from khamsin.kernel.game import Setup
from khamsin.kernel.play.decision import Secret, listed
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.seat import Question, Seat
from tests.kernel.patrol import Patrol
from tests.kernel.toys import XY, Notes, sketch, turns


def test_a_seat_shows_its_own_view_options_and_log():
    match = Match(Patrol(), Setup("campaign"), SeededDice("seat"))
    for side in ("red", "blue"):
        seat = Seat(match, side)
        assert seat.side == side
        assert seat.view() == match.view(side)
        assert seat.legal() == match.legal(side)
        assert seat.log() == match.log(side)
        assert seat.log(2) == match.log(side)[2:]
        assert seat.imagine(Random(1)).view(side) == match.view(side)


def test_a_seat_is_asked_only_when_it_must_answer():
    match = sketch(turns, (1,))
    a, b = Seat(match, "a"), Seat(match, "b")
    assert a.decision == Question("pick", "1", {})
    assert b.decision is None
    assert b.legal() == []
    match.choose(("x",))
    assert [seat.side for seat in (a, b) if seat.decision] == ["b"]


def test_after_the_end_no_seat_is_asked():
    match = sketch(turns, (1,), (1,), (1,))
    while match.result is None:
        match.choose(("x",))
    assert Seat(match, "a").decision is None


def test_a_secret_decision_does_not_hand_out_the_others_options():
    async def rules(g: Notes) -> None:
        hands = {"a": listed([("card", "fuel")]), "b": listed([("card", "sand")])}
        await Secret("plan", hands, "3.2", turn=1)
        g.end()

    seat = Seat(sketch(rules), "a")
    assert seat.decision == Question("plan", "3.2", {"turn": 1})
    assert seat.legal() == [("card", "fuel")]


def test_a_seat_may_do_what_it_likes_with_its_list_of_options():
    match = sketch(turns, (1,))
    options = Seat(match, "a").legal()
    options.clear()
    assert match.legal() == XY == [("x",), ("y",)]


def test_the_match_is_not_an_attribute_of_the_seat():
    seat = Seat(sketch(turns), "a")
    public = {name for name in dir(seat) if not name.startswith("_")}
    assert public == {"decision", "imagine", "legal", "log", "side", "view"}
    assert not [name for name in public if isinstance(getattr(seat, name), Match)]
