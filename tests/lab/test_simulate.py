"""Many games: the same games, however many processes play them."""

import json
from dataclasses import replace

import pytest

from khamsin.kernel.errors import SetupError
from khamsin.kernel.text.narrator import Narrator
from khamsin.lab import simulate as lab
from khamsin.lab.record import Record
from khamsin.lab.report.summary import WORDS, as_data, as_text, headline, summary
from khamsin.lab.simulate import Plan, check, play_one, simulate

PLAN = Plan("battleaxe", "standard", (), (("allied", "random"), ("axis", "random")), "1941")


def test_one_process_or_two_play_the_same_games():
    game = check(PLAN)
    seen: list[int] = []
    alone = simulate(PLAN, 8, 1, seen.append)
    together = simulate(PLAN, 8, 2)
    assert together == alone
    assert as_data(PLAN, game, together) == as_data(PLAN, game, alone)
    assert [record.number for record in together] == list(range(8))
    assert seen == list(range(9))


def test_a_game_depends_on_its_number_alone():
    assert play_one(PLAN, 5) == simulate(PLAN, 6)[5]
    assert play_one(replace(PLAN, seed="1942"), 5) != play_one(PLAN, 5)


def test_a_record_tells_how_a_game_ended_and_how_long_it_was():
    record = play_one(PLAN, 0)
    assert record.winner in ("allied", "axis")
    assert record.chair == record.winner
    assert record.clock["turn"] == record.scores["turn"]
    assert record.clock["half"] % 2 == 0
    assert record.decisions > record.clock["half"]


def test_with_bids_the_winner_need_not_sit_where_he_began():
    records = simulate(replace(PLAN, options=("bids",)), 8)
    assert {record.chair == record.winner for record in records} == {True, False}


@pytest.mark.parametrize(
    "wrong",
    [{"scenario": "crete"}, {"options": ("mud",)}, {"bots": (("allied", "hal"),)}, {"game": "go"}],
)
def test_a_plan_that_cannot_be_played_is_refused_at_once(wrong):
    with pytest.raises(SetupError):
        check(replace(PLAN, **wrong))


def test_a_bug_names_the_game_it_was_met_in(monkeypatch):
    def broken(_plan, number):
        raise ZeroDivisionError

    monkeypatch.setattr(lab, "play_one", broken)
    with pytest.raises(RuntimeError, match="game 0 of seed '1941' failed"):
        simulate(PLAN, 1)


def records():
    return [
        Record(
            n, "standard", dict(PLAN.bots), winner, winner, "17.2d", reason, {"vp": vp}, 100 + n,
            {"half": 40}, {},
        )
        for n, (winner, reason, vp) in enumerate(
            [
                ("allied", "operational", 11),
                ("axis", "held", 4),
                ("axis", "held", 6),
                (None, "x", 5),
            ]
        )
    ]  # fmt: skip


def test_the_summary_counts():
    found = summary(check(PLAN), records())
    assert found["wins"]["axis"]["times"] == 2
    assert found["wins"]["allied"]["rate"] == 0.25
    assert found["wins"]["nobody"]["times"] == 1
    assert {"winner": "axis", "rule": "17.2d", "reason": "held", "games": 2} in found["endings"]
    assert found["scores"]["vp"]["mean"] == 6.5
    assert found["scores"]["vp"]["counts"][4] == 1
    assert found["lengths"]["decisions"]["most"] == 103
    assert json.loads(json.dumps(found))["games"] == 4


def test_the_report_is_for_people():
    game = check(PLAN)
    narrator = Narrator(game, "en", WORDS)
    assert headline(PLAN, narrator, 4) == (
        "Operation Battleaxe, standard: 4 games, allied random, axis random"
    )
    text = "\n".join(as_text(narrator, summary(game, records())))
    assert "axis              2   50.0%  (95 %: 15.0% to 85.0%)" in text
    assert "axis, held (17.2d)" in text
    assert "4 ███    █ 11" in text


def test_a_game_that_is_scored_is_told_by_its_bands():
    plan = Plan("commander", "dd", (), (("axis", "random"),), "1944")
    game = check(plan)
    records = simulate(plan, 5)
    data = as_data(plan, game, records)["summary"]
    assert sum(band["times"] for band in data["bands"]) == 5
    assert [band["low"] for band in data["bands"]][1:] == [7, 14, 20, 30, 35, 40]
    text = as_text(Narrator(game, "en", WORDS), data)
    assert "bands of vp" in text
    assert any(line.strip().startswith("6 or less") for line in text)
    assert any(line.strip().startswith("40 or more") for line in text)
    assert "bands" not in as_data(PLAN, check(PLAN), simulate(PLAN, 1))["summary"]
