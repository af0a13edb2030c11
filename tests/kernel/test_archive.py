"""Saving, loading and verifying: nothing is lost, and nothing that was changed goes unseen."""

from dataclasses import replace

import pytest

from khamsin.kernel.errors import JournalError
from khamsin.kernel.game import Setup
from khamsin.kernel.play.archive import journal_of, load, verify
from khamsin.kernel.play.decision import MARK, Choose, Roll, listed
from khamsin.kernel.play.dice import ScriptedDice, SeededDice, commitment
from khamsin.kernel.play.journal import Journal, parse
from khamsin.kernel.play.match import Match
from tests.kernel.patrol import Patrol
from tests.kernel.toys import XY, Notes, Sketch, ask, sketch, turns

GAME = Sketch(turns)


def finished(seed: str = "1941") -> Match[Notes]:
    match = Match(GAME, Setup("only", ("extra",)), SeededDice(seed))
    while match.result is None:
        match.choose(("x",))
    return match


def saved(match: Match) -> Journal:
    return parse(journal_of(match).text(), "game")


def changed(match: Match, *changes: tuple[str, str], keep: int = 1) -> Journal:
    """The match's journal with words replaced in its text."""
    text = journal_of(match).text()
    for old, new in changes:
        assert text.count(old) >= keep, old
        text = text.replace(old, new, 1)
    return parse(text, "game")


# -- saving and loading ----------------------------------------------------------------------


@pytest.mark.parametrize("answers", [0, 1, 2, 3, 4, 6])
def test_a_loaded_match_goes_on_where_it_was_left(answers):
    match = Match(GAME, Setup("only", ("extra",)), SeededDice("load"))
    for _ in range(answers):
        match.choose(("y",))
    loaded = load(saved(match), GAME)

    assert loaded.warning is None
    again = loaded.match
    assert again.setup == match.setup
    assert journal_of(again).text() == journal_of(match).text()
    assert again.events == match.events
    while match.result is None:
        match.choose(("x",))
        again.choose(("x",))
    assert journal_of(again).text() == journal_of(match).text()


def test_a_sealed_answer_is_loaded_sealed():
    match = Match(Patrol(), Setup("raid"), SeededDice("sealed"))
    match.choose(("hold",), "blue")
    again = load(saved(match), Patrol()).match
    assert list(again.to_answer) == ["red"]
    assert again.view("red") == match.view("red")


def test_a_journal_without_a_seed_waits_for_dice_or_takes_those_it_is_given():
    match = sketch(turns, (4,), (5,), (6,))
    match.choose(("x",))
    match.choose(("x",))
    match.choose(("x",))
    journal = saved(match)
    assert journal.seed is None

    by_hand = load(journal, GAME).match
    by_hand.choose(("y",))
    assert by_hand.chance is not None
    by_hand.roll((2,))
    assert by_hand.entries[-1] == ("dice", "luck", "2")

    scripted = load(journal, GAME, dice=ScriptedDice((4,), (5,))).match
    scripted.choose(("y",))
    assert scripted.entries[-1] == ("dice", "luck", "5")


def test_a_match_of_real_dice_is_saved_without_seed_and_commitment():
    match = Match(GAME, Setup("only"), None)
    text = journal_of(match).text()
    assert "seed" not in text
    assert "commitment" not in text


def test_a_loaded_match_rolls_dice_that_were_still_to_fall():
    match = Match(GAME, Setup("only"), None)
    match.choose(("x",))
    match.choose(("x",))
    journal = saved(match)
    journal.seed = "late"
    again = load(journal, GAME).match
    assert again.entries[-1] == ("dice", "luck", str(SeededDice("late").roll(0, 1)[0]))


# -- what does not fit -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("game sketch", "game chess", "game is a match of chess, not of sketch"),
        (
            "pack 00000000",
            "pack 11111111",
            "game was played with data pack 11111111, but this is pack 00000000",
        ),
        ("scenario only", "scenario x", "game: Sketch has no scenario 'x'; there are: only"),
        ("option extra", "option z", "game: Sketch has no option 'z'; there are: extra, other"),
        ("\na x\n", "\na z\n", "game, line 11: 'a z' is not offered here"),
        ("\na x\n", "\nb x\n", "game, line 11: 'b x' is not offered here"),
        ("\na x\n", "\ndice luck 3\n", "game, line 11: 'dice luck 3' is not offered here"),
        ("\ndice luck ", "\ndice fate ", "game, line 13: 'dice fate {die}' stands where dice"),
        ("\ndice luck ", "\ndice luck 9", "game, line 13: 'dice luck 9{die}' stands where dice"),
        ("\ndice luck ", "\na x ", "game, line 13: 'a x {die}' stands where dice fall for 'luck'"),
        ("\nmark 3 ", "\nmark 3 0", "game, line 14: the state here is not the one that was saved"),
        (
            "\nresult a 9 over",
            "\nresult b 9 over",
            "game, line 22: the result is written as 'b 9 over', but it is 'a 9 over'",
        ),
        (
            "\nresult a 9 over",
            "\na x",
            "game, line 22: 'a x' stands after the end of the match",
        ),
    ],
)
def test_damage_is_an_error_that_names_the_line(old, new, message):
    match = finished()
    die = match.entries[2][2]
    with pytest.raises(JournalError) as error:
        load(changed(match, (old, new)), GAME, "game")
    assert str(error.value).startswith(message.format(die=die))


def test_a_result_before_the_end_is_an_error():
    match = Match(GAME, Setup("only"), SeededDice("open"))
    text = journal_of(match).text() + "result a 9 over\n"
    with pytest.raises(JournalError, match="written as 'a 9 over', but it is 'still open'"):
        load(parse(text), GAME)


def test_an_answer_that_was_left_out_is_an_error():
    journal = saved(finished())
    del journal.answers[4]
    journal.marks = journal.marks[:1]
    with pytest.raises(JournalError, match=r"line 17: 'dice luck [1-6]' is not offered here"):
        load(journal, GAME)


def test_a_journal_that_was_never_a_text_is_named_without_lines():
    journal = journal_of(finished())
    journal.result = ("b", "9", "over")
    with pytest.raises(JournalError, match="game: the result is written as"):
        load(journal, GAME, "game")


# -- other rules -----------------------------------------------------------------------------


async def only_x_after_the_first_turn(g: Notes) -> None:
    """Like `turns`, but from the second turn on y is no longer offered."""
    while g.step < 3:
        await MARK
        g.tell("turn", "1", turn=g.step)
        options = XY if g.step == 0 else XY[:1]
        for side in ("a", "b"):
            (word,) = await Choose(side, "pick", listed(options), "1")
            g.notes.append(f"{side}-{word}")
        (die,) = await Roll(1, "luck", "2")
        g.notes.append(str(die))
        g.step += 1
    g.end("a")


def old_match() -> Match[Notes]:
    """Two turns and a half under the old rules, y everywhere, with something taken back."""
    match = Match(GAME, Setup("only"), SeededDice("old"))
    match.choose(("x",))
    match.undo("a")
    for _ in range(3):
        match.choose(("y",))
    match.undo("a")  # at the mark that will be the last good one
    for _ in range(3):
        match.choose(("y",))
    match.undo("a")
    match.choose(("y",))
    return match


def test_under_newer_rules_a_match_goes_on_from_its_last_good_mark_and_says_so():
    match = old_match()
    newer = Sketch(only_x_after_the_first_turn, version=2)

    loaded = load(saved(match), newer, "my game")

    assert loaded.warning == (
        "my game was written under rules 1; under rules 2 its first 3 answers fit, and the match "
        "goes on from there (my game, line 16: 'a y' is not offered here)"
    )
    again = loaded.match
    assert again.entries == match.entries[:3]
    assert again.state.digest() == match.marks[1].state.digest()
    assert again.legal() == [("x",)]
    assert again.undone == [(0, ("a", "x")), (3, ("a", "y"))]
    while again.result is None:
        again.choose(again.legal()[0])
    assert load(saved(again), newer).warning is None


def test_newer_rules_that_fit_are_no_matter():
    match = finished()
    loaded = load(saved(match), Sketch(turns, version=2))
    assert loaded.warning is None
    assert loaded.match.result == match.result


def test_newer_rules_under_which_even_the_first_mark_differs_start_anew():
    async def other_start(g: Notes) -> None:
        while g.step < 1:
            g.step = 7
            await MARK
        await ask(g, "b")
        g.end()

    def start(setup: Setup) -> Notes:
        g = Notes()
        g.notes.append("elsewhere")
        return g

    elsewhere = Sketch(other_start, version=2)
    elsewhere.rules = replace(elsewhere.rules, start=start)
    loaded = load(saved(finished()), elsewhere)
    assert loaded.warning is not None
    assert "its first 0 answers fit" in loaded.warning
    assert loaded.match.entries == []
    assert list(loaded.match.to_answer) == ["b"]


def test_under_the_same_rules_the_same_journal_is_an_error():
    with pytest.raises(JournalError, match="game, line 16: 'a y' is not offered here"):
        load(saved(old_match()), Sketch(only_x_after_the_first_turn), "game")


def test_other_data_are_an_error_under_any_rules():
    with pytest.raises(JournalError, match="played with data pack 00000000, but this is pack 2"):
        load(saved(finished()), Sketch(turns, version=2, pack="2"), "game")


# -- verifying -------------------------------------------------------------------------------


def other(die: str) -> str:
    return "1" if die != "1" else "2"


def test_an_honest_match_is_verified_roll_by_roll():
    assert verify(saved(finished()), GAME) == 3
    match = Match(Patrol(), Setup("campaign"), SeededDice("honest"))
    while match.result is None:
        match.choose(match.legal()[0], match.to_answer[0])
    dice = [entry for entry in match.entries if entry[0] == "dice"]
    assert verify(saved(match), Patrol()) == len(dice)


def test_a_changed_die_is_seen():
    match = finished()
    die = match.entries[2][2]
    journal = changed(match, (f"dice luck {die}", f"dice luck {other(die)}"))
    journal.marks = journal.marks[:1]  # whoever cheats will not leave the old digests
    with pytest.raises(JournalError) as error:
        verify(journal, GAME, "game")
    assert str(error.value) == f"game, line 13: the seed gives {die}, not {other(die)}"
    load(journal, GAME)  # only the seed can tell


def test_a_changed_draw_is_seen():
    match = Match(Patrol(), Setup("raid"), SeededDice("draw"))
    aside = match.entries[0][2]
    new = "calm" if aside != "calm" else "wind"
    journal = changed(match, (f"dice aside {aside}", f"dice aside {new}"))
    journal.marks = []
    with pytest.raises(JournalError, match=f"the seed gives {aside}, not {new}"):
        verify(journal, Patrol())


def test_a_changed_seed_is_seen():
    match = finished("1941")
    with pytest.raises(JournalError, match="line 8: the seed is not the one whose hash"):
        changed(match, ("seed 1941", "seed 1942"))
    journal = changed(match, ("seed 1941", "seed 1942"), (commitment("1941"), commitment("1942")))
    with pytest.raises(JournalError, match="the seed gives"):
        verify(journal, GAME)


def test_a_changed_result_is_seen():
    with pytest.raises(JournalError, match="result is written as 'b 9 over'"):
        verify(changed(finished(), ("result a", "result b")), GAME)


def test_a_changed_state_is_seen():
    match = finished()
    digest = match.marks[1].state.digest()
    with pytest.raises(JournalError, match="line 14: the state here is not"):
        verify(changed(match, (digest, "0" * 16)), GAME)


def test_a_line_that_is_no_roll_is_not_taken_for_a_false_one():
    journal = changed(finished(), ("\ndice luck ", "\nb x "))
    with pytest.raises(JournalError, match="stands where dice fall for 'luck'"):
        verify(journal, GAME)


def test_without_the_seed_nothing_can_be_verified():
    journal = parse(journal_of(finished()).text(with_seed=False))
    with pytest.raises(JournalError, match="game does not tell the seed"):
        verify(journal, GAME, "game")
