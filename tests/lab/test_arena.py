"""Contests: pairs on the same dice, sides swapped, judged in order."""

from dataclasses import replace

import pytest

from khamsin.cli import main
from khamsin.kernel.errors import SetupError
from khamsin.kernel.text.narrator import Narrator
from khamsin.lab.arena import Contest, check_contest, compete, pair_of, standing
from khamsin.lab.record import Record
from khamsin.lab.report.summary import WORDS, contest_data, contest_text, difference_lines
from khamsin.lab.sequential import Hypotheses
from khamsin.lab.simulate import the_game
from khamsin.lab.store import Store

CONTEST = Contest("battleaxe", ("standard", "extended"), (), ("greedy", "random"), "1941")
CLEAR = Hypotheses(0.5, 0.75)


def game_of(number, chair, scores=None, contest=CONTEST):
    plan = contest.plan(number)
    return Record(
        number, plan.scenario, dict(plan.bots), chair, chair, "1", "won", scores or {}, 9, {}, {}
    )


def filled(chairs, contest=CONTEST):
    store = Store()
    for number, chair in chairs.items():
        store.add(game_of(number, chair, contest=contest))
    return store


def test_a_pair_is_one_seed_and_one_scenario_with_the_sides_swapped():
    plans = [CONTEST.plan(number) for number in range(6)]
    assert [dict(plan.bots)["allied"] for plan in plans] == ["greedy", "random"] * 3
    assert [dict(plan.bots)["axis"] for plan in plans] == ["random", "greedy"] * 3
    assert [p.scenario for p in plans] == ["standard"] * 2 + ["extended"] * 2 + ["standard"] * 2
    both = replace(CONTEST, scenarios=("standard",), players=("random", "random"))
    one, two = both.play(6), both.play(7)
    assert (one.number, two.number) == (6, 7)
    assert one._replace(number=7) == two  # the same bot on either side, on the same dice
    assert both.play(8)._replace(number=6) != one


@pytest.mark.parametrize(
    ("first", "second", "score"),
    [
        ("allied", "axis", 1.0),
        ("allied", None, 0.75),
        ("allied", "allied", 0.5),
        (None, None, 0.5),
        ("axis", None, 0.25),
        ("axis", "allied", 0.0),
    ],
)
def test_the_points_of_a_pair(first, second, score):
    game = the_game("battleaxe", None)
    assert pair_of(game, game_of(0, first), game_of(1, second)).score == score


def test_alone_the_scores_on_the_same_dice_are_compared():
    contest = Contest("commander", ("gd",), (), ("greedy", "random"), "1")
    assert [dict(contest.plan(n).bots) for n in (0, 1)] == [{"axis": "greedy"}, {"axis": "random"}]
    game = the_game("commander", None)
    store = Store()
    for number, vp in enumerate((20, 12, 15, 15, 9, 10, 30, 10)):
        store.add(game_of(number, None, {"vp": vp}, contest))
    found = standing(game, store, CLEAR)
    assert [pair.score for pair in found.pairs] == [1, 0.5, 0, 1]
    assert [pair.difference for pair in found.pairs] == [8, 0, -1, 20]
    # Mean 27 / 4, standard deviation 9.7082, 1.96 of its quarter's root: 9.5139.
    assert found.difference.mean == 6.75
    assert found.difference.high - found.difference.mean == pytest.approx(9.5139, abs=0.001)
    assert found.by_seat == {}


def test_campaigns_weigh_alike_and_how_far_they_lie_apart_is_not_luck():
    contest = Contest("commander", ("gd", "na"), (), ("greedy", "random"), "1")
    game = the_game("commander", None)
    store = Store()
    for number, vp in enumerate((20, 18, 30, 10, 22, 18, 34, 10, 21, 18, 32, 10)):
        store.add(game_of(number, None, {"vp": vp}, contest))
    found = standing(game, store, CLEAR)
    assert {name: mean.mean for name, mean in found.differences.items()} == {"gd": 3, "na": 22}
    assert found.difference.of == 6
    assert found.difference.mean == 12.5
    # Standard deviations 1 and 2, three pairs each: 1.96 * sqrt((1 + 4) / 3) / 2.
    assert found.difference.high - 12.5 == pytest.approx(1.2652, abs=0.001)
    lines = difference_lines(Narrator(game, "en", WORDS), found)
    assert lines[0].endswith("+12.5 (95 %: +11.2 to +13.8).")
    assert lines[1:] == [
        "In gd: +3.0 (95 %: +1.9 to +4.1).",
        "In na: +22.0 (95 %: +19.7 to +24.3).",
    ]


def test_results_by_side_and_scenario():
    store = filled({0: "allied", 1: "allied", 2: "axis", 3: None, 4: "allied", 5: "axis"})
    found = standing(the_game("battleaxe", None), store, CLEAR)
    assert found.counts == {0.25: 1, 0.5: 1, 1.0: 1}
    won = {place: (share.times, share.of) for place, share in found.by_seat.items()}
    assert won == {
        ("standard", "allied"): (2, 2),
        ("standard", "axis"): (1, 2),
        ("extended", "allied"): (0, 1),
    }


def test_pairs_are_judged_in_order_and_none_before_it_is_whole():
    chairs = {number: ("allied", "axis")[number % 2] for number in range(40)}
    del chairs[9]
    found = standing(the_game("battleaxe", None), filled(chairs), CLEAR)
    assert (found.estimate.pairs, found.spare) == (4, 31)
    assert found.verdict.accepted is None
    chairs[9] = "axis"
    found = standing(the_game("battleaxe", None), filled(chairs), CLEAR)
    assert (found.estimate.pairs, found.spare, found.verdict.accepted) == (8, 24, 1)


def test_a_contest_is_taken_up_again(tmp_path):
    contest = Contest("commander", ("gd",), (), ("greedy", "random"), "5")
    alone = compete(contest, 6, CLEAR)
    store = Store(tmp_path, contest)
    assert compete(contest, 2, CLEAR, store=store) == standing(
        the_game("commander", None), store, CLEAR
    )
    again = compete(contest, 7, CLEAR, store=Store(tmp_path, contest))
    assert again == alone
    assert alone.estimate.pairs == 3


def test_a_verdict_ends_the_contest():
    contest = Contest("commander", ("gd",), (), ("greedy", "random"), "5")
    store = Store()
    found = compete(contest, 100, Hypotheses(0.05, 0.95), store=store)
    assert found.verdict.accepted == 1
    assert len(store.records) == 2 * found.estimate.pairs < 10


def test_what_people_and_programs_are_told():
    game = the_game("battleaxe", None)
    found = standing(game, filled({0: "allied", 1: "axis", 2: "axis", 3: None}), CLEAR)
    text = "\n".join(contest_text(Narrator(game, "en", WORDS), CONTEST, found, CLEAR))
    assert "Not decided between +0 and +191 Elo for greedy over random" in text
    assert "Score 62.5%" in text
    assert "2 pairs by points: 0.25: 1  1: 1" in text
    assert "standard, allied" in text
    data = contest_data(found, CLEAR)
    assert data["pair_scores"] == {"0.25": 1, "1": 1}
    assert data["score"]["elo"][0] == pytest.approx(88.7)
    assert data["difference"] is None
    won = standing(game, filled({0: "allied", 1: "axis"}), CLEAR)
    assert contest_data(won, CLEAR)["score"]["elo"][0] is None
    assert "Elo +∞" in "\n".join(contest_text(Narrator(game, "en", WORDS), CONTEST, won, CLEAR))


@pytest.mark.parametrize(
    "wrong", [{"scenarios": ("standard", "crete")}, {"players": ("greedy", "hal")}, {"game": "go"}]
)
def test_a_contest_that_cannot_be_held_is_refused_at_once(wrong):
    with pytest.raises(SetupError):
        check_contest(replace(CONTEST, **wrong))


def test_the_command(capsys, tmp_path):
    words = ["arena", "battleaxe", "random", "random", "--games", "4", "--jobs", "1", "--lang",
             "en", "--seed", "3", "--score", "0.5", "0.9", "--json", str(tmp_path / "a.json"),
             "--out", str(tmp_path / "out")]  # fmt: skip
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "Operation Battleaxe, standard: 4 games, random against random" in out
    # The same bot on the same dice: each pair is shared.
    assert "Score 50.0%" in out
    assert "2 pairs by points: 0.5: 2" in out
    assert (tmp_path / "a.json").read_text() == (tmp_path / "out" / "summary.json").read_text()
    assert "Log-likelihood ratio" in (tmp_path / "out" / "report.html").read_text()


@pytest.mark.parametrize("wrong", [["--elo", "50", "0"], ["--score", "0.5", "1"]])
def test_hypotheses_that_cannot_be_told_apart_are_refused(wrong, capsys):
    assert main(["arena", "battleaxe", "random", "greedy", *wrong]) == 2
    assert "smaller one" in capsys.readouterr().err


def test_nothing_is_known_of_an_empty_contest():
    found = standing(the_game("battleaxe", None), Store(), CLEAR)
    assert found.estimate.pairs == 0
    assert contest_data(found, CLEAR)["test"]["accepted"] is None
