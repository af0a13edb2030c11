"""The journal as text: written and read without loss, and every damaged line is named."""

from pathlib import Path

import pytest

from khamsin.kernel.errors import JournalError
from khamsin.kernel.game import Setup
from khamsin.kernel.play import journal as journal_module
from khamsin.kernel.play.archive import journal_of
from khamsin.kernel.play.dice import SeededDice, commitment
from khamsin.kernel.play.journal import Journal, Line, parse
from khamsin.kernel.play.match import Match
from tests.kernel.toys import Sketch, turns

HEAD = ["khamsin journal 1", "game sketch", "rules 1", "scenario only", "pack 00000000"]
TEXT = "\n".join([*HEAD, "---", "mark 0 2f6f", "a x", "~ b x", "b y", "dice luck 4"]) + "\n"


def test_a_journal_is_read_as_written():
    journal = parse(TEXT)
    assert (journal.game, journal.rules, journal.scenario) == ("sketch", 1, "only")
    assert (journal.options, journal.pack) == ((), "00000000")
    assert (journal.seed, journal.commitment, journal.result) == (None, None, None)
    assert journal.answers == [
        Line(8, ("a", "x")),
        Line(10, ("b", "y")),
        Line(11, ("dice", "luck", "4")),
    ]
    assert journal.undone == [(1, ("b", "x"))]
    assert journal.marks == [(0, "2f6f", 7)]
    assert journal.text() == TEXT


def test_everything_that_can_stand_in_a_journal_survives():
    journal = Journal(
        game="sketch",
        rules=3,
        scenario="only",
        options=("extra", "other"),
        pack="feed",
        seed="1941",
        commitment=commitment("1941"),
        answers=[Line(0, ("a", "x")), Line(0, ("dice", "luck", "6"))],
        undone=[(0, ("a", "y")), (2, ("b", "x")), (2, ("b", "y"))],
        marks=[(0, "aa", 0), (2, "bb", 0)],
        result=("nobody", "9", "over"),
    )
    again = parse(journal.text())
    assert again.text() == journal.text()
    assert again.options == journal.options
    assert again.undone == journal.undone
    assert [line.entry for line in again.answers] == [line.entry for line in journal.answers]
    assert again.result == journal.result
    assert [mark[:2] for mark in again.marks] == [(0, "aa"), (2, "bb")]


def test_the_seed_is_left_out_where_others_can_read():
    match = Match(Sketch(turns), Setup("only"), SeededDice("secret-seed"))
    text = journal_of(match).text(with_seed=False)
    assert "secret-seed" not in text
    assert f"commitment {commitment('secret-seed')}" in text.splitlines()
    assert parse(text).seed is None


def test_blank_lines_and_remarks_are_for_people():
    text = TEXT.replace("a x\n", "\n  # the first move\n   a   x   # in the north\n\n")
    assert parse("\n# my game\n" + text).text() == TEXT


def test_windows_line_ends_do_no_harm():
    assert parse(TEXT.replace("\n", "\r\n")).text() == TEXT


def test_the_example_in_the_documentation_is_a_journal():
    source = journal_module.__doc__ or ""
    example = source.partition("\n\n")[2].partition("\n\nBlank")[0]
    lines = [line[4:].partition("   ")[0] for line in example.splitlines()]
    lines = [line.replace("77ab...", commitment("1941")) for line in lines]
    assert parse("\n".join(lines)).game == "battleaxe"


# -- damage ----------------------------------------------------------------------------------

LINES = TEXT.splitlines()


def replaced(number: int, *lines: str) -> str:
    """The journal with one line (they count from 1) replaced by others."""
    return "\n".join([*LINES[: number - 1], *lines, *LINES[number:]]) + "\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "g.khamsin, line 1: a journal begins with 'khamsin journal 1'"),
        ("\n\nhello", "g.khamsin, line 3: a journal begins with 'khamsin journal 1'"),
        (
            replaced(1, "khamsin journal 2"),
            "g.khamsin, line 1: a journal begins with 'khamsin journal 1'",
        ),
        (replaced(2), "g.khamsin: the line 'game' is missing"),
        (replaced(3), "g.khamsin: the line 'rules' is missing"),
        (replaced(4), "g.khamsin: the line 'scenario' is missing"),
        (replaced(5), "g.khamsin: the line 'pack' is missing"),
        (replaced(2, "game"), "g.khamsin, line 2: 'game' does not belong here"),
        (replaced(2, "game a b"), "g.khamsin, line 2: 'game a b' does not belong here"),
        (replaced(2, "game a", "game b"), "g.khamsin, line 3: 'game b' does not belong here"),
        (replaced(5, "colour red"), "g.khamsin, line 5: 'colour red' does not belong here"),
        (replaced(5, "option"), "g.khamsin, line 5: 'option' does not belong here"),
        (replaced(3, "rules one"), "g.khamsin, line 3: 'rules' must be a number, not 'one'"),
        (replaced(3, "rules -1"), "g.khamsin, line 3: 'rules' must be a number, not '-1'"),
        (
            "\n".join(HEAD),
            "g.khamsin: the line '---' between set-up and answers is missing",
        ),
        (
            replaced(5, LINES[4], "commitment 77ab", "seed 1941"),
            "g.khamsin, line 7: the seed is not the one whose hash was published",
        ),
        (
            replaced(7, "mark 1 2f6f"),
            "g.khamsin, line 7: 'mark 1 2f6f', but 0 answers stand before it",
        ),
        (replaced(7, "mark 0"), "g.khamsin, line 7: 'mark 0', but 0 answers stand before it"),
        (
            replaced(7, "mark 0 2f6f", "mark 0 2f6f"),
            "g.khamsin, line 8: 'mark 0 2f6f' is the second mark in this place",
        ),
        (replaced(8, "a"), "g.khamsin, line 8: 'a', but an answer is a seat and its words"),
        (replaced(9, "~"), "g.khamsin, line 9: '', but an answer is a seat and its words"),
        (replaced(9, "~ b"), "g.khamsin, line 9: 'b', but an answer is a seat and its words"),
        (
            replaced(11, "result"),
            "g.khamsin, line 11: 'result', but a result is a winner, a rule and a reason",
        ),
        (
            replaced(11, "result a 9"),
            "g.khamsin, line 11: 'result a 9', but a result is a winner, a rule and a reason",
        ),
        (
            replaced(10, "result a 9 over"),
            "g.khamsin, line 11: 'dice luck 4' stands after the result",
        ),
    ],
)
def test_a_damaged_line_is_named(text, message):
    with pytest.raises(JournalError) as error:
        parse(text, "g.khamsin")
    assert str(error.value) == message


def test_any_text_is_either_read_or_refused_in_one_sentence():
    """Cut and spoil the journal in every place; nothing but a JournalError may come out."""
    refusals = []
    for cut in range(len(TEXT)):
        for text in (TEXT[:cut], TEXT[:cut] + "\x00 ~" + TEXT[cut:], TEXT[cut:]):
            try:
                parse(text, "spoilt")
            except JournalError as error:
                refusals.append(str(error))
    assert len(refusals) > len(TEXT)
    assert all(refusal.startswith("spoilt") and "\n" not in refusal for refusal in refusals)


def test_reading_needs_no_file(tmp_path: Path):
    path = tmp_path / "game.khamsin"
    path.write_text(TEXT, encoding="utf-8")
    assert parse(path.read_text(encoding="utf-8"), path.name) == parse(TEXT)
