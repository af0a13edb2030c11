"""19.35, 19.43, 19.44, 21.12 Series: cancelled, put in their places, dropped one by one."""

from __future__ import annotations

from khamsin.games.malta.model.pack import MARKERS
from khamsin.games.malta.model.pieces import NOBODY, RAIN, SOLITAIRE
from khamsin.games.malta.model.state import State
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option, choose_one, listed

from .drop_plans import is_far, limit_at, marker_of, room, series_in_box, series_options
from .scatter import is_flying, is_land
from .touchdown import drop_series

# -- cancelling --------------------------------------------------------------------------------


async def cancel_phase(g: State) -> None:
    """4.23, 17.2, 19.35, R14 Rain cancels everything; the Axis player may cancel any series."""
    if g.turn not in g.pack.airborne_turns or g.has(SOLITAIRE):
        return
    while True:
        due = [plan for plan in g.series_plans if plan[0] == g.now]
        if not due:
            return
        if g.weather == RAIN:
            for plan in due:
                cancel(g, plan, "17.2")
            return
        options: list[Option] = [("cancel", g.unit_id(plan[4])) for plan in due]
        # That the question is asked tells the Allies so much in any case.
        g.tell("drops_due", "19.35", reveals=True, units=g.names([plan[4] for plan in due]))
        answer = await Choose("axis", "cancel", listed([*options, DONE]), "19.35")
        if answer == DONE:
            return
        cancel(g, due[options.index(answer)], "19.35")
        await MARK


def cancel(g: State, plan: tuple[int, ...], rule: str) -> None:
    """19.34, 19.35 The units are free for new plans."""
    g.series_plans = tuple([other for other in g.series_plans if other != plan])
    _free_far(g, plan)
    g.tell("drop_cancelled", rule, reveals=True, unit=g.unit_id(plan[4]))


def _free_far(g: State, plan: tuple[int, ...]) -> None:
    """19.22 After a cancelled drop another one of the formation may go as far."""
    if is_far(g, plan):
        g.far_used[marker_of(g, plan[1])] = 0


# -- series ------------------------------------------------------------------------------------


def place_series(g: State) -> None:
    """19.43, 22.26 Series due now at their places from the real marker; at sea: cancelled."""
    pack = g.pack
    due = [plan for plan in g.series_plans if plan[0] == g.now]
    g.series_plans = tuple([plan for plan in g.series_plans if plan[0] != g.now])
    for plan in due:
        _, formation, q, r, *units = plan
        start = g.dz[marker_of(g, formation)]
        there = None
        if start != NOBODY:
            at = pack.board.hexes[start]
            there = pack.board.space((at[0] + q, at[1] + r))
        if there is None or not is_land(g, there):
            _free_far(g, plan)
            g.tell("drop_at_sea", "19.43", reveals=True, unit=g.unit_id(units[0]))
        else:
            g.series = (*g.series, (formation, there, *units))
            g.tell(
                "series_placed", "19.43", reveals=True, unit=g.unit_id(units[0]),
                place=g.place_id(there),
            )  # fmt: skip
    _force(g)


def _force(g: State) -> None:
    """22.26 The two series of the first day of the introductory scenario."""
    limit = limit_at(g, g.now)
    if limit is None:
        return
    for name in limit.forced:
        unit = g.pack.unit_index[name]
        formation = g.formation[unit]
        g.series = (*g.series, (formation, g.dz[marker_of(g, formation)], unit))


async def series_phase(g: State) -> None:
    """4.23, 19.44, R62 Series by series: scatter, losses, combat."""
    if not is_flying(g):
        return
    if g.has(SOLITAIRE):
        await solo_series(g)
        return
    while g.series:
        options: list[Option] = [("drop", g.unit_id(series[2])) for series in g.series]
        answer = await choose_one("axis", "next_series", options, "19.44")
        series = g.series[options.index(answer)]
        g.series = tuple([other for other in g.series if other != series])
        await drop_series(g, series[1], series[2:], solo=False)
        await MARK


async def solo_series(g: State) -> None:
    """21.12 Series chosen on the spot, each put on its marker; the first two of intro forced."""
    limit = limit_at(g, g.now)
    if limit is not None and limit.forced and g.dropped == [0, 0]:
        _force(g)
        for _, h, *units in g.series:
            g.dropped[marker_of(g, g.formation[units[0]])] += 1
            await drop_series(g, h, tuple(units), solo=False)
        g.series = ()
        await MARK
    while True:
        found = [
            (marker, series)
            for marker in range(len(MARKERS))
            for series in series_in_box(g, marker)
            if g.dz[marker] != NOBODY and room(g, g.now, marker, series, g.dropped)
        ]
        if not found:
            return
        options = series_options(g, "drop", found)
        answer = await Choose("axis", "solo_series", listed([*options, DONE]), "21.12")
        if answer == DONE:
            return
        marker, series = found[options.index(answer)]
        g.dropped[marker] += 1
        await drop_series(g, g.dz[marker], series, solo=True)
        await MARK
