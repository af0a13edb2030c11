"""13 Breaking battalions down into companies, and re-forming them."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import (
    ARTILLERY,
    BROKEN,
    DEMORALISED,
    DISORGANISED,
    GONE,
    GOOD,
    NOBODY,
    SIDES,
    UNUSED,
)
from khamsin.games.malta.model.state import OUTSIDE, State, alter
from khamsin.games.malta.rules.combat.losses import companies_left
from khamsin.games.malta.rules.combat.strength import is_remnant
from khamsin.games.malta.rules.control import put
from khamsin.kernel.game import Refused
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option, listed

from .leaders import movement_bonuses

NO_COMPANIES = Refused("13.0", "no_companies")
REMNANT = Refused("13.1", "remnant")


def why_not_break(g: State, unit: int) -> Refused | None:
    """13.0, 13.1 Maltese battalions, artillery and remnants do not break down."""
    if not g.pack.breaks_into[unit] or g.pack.kind[unit] == ARTILLERY:
        return NO_COMPANIES
    return REMNANT if is_remnant(g, unit) else None


def break_down(g: State, battalion: int) -> tuple[int, ...]:
    """13.1 Companies take the place of a battalion: as many as it has steps above a remnant."""
    pack = g.pack
    count = pack.breaks_into[battalion] - g.level[battalion]
    own = pack.units[battalion].companies
    pool = own or pack.pool_units[pack.units[battalion].pool]
    free = [u for u in pool if g.place[u] == UNUSED] + [u for u in pool if g.place[u] == GONE]
    companies = tuple(sorted(free[:count]))
    if own:
        for company in own:  # 13.2: the others stay away for good
            if company not in companies:
                g.place[company] = GONE
    place = g.place[battalion]
    put(g, battalion, BROKEN)
    for company in companies:
        g.level = alter(g.level, company, 0)
        g.order = alter(g.order, company, g.order[battalion])
        g.unsupplied = alter(g.unsupplied, company, g.unsupplied[battalion])
        g.formation = alter(g.formation, company, g.formation[battalion])
        g.did[company] = g.did[battalion]
        g.bonus = alter(g.bonus, company, g.bonus[battalion])
        put(g, company, place)
    g.order = alter(g.order, battalion, GOOD)
    g.unsupplied = alter(g.unsupplied, battalion, 0)
    g.tell("broken_down", "13.1", unit=g.unit_id(battalion), units=g.names(companies))
    return companies


def reformable(g: State, side: int, fresh: int = 0) -> list[tuple[int, int]]:
    """13.2, 13.3, R78 Every battalion that can be re-formed, and where.

    With a flag of those who have just come: only if one of its companies is among them.
    """
    pack = g.pack
    found: list[tuple[int, int]] = []
    gatherings: dict[int, list[int]] = {}
    for battalion in pack.can_reform:
        if g.place[battalion] != BROKEN or pack.side_of[battalion] != side:
            continue
        if pack.units[battalion].companies:
            units = companies_left(g, battalion)
            h = g.place[units[0]] if units else NOBODY
            if h >= 0 and _own_level(g, battalion, h) is not None:
                found.append((battalion, h))
        else:
            pool = pack.units[battalion].pool
            if pool not in gatherings:
                gatherings[pool] = [h for h in _gatherings(g, pool) if pool_companies(g, pool, h)]
            found += [(battalion, h) for h in gatherings[pool]]
    return [pair for pair in found if not fresh or _is_fresh(g, *pair, fresh)]


def _is_fresh(g: State, battalion: int, h: int, fresh: int) -> bool:
    """R78 Whether one of the companies that would re-form has this flag."""
    return any(g.did[unit] & fresh for unit in _joining(g, battalion, h, fresh))


def _joining(g: State, battalion: int, h: int, fresh: int) -> tuple[int, ...]:
    """The companies that would become this battalion."""
    if g.pack.units[battalion].companies:
        return tuple(companies_left(g, battalion))
    return pool_companies(g, g.pack.units[battalion].pool, h, fresh)


def _own_level(g: State, battalion: int, h: int) -> int | None:
    """13.2, R36 The level at which a battalion's own companies would re-form, or None."""
    units = companies_left(g, battalion)
    if any(g.place[u] != h or g.order[u] == DEMORALISED for u in units):
        return None
    full = sum(1 for unit in units if not g.level[unit])
    level = g.pack.breaks_into[battalion] - full
    return level if level < len(g.pack.levels[battalion]) - 1 else None


def _gatherings(g: State, pool: int) -> list[int]:
    """The hexes where two or more nameless companies of a kind stand."""
    places = [g.place[unit] for unit in g.pack.pool_units[pool] if g.place[unit] >= 0]
    return sorted({h for h in places if places.count(h) > 1})


def pool_companies(g: State, pool: int, h: int, fresh: int = 0) -> tuple[int, ...]:
    """13.2, R78 The nameless companies that would re-form a battalion in a hex.

    Those with the flag `fresh` first, then the best.
    Fewer than a full set only as far as companies of this kind have been lost: those that are
    alive elsewhere must come too.
    """
    pack = g.pack
    here = [u for u in pack.pool_units[pool] if g.place[u] == h and g.order[u] != DEMORALISED]
    here.sort(key=lambda unit: (not g.did[unit] & fresh, g.order[unit], g.unsupplied[unit]))
    size = pack.tables.companies[pack.pool_ids[pool]]
    if len(here) >= size:
        return tuple(here[:size])
    alive = sum(1 for u in pack.pool_units[pool] if g.place[u] not in (UNUSED, GONE))
    broken = sum(1 for u in pack.pool_battalions[pool] if g.place[u] == BROKEN)
    missing = size * broken - alive
    wanted = size - 1  # one fewer still would be a remnant (13.3)
    return tuple(here[:wanted]) if missing >= 1 and len(here) >= wanted else ()


def _common_formation(g: State, battalion: int, companies: tuple[int, ...]) -> int:
    """R81 That of its companies if it is one, else the printed one, if there is one."""
    own = [g.formation[company] for company in sorted(companies)]
    printed = g.pack.units[battalion].formation
    return own[0] if len(set(own)) == 1 or printed == NOBODY else printed


def reform(g: State, battalion: int, h: int, fresh: int = 0) -> None:
    """13.2 Put the companies together; any that is disorganised makes the battalion so."""
    pack = g.pack
    companies = _joining(g, battalion, h, fresh)
    level: int | None = pack.breaks_into[battalion] - len(companies)
    if pack.units[battalion].companies:
        level = _own_level(g, battalion, h)
    assert level is not None
    order = max(g.order[company] for company in companies)
    g.level = alter(g.level, battalion, level)
    g.order = alter(g.order, battalion, DISORGANISED if order else GOOD)
    g.unsupplied = alter(
        g.unsupplied, battalion, max(g.unsupplied[company] for company in companies)
    )
    g.formation = alter(g.formation, battalion, _common_formation(g, battalion, companies))
    did = 0
    for company in companies:
        did |= g.did[company]
        reduced = g.level[company]
        if reduced:  # R36: the level that is lost so is a step lost now
            g.lost[pack.side_of[company]] += 1
            g.para_lost += 1
        put(g, company, GONE if reduced else UNUSED)
        g.order = alter(g.order, company, GOOD)
        g.unsupplied = alter(g.unsupplied, company, 0)
        g.level = alter(g.level, company, 0)
    g.did[battalion] = did
    put(g, battalion, h)
    g.tell("reformed", "13.2", unit=g.unit_id(battalion), place=g.place_id(h), level=level)


async def break_down_phase(g: State) -> None:
    """4.24, 6.41, 13.1, 14.1 Before anything moves, battalions may break down, arrivals too."""
    while True:
        movement_bonuses(g, g.active)
        g.control_at_start = tuple(g.control)
        mine = [unit for stack in g.here[g.active] for unit in stack]
        for unit in mine:
            if not g.zoc[1 - g.active][g.place[unit]]:
                g.did[unit] |= OUTSIDE
        units = [unit for unit in mine if why_not_break(g, unit) is None]
        if not units:
            return
        options: list[Option] = [("break", g.unit_id(unit)) for unit in units]
        answer = await Choose(SIDES[g.active], "break_down", listed([*options, DONE]), "13.1")
        if answer == DONE:
            return
        break_down(g, g.pack.unit_index[answer[1]])
        await MARK
