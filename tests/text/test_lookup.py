import pytest

from khamsin.kernel.text.narrator import Narrator
from khamsin.text.lookup import find, fit, split
from tests.text.sitting import GAME

NARRATOR = Narrator(GAME)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("2rtr", "2rtr"),
        ("2RTR", "2rtr"),
        ("22 gds", "22gds"),
        ("1/33a", "1_33a"),
        ("9", "9"),
        ("halfaya", "6"),
        ("Point 206", "9"),
        ("4rtr(-)", "4rtr_minus"),
        ("tob", "H"),
        ("ridge", "13"),
        ("bardia 1", "bardia1"),
    ],
)
def test_what_players_type_is_found(typed, name):
    assert [thing.name for thing in find(NARRATOR, typed)] == [name]


def test_the_same_beginning_of_several_names_gives_all_of_them():
    assert [thing.name for thing in find(NARRATOR, "point")] == ["9", "13"]
    assert find(NARRATOR, "panther") == []
    assert [thing.name for thing in find(NARRATOR, "1", "unit")] != ["1"]


def test_labels_of_several_words_stay_whole():
    assert split(NARRATOR, "move 22 gds 4") == ["move", "22 gds", "4"]
    assert split(NARRATOR, "why 9 Aus point 206") == ["why", "9 Aus", "point 206"]
    assert split(NARRATOR, "odds 1 5") == ["odds", "1", "5"]
    assert split(NARRATOR, "") == []


def test_nothing_fits_nothing():
    assert fit("-", ("-",)) == 0
    assert fit("x", ()) == 0
