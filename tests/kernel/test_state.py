"""States, events and results: plain data with a digest that is the same everywhere."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import khamsin
from khamsin.kernel.play.state import WATCHING, Ending, Event, Result, State
from tests.kernel.toys import Notes


def test_equal_states_have_equal_digests():
    one, two = Notes(), Notes()
    for g in (one, two):
        g.notes += ["a", "b"]
        g.step = 3
    assert one.digest() == two.digest()
    assert len(one.digest()) == 16
    assert int(one.digest(), 16) >= 0


def test_every_field_and_the_result_count():
    digests = [Notes().digest()]
    for change in ("notes", "step", "result"):
        g = Notes()
        if change == "notes":
            g.notes.append("")
        elif change == "step":
            g.step = 1
        else:
            g.result = Result(None, "9", "over", {})
        digests.append(g.digest())
    assert len(set(digests)) == 4


def test_events_that_wait_for_the_log_do_not_count():
    g = Notes()
    before = g.digest()
    g.tell("moved", "9.1", unit="2rtr")
    assert g.digest() == before


def test_the_digest_never_changes():
    """Journals keep it; a change here would make every one of them look damaged."""
    g = Notes()
    g.notes.append("Sollum")
    assert g.data() == {"notes": ["Sollum"], "step": 0, "result": None}
    assert g.digest() == "5344ced8ed7fff13"


def test_the_digest_is_the_same_in_another_process_under_another_hash_seed():
    code = "from tests.kernel.toys import Notes; g = Notes(); g.notes.append('Sollum')"
    root = Path(__file__).parents[2]
    source = Path(khamsin.__file__).parents[1]
    for seed in ("0", "4711"):
        env = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": f"{source}{os.pathsep}{root}"}
        done = subprocess.run(
            [sys.executable, "-c", f"{code}; print(g.digest())"],
            env=env,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == "5344ced8ed7fff13"


def test_a_copy_shares_nothing_that_can_change():
    g = Notes()
    g.notes.append("a")
    g.tell("told", "1")
    new = g.copy()
    new.notes.append("b")
    new.step = 9
    assert (g.notes, g.step) == (["a"], 0)
    assert new.happened == []


def test_a_game_must_write_its_own_copy():
    with pytest.raises(NotImplementedError):
        State().copy()


def test_an_event_is_told_to_all_or_only_to_some():
    g = Notes()
    g.tell("moved", "9.1", unit="2rtr", path=("9", "10"))
    g.tell("spied", "4.4", only=("a",), reveals=True, kind="guns", rule="printed")
    public, private = g.happened

    assert public == Event("moved", "9.1", {"unit": "2rtr", "path": ("9", "10")})
    assert [public.seen_by(side) for side in ("a", "b", None)] == [True, True, True]
    assert not public.reveals
    assert private.values == {"kind": "guns", "rule": "printed"}
    assert private.kind == "spied"
    assert [private.seen_by(side) for side in ("a", "b", None)] == [True, False, False]
    assert private.reveals


def test_an_event_may_be_told_one_way_to_its_owner_and_another_to_all_others():
    event = Event("moved", "9.1", {}, ("b", WATCHING))
    assert [event.seen_by(side) for side in ("a", "b", None)] == [False, True, True]


def test_an_event_for_nobody_is_seen_by_nobody():
    event = Event("aside", "2.1", {}, ())
    assert not any(event.seen_by(side) for side in ("a", "b", None))


def test_a_result_knows_its_ending_and_gives_plain_data():
    result = Result("a", "17.2d", "held", {"vp": 12})
    assert result.ending == Ending("a", "17.2d", "held")
    data = result.data()
    assert json.loads(json.dumps(data)) == {
        "winner": "a",
        "rule": "17.2d",
        "reason": "held",
        "scores": {"vp": 12},
    }
    data["scores"].clear()
    assert result.scores == {"vp": 12}
