"""What bots keep between two answers, as the table holds it for them."""

from __future__ import annotations

from khamsin.bots.search.memory import Memory, read
from khamsin.table.bots import memories
from khamsin.table.bots.memories import Memories

SITTING = ("match", "allied", "veteran")


def test_it_is_kept_for_who_sits_there_and_for_nobody_else() -> None:
    kept = Memories()
    kept.keep(SITTING, "a plan")
    assert kept.of(SITTING) == "a plan"
    assert kept.of(("match", "axis", "veteran")) == ""
    assert kept.of(("match", "allied", "field_marshal")) == ""


def test_an_answer_that_was_given_without_asking_is_counted() -> None:
    kept = Memories()
    kept.answered_for(SITTING)
    assert kept.of(SITTING) == ""  # nothing was kept
    kept.keep(SITTING, Memory(turn=3, entries=40, left=2.5).written())
    kept.answered_for(SITTING)
    assert read(kept.of(SITTING)) == Memory(turn=3, entries=41, left=2.5)


def test_of_too_many_the_one_that_was_used_least_lately_is_forgotten(monkeypatch) -> None:
    monkeypatch.setattr(memories, "_MOST", 2)
    kept = Memories()
    sittings = [(match, "allied", "veteran") for match in ("a", "b", "c")]
    kept.keep(sittings[0], "1")
    kept.keep(sittings[1], "2")
    kept.keep(sittings[0], "3")
    kept.keep(sittings[2], "4")
    assert [kept.of(sitting) for sitting in sittings] == ["3", "", "4"]


def test_what_is_far_too_long_is_not_kept(monkeypatch) -> None:
    monkeypatch.setattr(memories, "_LONGEST", 10)
    kept = Memories()
    kept.keep(SITTING, "a plan")
    kept.keep(SITTING, "a plan that never ends")
    assert kept.of(SITTING) == ""
