"""A bot from any file: loaded, played, and its faults told in one sentence."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from khamsin.bots import make_bot
from khamsin.cli import main
from khamsin.games import find
from khamsin.kernel.errors import BotError
from khamsin.kernel.game import Setup
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.seat import Seat

PAGE = Path(__file__).parents[2] / "docs" / "write-a-bot.md"


@pytest.fixture
def seat() -> Seat:
    match = Match(find("battleaxe"), Setup("standard"), SeededDice("1941"))
    return Seat(match, match.to_answer[0])


@pytest.fixture
def write(tmp_path):
    def write(text: str) -> str:
        path = tmp_path / "my_bot.py"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def printed_bot() -> str:
    """The bot of the documentation, as it is printed there."""
    (program,) = re.findall(
        r"```python\n(\"\"\"my_bot.py.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL
    )
    return program


def test_the_printed_bot_has_ten_lines():
    assert len([line for line in printed_bot().splitlines() if line.strip()]) <= 10


def test_the_printed_bot_plays_a_match_from_the_command_line(write, capsys):
    bot = write(printed_bot())
    words = ["play", "battleaxe", "--allied", bot, "--axis", "random", "--seed", "1941"]
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "assault" in out.casefold()


def test_the_printed_bot_is_simulated_in_other_processes(write, capsys):
    bot = write(printed_bot())
    words = ["simulate", "battleaxe", "--allied", bot, "--axis", "random", "--games", "2"]
    assert main([*words, "--jobs", "2", "--seed", "1"]) == 0
    assert f"allied {bot}, axis random" in capsys.readouterr().out


def test_a_class_can_be_named(write, seat):
    text = "class {}:\n def __init__(self, rng): pass\n def choose(self, seat): return {}\n"
    file = write(
        text.format("First", "seat.legal()[0]") + text.format("Last", "list(seat.legal()[-1])")
    )
    assert make_bot(f"{file}:First", Random(0)).choose(seat) == seat.legal()[0]
    assert make_bot(f"{file}:Last", Random(0)).choose(seat) == seat.legal()[-1]


HEAD = "class Bot:\n    def __init__(self, rng):\n        self.rng = rng\n\n"


@pytest.mark.parametrize(
    ("text", "name", "complaint"),
    [
        (HEAD, "", "has no class Bot with a method choose"),
        (HEAD, ":Fox", "has no class Fox with a method choose"),
        (HEAD, ":", "the name of a class is missing"),
        ("choose = 1\nclass Bot(", "", r"my_bot.py, line 2: SyntaxError"),
        ("\n\nimport nothing_like_it\n", "", r"my_bot.py, line 3: ModuleNotFoundError"),
        ("class Bot:\n def choose(self, seat): ...\n", "", r"my_bot.py: TypeError"),
    ],
)
def test_a_file_that_is_no_bot_is_told_in_one_sentence(write, text, name, complaint):
    with pytest.raises(BotError, match=complaint) as caught:
        make_bot(write(text) + name, Random(0))
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(BotError, match=r"no\.py is not a file"):
        make_bot(str(tmp_path / "no.py"), Random(0))


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("return ('surrender',)", r"answered \('surrender',\), which is none of the \d+ options"),
        ("return None", r"answered None, which is none of"),
        ("return seat.legal()[0][0]", "answered 'place', which is none of"),
        ("return self.rng.choice([])", "my_bot.py, line 6: IndexError"),
    ],
)
def test_a_bot_that_fails_or_cheats_is_told_in_one_sentence(write, seat, body, complaint):
    bot = make_bot(write(f"{HEAD}    def choose(self, seat):\n        {body}\n"), Random(0))
    with pytest.raises(BotError, match=complaint):
        bot.choose(seat)


def test_the_command_line_tells_it_without_a_traceback(write, capsys):
    bot = write(f"{HEAD}    def choose(self, seat):\n        return 1 / 0\n")
    assert main(["play", "battleaxe", "--allied", bot, "--axis", "random"]) == 2
    assert (
        capsys.readouterr().err == f"khamsin: {bot}, line 6: ZeroDivisionError: division by zero\n"
    )
