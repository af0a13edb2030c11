"""The table in letters: tracks, stacks, and a map that has every hex once."""

import re
from pathlib import Path

import pytest

from khamsin.kernel.text.narrator import Narrator
from tests.games.rommel.staging import GAME, PACK, table

NARRATOR = Narrator(GAME)
MAPS = sorted(GAME.folder.glob("text_map*.txt"))


def shown(g, side):
    return GAME.presentation.display(GAME.rules.view(g, side))


def stack(display, place):
    return next(stack for stack in display.stacks if stack.place == place)


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_a_map_has_every_hex_once(path: Path):
    text = path.read_text(encoding="utf-8")
    names = re.findall(r"<(\d+)[#@=]\.*>", text)
    units = re.findall(r"<(\d+):\.*>", text)
    assert sorted(names) == sorted(units) == sorted(PACK.board.names)


def test_the_small_map_fits_into_a_hundred_columns():
    small = next(path for path in MAPS if path.stem.endswith("small"))
    assert max(len(line) for line in small.read_text(encoding="utf-8").splitlines()) <= 100


@pytest.mark.rule("rommel", "intro.f", "11.0.b")
def test_own_blocks_have_names_and_the_others_do_not():
    g = table({"x_21_5": "64", "a_7_4": "65", "a_22g": "65"}, disrupted=["a_22g"])
    display = shown(g, "axis")
    assert [piece.unit for piece in stack(display, "64").pieces] == ["x_21_5"]
    hidden = stack(display, "65").pieces
    assert [piece.unit for piece in hidden] == ["hidden", "hidden"]
    assert sorted(piece.marks for piece in hidden) == [(), ("disrupted",)]
    assert stack(display, "65").control == "allied"


@pytest.mark.rule("rommel", "16.6.s1")
def test_the_status_counts_cards():
    g = table({"x_21_5": "64"}, real=2, dummy=1, enemy_hand=(3, 1))
    words = [NARRATOR.fact("track", fact) for fact in shown(g, "axis").status]
    assert "Your hand: 2 real, 1 dummy" in words
    assert "Allied: 4 cards" in words
    assert not any("Your hand" in NARRATOR.fact("track", f) for f in shown(g, None).status)


@pytest.mark.rule("rommel", "1.1.b")
def test_hexes_are_called_by_their_towns():
    assert NARRATOR.text("place", "37") == "Tobruk"
    assert NARRATOR.text("place", "68") == "Mersa Matruh W1"
