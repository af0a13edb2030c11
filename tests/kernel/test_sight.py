"""What each side may see: sealed answers, views and the log."""

import copy

import pytest

from khamsin.kernel.errors import NotOffered, WrongSeat
from khamsin.kernel.play.decision import Choose, Secret, listed
from tests.kernel.toys import XY, Notes, ask, sketch

# -- secret answers --------------------------------------------------------------------------


async def bids(g: Notes) -> None:
    hands = {"a": listed([("bid", "1"), ("bid", "2")]), "b": listed([("bid", "3"), ("bid", "4")])}
    answers = await Secret("bid", hands, "1", round=1)
    g.notes += [f"{side}{answer[1]}" for side, answer in answers.items()]
    await ask(g, "b")
    g.end()


@pytest.mark.parametrize("order", ["ab", "ba"])
def test_secret_answers_come_in_any_order_and_out_together(order):
    match = sketch(bids)
    answers = {"a": ("bid", "2"), "b": ("bid", "3")}
    assert list(match.to_answer) == ["a", "b"]
    number = match.number

    match.choose(answers[order[0]], order[0], number)
    assert list(match.to_answer) == [order[1]]
    assert match.state.notes == []
    match.choose(answers[order[1]], order[1], number)

    assert match.state.notes == ["a2", "b3"]
    assert match.entries == [(side, *answers[side]) for side in order]
    assert match.number == 2


def test_a_sealed_answer_is_final_until_it_is_taken_back():
    match = sketch(bids)
    assert match.legal("a") == [("bid", "1"), ("bid", "2")]
    match.choose(("bid", "2"), "a")

    assert match.legal("a") == []
    assert match.clone().legal("a") == []
    with pytest.raises(WrongSeat, match=r"^b must answer now, not a$"):
        match.choose(("bid", "1"), "a")


def test_nobody_may_answer_with_the_others_options():
    match = sketch(bids)
    with pytest.raises(NotOffered):
        match.choose(("bid", "3"), "a")
    assert match.entries == []


@pytest.mark.parametrize("sealed", [("bid", "1"), ("bid", "2")])
def test_a_sealed_answer_shows_nowhere(sealed):
    match = sketch(bids)
    open_match = match.clone()
    match.choose(sealed, "a")

    for viewer in ("b", None):
        seen = match.view(viewer)
        assert seen["decision"]["to_answer"] == ["b"]
        seen["decision"]["to_answer"] = ["a", "b"]
        assert seen == open_match.view(viewer)
        assert match.log(viewer) == open_match.log(viewer) == []
    assert match.legal("b") == open_match.legal("b")
    with pytest.raises(NotOffered) as refused:
        match.choose(("bid", "9"), "b")
    with pytest.raises(NotOffered) as refused_before:
        open_match.choose(("bid", "9"), "b")
    assert str(refused.value) == str(refused_before.value)


# -- views and events ------------------------------------------------------------------------


def test_a_view_shows_options_and_facts_only_to_who_decides():
    async def rules(g: Notes) -> None:
        await Choose("a", "place", listed(XY), "5.2", unit="2rtr")
        g.end()

    match = sketch(rules)
    asked = {"number": 0, "to_answer": ["a"], "prompt": "place", "rule": "5.2"}
    assert match.view("b")["decision"] == match.view(None)["decision"] == asked
    assert match.view("a")["decision"] == asked | {
        "facts": {"unit": "2rtr"},
        "options": [["x"], ["y"]],
    }


def test_changing_a_view_does_not_change_the_match():
    async def rules(g: Notes) -> None:
        await Choose("a", "pick", listed(XY), "1", unit="2rtr")
        g.end()

    match = sketch(rules)
    before = copy.deepcopy(match.view("a"))
    seen = match.view("a")
    seen["decision"]["options"].clear()
    seen["decision"]["facts"].clear()
    seen["position"]["notes"].append("mine")
    assert match.view("a") == before
    match.choose(("x",))
    match.view("a")["result"]["scores"].clear()
    assert match.result is not None
    assert match.result.scores == {"notes": 0}


def test_the_log_keeps_private_events_from_others_and_counts_only_what_the_reader_sees():
    async def rules(g: Notes) -> None:
        g.tell("start", "1")
        g.tell("dealt", "1", only=("a",), card="fuel1")
        g.tell("dealt", "1", ("b",), card="sand1")
        await ask(g, "a")
        g.tell("picked", "1")
        await ask(g, "b")
        g.end()

    match = sketch(rules)
    match.choose(("x",))

    def kinds(side, since=0):
        return [(at, event.kind) for at, event in match.log(side, since)]

    assert kinds("a") == kinds("b") == [(0, "start"), (0, "dealt"), (1, "picked")]
    assert kinds(None) == [(0, "start"), (1, "picked")]
    assert [event.values for _, event in match.log("a") if event.values] == [{"card": "fuel1"}]
    assert kinds("b", 2) == kinds(None, 1) == [(1, "picked")]
