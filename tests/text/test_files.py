import os

import pytest

from khamsin.kernel.errors import JournalError, KhamsinError
from khamsin.kernel.play.archive import journal_of
from khamsin.text import files
from tests.text.sitting import GAME, Sitting


@pytest.fixture
def match():
    return Sitting("1", "4", "1", "move 2rtr 1").session.match


def test_a_saved_match_comes_back(match, tmp_path):
    path = tmp_path / "a.khamsin"
    files.save_match(path, match)
    assert files.load_match(path, GAME).match.entries == match.entries
    assert [each.name for each in tmp_path.iterdir()] == ["a.khamsin"]


def test_a_journal_is_overwritten_and_anything_else_is_not(match, tmp_path):
    path = tmp_path / "a.khamsin"
    files.save_match(path, match)
    match.undo("allied")
    files.save_match(path, match)
    assert files.load_match(path, GAME).match.entries == match.entries
    other = tmp_path / "notes.txt"
    other.write_text("mine", encoding="utf-8")
    with pytest.raises(KhamsinError, match="is not a journal"):
        files.save_match(other, match)
    with pytest.raises(KhamsinError, match="is not a journal"):
        files.save_match(tmp_path, match)
    assert other.read_text(encoding="utf-8") == "mine"


def test_a_failed_save_leaves_the_old_file_whole(match, tmp_path, monkeypatch):
    path = tmp_path / "a.khamsin"
    files.save_match(path, match)
    before = path.read_bytes()
    match.undo("allied")

    def full(_handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(KhamsinError, match=r"cannot be written \(No space left"):
        files.save_match(path, match)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["a.khamsin"]


def test_what_cannot_be_read_is_named(match, tmp_path):
    with pytest.raises(KhamsinError, match=r"nothing: cannot be read \(No such file"):
        files.read_journal(tmp_path / "nothing")
    path = tmp_path / "bytes"
    path.write_bytes(b"khamsin journal 1\n\xff")
    with pytest.raises(JournalError, match="bytes, line 2: not UTF-8 text"):
        files.read_journal(path)
    with pytest.raises(KhamsinError, match="cannot be written"):
        files.save_match(tmp_path / "no" / "folder", match)


def test_without_its_seed_a_match_cannot_be_played_on(match, tmp_path):
    path = tmp_path / "a.khamsin"
    path.write_text(journal_of(match).text(with_seed=False), encoding="utf-8")
    with pytest.raises(JournalError, match="does not tell the seed"):
        files.load_match(path, GAME)
