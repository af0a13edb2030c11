"""Compares what is shown with what the rules offer and do, at decisions of whole games.

Each game has a folder here with three modules: `odds` with `promises` (odds, and what they assume),
`reach` with `reaches` (overlays of how far a piece can go, beside the moves that are offered) and
`marks` with `marks` (marks, tracks and scores, beside the rules' own state). Why-not is the same
for all games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

from khamsin.bots import make_bot
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import GENERAL, Match
from khamsin.kernel.play.seat import Seat
from tests.contract.play import game, phrases, random_setup, voice
from tests.contract.shown.playing_out import Promise, broken


class Compared(NamedTuple):
    """Something shown, and the same as the rules have it."""

    about: str
    shown: object
    true: object


class Shown(NamedTuple):
    """What the modules of a game compare."""

    promises: Callable[[Match[Any], str], Iterable[Promise]]
    """The odds that are shown to the side that is to answer, for options of this decision."""
    reaches: Callable[[Match[Any], str], Iterable[Compared]]
    """Overlays of reach and range, beside what is offered."""
    marks: Callable[[Match[Any]], Iterable[Compared]]
    """Marks on pieces, tracks and scores, beside the state."""


class Seen(NamedTuple):
    """What came of looking at one match."""

    name: str
    counts: Counter[str]
    faults: list[str]


def shown_of(slug: str) -> Shown:
    """The modules of a game."""
    odds, reach, marks = (
        import_module(f"tests.contract.shown.{slug}.{name}") for name in ("odds", "reach", "marks")
    )
    return Shown(odds.promises, reach.reaches, marks.marks)


def look_at(slug: str, number: int, looks: int, scenario: str = "") -> Seen:
    """Play the match with this number and look around at about so many of its decisions."""
    rng = Random(f"shown {slug} {number}")
    rules = game(slug)
    scenario = scenario or rules.scenarios[number % len(rules.scenarios)].id
    setup = random_setup(slug, scenario, rng)
    match = Match(rules, setup, SeededDice(f"shown-{slug}-{number}"))
    names = tuple(("random", "greedy")[rng.randrange(2)] for _ in rules.sides)
    minds = {side: make_bot(name, rng) for side, name in zip(rules.sides, names, strict=True)}
    seen = Seen(f"{slug} {number} {scenario} {setup.options} {names}", Counter(), [])
    decisions: list[int] = []
    while match.result is None:
        decisions.append(len(match.entries))
        side = match.to_answer[0]
        match.choose(minds[side].choose(Seat(match, side)), side)
    for at in sorted(rng.sample(decisions, min(looks, len(decisions)))):
        past = match.clone()
        past.rewind(at)
        _look(past, seen, rng)
    return seen


def _look(match: Match[Any], seen: Seen, rng: Random) -> None:
    slug = match.game.slug
    shown = shown_of(slug)
    where = f"after {len(match.entries)} entries"
    for side in match.game.sides:
        _why_not(match, side, seen, rng)
    for side in match.to_answer:
        for promise in shown.promises(match, side):
            seen.counts["odds"] += 1
            wrong = broken(match, promise, rng)
            if wrong:
                seen.faults.append(f"odds {where}: {wrong}")
        _same("reach", shown.reaches(match, side), seen, where)
    _same("marks", shown.marks(match), seen, where)


def _same(kind: str, found: Iterable[Compared], seen: Seen, where: str) -> None:
    for each in found:
        seen.counts[kind] += 1
        if each.shown != each.true:
            seen.faults.append(
                f"{kind} {where}: {each.about}\n  shown {each.shown}\n  true  {each.true}"
            )


def _why_not(match: Match[Any], side: str, seen: Seen, rng: Random) -> None:
    """A reason, with a rule of the book that can be told, for exactly what is not offered."""
    rules, say = match.game, voice(match.game.slug)
    legal = match.legal(side)
    offered = rng.sample(legal, min(len(legal), 40))
    for option in offered:
        seen.counts["why-not of what is offered"] += 1
        for why in (
            match.why_not(side, option),
            rules.rules.why_not(match.known(side), side, option),
        ):
            if why is not None:
                seen.faults.append(f"why-not: {option} is offered, yet {why}")
    for words in phrases(rules.slug, rng, 15):
        if words in legal or any(_contains(option, words) for option in legal):
            continue
        seen.counts["why-not of what is not offered"] += 1
        why = match.why_not(side, words)
        if why is None:
            seen.faults.append(f"why-not: {words} is not offered, and no reason is given")
            continue
        if why.reason not in GENERAL:
            seen.counts["why-not with a reason of the game"] += 1
        assert say.rule_title(why.rule)
        assert say.refused(why, {"unit": "", "place": "", "block": ""})


def _contains(option: tuple[str, ...], words: tuple[str, ...]) -> bool:
    rest = iter(option)
    return bool(words) and all(word in rest for word in words)
