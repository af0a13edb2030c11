"""Scripts of lessons: mistakes in them are named, answers are matched by patterns."""

import shutil
from pathlib import Path

import pytest

from khamsin.games.battleaxe.game import Battleaxe
from khamsin.kernel.errors import DataError, KhamsinError
from khamsin.kernel.teach.lesson import FILE, FOLDER, Step, lesson_of, names_of


@pytest.fixture
def spoilt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Read the first lesson with something in it replaced."""
    game = Battleaxe()
    lesson = tmp_path / FOLDER / "first"
    shutil.copytree(game.folder / FOLDER / "first", lesson)
    monkeypatch.setattr(game, "folder", tmp_path)

    def read(old: str, new: str):
        text = (lesson / FILE).read_text(encoding="utf-8")
        assert old in text
        (lesson / FILE).write_text(text.replace(old, new, 1), encoding="utf-8")
        return lesson_of(game, "first")

    return read


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('do = ["regroup"]', 'does = ["regroup"]', "does"),
        ('do = ["no"]\nthen', "then", "follows an answer"),
        ('panel = "goals"', 'panel = "ceiling"', "ceiling"),
        ('"allied"\nadvantage = "allied"', '"axis"\nadvantage = "axis"', "allied is not asked"),
        ('["7rtr", "4rtr_minus"]', '["7rtr", "8rtr"]', "8rtr"),
        ('["historical_setup"]', '["hysterical_setup"]', "hysterical_setup"),
    ],
)
def test_a_mistake_is_named(spoilt, old, new, message):
    with pytest.raises(DataError, match=message):
        spoilt(old, new)


def test_only_what_is_there_can_be_read():
    game = Battleaxe()
    assert names_of(game) == ["first"]
    with pytest.raises(KhamsinError, match="no lesson"):
        lesson_of(game, "../first")


def test_a_star_stands_for_any_words():
    step = Step("x", "", "", (), ("move 7rtr *", "pass"), ())
    assert step.takes(("move", "7rtr", "15"))
    assert step.takes(("pass",))
    assert not step.takes(("move", "22gds", "15"))


def test_a_place_in_the_journal_tells_the_step():
    lesson = lesson_of(Battleaxe(), "first")
    first, second = lesson.places[:2]
    assert lesson.reached(first - 1) == lesson.reached(first) == 0
    assert lesson.reached(second) == 1
    assert lesson.shown(0).start == 0
    assert lesson.shown(1).start == lesson.asked[0] + 1
    last = lesson.places[-1]
    assert lesson.question(last) is None
    assert lesson.question(last - 1) is lesson.steps[lesson.asked[-1]]
