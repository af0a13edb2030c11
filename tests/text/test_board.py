from io import StringIO

import pytest

from khamsin.kernel.text.narrator import Narrator
from khamsin.text import WORDS
from khamsin.text.board import Board
from khamsin.text.screen import Screen
from tests.games.battleaxe.staging import match, play, table
from tests.text.sitting import GAME, Terminal

NARRATOR = Narrator(GAME, "en", WORDS)


@pytest.fixture(autouse=True)
def terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)


def drawn(m, what, out=None):
    out = out or StringIO()
    board = Board(NARRATOR, Screen(out, StringIO()))
    getattr(board, what)(GAME.presentation.display(m.view("allied")["position"]))
    return out.getvalue()


def test_the_map_shows_control_and_units():
    text = drawn(match(table({"2rtr": "2", "6rtr": "8", "33pak": "8", "15mg": "13"})), "map")
    assert "(2)+1" in text
    assert "│ 2RTR " in text
    assert "[13]+3 2VP" in text
    assert "1A1X" in text  # contested: how many of each
    assert max(len(line) for line in text.splitlines()) <= 100


def test_labels_that_do_not_fit_become_a_number(monkeypatch):
    units = dict.fromkeys(("1_33a", "1_33b", "1_33c", "33recce"), "6")
    assert "4X" in drawn(match(table(units)), "map")


def test_a_narrow_terminal_gets_the_small_map_and_a_very_narrow_one_none(monkeypatch):
    m = match(table())
    monkeypatch.setenv("COLUMNS", "60")
    text = drawn(m, "map")
    assert "(H)" in text
    assert max(len(line) for line in text.splitlines()) <= 60
    monkeypatch.setenv("COLUMNS", "50")
    assert drawn(m, "map") == ""


def test_stacks_tell_values_and_marks():
    m = match(table({"2rtr": "2", "33pak": "2"}, reduced=["33pak"]))
    assert drawn(m, "stacks").splitlines() == [
        "[2] Bir el-Hurush +1                2RTR 4-5",
        "                                    33PAK 4*-5 (reduced)",
    ]


def test_tracks_and_status():
    m = match(table({"2rtr": "2", "33pak": "18"}, fuel_low=True, artillery=[1, 2]))
    assert (
        drawn(m, "status")
        == "June 15, impulse 1, Allied half | VP 0/10 | Advantage: Allied | Fuel: low\n"
    )
    assert drawn(m, "tracks").startswith("Artillery: Allied 1, Axis 2 | Allied aircraft: ready")
    play(m, "assault 2", "move 2rtr 8", "done")
    assert "Axis half" in drawn(m, "status")


def test_sides_have_colours_where_there_are_colours():
    m = match(table({"2rtr": "2", "33pak": "18"}))
    text = drawn(m, "stacks", Terminal())
    assert "\x1b[1;36m2RTR 4-5\x1b[0m" in text
    assert "\x1b[1;33m33PAK 6*-5\x1b[0m" in text
