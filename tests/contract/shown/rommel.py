"""What Rommel in the Desert shows, beside what happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from khamsin.games.rommel.model.pieces import CLASSES, NOBODY, SIDES
from khamsin.games.rommel.rules.supply.lines import has_line
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.state import Event
from tests.contract.play import voice
from tests.contract.shown.comparing import Compared
from tests.contract.shown.playing_out import Answer, Promise, Read

REACHED = 2
"""The strength of a range from which on no Forced March is needed."""
STATES = {"disrupted": "disrupted", "out_of_supply": "unsupplied", "raider": "raider"}
"""Marks that both see, and the field of the state that they stand for."""


# -- odds --------------------------------------------------------------------------------------


def promises(match: Match[Any], side: str) -> Iterator[Promise]:
    """A pursuit in which all fire; the fire of the side that is asked for a target.

    The odds take each block to fire where it may expect most hits, and do not foresee that a class
    falls and frees the others: a row is played out if no other class can fall.
    """
    ask, g = match.decision, match.state
    assert ask is not None
    if ask.prompt == "pursue":
        (odds,) = match.game.odds(g, side, "pursue", ())
        most = max(match.legal(side), key=lambda option: int(option[1]))
        if int(most[1]):
            yield Promise("pursuit", most, dict(odds.rows[0].outcomes), _first, _pursuit)
    elif ask.prompt == "fire":
        (odds,) = match.game.odds(g, side, "fire", ())
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
        if g.step == "fire" and g.fighting != NOBODY and SIDES[g.firing] == side:
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


# -- overlays ----------------------------------------------------------------------------------


def reaches(match: Match[Any], side: str) -> Iterator[Compared]:
    """The network holds every fed block; a line is drawn for whoever has one; range is offered."""
    g, say = match.state, voice("rommel")
    me = SIDES.index(side)
    pack = g.pack
    for block, owner in enumerate(pack.side_of):
        if owner != me or not 0 <= g.place[block] < pack.size:
            continue
        name = pack.block_ids[block]
        shown = {each["id"]: each for each in match.game.overlays(g, side, say, name)}
        yield Compared(f"line of {name}", "line" in shown, has_line(g, block))
        if has_line(g, block) and g.phase == "turn":
            at = g.place_id(g.place[block])
            yield Compared(f"network at {name}", at in shown["network"]["spaces"], True)
    assert match.decision is not None
    if match.decision.prompt == "move" and g.moves:
        yield from _ranges(match, side)


def _ranges(match: Match[Any], side: str) -> Iterator[Compared]:
    """Of blocks in a Group Move: all that is offered is shown, and nothing else but full hexsides.

    In a Pass not every way back makes a lawful Withdrawal: what is offered is shown.
    """
    g, say = match.state, voice("rommel")
    groups = [
        g.place_id(place) for place, goal in g.moves if goal == NOBODY and place < g.pack.size
    ]
    goals: dict[str, set[str]] = {}
    for option in match.legal(side):
        if option[0] in ("move", "engage", "rommel", "rommel_engage") and option[2] in groups:
            goals.setdefault(option[1], set()).add(option[3])
    for name, offered in goals.items():
        shown = match.game.overlays(g, side, say, name)
        (spaces,) = [each["spaces"] for each in shown if each["id"] == "range"]
        near = {at for at, strong in spaces.items() if strong >= REACHED}
        if g.option == "pass" or len(g.moves) > 1:
            yield Compared(f"range of {name}", sorted(offered - near), [])
            continue
        full = {
            at
            for at in near - offered
            if (why := match.why_not(side, ("engage", name, at))) and why.reason == "hexside_full"
        }
        yield Compared(f"range of {name}", sorted(near), sorted(offered | full))


# -- marks and tracks --------------------------------------------------------------------------


def marks(match: Match[Any]) -> Iterator[Compared]:
    """Marks on blocks, battles and their owners, Fortresses, the month; what each side sees."""
    g, say = match.state, voice("rommel")
    pack = g.pack
    for me, side in enumerate(SIDES):
        picture = match.game.picture(g, side, say)
        pieces = picture["pieces"]
        for block, owner in enumerate(pack.side_of):
            if owner != me or not 0 <= g.place[block] < pack.size:
                continue
            name = pack.block_ids[block]
            piece = pieces[name]
            yield Compared(f"place of {name}", piece["at"], g.place_id(g.place[block]))
            shown = {mark for mark in piece.get("marks", ()) if mark in STATES}
            true = {mark for mark, field in STATES.items() if getattr(g, field)[block]}
            yield Compared(f"marks of {name}", sorted(shown), sorted(true))
        for at, space in picture["spaces"].items():
            place = pack.board.index[at]
            is_battle = bool({"battle", "fighting"} & set(space["marks"]))
            yield Compared(f"battle in {at}", is_battle, g.defender[place] != NOBODY)
            fortress = pack.fortress_at[place]
            if fortress >= 0:
                yield Compared(f"holder of {at}", space["control"], SIDES[g.holder[fortress]])
        cells = {each["id"]: each["cell"] for each in picture["markers"]}
        yield Compared("months", cells, {"month": g.month - 1, "last": g.scenario.end_month - 1})
