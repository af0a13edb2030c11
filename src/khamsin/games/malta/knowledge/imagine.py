"""Worlds that a side cannot tell from the true one: what it cannot know is sampled.

Nothing here follows from a secret. What lies face down is sorted before it is mixed, and plans are
made anew: how many there are anybody could count, for everybody sees the questions pass.
"""

from __future__ import annotations

from collections.abc import Sequence

from khamsin.games.malta.model.pack import MARKERS
from khamsin.games.malta.model.pieces import (
    ALLIED,
    AT_SEA,
    COAST_GUN,
    MILITIA,
    NOBODY,
    STRONGPOINT,
    TURNS,
    UNUSED,
)
from khamsin.games.malta.model.state import State, alter
from khamsin.games.malta.rules.air.drop_plans import (
    add_series,
    is_far,
    limit_at,
    marker_of,
    places_for,
    plannable,
    turns_for,
)
from khamsin.games.malta.rules.sequence import AXIS_TURN
from khamsin.games.malta.rules.setup import hidden_places
from khamsin.kernel.game import Rng
from khamsin.kernel.play.state import Event

from .known import SECRET

AFTER_THE_DROP = AXIS_TURN[AXIS_TURN.index("markers") + 1 :]
TRIES = 60
"""How often drops are planned anew: the last series may find no turn with room for it."""

Deal = list[tuple[range, int]]
"""How many series are planned for each stretch of turns."""


def imagine(g: State, side: str, rng: Rng, told: Sequence[Event]) -> State:
    """A state that this side cannot tell from `g`.

    `told` is what it has heard since: counters that were turned up are what they were seen to be,
    and drops that were announced are due.
    """
    new = g.copy()
    if side == "axis":
        _imagine_counters(new, rng, _turned_up(g, told))
    else:
        _imagine_drops(new, rng, told)
        _imagine_divisions(new, rng)
    return new


# -- what the Axis does not know ---------------------------------------------------------------


def _turned_up(g: State, told: Sequence[Event]) -> dict[int, int]:
    """The counters that were revealed, and what is printed on them."""
    index = g.pack.unit_index
    return {
        index[str(event.values["unit"])]: index[str(event.values["value"])]
        for event in told
        if event.kind == "revealed"
    }


def _imagine_counters(g: State, rng: Rng, known: dict[int, int]) -> None:
    """16.2, 16.35, 16.51 What is printed on counters that lie face down, or were never shown."""
    pack = g.pack
    for kind in (STRONGPOINT, COAST_GUN):
        units = [u for u in pack.of_kind[kind] if not g.seen[u] and g.place[u] != UNUSED]
        backs = sorted([g.back[unit] for unit in units])
        for unit in [unit for unit in units if unit in known]:
            units.remove(unit)
            backs.remove(known[unit])
            g.back = alter(g.back, unit, known[unit])
        rng.shuffle(backs)
        for unit, back in zip(units, backs, strict=True):
            g.back = alter(g.back, unit, back)
    _imagine_setup(g, rng)
    risen = pack.of_kind[MILITIA][: g.militia]
    for unit in risen:
        if unit in known:
            g.back = alter(g.back, unit, known[unit])
    shown = [g.back[unit] for unit in risen if g.seen[unit] or unit in known]
    shown += [back for unit, back in known.items() if unit not in risen]
    cup = [back for back in pack.of_kind[MILITIA] if back not in shown]
    rng.shuffle(cup)
    for unit in risen:
        if not g.seen[unit] and unit not in known:
            g.back = alter(g.back, unit, cup.pop())


def _imagine_setup(g: State, rng: Rng) -> None:
    """16.2, 16.51 The counters are placed one after another, in an order that everybody knows."""
    placed = [back for back, _ in g.hidden_setup]
    g.hidden_setup = ()
    for back in placed:
        hexes = hidden_places(g, back)
        place = hexes[rng.randrange(len(hexes))][2]
        g.hidden_setup = (*g.hidden_setup, (back, g.pack.board.at(place)))


# -- what the Allies do not know ---------------------------------------------------------------


def _next_drop(g: State) -> int:
    """The first turn in which a plan that is still open can come due."""
    is_past = g.active == ALLIED or g.phase in AFTER_THE_DROP
    return g.now + is_past


def _imagine_markers(g: State, rng: Rng, told: Sequence[Event]) -> None:
    """19.31 A turn of the first day and an inland hex for each marker that is still to drop."""
    pack = g.pack
    inland = [h for h in range(pack.land) if pack.is_inland[h]]
    first = g.scenario.first_day * len(TURNS)
    turns = [first + turn for turn in pack.airborne_turns if first + turn >= _next_drop(g)]
    seen = {
        str(event.values["unit"]): pack.board.at(str(event.values["place"]))
        for event in told
        if event.kind == "marker_drops"
    }
    plans: list[tuple[int, int, int]] = []
    for _, marker, _ in g.marker_plans:
        turn, h = turns[rng.randrange(len(turns))], inland[rng.randrange(len(inland))]
        if MARKERS[marker] in seen:
            turn, h = g.now, seen[MARKERS[marker]]
        plans.append((turn, marker, h))
    g.marker_plans = tuple(plans)


def _announced(g: State, told: Sequence[Event]) -> tuple[int, ...] | None:
    """19.35 The lead units of the series that are due now, once that has been told."""
    for event in told:
        if event.kind == "drops_due":
            names = event.values["units"]
            assert isinstance(names, tuple)
            return tuple([g.pack.unit_index[str(name)] for name in names])
    if g.phase == "markers":
        return tuple([plan[4] for plan in g.series_plans if plan[0] == g.now])
    return None


def _stretch(g: State, turn: int) -> range:
    """3.0, 19.3 The turns that were planned for together with this one."""
    day, first = turn // len(TURNS), g.scenario.first_day
    if not g.scenario.plans_first:
        first += 1
    planned = first + g.pack.limits.days_ahead
    days = range(first, planned) if day < planned else range(day, day + 1)
    return range(days.start * len(TURNS), days.stop * len(TURNS))


def _imagine_drops(g: State, rng: Rng, told: Sequence[Event]) -> None:
    """19.31 As many markers and series as were planned, planned anew."""
    due = _announced(g, told)
    counted: dict[range, int] = {}
    for turn, *_ in g.series_plans:
        stretch = _stretch(g, turn)
        counted[stretch] = counted.get(stretch, 0) + 1
    # A plan that is open and goes far is secret, a drop that went far was seen.
    pending = [marker_of(g, plan[1]) for plan in g.series_plans if is_far(g, plan)]
    far_used = [int(used and marker not in pending) for marker, used in enumerate(g.far_used)]
    deal = sorted(counted.items(), key=lambda item: item[0].start)
    for _ in range(TRIES):
        g.series_plans = ()
        g.far_used = far_used[:]
        _imagine_markers(g, rng, told)
        if _deal(g, rng, deal, due):
            return


def _deal(g: State, rng: Rng, deal: Deal, due: tuple[int, ...] | None) -> bool:
    """Plan so many series for each stretch of turns; False if there was no room for some."""
    first = _next_drop(g)
    free = [(marker, series) for marker in range(len(MARKERS)) for series in plannable(g, marker)]
    if due is not None:
        first = g.now + 1
        for lead in due:
            others = set(due) - {lead}
            fitting = [i for i in free if i[1][0] == lead and not others & set(i[1])]
            if fitting:
                chosen = fitting[rng.randrange(len(fitting))]
                free = _without(free, chosen[1])
                _add(g, rng, *chosen, g.now)
    for stretch, count in deal:
        left = count
        if due is not None and g.now in stretch:
            left -= len(due)
        for turn, formation in _places(
            g, rng, range(max(first, stretch.start), stretch.stop), left
        ):
            if not left:
                break
            window = range(turn, turn + 1)
            fitting = [
                (marker, series)
                for marker, series in free
                if formation in (NOBODY, marker) and turns_for(g, marker, series, window)
            ]
            if fitting:
                chosen = fitting[rng.randrange(len(fitting))]
                free = _without(free, chosen[1])
                _add(g, rng, *chosen, turn)
                left -= 1
        if left:
            return False
    return True


def _without(
    free: list[tuple[int, tuple[int, ...]]], series: tuple[int, ...]
) -> list[tuple[int, tuple[int, ...]]]:
    """19.34 What can still be planned: nobody is in two plans."""
    return [item for item in free if not set(item[1]) & set(series)]


def _places(g: State, rng: Rng, window: range, count: int) -> list[tuple[int, int]]:
    """22.26, 22.35 The places for series in some turns: so many of them first, then the others.

    Where few series may go comes before where all may: otherwise the last ones find no room.
    """
    places: list[tuple[int, int]] = []
    choosy: set[int] = set()
    for turn in window:
        limit = limit_at(g, turn)
        if limit is None or turn % len(TURNS) not in g.pack.airborne_turns:
            continue
        if limit.only:
            choosy.add(turn)
        if limit.axis == NOBODY:
            places += [(turn, 0)] * limit.german + [(turn, 1)] * limit.italian
        else:
            places += [(turn, NOBODY)] * limit.axis
    rng.shuffle(places)

    def tight(place: tuple[int, int]) -> tuple[bool, bool]:
        return place[0] not in choosy, place[1] == NOBODY

    return sorted(places[:count], key=tight) + sorted(places[count:], key=tight)


def _add(g: State, rng: Rng, marker: int, series: tuple[int, ...], turn: int) -> None:
    places = places_for(g, marker)
    add_series(g, marker, series, turn, places[rng.randrange(len(places))])


def _imagine_divisions(g: State, rng: Rng) -> None:
    """15.21, 18.21 Before the first day: beach zones, and which division units are attached to."""
    pack = g.pack
    if g.phase not in SECRET or not g.scenario.chooses_zones:
        return
    for number, zone in enumerate(g.zones):
        if zone != NOBODY:
            g.zones[number] = rng.randrange(len(pack.zones))
    divisions = (pack.div4, pack.div20)
    for unit, place in enumerate(g.place):
        is_attached = pack.units[unit].formation == NOBODY and g.formation[unit] != NOBODY
        if place == AT_SEA and is_attached:
            g.formation = alter(g.formation, unit, divisions[rng.randrange(2)])
