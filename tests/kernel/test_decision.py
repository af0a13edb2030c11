"""The asks themselves."""

import pytest

from khamsin.kernel.play.decision import (
    MARK,
    Choose,
    Draw,
    Mark,
    Roll,
    Secret,
    choose_one,
    listed,
    shuffle,
)
from tests.kernel.toys import XY, Notes, sketch


def test_a_choice_lists_its_options_when_asked_and_to_its_side_alone():
    listings = []

    def options():
        listings.append(1)
        return XY

    ask = Choose("a", "pick", options, "4.1", unit="2rtr", left=3)
    assert listings == []
    assert ask.sides == ("a",)
    assert ask.options_of("a") == XY
    assert ask.options_of("b") == []
    assert listings == [1]
    assert ask.facts == {"unit": "2rtr", "left": 3}
    assert (ask.prompt, ask.rule) == ("pick", "4.1")


def test_a_secret_has_options_for_each_side():
    ask = Secret("bid", {"a": listed(XY), "b": listed([("z",)])}, "18.1", round=2)
    assert ask.sides == ("a", "b")
    assert ask.options_of("a") == XY
    assert ask.options_of("b") == [("z",)]
    assert ask.options_of("c") == []
    assert ask.facts == {"round": 2}


@pytest.mark.parametrize(
    ("ask", "knowing"),
    [
        (Choose("a", "pick", listed(XY), "1"), ["a", "b"]),
        (Choose("a", "pick", listed(XY), "1", only=("a",)), ["a"]),
        (Secret("bid", {"a": listed(XY)}, "1"), ["a", "b"]),
        (Roll(2, "attack", "1"), ["a", "b"]),
        (Draw(("x", "y"), 1, "chit", "1"), ["a", "b"]),
        (Draw(("x", "y"), 1, "card", "1", only=("b",)), ["b"]),
        (Draw(("x", "y"), 1, "aside", "1", only=()), []),
        (shuffle(("x", "y"), "deck", "1"), []),
    ],
)
def test_who_may_know_the_answer(ask, knowing):
    assert [side for side in ("a", "b") if ask.known_to(side)] == knowing


def test_a_shuffle_draws_everything():
    ask = shuffle(("x", "y", "z"), "deck", "2.2")
    assert (ask.items, ask.count, ask.why, ask.rule) == (("x", "y", "z"), 3, "deck", "2.2")


def test_each_await_gives_the_answer_in_its_own_form():
    async def rules(g: Notes) -> None:
        await MARK
        chosen = await Choose("a", "pick", listed(XY), "1")
        sealed = await Secret("bid", {"b": listed(XY), "a": listed(XY)}, "1")
        rolled = await Roll(2, "attack", "1", "a")
        drawn = await Draw(("p", "q"), 1, "chit", "1")
        assert chosen == ("y",)
        assert list(sealed.items()) == [("b", ("x",)), ("a", ("y",))]
        assert rolled == (6, 1)
        assert drawn == ("q",)
        g.end()

    match = sketch(rules, (6, 1), ("q",))
    match.choose(("y",))
    match.choose(("y",), "a")
    match.choose(("x",), "b")
    assert match.result is not None


def test_a_single_option_is_taken_without_asking():
    async def rules(g: Notes) -> None:
        g.notes += await choose_one("a", "pick", [("alone",)], "1")
        g.notes += await choose_one("b", "pick", XY, "1", unit="11h")
        g.end()

    match = sketch(rules)
    assert match.entries == []
    assert match.decision is not None
    assert match.decision.facts == {"unit": "11h"}
    match.choose(("x",))
    assert match.state.notes == ["alone", "x"]


def test_there_is_one_mark_and_it_holds_nothing():
    assert type(MARK) is Mark
    with pytest.raises(AttributeError):
        MARK.state = 1  # type: ignore[attr-defined]


def test_who_changes_the_options_of_a_decision_changes_no_other():
    options = listed(XY)
    options().clear()
    assert options() == list(XY)
