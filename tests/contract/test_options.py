"""Every offered option is accepted; anything else is refused and changes nothing."""

from random import Random
from typing import Any

import pytest

from khamsin.kernel.errors import NotOffered, RefusedChoice, StaleDecision, WrongSeat
from khamsin.kernel.play.archive import journal_of
from khamsin.kernel.play.decision import DICE, Option
from khamsin.kernel.play.match import Match
from tests.contract.play import (
    CASES,
    SEEDED,
    SLOW,
    begin,
    decisions,
    everything,
    looks,
    phrases,
    pick,
    usual,
    vocabulary,
)

MOST = 60  # options tried at one decision, any of them if there are more
RESERVED = {"mark", "result", "~", "#", DICE, "nobody", "unknown"}


def check_open_or_over(match: Match[Any]) -> None:
    """One decision is open, with something to choose for all it is asked of; or it is over."""
    if match.result is not None:
        assert match.decision is None
        assert match.to_answer == ()
        assert match.result.ending in match.game.endings
        assert match.result.winner is None or match.result.winner in match.game.sides
        return
    assert match.decision is not None
    assert match.chance is None
    assert match.to_answer
    for side in match.to_answer:
        assert side in match.game.sides
        options = match.legal(side)
        assert options, f"{match.decision.prompt} offers nothing to {side}"
        assert len(set(options)) == len(options), "an option is offered twice"


def check_words(option: Option) -> None:
    """A line of the journal is made of these words."""
    assert option
    for word in option:
        assert type(word) is str
        assert word.split() == [word], f"{word!r} is not one word"
        assert "#" not in word
        assert word.isprintable()


@pytest.mark.parametrize(("slug", "scenario", "seed"), SEEDED)
def test_every_option_is_accepted(slug, scenario, seed):
    rng = Random(f"accepted {slug} {scenario} {seed}")
    tried = 0
    chance = 20 * SLOW.get(slug, 1) / usual(slug, scenario)
    for match in decisions(begin(slug, scenario, rng), rng):
        check_open_or_over(match)
        if len(match.entries) > 20 and rng.random() > chance:
            continue
        for side in match.to_answer:
            options = match.legal(side)
            for option in rng.sample(options, min(MOST, len(options))):
                check_words(option)
                other = match.clone()
                other.choose(option, side, match.number)
                other.game.rules.check(other.state)
                check_open_or_over(other)
                assert other.entries[len(match.entries)] == (side, *option)
                tried += 1
    assert tried >= 3


def altered(option: Option, words: tuple[str, ...], rng: Random) -> list[Option]:
    """The option with something wrong in it."""
    at = rng.randrange(len(option))
    other = words[rng.randrange(len(words))]
    return [
        option[:at],
        (*option, other),
        (*option[:at], other, *option[at + 1 :]),
        option[::-1],
        option * 2,
        (option[0].upper(), *option[1:]),
        (*option[:-1], f"{option[-1]} "),
    ]


@pytest.mark.parametrize(("slug", "scenario", "seed"), SEEDED)
def test_anything_else_is_refused_and_changes_nothing(slug, scenario, seed):
    rng = Random(f"refused {slug} {scenario} {seed}")
    words = vocabulary(slug)[1]
    refusals = 0
    whole = begin(slug, scenario, rng)
    for match in looks(whole, rng, 50):
        before = everything(match), journal_of(match).text()
        side, option = pick(match, rng)
        for wrong in (*altered(option, words, rng), *phrases(slug, rng, 6)):
            if wrong not in match.legal(side):
                with pytest.raises(NotOffered):
                    match.choose(wrong, side)
                refusals += 1
        strangers = {*match.game.sides, DICE, "nobody", ""} - set(match.to_answer)
        for stranger in sorted(strangers):
            with pytest.raises(WrongSeat):
                match.choose(option, stranger)
        for number in (match.number - 1, match.number + 1, -1):
            with pytest.raises(StaleDecision):
                match.choose(option, side, number)
        with pytest.raises(RefusedChoice):
            match.roll((1,))
        assert (everything(match), journal_of(match).text()) == before
    assert refusals > 5
    with pytest.raises(RefusedChoice, match="the match is over"):
        whole.choose(option, side)


@pytest.mark.parametrize(("slug", "scenario"), CASES)
def test_names_leave_room_for_the_words_of_the_journal(slug, scenario):
    match = begin(slug, scenario, Random(1))
    names = [slug, scenario, *match.game.sides]
    names += [option.id for option in match.game.options]
    for name in names:
        check_words((name,))
    assert not RESERVED & set(match.game.sides)
    for ending in match.game.endings:
        check_words((ending.rule, ending.reason))


@pytest.mark.parametrize(("slug", "scenario"), CASES)
def test_no_two_ways_to_end_are_the_same(slug, scenario):
    endings = begin(slug, scenario, Random(1)).game.endings
    assert endings
    assert len(set(endings)) == len(endings)
