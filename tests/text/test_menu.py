from io import StringIO

import pytest

from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.text.narrator import Narrator
from khamsin.text import WORDS
from khamsin.text.menu import Menu
from khamsin.text.screen import Screen
from tests.text.sitting import GAME

NARRATOR = Narrator(GAME, "en", WORDS)
MOVES = [
    ("move", "2rtr", "1"),
    ("move", "2rtr", "2"),
    ("move", "6rtr", "1"),
    ("move", "6rtr", "11"),
    ("attack", "9"),
    ("attack", "13"),
    ("fuel_shortage",),
    ("done",),
]


@pytest.fixture(autouse=True)
def terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "30")


def menu(options, prompt="assault"):
    return Menu(NARRATOR, prompt, options, {"2rtr": "D", "6rtr": "D"}, {})


def shown(options, prompt="assault"):
    out = StringIO()
    menu(options, prompt).show(Screen(out, StringIO()))
    return out.getvalue().splitlines()


def test_many_options_stand_below_headings():
    assert shown(MOVES) == [
        " Move 2RTR (D) to: 1) 1 Bir Sheferzen  2) 2 Bir el-Hurush",
        " Move 6RTR (D) to: 3) 1 Bir Sheferzen  4) 11 Sidi Omar",
        " Attack:           5) 9 Point 206  6) 13 Point 208 (Hafid Ridge)",
        " 7) Spend the Advantage: Fuel Shortage",
        " 8) End the Assault",
    ]


def test_few_options_are_written_out():
    assert shown([("yes",), ("no",)], "air_support") == [
        " 1) Send the aircraft",
        " 2) Keep them back",
    ]


def test_what_should_be_known_before_stands_behind_an_option():
    out = StringIO()
    remarks = {("attack", "13"): "nobody is there", ("done",): "one could move"}
    Menu(NARRATOR, "assault", MOVES, {}, remarks).show(Screen(out, StringIO()))
    told = " ".join(out.getvalue().split())
    assert "5) 9 Point 206 6) 13 Point 208 (Hafid Ridge) (nobody is there) 7)" in told
    assert told.endswith("8) End the Assault (one could move)")


def test_on_a_small_screen_the_number_of_a_place_is_enough(monkeypatch):
    monkeypatch.setenv("LINES", "9")
    assert shown(MOVES)[1] == " Move 6RTR (D) to: 3) 1  4) 11"


def test_an_option_with_a_list_of_places_stands_alone():
    options = [("assault", "A", "B"), *[("assault", each) for each in "CDHEFG"], ("pass",)]
    first, second, *_ = shown(options, "impulse")
    assert first == " 1) Assault from A Buq-Buq and B Bir Nuh"
    assert second.startswith(" Assault from: 2) C Sofafi  3) D Gasr el-Abid")


@pytest.mark.parametrize(
    ("typed", "option"),
    [
        ("4", ("move", "6rtr", "11")),
        ("move 2rtr 1", ("move", "2rtr", "1")),
        ("MOVE 2RTR 1", ("move", "2rtr", "1")),
        ("m 2 2", ("move", "2rtr", "2")),
        ("6rtr sidi", ("move", "6rtr", "11")),
        ("attack 9", ("attack", "9")),
        ("a 206", ("attack", "9")),
        ("hafid", ("attack", "13")),
        ("done", ("done",)),
        ("d", ("done",)),
        ("end", ("done",)),
        ("end the assault", ("done",)),
        ("fuel", ("fuel_shortage",)),
        ("move 2rtr 9", None),
        ("xyzzy", None),
        ("move 2rtr 1 2", None),
        ("!", None),
    ],
)
def test_words_and_beginnings_of_words_pick_an_option(typed, option):
    assert menu(MOVES).pick(typed) == option


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("9", "There is no option 9; they go from 1 to 8."),
        ("0", "There is no option 0"),
        ("attack", '"attack" may be: Attack 9 Point 206; Attack 13 Point 208'),
        ("move", "Move 6RTR to 11 Sidi Omar"),
        ("move 2rtr", "Move 2RTR to 2 Bir el-Hurush"),
    ],
)
def test_what_is_not_clear_is_asked_back(typed, problem):
    with pytest.raises(KhamsinError, match=r".") as excinfo:
        menu(MOVES).pick(typed)
    assert problem in str(excinfo.value)


def test_a_bid_is_answered_by_its_own_number():
    bids = [("bid", str(points)) for points in range(20)]
    assert shown(bids, "bid") == [" Type a number from 0 to 19."]
    assert menu(bids, "bid").pick("10") == ("bid", "10")
    assert menu(bids, "bid").pick("bid 3") == ("bid", "3")
    with pytest.raises(KhamsinError, match="from 0 to 19"):
        menu(bids, "bid").pick("20")


def test_the_letter_of_a_zone_is_enough_to_place_a_unit():
    options = [("place", "cih", zone) for zone in "ABCD"]
    assert menu(options, "place").pick("B") == ("place", "cih", "B")
