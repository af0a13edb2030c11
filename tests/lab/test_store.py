"""Finished games are kept at once; stopped work goes on where it stopped."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from khamsin.cli import main
from khamsin.kernel.errors import KhamsinError
from khamsin.lab.record import Record
from khamsin.lab.runner import Crew, run
from khamsin.lab.store import GAMES, Store, seed_in

SOURCE = Path(__file__).parents[2] / "src"


class Counting:
    """Games that nobody has to play; it remembers which were asked for."""

    def __init__(self, seed="1", fails_at=-1):
        self.seed = seed
        self.fails_at = fails_at
        self.played = []

    def identity(self):
        return {"game": "none", "seed": self.seed}

    def play(self, number):
        if number == self.fails_at:
            raise ZeroDivisionError
        self.played.append(number)
        return record(number)


def record(number):
    return Record(
        number, "one", {"a": "x"}, "a", "a", "1", "won", {"vp": number}, 9, {"turn": 2},
        {"fight - here -": number},
    )  # fmt: skip


def numbers(folder):
    return [json.loads(line)["number"] for line in (folder / GAMES).read_text().splitlines()]


def test_a_game_is_in_the_file_as_soon_as_it_is_finished(tmp_path):
    with pytest.raises(RuntimeError, match="game 3 of seed '1' failed"):
        run(Counting(fails_at=3), range(9), Store(tmp_path, Counting()), Crew())
    assert numbers(tmp_path) == [0, 1, 2]


def test_work_goes_on_where_it_stopped(tmp_path):
    run(Counting(), range(4), Store(tmp_path, Counting()), Crew())
    again = Counting()
    store = Store(tmp_path, again)
    assert store.first(4) == [record(number) for number in range(4)]
    run(again, range(7), store, Crew())
    assert again.played == [4, 5, 6]
    assert numbers(tmp_path) == list(range(7))
    assert Store(tmp_path, again).first(7) == store.first(7)


@pytest.mark.parametrize("left", [1, 30, -2])
def test_a_line_that_was_cut_off_is_played_again(tmp_path, left):
    run(Counting(), range(4), Store(tmp_path, Counting()), Crew())
    whole = (tmp_path / GAMES).read_bytes()
    lines = whole.splitlines(keepends=True)
    (tmp_path / GAMES).write_bytes(b"".join(lines[:3]) + lines[3][:left])
    again = Counting()
    store = Store(tmp_path, again)
    assert sorted(store.records) == [0, 1, 2]
    run(again, range(4), store, Crew())
    assert again.played == [3]
    assert len(Store(tmp_path, again).records) == 4


def test_a_game_written_twice_counts_once(tmp_path):
    run(Counting(), range(2), Store(tmp_path, Counting()), Crew())
    path = tmp_path / GAMES
    path.write_bytes(path.read_bytes() * 2)
    store = Store(tmp_path, Counting())
    assert len(store.records) == 2
    store.add(record(1))
    assert len(numbers(tmp_path)) == 4


def test_games_of_other_work_do_not_mix(tmp_path):
    Store(tmp_path, Counting())
    assert seed_in(tmp_path) == "1"
    with pytest.raises(KhamsinError, match="another seed"):
        Store(tmp_path, Counting(seed="2"))
    (tmp_path / "work.json").unlink()
    (tmp_path / GAMES).touch()
    with pytest.raises(KhamsinError, match=r"no work\.json"):
        Store(tmp_path, Counting())
    assert seed_in(tmp_path) == ""


def test_a_folder_that_cannot_be_used_is_named(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(KhamsinError, match="cannot be used"):
        Store(tmp_path / "file", Counting())


def test_enough_is_enough():
    work, store = Counting(), Store()
    run(work, range(100), store, Crew(), is_enough=lambda: len(store.records) >= 5)
    assert work.played == [0, 1, 2, 3, 4]


class Deadly(Counting):
    """A game that ends the process it is played in."""

    def play(self, number):
        os._exit(1)


def test_a_worker_that_dies_is_told_in_a_line():
    with pytest.raises(KhamsinError, match="a worker died"):
        run(Deadly(), range(4), Store(), Crew(2))


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_leaves_a_usable_result_and_the_same_command_goes_on(tmp_path, capsys):
    """As a person would do it: two processes, stopped in the middle, and begun again."""
    out = tmp_path / "study"
    words = [
        sys.executable, "-m", "khamsin.cli", "simulate", "battleaxe", "--allied", "random",
        "--axis", "random", "--jobs", "2", "--seed", "9", "--out", str(out), "--lang", "en",
    ]  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    process = subprocess.Popen(
        [*words, "--games", "5000"], env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    until = time.monotonic() + 30
    while not (out / GAMES).exists() and time.monotonic() < until:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    told, complained = process.communicate(timeout=30)
    assert process.returncode == 130
    played = len(numbers(out))
    assert 0 < played < 5000
    assert complained.splitlines()[-1] == "The same command goes on where it stopped."
    assert "Traceback" not in complained
    assert f"{json.loads((out / 'summary.json').read_text())['summary']['games']} game" in told
    assert (out / "report.html").exists()

    more = played + 2
    assert main([*words[3:], "--jobs", "1", "--games", str(more)]) == 0
    assert len(set(numbers(out))) == len(numbers(out))
    assert set(numbers(out)) >= set(range(more))
    assert f"standard: {more} games" in capsys.readouterr().out


def test_a_plan_of_other_bots_is_other_work(tmp_path):
    from tests.lab.test_simulate import PLAN

    Store(tmp_path, PLAN)
    Store(tmp_path, PLAN)
    with pytest.raises(KhamsinError, match="another bots"):
        Store(tmp_path, replace(PLAN, bots=(("allied", "random"), ("axis", "greedy"))))
