"""Going back: marks, clones, undo and its barriers, and the trace that is left."""

from random import Random

import pytest

from khamsin.kernel.errors import CannotUndo
from khamsin.kernel.game import Setup
from khamsin.kernel.play.archive import journal_of, load
from khamsin.kernel.play.decision import MARK, Choose, Roll, Secret, listed
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.journal import parse
from khamsin.kernel.play.match import Match
from tests.kernel.patrol import Patrol
from tests.kernel.toys import XY, Notes, Sketch, ask, sketch, turns


def pictures(match: Match) -> tuple:
    """All that two equal matches have in common."""
    views = [match.view(side) for side in (*match.game.sides, None)]
    return match.state.digest(), list(match.entries), list(match.events), views, match.legal()


def played(seed: str, answers: int, *, pick: int = 0) -> Match:
    """A match of Patrol after so many answers, each a fixed one of those offered."""
    match = Match(Patrol(), Setup("campaign"), SeededDice(seed))
    for _ in range(answers):
        if match.result is None:
            options = match.legal()
            match.choose(options[pick % len(options)])
    return match


# -- marks -----------------------------------------------------------------------------------


def test_there_is_a_snapshot_at_every_mark_after_an_answer():
    match = sketch(turns, (1,), (2,), (3,))
    while match.result is None:
        match.choose(("x",))

    assert [mark.entries for mark in match.marks] == [0, 3, 6]
    assert [mark.chances for mark in match.marks] == [0, 1, 2]
    assert [mark.state.step for mark in match.marks] == [0, 1, 2]
    assert [mark.events for mark in match.marks] == [0, 1, 2]


def test_marks_of_several_depths_are_all_kept():
    match = played("depth", 30)
    phases = {mark.state.phase for mark in match.marks}
    assert {"deploy", "plan", "act"} <= phases
    places = [mark.entries for mark in match.marks]
    assert places == sorted(set(places))


def test_of_marks_with_nothing_answered_between_the_last_counts():
    async def rules(g: Notes) -> None:
        while g.step < 6:
            await MARK
            if g.step % 2:
                await ask(g, "a")
            else:
                g.tell("quiet", "1")
            g.step += 1
        g.end()

    match = sketch(rules)
    match.choose(("x",))
    assert [(mark.entries, mark.state.step) for mark in match.marks] == [(0, 1), (1, 3)]
    assert [mark.events for mark in match.marks] == [1, 2]
    twin = match.clone()
    assert pictures(twin) == pictures(match)
    twin.rewind(0)
    assert [mark.state.step for mark in twin.marks] == [1]
    assert len(twin.events) == 1


# -- clones ----------------------------------------------------------------------------------


@pytest.mark.parametrize("answers", [0, 1, 2, 5, 9, 14])
def test_a_clone_is_at_the_same_point_with_the_same_dice_to_come(answers):
    match = played("clone", answers)
    twin = match.clone()
    assert pictures(twin) == pictures(match)

    rng = Random(answers)
    while match.result is None:
        option = match.legal()[rng.randrange(len(match.legal()))]
        side = match.to_answer[0]
        match.choose(option, side)
        twin.choose(option, side)
        assert pictures(twin) == pictures(match)
    assert twin.result == match.result


def test_a_clone_goes_its_own_way():
    match = played("own-way", 6)
    before = pictures(match)
    marks, undone = len(match.marks), list(match.undone)

    twin = match.clone()
    while twin.result is None:
        twin.choose(twin.legal()[-1], twin.to_answer[0])
    twin.rewind(0)

    assert pictures(match) == before
    assert len(match.marks) == marks
    assert match.undone == undone


def test_a_clone_keeps_a_sealed_answer_sealed():
    match = Match(Patrol(), Setup("campaign"), SeededDice("sealed"))
    match.choose(("hold",), "blue")
    twin = match.clone()
    assert list(twin.to_answer) == ["red"]
    twin.choose(("hold",), "red")
    assert twin.state.phase == "act"
    assert match.state.phase == "plan"


# -- undo ------------------------------------------------------------------------------------


async def errands(g: Notes) -> None:
    """a picks twice, a die falls, a picks, b picks, b reveals something, b picks, both bid."""
    await MARK
    await ask(g, "a")
    await ask(g, "a")
    await Roll(1, "luck", "2")
    await ask(g, "a")
    await ask(g, "b")
    await ask(g, "b")
    g.tell("shown", "3", reveals=True)
    await ask(g, "b")
    await Secret("bid", {"a": listed(XY), "b": listed(XY)}, "4")
    await ask(g, "b")
    g.end()


def errand(answers: int) -> Match[Notes]:
    match = sketch(errands, (3,))
    for _ in range(answers):
        match.choose(("x",))
    return match


def test_an_answer_taken_back_never_happened():
    match = errand(1)
    before = pictures(match)
    match.choose(("y",))
    match.rewind(1)
    assert pictures(match) == before

    match = errand(0)
    before = pictures(match)
    match.choose(("y",))
    match.undo("a")
    assert pictures(match) == before
    match.choose(("x",))
    assert match.state.notes == ["a-x"]


@pytest.mark.parametrize(
    ("answers", "side", "why"),
    [
        (0, "a", "nothing has been decided yet"),
        (1, "a", None),
        (1, "b", "a has answered since"),
        (2, "a", "the dice have been rolled since"),
        (3, "a", None),
        (4, "a", "b has answered since"),
        (4, "b", None),
        (5, "b", "something hidden has been revealed since"),
        (6, "b", None),
        (7, "a", None),
        (7, "b", "a has answered since"),
        (8, "b", "the sealed answers have been opened since"),
        (9, "b", None),
    ],
)
def test_the_barriers_of_undo(answers, side, why):
    match = errand(answers)
    assert match.why_not_undo(side) == why
    assert match.clone().why_not_undo(side) == why
    before = pictures(match)
    if why is None:
        match.undo(side)
        assert len(match.entries) < len(before[1])
    else:
        with pytest.raises(CannotUndo, match=f"{side} cannot undo: {why}"):
            match.undo(side)
        assert pictures(match) == before


def test_opened_answers_are_a_barrier_even_just_after_a_mark():
    async def rules(g: Notes) -> None:
        await MARK
        if g.step == 0:
            await Secret("bid", {"a": listed(XY), "b": listed(XY)}, "4")
            g.step = 1
            await MARK
        await ask(g, "b")
        g.end()

    match = sketch(rules)
    match.choose(("x",), "a")
    match.choose(("y",), "b")
    assert match.marks[-1].entries == 2
    for each in (match, match.clone()):
        assert each.why_not_undo("b") == "the sealed answers have been opened since"


def test_a_reveal_before_the_last_answer_is_no_barrier_for_it():
    match = errand(6)
    match.undo("b")
    assert match.why_not_undo("b") == "something hidden has been revealed since"


def test_what_only_one_side_saw_is_a_barrier_too():
    for seed in range(40):
        match = Match(Patrol(), Setup("campaign", ("scouts",)), SeededDice(f"spy{seed}"))
        rng = Random(seed)
        while match.result is None:
            spying = [option for option in match.legal() if option[0] == "spy"]
            options = spying or match.legal()
            side = match.to_answer[0]
            match.choose(options[rng.randrange(len(options))], side)
            if spying and match.entries[-1][0] == side:
                assert match.why_not_undo(side) == "something hidden has been revealed since"
                return
    pytest.fail("nobody ever spied")


def test_undo_across_a_mark_goes_back_to_the_mark_before():
    async def rules(g: Notes) -> None:
        while g.step < 3:
            await MARK
            await ask(g, "a")
            g.step += 1
        g.end()

    match = sketch(rules)
    match.choose(("x",))
    match.choose(("y",))
    assert [mark.entries for mark in match.marks] == [0, 1, 2]
    match.undo("a")
    match.undo("a")
    assert [mark.entries for mark in match.marks] == [0]
    assert match.state.notes == []


def test_the_last_answer_of_a_match_can_be_taken_back():
    async def rules(g: Notes) -> None:
        await MARK
        await ask(g, "a")
        g.end("b")

    match = sketch(rules)
    match.choose(("x",))
    assert match.decision is None
    match.undo("a")
    assert match.view("a")["result"] is None
    assert match.legal() == XY


# -- rewind and the trace --------------------------------------------------------------------


def test_rewinding_goes_to_any_entry_and_the_same_dice_fall_again():
    match = played("rewind", 60, pick=1)
    assert match.result is not None
    whole = list(match.entries)
    for at in range(len(whole), -1, -1):
        past = match.clone()
        past.rewind(at)
        # Dice that stood there fall again at once.
        assert past.entries == whole[: len(past.entries)]
        assert len(past.entries) >= at
        for entry in whole[len(past.entries) :]:
            past.feed(entry)
        assert pictures(past)[:3] == pictures(match)[:3]


@pytest.mark.parametrize("entries", [-1, 4, 99])
def test_there_is_no_rewinding_beyond_the_journal(entries):
    match = errand(2)
    before = pictures(match)
    with pytest.raises(CannotUndo, match=f"entry {entries} is not between 0 and 3"):
        match.rewind(entries)
    assert pictures(match) == before


def test_what_was_taken_back_stays_in_the_journal_through_saving_and_loading():
    match = Match(Sketch(turns), Setup("only"), SeededDice("trace"))
    match.choose(("y",))
    match.undo("a")
    match.choose(("x",))
    match.undo("a")
    match.choose(("y",))

    assert match.undone == [(0, ("a", "y")), (0, ("a", "x"))]
    text = journal_of(match).text()
    assert text.splitlines()[-4:-1] == ["~ a y", "~ a x", f"mark 0 {match.marks[0].state.digest()}"]

    loaded = load(parse(text), Sketch(turns)).match
    assert loaded.undone == match.undone
    assert journal_of(loaded).text() == text
    assert loaded.clone().undone == match.undone


def test_a_trace_further_on_moves_back_with_the_journal():
    match = sketch(errands, (3,))
    match.choose(("x",))
    match.choose(("x",))
    match.choose(("y",))  # the fourth entry, after the die
    match.undo("a")
    match.rewind(0)

    trace = [("a", "y"), ("a", "x"), ("a", "x"), ("dice", "luck", "3")]
    assert match.undone == [(0, entry) for entry in trace]
    text = journal_of(match).text()
    assert [line for line in text.splitlines() if line[0] == "~"] == [
        f"~ {' '.join(entry)}" for entry in trace
    ]


def test_a_choice_with_facts_is_asked_again_with_the_same_facts():
    async def rules(g: Notes) -> None:
        await MARK
        await Choose("a", "place", listed(XY), "1", unit="11h")
        await ask(g, "a")
        g.end()

    match = sketch(rules)
    match.choose(("x",))
    match.undo("a")
    assert match.decision is not None
    assert match.decision.facts == {"unit": "11h"}
