"""Our rules and bots for another program: `khamsin engine`."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random

import pytest

from khamsin.bots import make_bot
from khamsin.bots.host import Host

PAGE = Path(__file__).parents[2] / "docs" / "engine-protocol.md"


@pytest.fixture
def host() -> Host:
    return Host(partial(make_bot, "random"), "random")


def test_a_whole_match_is_played_over_a_pipe():
    """With its own dice: the program that drives throws them."""
    process = subprocess.Popen(
        [sys.executable, "-m", "khamsin.cli", "engine", "random"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    mouth, ear = process.stdin, process.stdout
    assert mouth is not None
    assert ear is not None

    def say(line: str) -> list[str]:
        mouth.write(line + "\n")
        mouth.flush()
        return list(iter(lambda: ear.readline().strip(), "ok"))

    rng = Random(1)
    assert say("khamsin 1") == ["ready random"]
    told = say("new battleaxe standard")
    while not told[-1].startswith("result"):
        if told[-1].startswith("chance"):
            _, _, count, sort = told[-1].split(" ", 3)
            assert sort == "d6"
            told = say("roll " + " ".join(str(rng.randint(1, 6)) for _ in range(int(count))))
        else:
            (answer,) = say("think")
            told = say(answer)
    result = json.loads(told[-1].removeprefix("result "))
    assert result["winner"] in ("allied", "axis")
    with process:
        mouth.write("quit\n")
    assert process.returncode == 0


def test_an_answer_is_given_by_number_or_in_words(host):
    host.answer("seed 7")
    host.answer("new battleaxe")
    by_number = host.answer("choose 2")
    host.answer("new battleaxe")
    assert host.answer("choose place 11h B") == by_number
    assert by_number[0].startswith('event {"kind":"placed"')


def test_an_answer_is_taken_back(host):
    asked = host.answer("new battleaxe")
    host.answer("choose 2")
    assert host.answer("undo allied") == ["back 0", *asked]


def test_the_position_is_that_of_a_side(host):
    host.answer("new rommel 1940")
    lines = {side: host.answer(f"position {side}") for side in ("allied", "axis")}
    assert lines["allied"] != lines["axis"]
    assert json.loads(lines["axis"][0].removeprefix("position "))["scenario"] == "1940"


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("castle", "there is no command 'castle'"),
        ("khamsin 9", "this is protocol 1, not 9"),
        ("new", "say which game"),
        ("new chess", "there is no game 'chess'"),
        ("new battleaxe waterloo", "no scenario 'waterloo'"),
        ("choose 77", "option 77 is not one of 1 to"),
        ("choose give up", "'give up' is not offered to allied"),
        ("roll 6", "no dice are to be rolled"),
        ("undo allied", "nothing has been decided yet"),
        ("undo", "say which side: allied or axis"),
        ("position moon", "say which side"),
        ("think hard", "say just: think"),
    ],
)
def test_what_cannot_be_done_is_told_and_changes_nothing(host, line, complaint):
    host.answer("new battleaxe")
    before = host.match.state.digest()
    (error,) = host.answer(line)
    assert error.startswith("error ")
    assert complaint in error
    assert host.match.state.digest() == before


def test_the_printed_session_is_what_is_said():
    """Lines with > are said to us, those with < are our answers; an ellipsis leaves some out."""
    (session,) = re.findall(
        r"<!-- host -->\n```\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL
    )
    host = Host(partial(make_bot, "greedy"), "greedy")
    expected: list[str] = []
    said: list[str] = []
    for line in session.splitlines():
        if line.startswith("> "):
            assert matches(expected, said)
            expected, said = [], [*host.answer(line[2:]), "ok"]
        else:
            expected.append(line.removeprefix("< "))
    assert matches(expected, said)


def matches(expected: list[str], said: list[str]) -> bool:
    pattern = ".*".join(re.escape(part) for part in "\n".join(expected).split("..."))
    return re.fullmatch(pattern, "\n".join(said), re.DOTALL) is not None
