"""The page for new players shows what the program really writes."""

import re
from pathlib import Path

from khamsin.kernel.game import Setup
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from tests.text.sitting import GAME, Sitting

PAGE = Path(__file__).parents[2] / "docs" / "play" / "terminal.md"


def test_the_first_turn_is_as_the_page_tells_it(monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LINES", "40")
    page = PAGE.read_text(encoding="utf-8")
    blocks = re.findall(r"```\n(.*?)```", page, re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    typed = [line.partition("> ")[2] for line in lines if re.match(r"(Allied|Axis)> ", line)]
    match = Match(GAME, Setup("standard"), SeededDice("2194"))
    written = set(Sitting(*typed, match=match).text.splitlines())
    shown = [line for line in lines if line.strip() and not line.startswith("khamsin ")]
    assert [line for line in shown if line not in written and line != " ..."] == []
    assert len(typed) > 25
