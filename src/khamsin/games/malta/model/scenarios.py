"""22 The scenarios of a data pack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from khamsin.kernel.pack.data import Table

from .pieces import KINDS, NOBODY, SOLITAIRE, Scenario, SeriesLimit
from .reading import read_placing

if TYPE_CHECKING:  # the pack is being read
    from .pack import Pack


def read_scenario(pack: Pack, row: Table) -> Scenario:
    """22 One scenario, with every name turned into a number."""
    day = pack.days.index
    control, replacements = row.table("axis_control"), row.table("axis_replacements")
    columns = control.integers("columns")
    axis = [
        h
        for h, hex_ in enumerate(pack.hexes)
        if columns and columns[0] <= int(hex_.id[:2]) <= columns[1]
    ]
    axis += [pack.board.at(name) for name in control.texts("hexes")]
    row.texts("allied_free_placement", default=())
    rolled = row.texts("militia_already_rolled", default=())
    broken = row.texts("broken_down_at_start", default=())
    scenario = Scenario(
        id=row.text("id"),
        name=row.text("name"),
        first_day=day(row.choice("first_day", pack.days)),
        last_day=day(row.choice("last_day", pack.days)),
        air_raids=row.flag("air_raids"),
        delayed_reaction=row.flag("delayed_reaction"),
        militia=row.integer("militia_counters"),
        plans_first=row.flag("plans_before_the_game"),
        chooses_zones=row.flag("plans_before_the_game"),
        limits=tuple(_limit(pack, limit) for limit in row.rows("series_limits")),
        axis_hexes=tuple(axis),
        landed=tuple(pack.board.at(name) for name in row.texts("landed_beaches")),
        destroyed=tuple(pack.board.at(name) for name in row.texts("forts_destroyed")),
        steps_lost=(row.integer("allied_steps_lost"), row.integer("axis_steps_lost")),
        militia_rolled=tuple(pack.board.at(name) for name in rolled),
        hq_cutoff=day(row.choice("hq_return_cutoff", pack.days)),
        replacement_day=day(replacements.choice("day", pack.days)),
        replacements=(replacements.integer("infantry"), replacements.integer("glider")),
        navy_day=day(row.choice("royal_navy_day", pack.days)),
        warships=tuple(pack.unit_index[name] for name in row.texts("warships")),
        engineers=tuple(pack.unit_index[u] for u in row.texts("engineers_by_dismantling")),
        broken_down=tuple(pack.unit_index[name] for name in broken),
        hexes=tuple(read_placing(each, "hex") for each in row.rows("setup")),
        boxes=tuple(read_placing(each, "box") for each in row.rows("box")),
        options=(*row.texts("optional_rules", default=()), SOLITAIRE),
    )
    row.source()
    return scenario


def _limit(pack: Pack, row: Table) -> SeriesLimit:
    """22.26, 22.35 How many series may drop in some turns."""
    forced = row.text("forced", default="")
    return SeriesLimit(
        first=pack.turn_number(row.text("from")),
        last=pack.turn_number(row.text("to")),
        german=row.integer("german", default=NOBODY),
        italian=row.integer("italian", default=NOBODY),
        axis=row.integer("axis", default=NOBODY),
        only=tuple(KINDS.index(kind) for kind in row.texts("only", default=())),
        forced=(forced,) if forced else (),
    )
