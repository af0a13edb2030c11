"""Rommel in the Desert: the odds that are shown, with what they assume."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from khamsin.games.rommel.model.pieces import CLASSES, NOBODY, SIDES
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.state import Event
from tests.contract.shown.playing_out import Answer, Promise, Read


def promises(match: Match[Any], side: str) -> Iterator[Promise]:
    """A pursuit in which all fire; the fire of the side that is asked for a target.

    The odds take each block to fire where it may expect most hits, and do not foresee that a class
    falls and frees the others: a row is played out if no other class can fall.
    """
    ask, g = match.decision, match.state
    assert ask is not None
    if ask.prompt == "pursue":
        (odds,) = match.game.presentation.odds(g, side, "pursue", ())
        most = max(match.legal(side), key=lambda option: int(option[1]))
        if int(most[1]):
            yield Promise("pursuit", most, dict(odds.rows[0].outcomes), _first, _pursuit)
    elif ask.prompt == "fire":
        (odds,) = match.game.presentation.odds(g, side, "fire", ())
        own = [row for row in odds.rows if row.row.values["side"] == side]
        for row in own:
            arm = str(row.row.values["class"])
            others = [other for other in own if other is not row]
            if not any(_may_fall(match, str(o.row.values["class"]), o.row.values) for o in others):
                last = row.outcomes[-1][0]
                yield Promise(
                    f"fire at {arm}", _best(match), dict(row.outcomes), _fires,
                    _hits(side, arm, last),
                )  # fmt: skip


def _may_fall(match: Match[Any], arm: str, values: Any) -> bool:
    """Whether so many dice could wipe out a class, with what it has taken before."""
    g = match.state
    number = CLASSES.index(arm)
    foes = g.here[1 - g.firing][g.fighting]
    cv = sum(g.cv[b] for b in foes if g.pack.class_of[b] == number and not g.disrupted[b])
    return bool(g.points[number] + 2 * int(values["dice"]) >= 2 * cv)


def _first(match: Match[Any]) -> Option:
    option: Option = match.legal()[0]
    return option


def _best(match: Match[Any]) -> Option:
    """The shot from which most hits are to be expected, of the first block that may fire."""
    g = match.state
    legal = match.legal()
    if legal[0][0] != "fire_at":  # the fire is over, and its losses are taken
        return legal[0]
    block = legal[0][1]
    own = g.pack.class_of[g.pack.block_index[block]]

    def faces(option: Option) -> int:
        return len(g.pack.numbers.fire[own][CLASSES.index(option[2])])

    aims = [option for option in legal if option[1] == block]
    return max(aims, key=lambda option: (faces(option), -CLASSES.index(option[2])))


_fires: Answer = _best


def _pursuit(match: Match[Any], told: Sequence[Event]) -> str | None:
    """How many hits the pursuit has scored."""
    del match
    found = [event for event in told if event.kind == "pursuit"]
    return str(found[0].values["hits"]) if found else None


def _hits(side: str, arm: str, last: str) -> Read:
    """How many hits on a class all fire of a side has scored; `last` is the most that matters."""

    def read(match: Match[Any], told: Sequence[Event]) -> str | None:
        g = match.state
        if g.firing != NOBODY and SIDES[g.firing] == side:
            return None
        hits = sum(
            int(str(event.values["hits"]))
            for event in told
            if event.kind == "fired"
            and event.values["side"] == side
            and event.values["target"] == arm
        )
        return last if hits >= int(last.rstrip("+")) else str(hits)

    return read
