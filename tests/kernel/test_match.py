"""Asking and answering: what a match takes, what it refuses, and that a refusal changes nothing."""

from collections.abc import Generator

import pytest

from khamsin.kernel.errors import (
    KhamsinError,
    NotOffered,
    RefusedChoice,
    SetupError,
    StaleDecision,
    WrongSeat,
)
from khamsin.kernel.game import Setup
from khamsin.kernel.play.archive import journal_of
from khamsin.kernel.play.decision import MARK, Choose, Draw, Roll, listed
from khamsin.kernel.play.dice import ScriptedDice, SeededDice
from khamsin.kernel.play.match import Match
from tests.kernel.patrol import Patrol
from tests.kernel.toys import XY, Notes, Siege, Sketch, ask, by_hand, sketch, turns


def trace(match: Match) -> tuple[str, str, list, int]:
    """Everything a refusal must leave alone."""
    journal = journal_of(match).text()
    return match.state.digest(), journal, list(match.events), match.number


# -- answers ---------------------------------------------------------------------------------


def test_an_offered_answer_goes_into_journal_and_rules():
    match = sketch(turns, (4,))

    match.choose(("x",))
    match.choose(["y"])

    assert match.entries == [("a", "x"), ("b", "y"), ("dice", "luck", "4")]
    assert match.state.notes == ["a-x", "b-y", "4"]
    assert match.to_answer == ("a",)


def test_dice_answer_by_themselves_and_players_are_asked_next():
    async def rules(g: Notes) -> None:
        first = await Roll(2, "attack", "1")
        second = await Draw(("red", "blue"), 1, "chit", "1")
        g.notes += [str(value) for value in (*first, *second)]
        await ask(g, "b")
        g.end()

    match = sketch(rules, (6, 1), ("blue",))

    assert match.entries == [("dice", "attack", "6", "1"), ("dice", "chit", "blue")]
    assert match.state.notes == ["6", "1", "blue"]
    assert match.decision is not None
    assert match.decision.sides == ("b",)
    assert match.chance is None


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (("z",), "'z' is not offered to a: not_an_answer (rule 1)"),
        (("x", "x"), "'x x' is not offered to a: not_an_answer (rule 1)"),
        ((), "'' is not offered to a: not_an_answer (rule 1)"),
        ("x y", "'x   y' is not offered to a: not_an_answer (rule 1)"),
        (("far", "9"), "'far 9' is not offered to a: too_far (rule 4.2)"),
        ((1,), "(1,) is not made of words"),
        ([["x"]], "(['x'],) is not made of words"),
        ((None,), "(None,) is not made of words"),
    ],
)
def test_what_is_not_offered_is_refused_with_the_reason(option, message):
    match = sketch(turns, (4,))
    before = trace(match)

    with pytest.raises(NotOffered) as refused:
        match.choose(option)

    assert str(refused.value) == message
    assert trace(match) == before


def test_an_answer_can_be_checked_before_it_is_given():
    match = sketch(turns, (4,))
    before = trace(match)

    assert match.check(("x",)) == match.check(("x",), "a") == "a"
    with pytest.raises(NotOffered) as refused:
        match.check(("far", "9"), "a")

    assert refused.value.why is not None
    assert refused.value.why.rule == "4.2"
    assert trace(match) == before


def test_another_seat_is_refused():
    match = sketch(turns, (4,))
    before = trace(match)

    with pytest.raises(WrongSeat, match=r"^a must answer now, not b$"):
        match.choose(("x",), "b")
    with pytest.raises(WrongSeat, match=r"not dice$"):
        match.choose(("x",), "dice")

    assert trace(match) == before


def test_an_answer_to_a_decision_that_has_passed_is_refused():
    match = sketch(turns, (4,), (2,))
    number = match.number
    match.choose(("x",), "a", number)
    match.choose(("x",), "b", match.number)
    before = trace(match)

    with pytest.raises(StaleDecision, match="decision 0 has passed; decision 3 is open"):
        match.choose(("x",), "a", number)

    assert trace(match) == before


def test_a_decision_that_is_still_to_come_is_refused_too():
    match = sketch(turns, (4,))
    with pytest.raises(StaleDecision):
        match.choose(("x",), "a", match.number + 1)


def test_after_the_end_nothing_is_asked_or_taken():
    async def rules(g: Notes) -> None:
        await ask(g, "a")
        g.end(None)

    match = sketch(rules)
    match.choose(("x",))
    before = trace(match)

    assert match.result is not None
    assert match.result.winner is None
    assert match.decision is None
    assert match.chance is None
    assert match.to_answer == ()
    assert match.legal() == match.legal("a") == []
    with pytest.raises(RefusedChoice, match=r"^the match is over$"):
        match.choose(("x",))
    with pytest.raises(RefusedChoice, match=r"^no dice are to be rolled now$"):
        match.roll((1,))
    assert trace(match) == before


def test_options_are_listed_once_for_a_decision_and_never_in_a_replay():
    listings = []

    def options():
        listings.append(1)
        return XY

    async def rules(g: Notes) -> None:
        await MARK
        for _ in range(3):
            await Choose("a", "pick", options, "1")
        g.end()

    match = sketch(rules)
    match.legal()
    match.choose(("x",))
    assert len(listings) == 1
    match.choose(("y",))
    assert len(listings) == 2
    match.clone()
    assert len(listings) == 2


def test_an_option_that_only_some_sides_may_know_is_an_option_like_any_other():
    async def rules(g: Notes) -> None:
        answer = await Choose("a", "lay", listed(XY), "1", only=("a",), card=3)
        g.notes.append(answer[0])
        await ask(g, "b")
        g.end()

    match = sketch(rules)
    assert match.decision is not None
    assert match.decision.facts == {"card": 3}
    match.choose(("y",))
    assert match.state.notes == ["y"]


def test_a_forced_interrupt_in_the_middle_of_a_move_is_asked_of_the_other_side():
    match = Match(Patrol(), Setup("campaign"), SeededDice("interrupt"))
    asked = []
    while match.result is None and "lay" not in asked:
        option = match.legal()[0]
        match.choose(option, match.to_answer[0])
        if match.decision is not None:
            asked.append(match.decision.prompt)

    assert asked[-1] == "lay"
    mover = match.state.order[match.state.mover]
    assert match.to_answer == (("red", "blue")[1 - mover],)


# -- set-up ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        (Setup("nowhere"), "Sketch has no scenario 'nowhere'; there are: only"),
        (Setup("only", ("rain",)), "Sketch has no option 'rain'; there are: extra, other"),
        (Setup("only", ("extra", "extra")), "the option 'extra' is chosen twice"),
    ],
)
def test_a_set_up_that_the_game_does_not_have_is_refused(setup, message):
    with pytest.raises(SetupError) as refused:
        Match(Sketch(turns), setup, None)
    assert str(refused.value) == message


def test_a_solitaire_game_is_a_match_with_one_seat():
    match = Match(Siege(), Setup("fort", ("hard",)), SeededDice("alone"))
    while match.result is None:
        assert match.to_answer == ("garrison",)
        match.choose(match.legal()[-1])
    assert match.result.reason in ("stormed", "relieved")


# -- dice ------------------------------------------------------------------------------------


def test_a_match_without_dice_waits_for_real_ones():
    match = by_hand(turns)
    match.choose(("x",))
    match.choose(("y",))

    assert match.decision is None
    assert not match.to_answer
    assert match.chance is not None
    assert match.chance.why == "luck"
    assert match.view("a")["decision"] is None
    with pytest.raises(RefusedChoice, match=r"^the dice are to be rolled now$"):
        match.choose(("x",))

    match.roll([5])

    assert match.entries[-1] == ("dice", "luck", "5")
    assert match.state.notes[-1] == "5"
    assert match.to_answer == ("a",)


@pytest.mark.parametrize("values", [(), (0,), (7,), (1, 2), ("x",), (1.5,), ("",), ("٣",)])
def test_dice_that_no_die_shows_are_refused(values):
    match = by_hand(turns)
    match.choose(("x",))
    match.choose(("y",))
    before = trace(match)

    with pytest.raises(NotOffered, match="cannot be rolled or drawn for 'luck'"):
        match.roll(values)

    assert trace(match) == before


def test_items_drawn_by_hand_must_be_there_as_often_as_drawn():
    async def rules(g: Notes) -> None:
        g.notes += await Draw(("quiet", "quiet", "shell"), 2, "event", "1")
        g.end()

    match = by_hand(rules)
    for wrong in (("shell", "shell"), ("storm", "quiet"), ("quiet",)):
        with pytest.raises(NotOffered):
            match.roll(wrong)
    match.roll(("quiet", "quiet"))
    assert match.state.notes == ["quiet", "quiet"]
    assert match.result is not None


def test_a_script_of_dice_that_runs_out_says_so_and_the_match_waits():
    match = sketch(turns)
    match.choose(("x",))
    with pytest.raises(KhamsinError, match="the script ends after roll 0; one more is asked"):
        match.choose(("y",))

    assert match.entries == [("a", "x"), ("b", "y")]
    match.dice = ScriptedDice((2,))
    match.settle()
    assert match.entries[-1] == ("dice", "luck", "2")


# -- rules that are wrong --------------------------------------------------------------------


class Later:
    """Something that can be awaited, but that no match can answer."""

    def __await__(self) -> Generator[str, None, None]:
        yield "tomorrow"


def test_rules_may_await_nothing_else():
    async def rules(g: Notes) -> None:
        await Later()

    with pytest.raises(TypeError, match=r"rules may only await .* not 'tomorrow'"):
        sketch(rules)


def test_rules_may_not_end_without_a_result():
    async def rules(g: Notes) -> None:
        await ask(g, "a")

    match = sketch(rules)
    with pytest.raises(RuntimeError, match=r"^the rules ended without a result$"):
        match.choose(("x",))


def test_a_bug_in_the_rules_is_not_dressed_up_as_a_refusal():
    async def rules(g: Notes) -> None:
        await ask(g, "a")
        raise KeyError("unit")

    match = sketch(rules)
    with pytest.raises(KeyError):
        match.choose(("x",))
