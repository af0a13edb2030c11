"""10.6 Allied brigades that split into two parts and join again."""

from __future__ import annotations

from khamsin.games.gazala.model.pieces import ALLIED, NOBODY, OFF, SIDES
from khamsin.games.gazala.model.state import State
from khamsin.games.gazala.rules.combat.losses import free_battalion, succeed
from khamsin.games.gazala.rules.movement.march import LOCKED, activate, why_not_move
from khamsin.kernel.game import Refused
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import Choose, Option, listed
from khamsin.kernel.play.state import changed

from .control import is_overstacked, put, remove

NOT_WHOLE = Refused("10.6.a", "not_whole")
TOO_LATE = Refused("10.6.a", "impulse_under_way")

SPLIT_STEP = 1
"""The step of the larger part: the brigade turned to its reduced side."""


def why_not_split(g: State, unit: int) -> Refused | None:
    """10.6.a, R37 A full-strength activated brigade, at the start of the impulse, if a battalion
    counter of its kind is free.
    """
    if g.step[unit] or free_battalion(g, unit) == NOBODY or g.place[unit] < 0:
        return NOT_WHOLE
    if g.under_way:
        return TOO_LATE
    reason = why_not_move(g, unit)
    return None if reason == LOCKED else reason  # to split is not to move


def splits(g: State) -> list[int]:
    """10.6.a The brigades that may split now."""
    if g.active != ALLIED or g.under_way:
        return []
    return [unit for unit in g.pack.whole if why_not_split(g, unit) is None]


def split(g: State, unit: int) -> None:
    """10.6.a The brigade becomes its reduced side and a battalion, in the same hex."""
    battalion = free_battalion(g, unit)
    activate(g, unit)
    g.step[unit] = SPLIT_STEP
    g.step[battalion] = 0
    g.part_of = changed(g.part_of, battalion, unit)
    succeed(g, unit, battalion)
    put(g, battalion, g.place[unit])
    g.tell("split", "10.6.a", unit=g.unit_id(unit), battalion=g.unit_id(battalion))


def joins(g: State) -> list[Option]:
    """10.6.b, R37 Parts in one hex that can become a brigade again."""
    options: list[Option] = []
    places = {g.place[unit] for unit in g.pack.detached if g.place[unit] >= 0}
    for place in sorted(places):
        units = g.here[ALLIED][place]
        battalions = [unit for unit in units if g.pack.units[unit].family]
        options += [
            ("rejoin", g.unit_id(g.part_of[part]), g.unit_id(part))
            for part in battalions
            if g.part_of[part] in units and g.step[g.part_of[part]] == SPLIT_STEP
        ]
        options += _pairs(g, units, battalions)
    return options


def _pairs(g: State, units: tuple[int, ...], battalions: list[int]) -> list[Option]:
    """10.6.b Two battalions of a kind become a reduced brigade, of the formation of the first.

    5.1: not where there is no room for a brigade.
    """
    options: list[Option] = []
    for at, one in enumerate(battalions):
        for other in battalions[at + 1 :]:
            if g.pack.units[one].family != g.pack.units[other].family:
                continue
            pairs = [(one, other)]
            if g.formation[one] != g.formation[other]:
                pairs.append((other, one))
            options += [
                ("merge", g.unit_id(first), g.unit_id(second))
                for first, second in pairs
                if free_brigade(g, first, second) != NOBODY
                and not is_overstacked(g, tuple([u for u in units if u != second]), grown=first)
            ]
    return options


def free_brigade(g: State, one: int, other: int) -> int:
    """10.6.b, R37 A brigade counter for two battalions: their own, or another of their kind."""
    family = g.pack.families[g.pack.units[one].family]
    others = [unit for unit in family if g.place[unit] >= 0 and unit not in (one, other)]
    taken = [g.part_of[unit] for unit in others]
    counters = (g.part_of[one], g.part_of[other], *[g.pack.brigade[unit] for unit in family])
    free = [brigade for brigade in counters if g.place[brigade] == OFF and brigade not in taken]
    return free[0] if free else NOBODY


async def rejoin(g: State) -> None:
    """10.6.b At the end of an Allied impulse the parts of brigades may join."""
    while True:
        options = joins(g)
        if not options:
            return
        answer = await Choose(SIDES[ALLIED], "rejoin", listed([*options, DONE]), "10.6.b")
        if answer == DONE:
            return
        one, other = (g.pack.unit_index[name] for name in answer[1:])
        if answer[0] == "rejoin":
            g.step[one] = 0
            _share(g, one, other)
            remove(g, other)
            g.tell("rejoined", "10.6.b", unit=answer[1], battalion=answer[2])
        else:
            _merge(g, one, other)


def _share(g: State, brigade: int, part: int) -> None:
    """3.0.b, 4.43 What one part has done this turn, the whole has done.

    R37: it has the worse supply of the two.
    """
    for marks in (g.acted, g.moved, g.locked):
        marks[brigade] |= marks[part]
    for status in (g.morning, g.supply):
        status[brigade] = max(status[brigade], status[part])


def _merge(g: State, one: int, other: int) -> None:
    brigade = free_brigade(g, one, other)
    place = g.place[one]
    g.step[brigade] = SPLIT_STEP
    succeed(g, one, brigade)
    _share(g, brigade, other)
    remove(g, one)
    remove(g, other)
    put(g, brigade, place)
    g.tell("merged", "10.6.b", unit=g.unit_id(brigade), place=g.place_id(place))
