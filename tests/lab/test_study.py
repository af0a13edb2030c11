"""What the counts of many games say, on counts whose answer is known."""

from random import Random

import pytest

from khamsin.lab.record import Record
from khamsin.lab.report.study import (
    Choice,
    choices,
    did_well,
    differences,
    luck,
    places,
    totals,
    where,
)
from khamsin.lab.simulate import the_game
from khamsin.lab.tally import FIGHT, LOSS

BATTLEAXE, COMMANDER = the_game("battleaxe", None), the_game("commander", None)


def game(winner, counts, scores=None):
    return Record(0, "one", {}, winner, winner, "1", "won", scores or {}, 9, {}, counts)


def test_who_did_well():
    records = [game("allied", {}), game("axis", {}), game(None, {})]
    assert did_well(BATTLEAXE, records, "axis") == [False, True, False]
    scores = [game("axis", {}, {"vp": vp}) for vp in (3, 9, 4, 4, 20)]
    assert did_well(COMMANDER, scores, "axis") == [False, True, False, False, True]


def test_where_it_happens():
    counts = {"fight - 9 -": 2, "loss axis 9 -": 3, "loss allied 9 -": 1, "loss allied 7 -": 4}
    sums = totals([game("axis", counts), game("allied", {"fight - 7 -": 1})])
    assert places(sums, FIGHT) == {"9": 2, "7": 1}
    assert places(sums, LOSS) == {"9": 4, "7": 4}
    assert where(sums)[LOSS, "allied"] == {"9": 1, "7": 4}
    assert where(totals([])) == {}


def test_luck_is_what_was_rolled_beside_a_fair_die():
    won = {"die axis fire 6": 3, "die axis fire 3": 1}
    lost = {"die axis fire 1": 4, "die allied fire 2": 1}
    axis = next(
        each
        for each in luck(BATTLEAXE, [game("axis", won), game("allied", lost)])
        if each.side == "axis"
    )
    assert axis.faces == (4, 0, 1, 0, 0, 3)
    assert axis.dice == 8
    assert axis.seen.mean == 25 / 8
    assert (axis.well, axis.badly) == (21 / 4, 1)
    # The root of the mean square is 2.3151; 1.96 of it by the root of 8 dice.
    assert axis.seen.high - axis.seen.mean == pytest.approx(1.6042, abs=0.001)


def test_choices_are_told_beside_what_was_offered():
    counts = {
        "offered axis fight attack": 10, "chosen axis fight attack": 4,
        "offered axis fight pass": 10, "chosen axis fight pass": 6,
        "offered axis fight surrender": 2,
        "offered axis move go": 1, "chosen axis move go": 1,
    }  # fmt: skip
    assert choices(totals([game("axis", counts)])) == [
        Choice("axis", "fight", "pass", 6, 10),
        Choice("axis", "fight", "attack", 4, 10),
        Choice("axis", "fight", "surrender", 0, 2),
        Choice("axis", "move", "go", 1, 1),
    ]


def test_a_difference_with_known_numbers():
    """Means 4 and 1, variances 1 and 1 of three games each: 3 ± 1.96 root(2/3)."""
    records = [game("axis", {"event axis attack -": n}) for n in (3, 4, 5)]
    records += [game("allied", {"event axis attack -": n} if n else {}) for n in (0, 1, 2)]
    (found,) = differences(BATTLEAXE, records, "axis")
    assert (found.well, found.badly, found.size, found.deviation) == (4, 1, 3, 1)
    assert found.low == pytest.approx(3 - 1.6003, abs=0.001)
    assert found.high == pytest.approx(3 + 1.6003, abs=0.001)
    assert found.chance == pytest.approx(0.00024, abs=0.00001)  # 3.674 standard errors
    assert not found.is_sure  # by three games each nothing is
    assert differences(BATTLEAXE, records, "allied") == []  # not his doing
    assert differences(BATTLEAXE, records[:4], "axis") == []  # one game is no comparison


def test_an_answer_and_the_event_that_follows_from_it_are_one_thing():
    def counts(n):
        return {"event axis attack -": n, "chosen axis fight attack": n, "event axis rout -": n % 3}

    records = [game("axis" if n < 4 else "allied", counts(n)) for n in range(8)]
    found = differences(BATTLEAXE, records, "axis")
    assert sorted(each.what.name for each in found) == ["fight", "rout"]


def test_one_true_difference_is_found_among_many_that_are_chance():
    rng = Random(7)
    records = []
    for number in range(120):
        wins = number % 2 == 0
        counts = {f"event axis e{kind} -": rng.randrange(1, 9) for kind in range(60)}
        counts["chosen axis fight attack"] = rng.randrange(1, 9) + (3 if wins else 0)
        records.append(game("axis" if wins else "allied", counts))
    found = differences(BATTLEAXE, records, "axis")
    assert len(found) == 61
    assert [each.what.detail for each in found if each.is_sure] == ["attack"]
    assert sum(each.chance < 0.05 for each in found) > 1  # which alone would have misled
