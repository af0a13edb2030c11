"""19.41, 19.42, 21.11 Drop zone markers come down."""

from __future__ import annotations

from khamsin.games.malta.model.pack import MARKERS
from khamsin.games.malta.model.pieces import AXIS, NOBODY, SOLITAIRE
from khamsin.games.malta.model.state import State
from khamsin.games.malta.model.tables import DROPS, ON_TARGET
from khamsin.games.malta.rules.control import has_units
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option, Roll, listed

from .scatter import NOWHERE, aa_near, drop_row, is_flying, is_land, scatter_from
from .series import place_series


async def markers_phase(g: State) -> None:
    """19.41, 21.11 Markers that are due come down; then the series take their places."""
    if not is_flying(g):
        return
    if g.has(SOLITAIRE):
        await solo_markers(g)
        return
    while due := [plan for plan in g.marker_plans if plan[0] == g.now]:
        _, marker, h = due[0]
        g.marker_plans = tuple([plan for plan in g.marker_plans if plan != due[0]])
        await drop_marker(g, marker, h)
        await MARK
    place_series(g)


async def drop_marker(g: State, marker: int, h: int) -> None:
    """19.41, 19.42 Roll until the marker is not at sea."""
    numbers = g.pack.tables.numbers
    name = MARKERS[marker]
    g.tell("marker_drops", "19.41", reveals=True, unit=name, place=g.place_id(h))
    there = NOWHERE
    while not is_land(g, there):
        dice = await Roll(2, "drop", "19.41", "axis")
        total = sum(dice) + numbers.drop_aa * aa_near(g, h)
        total += numbers.drop_german if marker == 0 else 0
        total += numbers.drop_solitaire if g.has(SOLITAIRE) else 0
        result = drop_row(g, total)
        there = h if result == ON_TARGET else await scatter_from(g, h, result)
        g.tell("drop_roll", "19.41", unit=name, dice=dice, total=total, drop=DROPS[result])
    g.dz[marker] = there
    g.tell("marker_down", "19.41", unit=name, place=g.place_id(there))


async def solo_markers(g: State) -> None:
    """21.11 On the first day: chosen near a landing, or thrown for."""
    first = g.scenario.first_day
    if not g.scenario.plans_first or g.day != first:
        return
    pack = g.pack
    while any(h == NOBODY for h in g.dz):
        options: list[Option] = []
        near = sorted(
            {
                n
                for beach in pack.beaches
                if g.landed[beach] or has_units(g, AXIS, beach)
                for n in pack.within[beach][pack.limits.solitaire_range]
            }
        )
        for marker, name in enumerate(MARKERS):
            if g.dz[marker] == NOBODY:
                options.append(("roll", name))
                options += [("place", name, g.place_id(h)) for h in near]
        if g.turn != max(pack.airborne_turns):
            options.append(DONE)
        answer = await Choose("axis", "solo_marker", listed(options), "21.11")
        if answer == DONE:
            return
        if answer[0] == "roll":
            (die,) = await Roll(1, "solo_marker", "21.11", "axis")
            h = pack.board.at(pack.tables.solitaire_hex[die])
        else:
            h = pack.board.at(answer[2])
        await drop_marker(g, MARKERS.index(answer[1]), h)
        await MARK
