"""10.4 The Heckler group: noted in secret, landed two turns later."""

from __future__ import annotations

from khamsin.games.gazala.model.pieces import ALLIED, AT_SEA, AXIS, NOBODY, OFF, SIDES, SUPPLIED
from khamsin.games.gazala.model.state import State
from khamsin.kernel.play.decision import Choose, Option, Roll

from .control import put
from .movement.reaction import reactions


def may_be_asked(g: State) -> bool:
    """10.4, R36 As long as nobody has seen the group, and a landing would still be in the game.

    It does not matter whether it was noted already: that the question is not asked would tell.
    """
    notice = g.pack.numbers.dice["heckler_notice"]
    return not g.heckler_over and g.turn + notice <= len(g.scenario.dates)


async def note_landing(g: State) -> None:
    """10.4 The Axis may write down where the group lands two turns from now."""
    if not may_be_asked(g):
        return
    answer = await Choose(
        SIDES[AXIS], "heckler", lambda: note_options(g), "10.4", only=(SIDES[AXIS],)
    )
    if answer[0] == "note":
        g.heckler_due = g.turn + g.pack.numbers.dice["heckler_notice"]
        g.heckler_hex = g.pack.board.at(answer[1])
        g.tell(
            "landing_noted", "10.4", (SIDES[AXIS],),
            place=answer[1], date=g.scenario.dates[g.heckler_due - 1],
        )  # fmt: skip


def note_options(g: State) -> list[Option]:
    """10.4 Shore hexes near the east edge; only one landing in a game."""
    options: list[Option] = []
    if not g.heckler_due:
        options = [("note", g.place_id(place)) for place in g.pack.shore]
    options.append(("no",))
    return options


def is_landing_due(g: State) -> bool:
    """10.4, R36 Whether a landing is noted and can still be tried."""
    return not g.heckler_over and g.heckler_due >= g.turn


def can_land(g: State) -> bool:
    """10.4, R36 In a movement phase of any Axis impulse of the due turn."""
    return g.active == AXIS and not g.heckler_over and g.heckler_due == g.turn


async def land(g: State) -> None:
    """10.4 A die: 5 or 6 brings the group ashore; a second one says where.

    R36: cars beside it may react, as to any unit that moves there (10.3).
    """
    dice, unit = g.pack.numbers.dice, g.pack.heckler
    g.heckler_over = True
    g.tell("landing_tried", "10.4", reveals=True, place=g.place_id(g.heckler_hex))
    (die,) = await Roll(1, "landing", "10.4", SIDES[AXIS])
    if die < dice["heckler_lands_from"]:
        g.place[unit] = OFF
        g.tell("landing_sunk", "10.4", unit=g.unit_id(unit), die=die)
        return
    (drift,) = await Roll(1, "landing_drift", "10.4", SIDES[AXIS])
    place = landing_hex(g, drift)
    if g.here[ALLIED][place]:
        g.place[unit] = OFF
        g.tell("landing_failed", "10.4", unit=g.unit_id(unit), place=g.place_id(place))
        return
    put(g, unit, place)
    g.morning[unit] = g.supply[unit] = SUPPLIED
    g.arrived[unit] = g.moved[unit] = 1
    g.due[unit] = SUPPLIED if g.chit == g.formation[unit] else NOBODY
    g.tell("landed", "10.4", unit=g.unit_id(unit), place=g.place_id(place), die=drift)
    await reactions(g, (unit,), place)


def landing_hex(g: State, drift: int) -> int:
    """10.4, R36 One hex west, as planned, or one hex east; never off the map or inland."""
    pack, dice = g.pack, g.pack.numbers.dice
    shore = (pack.shore_west, *pack.shore)
    at = shore.index(g.heckler_hex)
    if drift <= dice["heckler_west_to"]:
        return shore[at - 1]
    if drift >= dice["heckler_east_from"] and at + 1 < len(shore):
        return shore[at + 1]
    return g.heckler_hex


def at_sea(g: State) -> None:
    """10.4 Before play the group waits off the map, in every scenario."""
    g.place[g.pack.heckler] = AT_SEA
