"""A bot in any language: asked over a pipe, watched, and never told the truth."""

from __future__ import annotations

import gc
import json
import re
import shlex
import sys
import time
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

PAGE = Path(__file__).parents[2] / "docs" / "engine-protocol.md"

RECORDER = """
import sys
file = open(sys.argv[1], "w", encoding="utf-8")
for line in sys.stdin:
    print(line, end="", file=file, flush=True)
    word, *rest = line.split()
    if word == "khamsin":
        print("info good morning", "ready recorder", sep="\\n", flush=True)
    if word == "go":
        print("choose 1", flush=True)
"""


def begun(slug: str = "battleaxe", scenario: str = "standard") -> Match:
    return Match(find(slug), Setup(scenario), SeededDice("1941"))


def seat_of(match: Match) -> Seat:
    return Seat(match, match.to_answer[0])


def python(program: str, *words: object) -> str:
    """The name of a bot that is this Python program."""
    return "engine:" + shlex.join([sys.executable, "-c", program, *map(str, words)])


def test_the_printed_shell_script_plays_a_match(tmp_path, capsys):
    (script,) = re.findall(r"```sh\n(#!/bin/sh.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    path = tmp_path / "last.sh"
    path.write_text(script, encoding="utf-8")
    words = ["play", "battleaxe", "--allied", f"engine:sh {path}", "--axis", "random"]
    assert main([*words, "--seed", "1941"]) == 0
    out, err = capsys.readouterr()
    assert (err, "Axis" in out) == ("", True)


def test_an_engine_is_told_what_happened_and_what_it_may_do(tmp_path):
    path = tmp_path / "told"
    match = begun()
    bot = make_bot(python(RECORDER, path), Random(1))
    offered = [list(match.legal())]
    for _ in range(2):
        match.choose(bot.choose(seat_of(match)))
        offered.append(list(match.legal()))
    told = path.read_text(encoding="utf-8").splitlines()
    assert told[0] == "khamsin 1"
    assert re.fullmatch(r"match battleaxe \d+", told[1])
    assert told[2].startswith("position {")
    first, second = (
        [line for line in part.splitlines() if line.startswith("option")]
        for part in "\n".join(told).split("\ngo 60")[:2]
    )
    for lines, options in zip((first, second), offered, strict=False):
        assert lines == [f"option {at} {' '.join(words)}" for at, words in enumerate(options, 1)]
    events = [json.loads(line[6:]) for line in told if line.startswith("event")]
    assert [event["kind"] for event in events] == ["placed"]  # the second question's news


def test_what_is_taken_back_is_told(tmp_path):
    path = tmp_path / "told"
    match = begun()
    bot = make_bot(python(RECORDER, path), Random(1))
    side = match.to_answer[0]
    for _ in range(2):
        match.choose(bot.choose(seat_of(match)))
    match.undo(side)
    match.undo(side)
    match.choose(match.legal()[1])
    bot.choose(seat_of(match))
    told = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in told if line.startswith("back")] == ["back 0"]


@pytest.mark.parametrize("side", ["allied", "axis"])
def test_an_engine_gets_no_more_than_its_seat_sees(tmp_path, side):
    """Two worlds that differ in what the side cannot know are told with the same words."""
    match = begun("rommel", "1940")
    rng = Random(3)
    for _ in range(400):
        if match.to_answer == (side,) and len(match.legal()) > 1 and len(match.entries) > 40:
            break
        match.choose(rng.choice(match.legal()))
    told = []
    for number, world in enumerate((match, match.imagine(side, rng))):
        path = tmp_path / str(number)
        make_bot(python(RECORDER, path), Random(1)).choose(Seat(world, side))
        told.append(path.read_text(encoding="utf-8"))
    assert match.state.digest() != match.imagine(side, rng).state.digest()
    assert told[0] == told[1]


READY = "import sys, time\ninput()\nprint('ready', flush=True)\n"


@pytest.mark.parametrize(
    ("program", "complaint"),
    [
        ("raise SystemExit(3)", "ended with exit code 3 instead of answering"),
        (READY + "sys.exit()", "ended with exit code 0 instead of answering"),
        (
            READY + "print('choose 99', flush=True)\ntime.sleep(99)",
            "chose '99', which is not a num",
        ),
        (READY + "print('choose', flush=True)\ntime.sleep(99)", "chose '', which is not a number"),
        (
            READY + "print('bestmove e2e4', flush=True)\ntime.sleep(99)",
            "said 'bestmove e2e4' inste",
        ),
        ("print('error I speak 2 only', flush=True)\ninput()", "says: I speak 2 only"),
        (READY + "sys.stdout.write('choose 1'); sys.stdout.flush()", "ended with exit code 0"),
    ],
)
def test_an_engine_that_fails_is_told_in_one_sentence(program, complaint):
    bot = make_bot(python(program), Random(1))  # which has a minute: a busy machine is no fault
    started = time.monotonic()
    with pytest.raises(BotError, match=re.escape(complaint)):
        bot.choose(seat_of(begun()))
    assert time.monotonic() - started < 30  # it is ended, and not waited for


@pytest.mark.parametrize(
    "program",
    [READY + "time.sleep(20)", READY + "while True: print('info hm', flush=True); time.sleep(.1)"],
)
def test_an_engine_that_does_not_answer_is_not_waited_for(program):
    name = python(program).replace("engine:", "engine:0.6:", 1)
    bot = make_bot(name, Random(1))
    started = time.monotonic()
    with pytest.raises(BotError, match=r"did not answer within 0\.6 seconds"):
        bot.choose(seat_of(begun()))
    assert time.monotonic() - started < 10


def test_an_engine_that_waits_for_a_child_is_ended_with_it():
    script = "read -r _; echo ready; sleep 30"
    bot = make_bot("engine:0.3:" + shlex.join(["sh", "-c", script]), Random(1))
    started = time.monotonic()
    with pytest.raises(BotError, match="did not answer"):
        bot.choose(seat_of(begun()))
    assert time.monotonic() - started < 10


def test_an_engine_is_dismissed_when_nobody_holds_it(tmp_path):
    path = tmp_path / "told"
    bot = make_bot(python(RECORDER, path), Random(1))
    bot.choose(seat_of(begun()))
    del bot
    gc.collect()
    assert path.read_text(encoding="utf-8").endswith("quit\n")


def test_a_program_that_is_not_there_is_told_before_the_match():
    with pytest.raises(BotError, match="there is no program 'no-such-program'"):
        make_bot("engine:no-such-program --fast", Random(1))
    with pytest.raises(BotError, match="there is no program"):
        make_bot("engine:", Random(1))
