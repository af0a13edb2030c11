"""Finished games, kept as journals and replayed at every change, to the same states and results."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from khamsin.games import GAMES
from khamsin.kernel.errors import JournalError
from khamsin.kernel.game import Setup
from khamsin.kernel.play.archive import journal_of, load, verify
from khamsin.kernel.play.journal import Journal, parse
from khamsin.kernel.play.state import Ending
from tests.contract.play import game
from tests.golden.make import FOLDER, Golden, find_games, needed, play, write_games

AGAIN = "if this change was meant: `make golden`, and say so in the change log"
FILES = sorted(FOLDER.glob("*/*.khamsin"))
LARGEST = {"gazala": 120_000, "malta": 150_000}
"""Bytes of a golden game; 60,000 unless told. A long campaign has many answers."""


def read(path: Path) -> Journal:
    return parse(path.read_text(encoding="utf-8"), path.name)


def check_replay(path: Path) -> None:
    """Every answer is offered, every roll follows from the seed, every state is the same."""
    journal = read(path)
    rules = game(journal.game)
    try:
        loaded = load(journal, rules, path.name)
        rolls = verify(journal, rules, path.name)
    except JournalError as error:
        pytest.fail(f"{error}; {AGAIN}")
    match = loaded.match
    assert loaded.warning is None, AGAIN
    assert journal.rules == rules.rules_version, AGAIN
    assert match.result is not None
    assert journal.result == (
        match.result.winner or "nobody",
        match.result.rule,
        match.result.reason,
    )
    saved = [(at, digest) for at, digest, _ in journal.marks]
    assert saved == [(mark.entries, mark.state.digest()) for mark in match.marks], AGAIN
    assert rolls == sum(entry[0] == "dice" for entry in match.entries)
    assert journal_of(match).text() == journal.text()
    rules.rules.check(match.state)


def covered(paths: list[Path]) -> set[str]:
    """What these games cover, by what is written in them."""
    found: set[str] = set()
    for path in paths:
        journal = read(path)
        assert journal.result is not None
        winner, rule, reason = journal.result
        found |= {f"option {option}" for option in journal.options}
        found.add(f"scenario {journal.scenario}")
        found.add(f"ending {None if winner == 'nobody' else winner} {rule} {reason}")
        if journal.undone:
            found.add("undo")
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_golden_game_is_replayed_to_the_same_end(path):
    check_replay(path)
    assert read(path).game == path.parent.name
    assert path.stat().st_size < LARGEST.get(path.parent.name, 60_000)


@pytest.mark.parametrize("slug", GAMES)
def test_the_golden_games_reach_every_ending_scenario_and_option(slug):
    paths = [path for path in FILES if path.parent.name == slug]
    missing = needed(slug) - covered(paths) - {"best play"}
    assert not sorted(missing), AGAIN


def test_the_golden_games_are_of_games_we_have():
    assert {path.parent.name for path in FILES} == set(GAMES)


# -- making them -----------------------------------------------------------------------------


@pytest.mark.parametrize("slug", ["patrol", "siege"])
def test_made_games_cover_everything_and_can_be_replayed(slug, tmp_path):
    paths = write_games(slug, tmp_path)
    assert needed(slug) - covered(paths) == {"best play"}
    for path in paths:
        check_replay(path)
    texts = [path.read_text(encoding="utf-8") for path in paths]
    assert [path.read_text(encoding="utf-8") for path in write_games(slug, tmp_path)] == texts


def test_a_golden_game_that_no_longer_fits_says_what_to_do(tmp_path):
    (path, *_) = write_games("siege", tmp_path)
    text = path.read_text(encoding="utf-8")
    rng = Random(1)
    lines = text.splitlines()
    marks = [at for at, line in enumerate(lines) if line.startswith("mark ")]
    at = marks[rng.randrange(len(marks))]
    lines[at] = lines[at][:-1] + ("0" if lines[at][-1] != "0" else "1")
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(pytest.fail.Exception, match="make golden"):
        check_replay(path)


def test_an_ending_that_is_never_reached_is_named(monkeypatch):
    siege = game("siege")
    monkeypatch.setattr(siege, "endings", (*siege.endings, Ending("garrison", "1.6", "relief")))
    monkeypatch.setattr("tests.golden.make.TRIES", 30)
    with pytest.raises(AssertionError, match=r"not reached in 30 games: .*ending garrison 1\.6"):
        find_games("siege")


def test_a_game_is_kept_for_what_it_covers():
    golden = play("siege", Setup("fort", ("hard",)), ("random",), "covers")
    assert isinstance(golden, Golden)
    assert {"scenario fort", "option hard", "best play"} <= golden.covers
    assert golden.text.splitlines()[1] == "# garrison: random"
