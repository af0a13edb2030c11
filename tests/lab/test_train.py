"""Learning an evaluation: games that are kept, returns, regressions, and what is written."""

from __future__ import annotations

import json
import sys
import tomllib
from datetime import date
from random import Random
from shutil import copytree
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from khamsin.bots.greedy import GreedyBot
from khamsin.cli import main
from khamsin.games import find
from khamsin.kernel.errors import KhamsinError, SetupError
from khamsin.kernel.game import Setup
from khamsin.kernel.mind.learned import ALL, FILE, Learned
from khamsin.kernel.mind.posture import PLAIN
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.seat import Seat
from khamsin.lab.runner import Crew, run
from khamsin.lab.store import GAMES, Store
from khamsin.lab.train import written
from khamsin.lab.train.curve import as_csv, train_on
from khamsin.lab.train.learning import FEWEST, LAMBDA, lambda_returns, learn, rows_of
from khamsin.lab.train.practice import Practice, PracticePlayer, check, mind_of
from khamsin.lab.train.regression import fit, log_loss, logistic
from khamsin.lab.train.trajectory import Position, Trajectory, trajectory
from khamsin.lab.train.validation import Validation
from khamsin.lab.train.written import as_toml, source_of
from tests.some import some

PRACTICE = Practice("battleaxe", ("standard",), "greedy", 7)
GAME = check(PRACTICE)
MIND, LEARNED = mind_of(GAME)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A folder with a few games."""
    folder = tmp_path_factory.mktemp("played")
    run(PRACTICE, range(5), Store(folder, PRACTICE), Crew())
    return folder


@pytest.fixture
def records(played):
    return Store(played, PRACTICE).first(5)


def made_up(games: int, stages: tuple[str, ...] = ("early", "late"), seed: int = 1):
    """Games whose winner hangs on one number, twice as much in the last stage."""
    rng = np.random.default_rng(seed)
    trajectories = []
    for number in range(games):
        edge = rng.normal()
        result = float(rng.random() < logistic(np.array([2.0 * edge]))[0])
        positions = [
            Position(stage, (edge * (1 if at else 2), 1.0), 0.5)
            for at, stage in enumerate(stages)
            for _ in range(5)
        ]
        trajectories.append(Trajectory(number, tuple(positions), result))
    return trajectories


# -- the games -----------------------------------------------------------------------------------


def test_a_game_is_the_same_again_whoever_plays_it(records):
    assert PRACTICE.play(3) == records[3]
    assert records[3] != records[4]


def test_the_journal_leads_to_the_same_end(records):
    for record in some(records):
        found = trajectory(GAME, record)
        assert found.result == float(record.winner == "allied")
        assert len(found.positions) > 20
        assert {each.stage for each in found.positions} == {"1", "2", "3"}
        assert all(len(each.counts) == len(LEARNED.counting.features) for each in found.positions)
        assert all(0 < each.chance < 1 for each in found.positions)


def test_positions_are_those_at_which_thought_ends(records):
    halves = [
        line for line in records[0].journal.splitlines() if line.startswith(("allied", "axis"))
    ]
    found = trajectory(GAME, records[0])
    match = Match(GAME, Setup("standard"), None)
    for line in records[0].journal.splitlines():
        match.feed(tuple(line.split(" ")))
    told = sum(event.kind == MIND.horizon.event for _, event in match.events)
    assert len(found.positions) == told < len(halves)


def test_some_sides_draw_plans_by_lot_and_others_none():
    shares = [PracticePlayer(MIND, "greedy", Random(seed))._by_lot for seed in range(200)]
    assert 60 < shares.count(0.0) < 140
    assert max(shares) <= 0.25


def test_a_pupil_is_led_in_other_postures_where_a_game_has_them():
    game = find("rommel")
    mind, _ = mind_of(game)
    match = Match(game, Setup(game.scenarios[0].id), SeededDice("1"))
    side = match.to_answer[0]
    pupil = PracticePlayer(mind, "greedy", Random(1))
    bot = pupil._bot
    assert isinstance(bot, GreedyBot)
    assert bot.posture == PLAIN
    drawn = set()
    for _ in range(20):
        pupil.begin_turn(Seat(match, side))
        drawn.add(bot.posture)
    assert len(drawn) > 2


def test_what_cannot_learn_is_refused():
    with pytest.raises(SetupError, match="no game"):
        check(Practice("chess", ("standard",), "greedy", 1))
    with pytest.raises(KhamsinError, match="winter"):
        check(Practice("battleaxe", ("winter",), "greedy", 1))
    with pytest.raises(SetupError, match="no bot"):
        check(Practice("battleaxe", ("standard",), "nobody", 1))


# -- what is taught --------------------------------------------------------------------------------


def test_a_return_is_the_result_seen_through_what_followed():
    assert lambda_returns([0.1, 0.2, 0.3], 1.0, 1.0) == [1.0, 1.0, 1.0]
    assert lambda_returns([0.1, 0.2, 0.3], 1.0, 0.0) == [0.2, 0.3, 1.0]
    assert lambda_returns([], 1.0) == []
    first, second = lambda_returns([0.5, 0.5], 0.0)
    assert first == pytest.approx((1 - LAMBDA) * 0.5)
    assert second == 0.0


def test_a_regression_finds_the_weights_that_chances_were_made_with():
    rng = np.random.default_rng(3)
    counts = np.column_stack([rng.normal(size=(500, 2)), np.ones(500)])
    true = np.array([1.5, -0.7, 0.3])
    found = fit(counts, logistic(counts @ true), np.zeros(3), np.full(3, 1e-9))
    assert found == pytest.approx(true, abs=1e-5)


def test_a_stiff_regression_stays_at_the_prior():
    counts, prior = np.array([[1.0], [2.0]]), np.array([0.4])
    wanted = np.ones(2)
    assert fit(counts, wanted, prior, np.array([1e9])) == pytest.approx(prior, abs=1e-6)
    assert fit(counts, wanted, prior, np.array([0.1]))[0] > 1.0


def test_log_loss_knows_what_ignorance_costs():
    assert log_loss(np.array([0.5, 0.5]), np.array([0.0, 1.0])) == pytest.approx(np.log(2))
    assert log_loss(np.array([0.0, 1.0]), np.array([0.0, 1.0])) < 1e-6
    assert log_loss(np.array([1.0]), np.array([0.0])) > 10


def test_stages_have_weights_of_their_own():
    found = learn(made_up(400), 2)
    assert list(found) == [ALL, "early", "late"]
    assert found["late"][0] > 1.4 * found["early"][0] > 0


def test_a_stage_that_is_hardly_met_shares_the_weights_of_all():
    many, few = made_up(100, ("early",)), made_up(FEWEST - 1, ("rare",), seed=2)
    found = learn([*many, *few], 2)
    assert list(found) == [ALL, "early"]
    assert list(learn([*many, *made_up(FEWEST, ("rare",), seed=2)], 2)) == [ALL, "early", "rare"]


def test_a_stage_met_seldom_is_held_to_all_the_others():
    common = learn(made_up(400, ("early",)), 2)[ALL]
    against = [each._replace(result=1 - each.result) for each in made_up(FEWEST, ("rare",), seed=2)]
    alone = learn(against, 2)["rare"]
    held = learn([*made_up(400, ("early",)), *against], 2)["rare"]
    assert alone[0] < held[0] < common[0]


def test_what_is_settled_is_not_learned_but_taught():
    """The last position is certain, so that those before it are taught by it."""
    sure = Position("early", (), 1.0)
    open_one = Position("early", (1.0, 1.0), 0.5)
    trajectories = [Trajectory(at, (open_one, sure), 0.0) for at in range(8)]
    assert len(rows_of(trajectories, 2).counts) == 8
    sum_of = sum(learn(trajectories, 2)["early"])
    assert sum_of > sum(learn([Trajectory(at, (open_one,), 0.0) for at in range(8)], 2)["early"])


# -- the validation ------------------------------------------------------------------------------


def test_an_exam_counts_winners_called_right_and_those_late():
    good, bad = Position("x", (1.0,), 0.9), Position("x", (-1.0,), 0.1)
    trajectories = [Trajectory(0, (bad, good, good), 1.0), Trajectory(1, (bad, bad, good), 0.0)]
    told = Validation(trajectories, 1, alone=False).of(5, {ALL: (1.0,)})
    assert told.games == 5
    assert told.right == pytest.approx(4 / 6)
    assert told.late == pytest.approx(1 / 2)
    present = Validation(trajectories, 1, alone=False).of_present()
    assert present.right == told.right
    assert present.loss == pytest.approx(log_loss(
        np.array([0.1, 0.9, 0.9, 0.1, 0.1, 0.9]), np.array([1.0, 1, 1, 0, 0, 0])
    ))  # fmt: skip


def test_alone_positions_as_far_on_are_put_in_order():
    better = Trajectory(0, (Position("x", (2.0,), 0.5), Position("x", (1.0,), 0.5)), 0.8)
    worse = Trajectory(1, (Position("x", (1.0,), 0.5), Position("x", (3.0,), 0.5)), 0.3)
    told = Validation([better, worse], 1, alone=True).of(2, {ALL: (1.0,)})
    assert told.right == pytest.approx(0.5)
    assert told.late == 0.0


def test_more_games_teach_more():
    found = train_on(LEARNED_OF_ONE, made_up(800))
    first, last = found.curve[0], found.curve[-1]
    assert [told.games for told in found.curve] == [25, 50, 100, 200, 400, 600]
    assert (found.taught, found.held_back, found.positions) == (600, 200, 6000)
    assert last.loss < first.loss
    assert last.loss < found.before.loss == pytest.approx(np.log(2))
    assert last.right > 0.7
    rows = as_csv(found).splitlines()
    assert rows[0] == "games,log_loss,right,right_late"
    assert [row.split(",")[0] for row in rows[1:]] == ["0", "25", "50", "100", "200", "400", "600"]


LEARNED_OF_ONE = Learned(
    LEARNED.counting.__class__(("red", "blue"), ("edge", "always"), lambda _: (0.0, 1.0), str),
    {"never": (3.0, 4.0), ALL: (9.0, 9.0)},
)


def test_what_was_never_met_stays_as_it_was():
    few = [each._replace(number=100 + each.number) for each in made_up(4, ("rare",))]
    found = train_on(LEARNED_OF_ONE, [*made_up(40, ("early",)), *few])
    assert list(found.weights) == [ALL, "early", "never"]
    assert found.weights["never"] == (3.0, 4.0)
    assert found.weights[ALL] != (9.0, 9.0)
    assert found.kept == ["never"]
    assert found.sparse == {"rare": 3}


def test_too_few_games_are_refused():
    with pytest.raises(SetupError, match="4 games"):
        train_on(LEARNED_OF_ONE, made_up(3))


# -- what is written -----------------------------------------------------------------------------


def test_the_file_is_read_back_as_it_was_meant(tmp_path, records):
    training = train_on(LEARNED, [trajectory(GAME, record) for record in records])
    source = source_of(PRACTICE, training, "half", date(2026, 11, 19))
    text = as_toml(source, LEARNED.counting.features, training.weights)
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    read = Learned.read(LEARNED.counting, tmp_path)
    assert read.source is not None
    assert read.source[:2] == (4, "2026-11-19")
    assert (read.source.seed, read.source.positions) == (7, training.positions)
    assert read.source.note.split() == source.note.split()
    assert list(read.weights) == list(training.weights)
    for stage, weights in read.weights.items():
        assert weights == pytest.approx(training.weights[stage], abs=1e-4)


def test_a_stage_may_be_called_anything():
    names = ("1", "so_called", "El Alamein")
    weights = dict.fromkeys(names, (1.0,))
    training = train_on(LEARNED_OF_ONE, made_up(8))
    source = source_of(PRACTICE, training, "half", date(2026, 11, 19))
    assert tuple(tomllib.loads(as_toml(source, ("x",), weights))["weights"]) == names


# -- the command ---------------------------------------------------------------------------------


def train(*words):
    return main(["train", "battleaxe", "--jobs", "1", *map(str, words)])


def test_the_command_goes_on_and_writes(played, tmp_path, capsys, monkeypatch):
    out = tmp_path / "out"
    copytree(played, out)
    kept = (out / GAMES).read_text(encoding="utf-8")
    monkeypatch.setattr(written, "path_of", lambda game: tmp_path / f"{game.slug}.toml")
    assert train("--games", 6, "--out", out, "--write") == 0
    told = capsys.readouterr().out
    assert "Operation Battleaxe, standard: 6 games, seed 7" in told
    assert "of 5 games (held back: 1)" in told
    lines = (out / GAMES).read_text(encoding="utf-8")
    assert lines.startswith(kept)
    assert [json.loads(line)["number"] for line in lines.splitlines()] == [0, 1, 2, 3, 4, 5]
    assert len((out / "curve.csv").read_text(encoding="utf-8").splitlines()) == 3
    picture = ET.fromstring((out / "curve.svg").read_text(encoding="utf-8"))
    assert picture.tag.endswith("svg")
    assert len(picture.findall(".//{*}polyline")) == 3
    in_use = (tmp_path / "battleaxe.toml").read_text(encoding="utf-8")
    assert in_use == (out / FILE).read_text(encoding="utf-8")
    source = Learned.read(LEARNED.counting, out).source
    assert source is not None
    assert source.games == 5


@pytest.mark.parametrize(("language", "said"), [("es", "semilla 7"), ("pl", "ziarno 7")])
def test_it_tells_in_other_languages(played, tmp_path, capsys, language, said):
    copytree(played, tmp_path, dirs_exist_ok=True)
    assert train("--games", 5, "--out", tmp_path, "--lang", language) == 0
    assert said in capsys.readouterr().out


def test_ctrl_c_leaves_what_was_played(tmp_path, capsys, monkeypatch):
    play_one = Practice.play

    def play(self, number):
        if number == 1:
            raise KeyboardInterrupt
        return play_one(self, number)

    monkeypatch.setattr(Practice, "play", play)
    assert train("--games", 4, "--out", tmp_path) == 130
    assert "goes on where it stopped" in capsys.readouterr().err
    assert len((tmp_path / GAMES).read_text(encoding="utf-8").splitlines()) == 1
    assert not (tmp_path / "curve.csv").exists()


def test_games_of_another_seed_do_not_mix(played, capsys):
    assert train("--games", 4, "--out", played, "--seed", 2) == 2
    assert "another seed" in capsys.readouterr().err


def test_without_numpy_it_says_what_is_missing(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert train("--games", 4) == 2
    assert capsys.readouterr().err == "khamsin: learning needs NumPy: pip install 'khamsin[lab]'\n"
