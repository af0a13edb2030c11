"""A map of many hexes, drawn in rows of a few letters each."""

from io import StringIO

import pytest

from khamsin.games import find
from khamsin.kernel.text.narrator import Narrator
from khamsin.text import WORDS
from khamsin.text.board import Board
from khamsin.text.screen import Screen
from tests.games.gazala.staging import scene, table

GAME = find("gazala")
UNITS = {"hq_afrika": "1510", "21_1_t": "1510", "7arm_3ind": "0814", "2sa_4": "2422"}


@pytest.fixture
def drawn(monkeypatch):
    """The map of a terminal with so many columns, its lines by the number of the row."""

    def lines(columns):
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setenv("TERM", "dumb")
        out = StringIO()
        position = scene(table(UNITS, breached=[("1309", "1310")])).view("axis")["position"]
        board = Board(Narrator(GAME, "en", WORDS), Screen(out, StringIO()))
        board.map(GAME.presentation.display(position))
        board.tracks(GAME.presentation.display(position))
        return out.getvalue().splitlines()

    return lines


@pytest.mark.parametrize(("columns", "width"), [(120, 3), (80, 2)])
def test_units_stand_in_their_hexes(drawn, columns, width):
    lines = drawn(columns)
    assert max(len(line) for line in lines) <= columns
    rows = {line[:2]: line for line in lines[1:30]}
    assert sorted(rows) == [f"{row:02}" for row in range(1, 30)]
    assert rows["15"].index("2X") == 4 + 9 * width
    shift = rows["08"].index(".") - rows["09"].index("-")
    assert rows["08"].index("1A") == 4 + 13 * width + shift
    assert shift in (1, 2)  # rows with an even number lie half a hex to the east
    assert "1A" in rows["24"]
    assert "Breaches: 1309/1310" in "\n".join(lines)


def test_a_terminal_without_room_gets_no_map(drawn):
    assert not any("legend" in line or line.startswith("29") for line in drawn(60))
