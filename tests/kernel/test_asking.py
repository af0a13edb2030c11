"""Some of these units, all, done."""

import pytest

from khamsin.kernel.play.asking import choose_some
from tests.kernel.toys import Notes, sketch

NAMES = ("tank", "gun", "foot")


def naming(units=(0, 1, 2), **more):
    """Rules that ask once for some of the units and note who was named."""

    async def rules(g: Notes) -> None:
        named = await choose_some("a", "pick", "with", units, NAMES.__getitem__, "1", **more)
        g.notes += [NAMES[unit] for unit in named]
        g.end()

    return sketch(rules)


@pytest.mark.parametrize(
    ("answers", "named"),
    [
        ([("all",)], ["tank", "gun", "foot"]),
        ([("with", "gun"), ("all",)], ["tank", "gun", "foot"]),
        ([("with", "gun"), ("done",)], ["gun"]),
        ([("with", "foot"), ("with", "tank"), ("done",)], ["foot", "tank"]),
        ([("with", "foot"), ("with", "tank"), ("with", "gun")], ["foot", "tank", "gun"]),
    ],
)
def test_units_are_named_one_by_one_until_all_or_done(answers, named):
    match = naming()
    for answer in answers:
        assert match.result is None
        match.choose(answer)
    assert match.state.notes == named
    assert match.result is not None


def test_what_may_be_answered_at_each_step():
    match = naming(place="0911")
    assert match.legal() == [("with", "tank"), ("with", "gun"), ("with", "foot"), ("all",)]
    assert match.decision is not None
    assert match.decision.facts == {"named": 0, "place": "0911"}
    match.choose(("with", "gun"))
    assert match.legal() == [("with", "tank"), ("with", "foot"), ("all",), ("done",)]
    assert match.decision.facts == {"named": 1, "place": "0911"}


def test_nobody_is_done_before_those_named_are_enough():
    match = naming(is_enough=lambda named: 2 in named)
    match.choose(("with", "tank"))
    assert ("done",) not in match.legal()
    match.choose(("with", "foot"))
    assert ("done",) in match.legal()


def test_none_may_be_named_where_none_is_enough():
    match = naming((1,), is_enough=lambda _: True, with_all=False)
    assert match.legal() == [("with", "gun"), ("done",)]
    match.choose(("done",))
    assert match.state.notes == []
    assert match.result is not None


def test_a_single_unit_is_taken_without_asking():
    match = naming((1,))
    assert match.entries == []
    assert match.state.notes == ["gun"]


def test_the_asking_does_not_tell_that_a_veiled_unit_cannot_be_named():
    match = naming((1,), veiled=(2,))
    assert match.legal() == [("with", "gun"), ("all",)]
    match.choose(("with", "gun"))
    assert match.legal() == [("done",)]
    match.choose(("done",))
    assert match.state.notes == ["gun"]
