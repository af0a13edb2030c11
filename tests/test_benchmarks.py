"""`make bench ARGS="--against COMMIT"`: two trees are measured, and what is slower is named."""

import subprocess

import pytest

from benchmarks import compiled
from benchmarks.against import HERE, compare, one_round, run, unpacked
from benchmarks.games import Speed

GIT = subprocess.run(["git", "rev-parse", "HEAD"], cwd=HERE, capture_output=True, check=False)
BEFORE = Speed(
    decisions=1000, games=10, length=100, options=5, replay=3000,
    clone=0.001, worst_clone=0.002, clone_tail=1,
)  # fmt: skip


def test_the_best_round_of_either_side_counts():
    busy = BEFORE._replace(decisions=10, replay=10, clone=1)
    now = BEFORE._replace(decisions=2000, replay=1500, clone=0.0005)
    found = compare("toy", [busy, BEFORE], [now, busy])
    assert (found.playing, found.replaying, found.cloning) == (2, 0.5, 2)
    assert found.is_slower
    assert found.is_same_play


@pytest.mark.parametrize("part", ["decisions", "replay"])
def test_slower_than_before_is_named_from_two_hundredths_on(part):
    pace = getattr(BEFORE, part)
    assert not compare("toy", [BEFORE], [BEFORE._replace(**{part: pace * 0.985})]).is_slower
    assert compare("toy", [BEFORE], [BEFORE._replace(**{part: pace * 0.975})]).is_slower


def test_random_play_that_differs_is_said():
    assert not compare("toy", [BEFORE], [BEFORE._replace(options=6)]).is_same_play


@pytest.mark.skipif(GIT.returncode != 0, reason="only a checkout has commits")
def test_another_commit_is_measured_in_a_folder_that_is_gone_afterwards(capsys):
    with unpacked("HEAD") as tree:
        assert one_round(tree, "battleaxe", 2).length > 100
    assert not tree.exists()
    (found,) = run("HEAD", {"battleaxe": 2}, 1)
    assert found.playing > 0
    assert "battleaxe" in capsys.readouterr().out


@pytest.mark.skipif(GIT.returncode != 0, reason="only a checkout has commits")
def test_an_unknown_commit_is_refused(capsys):
    with pytest.raises(SystemExit, match="nowhere"), unpacked("nowhere"):
        pytest.fail("there is nothing to unpack")


@pytest.mark.skipif(GIT.returncode != 0, reason="only a checkout has commits")
def test_a_tree_that_cannot_be_measured_says_so_in_one_line():
    with unpacked("HEAD") as tree, pytest.raises(SystemExit, match="no game 'toy'"):
        one_round(tree, "toy", 1)


def test_plain_and_compiled_are_compared_with_chess_between_them():
    fast = BEFORE._replace(decisions=3000, replay=9000, clone=0.0005)
    found = compiled.compare("toy", 500, [BEFORE], [fast, BEFORE])
    assert found == compiled.Pair("toy", plain=2, compiled=6, replay=3, clone=2)


def test_a_compiled_build_that_plays_otherwise_is_not_compared():
    with pytest.raises(SystemExit, match="otherwise"):
        compiled.compare("toy", 500, [BEFORE], [BEFORE._replace(options=6)])


def test_without_a_compiled_build_nothing_is_measured(tmp_path):
    with pytest.raises(SystemExit, match="make compiled"):
        compiled.run({"battleaxe": 1}, 1, lambda: 1.0, tmp_path / "python")
