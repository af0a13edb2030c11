"""The positions of every game are sound, and the command tells who judges them well."""

import json
from copy import copy
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

import pytest

from khamsin.cli import main
from khamsin.games.malta.mind.staging import is_over
from khamsin.kernel.errors import DataError
from khamsin.kernel.mind.positions import BAD, GOOD, OTHER, Condition, opened, positions_of
from khamsin.kernel.play.dice import SeededDice
from khamsin.lab.positions import Attempt, Trial, known, rows, total, tried

WITH_POSITIONS = ("battleaxe", "commander", "gazala", "malta", "rommel")
ALL = [(slug, name) for slug in WITH_POSITIONS for name in known(slug)[1]]
BY_ANSWER = [(slug, name) for slug, name in ALL if not known(slug)[1][name].after]
BY_TURN = [each for each in ALL if each not in BY_ANSWER]


class Scripted:
    """Gives the answers of a line as soon as they are open, and declines everything else."""

    def __init__(self, line=()):
        self._line = list(line)

    def choose(self, seat):
        options = seat.legal()
        if self._line and tuple(self._line[0].split()) in options:
            return tuple(self._line.pop(0).split())
        for word in ("done", "pass", "no", "stay", "stop"):
            if (word,) in options:
                return (word,)
        return options[0]

    @property
    def is_done(self):
        return not self._line


@cache
def legal(slug, name):
    game, positions = known(slug)
    return opened(game, positions[name], SeededDice("x")).legal(positions[name].side)


@pytest.mark.parametrize(("slug", "name"), BY_ANSWER)
def test_every_pattern_names_an_answer_and_not_every_answer_is_good(slug, name):
    position = known(slug)[1][name]
    answers = [" ".join(option) for option in legal(slug, name)]
    for pattern in position.good + position.bad:
        assert any(fnmatchcase(answer, pattern) for answer in answers), pattern
    assert {position.judge(option) for option in legal(slug, name)} >= {GOOD, BAD}


@pytest.mark.parametrize(("slug", "name"), BY_ANSWER)
def test_who_answers_badly_fails(slug, name):
    game, positions = known(slug)
    position = positions[name]
    for wanted in (GOOD, BAD):
        answer = next(one for one in legal(slug, name) if position.judge(one) == wanted)
        assert tried(game, position, Scripted([" ".join(answer)]), "x") == (
            " ".join(answer),
            wanted,
        )


@pytest.mark.parametrize(("slug", "name"), BY_TURN)
def test_the_line_of_a_position_makes_it_hold(slug, name):
    game, positions = known(slug)
    player = Scripted(positions[name].line)
    assert tried(game, positions[name], player, "x") == ("all holds", GOOD)
    assert player.is_done


@pytest.mark.parametrize(("slug", "name"), BY_TURN)
def test_the_mistake_of_a_position_misses_it(slug, name):
    game, positions = known(slug)
    player = Scripted(positions[name].mistake)
    assert tried(game, positions[name], player, "x")[1] == BAD
    assert player.is_done


@pytest.mark.parametrize("slug", WITH_POSITIONS)
def test_a_position_tells_why_and_by_whom(slug):
    sources = ("rulebook ", "textbook: ", "lost game: ", "lost games: ", "watched game")
    silent = [
        position.id
        for position in known(slug)[1].values()
        if not (
            position.title and position.why.endswith(".") and position.source.startswith(sources)
        )
    ]
    assert silent == []


def test_between_good_and_bad_there_is_other():
    position = known("battleaxe")[1]["gamble_when_losing"]
    assert position.judge(("assault", "8")) == GOOD
    assert position.judge(("pass",)) == BAD
    assert position.judge(("assault", "3")) == OTHER


def test_shares_are_counted_by_bot():
    def attempt(bot, number, answer, verdict):
        return Attempt(Trial("battleaxe", bot, "one", number, "x"), answer, verdict)

    found = rows(
        [
            attempt("a", 0, "yes", GOOD),
            attempt("a", 1, "no", BAD),
            attempt("a", 2, "yes", GOOD),
            attempt("a", 3, "yes", GOOD),
            attempt("b", 0, "no", BAD),
        ]
    )
    assert [(row.bot, row.answer, row.verdict, row.share) for row in found] == [
        ("a", "yes", GOOD, 0.75),
        ("b", "no", BAD, 0.0),
    ]
    assert total(found, "a") == 0.75


# -- files ---------------------------------------------------------------------------------------

SOUND = """
[[position]]
id = "one"
title = "One"
why = "So."
source = "textbook"
scenario = "standard"
side = "allied"
{judgement}
[position.stage]
turn = 2
impulse = 1
units = {{ D = ["11h"], B = ["cih"{more}] }}
"""


def read(tmp_path, judgement='bad = ["pass"]', more=""):
    game = copy(known("battleaxe")[0])
    game.folder = tmp_path
    (tmp_path / "mind").mkdir()
    text = SOUND.format(judgement=judgement, more=more)
    (tmp_path / "mind" / "positions.toml").write_text(text, encoding="utf-8")
    return positions_of(game)


def test_a_file_is_read(tmp_path):
    (position,) = read(tmp_path, 'after = "half"\nholds = ["own D >= 5"]')
    assert position.holds == (Condition(("own", "D"), ">=", 5),)
    assert str(position.holds[0]) == "own D >= 5"


@pytest.mark.parametrize(
    ("judgement", "more", "message"),
    [
        ("", "", "judge the answer"),
        ('good = ["pass"]\nafter = "half"\nholds = ["cut = 0"]', "", "judge the answer"),
        ('bad = ["pass"]\nafter = "half"', "", '"after" and "holds" go together'),
        ('good = "pass"', "", 'key "good": must be a list of texts'),
        ('bad = ["pass"]\ngoood = ["x"]', "", 'key "goood": there is no such key'),
        ('after = "half"\nholds = ["own D"]', "", 'key "holds": must be words'),
        ('after = "half"\nholds = ["crew D = 1"]', "", "nothing is called 'crew D'"),
        ('after = "half"\nholds = ["own Z = 1"]', "", 'key "holds"'),
        ('bad = ["pass"]', ', "hms_hood"', "there is no unit hms_hood"),
        ('bad = ["pass"]', '], 5 = ["1_11", "2_11", "3_11", "sq_a", "sq_b"', "5 is overstacked"),
    ],
)
def test_what_is_wrong_with_a_file_is_told(tmp_path, judgement, more, message):
    with pytest.raises(DataError) as error:
        read(tmp_path, judgement, more)
    assert message in str(error.value)
    assert 'positions.toml, [[position]] number 1 (id "one")' in str(error.value)


def test_a_phase_that_the_turn_does_not_have_is_told(tmp_path):
    game = copy(known("malta")[0])
    text = (game.folder / "mind" / "positions.toml").read_text(encoding="utf-8")
    game.folder = tmp_path
    (tmp_path / "mind").mkdir()
    text = text.replace('after = "reform"', 'after = "tea"', 1)
    (tmp_path / "mind" / "positions.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match="key \"after\": no phase of this turn is called 'tea'"):
        positions_of(game)


def test_a_phase_is_over_when_the_turn_has_gone_on():
    state: Any = known("malta")[1]["guard_the_hq"].state
    later = state.copy()
    assert not is_over(state, later, "reform")
    later.phase = "support"
    assert is_over(state, later, "reform")
    assert not is_over(state, later, "attack")
    later.active, later.phase = 1 - state.active, "break_down"
    assert is_over(state, later, "attack")


# -- the command ---------------------------------------------------------------------------------


def test_the_command_prints_a_table(capsys, tmp_path):
    file = tmp_path / "found.json"
    words = ["positions", "battleaxe", "greedy", "random", "--only", "night_axis_ahead"]
    assert main([*words, "--repeat", "2", "--json", str(file)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("greedy\n  night_axis_ahead  100%  good   no\n")
    assert "of 1 positions" in out
    found = json.loads(file.read_text())
    assert [(one["bot"], one["number"]) for one in found] == [
        ("greedy", 0), ("greedy", 1), ("random", 0), ("random", 1),
    ]  # fmt: skip


def test_thinkers_get_the_time_that_is_asked_for(capsys):
    words = ["positions", "battleaxe", "veteran", "--time", "0.01", "--only", "send_the_aircraft"]
    assert main(words) == 0
    assert capsys.readouterr().out.startswith("tree:0.01\n")


def test_the_command_lists_what_there_is(capsys):
    assert main(["positions", "battleaxe", "--list"]) == 0
    out = capsys.readouterr().out
    assert "night_axis_ahead: Night falls on June 17 and the Axis has won" in out
    assert "holds after the half: own 6 >= 3" in out
    assert "one way: assault 13, move 33recce 12" in out
    assert "source: rulebook 17.1" in out


@pytest.mark.parametrize("words", [["--only", "nothing"], ["nothing"]])
def test_an_unknown_position_or_bot_is_refused(capsys, words):
    assert main(["positions", "battleaxe", *words]) == 2
    assert "nothing" in capsys.readouterr().err


@pytest.mark.parametrize("time", ["0", "soon", "nan"])
def test_no_time_to_think_is_refused(capsys, time):
    with pytest.raises(SystemExit):
        main(["positions", "battleaxe", "veteran", "--time", time])
    assert f"a number of seconds above 0, not '{time}'" in capsys.readouterr().err
