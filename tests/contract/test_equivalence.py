"""Clone, mark, undo, save: each way to the same point gives the same match and the same future."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import GetSetDescriptorType, MemberDescriptorType
from typing import Any

import pytest

import khamsin
from khamsin.games import GAMES
from khamsin.kernel.errors import CannotUndo
from khamsin.kernel.game import Setup
from khamsin.kernel.play.archive import journal_of, load, verify
from khamsin.kernel.play.decision import MARK, Choose, Roll, listed
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.journal import parse
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.state import State
from tests.contract.play import (
    CASES,
    SEEDED,
    SLOW,
    TOYS,
    begin,
    decisions,
    everything,
    game,
    looks,
    pick,
    sides_of,
    sight,
    usual,
)
from tests.contract.replay import Report, report
from tests.kernel.toys import XY, Notes, Sketch
from tests.some import some

WHOLE_FUTURES = 10  # marks from which a match is played to its end again
NEAR = 3  # marks that are passed from each of the others
ROOT = Path(__file__).parents[2]


def finished(slug: str, scenario: str, rng: Random) -> Match[Any]:
    match = begin(slug, scenario, rng)
    for _ in decisions(match, rng):
        pass
    return match


# -- clone -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "scenario", "seed"), SEEDED)
def test_a_clone_has_the_same_future(slug, scenario, seed):
    rng = Random(f"clone {slug} {scenario} {seed}")
    match = begin(slug, scenario, rng)
    clones: list[Match[Any]] = []
    chance = 5 / usual(slug, scenario)
    while match.result is None:
        if not clones or rng.random() < (0.3 if len(clones) < 3 else chance):
            clones = [*clones[-2:], match.clone()]
            assert everything(clones[-1]) == everything(match)
        side, option = pick(match, rng)
        match.choose(option, side)
        for clone in clones:
            clone.choose(option, side)
            assert clone.state.digest() == match.state.digest()
    for clone in some(clones):
        assert everything(clone) == everything(match)
        assert journal_of(clone).text() == journal_of(match).text()


SHARED = {"c", "cache", "pack", "routes", "scenario", "speeds", "terms"}
"""What never changes; a cache belongs to a position, and whoever moves gets one of his own."""
LENT = {"gazala": {"here"}, "malta": {"here"}}
"""Stacks that copies have together until one of them moves a unit: the next test looks at that."""
BESIDE = SHARED | {
    "battle", "fought", "going_on", "happened", "options", "result",
    "bars", "count", "exerts", "held", "here", "near1", "near2", "open_lines", "own", "passage",
    "zoc", "zones",
}  # fmt: skip
"""What is told otherwise than by `fields`, or follows from them, as who is where from `place`."""


def changeable(value: object) -> Iterator[object]:
    """A value and the lists inside it; what stands in a tuple, as events do, is never changed."""
    if isinstance(value, list | dict | bytearray):
        yield value
    if isinstance(value, list):
        for inner in value:
            yield from changeable(inner)


@pytest.mark.parametrize(("slug", "scenario"), CASES)
def test_a_copied_state_shares_nothing_that_can_change(slug, scenario):
    match = finished(slug, scenario, Random(f"copy {slug} {scenario}"))
    for mark in some(match.marks[:: max(1, len(match.marks) // 20)]):
        state, copied = mark.state, mark.state.copy()
        assert copied.data() == state.data()
        names = slots_of(state) - SHARED - LENT.get(slug, set())
        assert [name for name in names if not hasattr(copied, name)] == []
        own = {id(each) for name in names for each in changeable(getattr(state, name))}
        other = [each for name in names for each in changeable(getattr(copied, name))]
        assert own or slug in TOYS
        assert not [each for each in other if id(each) in own]


@pytest.mark.parametrize(("slug", "scenario"), CASES)
def test_whoever_plays_on_leaves_the_copies_of_his_table_as_they_were(slug, scenario):
    rng = Random(f"lent {slug} {scenario}")
    match = begin(slug, scenario, rng)
    for _ in range(60):
        if match.decision is None:
            break
        kept = match.state.copy()
        before = {name: repr(getattr(kept, name)) for name in LENT.get(slug, ())}
        digest = kept.digest()
        for _ in range(4):
            if match.decision is not None:
                match.choose(rng.choice(match.legal()))
        assert {name: repr(getattr(kept, name)) for name in before} == before
        assert kept.digest() == digest


def slots_of(state: State) -> set[str]:
    """Everything a state holds, by the slots of its classes; compiled they are called otherwise."""
    return {
        name
        for kind in type(state).__mro__
        for name, slot in vars(kind).items()
        if isinstance(slot, MemberDescriptorType | GetSetDescriptorType)
        and name[:2] != "__"
        and can_be_set(state, name)
    }


def can_be_set(state: State, name: str) -> bool:
    """A property cannot; compiled it looks like a slot otherwise."""
    if hasattr(state, name):
        try:
            setattr(state, name, getattr(state, name))
        except AttributeError:
            return False
    return True


@pytest.mark.parametrize("slug", GAMES)
def test_every_slot_of_a_state_is_a_field_or_named_as_none(slug):
    """So that neither a digest nor a copy can miss one that was added later."""
    state = begin(slug, game(slug).scenarios[0].id, Random(1)).state
    assert slots_of(state) - BESIDE - set(state.fields) == set()


# -- mark ------------------------------------------------------------------------------------


def asked(match: Match[Any]) -> str:
    """The open question and all that can be answered."""
    ask = match.decision
    facts = None if ask is None else [ask.prompt, ask.rule, ask.facts]
    return json.dumps([facts, [[side, match.legal(side)] for side in match.to_answer]])


def check_every_mark(match: Match[Any], questions: dict[int, str]) -> None:
    """Restart a finished match from each of its marks, and play it past the next ones again.

    From some of the marks it is played to its end. `questions` are those that were asked the first
    time, by the length of the journal then.
    """
    digests = {mark.entries: mark.digest() for mark in match.marks}
    every = max(1, len(match.marks) // WHOLE_FUTURES)
    for number, mark in enumerate(match.marks):
        to_the_end = number % every == 0
        again = match.clone()
        again.dice = None
        again.rewind(mark.entries)
        assert again.marks[-1].entries == mark.entries
        first = len(again.marks)
        for at in range(mark.entries, len(match.entries)):
            last = again.marks[-1]
            # Digests and options are dear: compare them near the mark, and now and then later.
            if last.entries == at and (len(again.marks) < first + NEAR or at % 61 == 0):
                assert last.state.digest() == digests[at], f"mark {at} from mark {mark.entries}"
            if at in questions and (at == mark.entries or at % 61 == 0):
                assert asked(again) == questions[at], f"question {at} from mark {mark.entries}"
            if len(again.marks) >= first + NEAR and not to_the_end:
                break
            again.feed(match.entries[at])
        if not to_the_end:
            continue
        assert [each.entries for each in again.marks] == sorted(digests)
        assert again.state.digest() == match.state.digest()
        assert again.events == match.events
        assert again.result == match.result


def record(match: Match[Any], rng: Random) -> dict[int, str]:
    """Play to the end at random and note every question."""
    return {len(each.entries): asked(each) for each in decisions(match, rng)}


@pytest.mark.parametrize(("slug", "scenario"), CASES)
def test_every_mark_is_a_fresh_start(slug, scenario):
    rng = Random(f"mark {slug} {scenario}")
    match = begin(slug, scenario, rng)
    questions = record(match, rng)
    assert len(match.marks) > 1
    check_every_mark(match, questions)


async def forgetful(g: Notes) -> None:
    """Rules that keep something across a mark in a local variable."""
    seen = 0
    while g.step < 3:
        await MARK
        (word,) = await Choose("a", "pick", listed(XY), "1", seen=seen)
        seen += 1
        g.notes.append(word)
        g.step += 1
    g.end()


async def chatty(g: Notes) -> None:
    """Rules that tell something again whenever they are started afresh."""
    g.tell("hello", "1")
    while g.step < 3:
        await MARK
        g.notes += await Choose("a", "pick", listed(XY), "1")
        g.step += 1
    g.end()


async def late(g: Notes) -> None:
    """Rules that change the state before they say that a step is done."""
    while g.step < 3:
        await MARK
        g.notes.append("begun" if g.step else "")
        await MARK
        g.notes += await Choose("a", "pick", listed(XY), "1")
        await Roll(1, "luck", "1")
        await MARK
        g.step += 1
    g.end()


@pytest.mark.parametrize("rules", [forgetful, chatty, late])
def test_rules_that_cannot_be_started_afresh_are_caught(rules):
    rng = Random(1)
    match = Match(Sketch(rules), Setup("only"), SeededDice("mark"))
    questions: dict[int, str] = {}
    while match.result is None:
        questions[len(match.entries)] = asked(match)
        side, option = pick(match, rng)
        match.choose(option, side)
    with pytest.raises((AssertionError, ValueError)):
        check_every_mark(match, questions)


# -- undo ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "scenario", "seed"), SEEDED)
def test_what_is_taken_back_never_happened(slug, scenario, seed):
    rng = Random(f"undo {slug} {scenario} {seed}")
    match = begin(slug, scenario, rng)
    undone = refused = 0
    chance = 60 * SLOW.get(slug, 1) / usual(slug, scenario)
    while match.result is None:
        side, option = pick(match, rng)
        looked = rng.random() < chance
        before = everything(match) if looked else ""
        traces = len(match.undone)
        match.choose(option, side)
        is_final = match.why_not_undo(side) is not None
        if not looked and (refused or not is_final):
            continue
        if is_final:
            after = everything(match)
            with pytest.raises(CannotUndo):
                match.undo(side)
            assert everything(match) == after
            refused += 1
            continue
        for other in match.game.sides:
            assert other == side or match.why_not_undo(other) is not None
        match.undo(side)
        assert everything(match) == before
        assert match.undone[traces:] == [(len(match.entries), (side, *option))]
        undone += 1
        match.choose(option, side)
    assert undone or slug == "siege"  # dice fall after nearly every answer
    assert refused
    assert len(match.undone) == undone
    text = journal_of(match).text()
    assert journal_of(load(parse(text), match.game).match).text() == text


# -- save and load ---------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "scenario", "seed"), SEEDED)
def test_saved_and_loaded_it_is_the_same_match(slug, scenario, seed):
    rng = Random(f"save {slug} {scenario} {seed}")
    match = begin(slug, scenario, rng)
    for each in looks(match, rng, 8):
        loaded = load(parse(journal_of(each).text()), each.game)
        assert loaded.warning is None
        assert everything(loaded.match) == everything(each)
        for side in sides_of(each):
            assert sight(loaded.match, side, []) == sight(each, side, [])
        for side in each.game.sides:
            assert loaded.match.why_not_undo(side) == each.why_not_undo(side)
    journal = parse(journal_of(match).text())
    assert load(journal, match.game).match.result == match.result
    assert verify(journal, match.game) == sum(entry[0] == "dice" for entry in match.entries)


@pytest.mark.parametrize("slug", [*GAMES, *TOYS])
def test_in_another_process_under_another_hash_seed_it_is_the_same_match(slug, tmp_path):
    expected: dict[str, Report] = {}
    for scenario in [scenario for each, scenario in CASES if each == slug]:
        match = finished(slug, scenario, Random(f"process {slug} {scenario}"))
        name = f"{slug}-{scenario}.khamsin"
        (tmp_path / name).write_text(journal_of(match).text(), encoding="utf-8")
        expected[name] = report(match)
    source = Path(khamsin.__file__).parents[1]
    found = os.environ.get("PYTHONPATH", "")
    path = os.pathsep.join(filter(None, (str(source), str(ROOT), found)))
    done = subprocess.run(
        [sys.executable, "-m", "tests.contract.replay", str(tmp_path)],
        env=os.environ | {"PYTHONHASHSEED": "1941", "PYTHONPATH": path},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == expected
