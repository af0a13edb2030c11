"""The numbers of the rules, read from tables.toml."""

from __future__ import annotations

from typing import NamedTuple

from khamsin.kernel.pack.data import Table


class Numbers(NamedTuple):
    """Every number of the rules that is neither on a counter nor on the map."""

    impulse_track_last: int
    stacking_area: int
    movement_cost_vacant: int
    movement_cost_vacant_near_enemy: int
    movement_cost_enemy_reduced: int
    movement_cost_enemy_full: int
    artillery_markers_allied: int
    artillery_markers_axis: int
    artillery_available_from: int
    artillery_friendly_ground: int
    artillery_value: int
    air_contested: int
    air_lowest: int
    air_highest: int
    air_luftwaffe_allied: int
    air_luftwaffe_from_turn: int
    at_flak_alone_full: int
    at_flak_alone_reduced: int
    combat_other_unit: int
    combat_combined_arms: int
    combat_fuel_shortage: int
    combat_italian_infantry: int
    attrition_full_eliminated: int
    attrition_full_turned: int
    attrition_reduced_eliminated: int
    attrition_retreat: int
    replacement_points: int
    replacement_advantage: int
    replacement_flips_per_point: int
    out_of_supply_cv: int
    out_of_supply_mf: int
    out_of_supply_surrender_up_to: int
    out_of_supply_advantage: int
    victory_operational: int
    victory_german_eliminated: int
    victory_german_armour_reduced: int
    victory_extended_above: int
    victory_extended_below: int
    victory_tobruk_bonus: int


_TABLES = (
    "impulse_track", "stacking", "movement_cost", "artillery", "air", "at_flak_alone", "combat",
    "attrition", "replacement", "out_of_supply", "victory",
)  # fmt: skip


def read_numbers(file: Table) -> Numbers:
    """Read every table of tables.toml: the number `area` of `[stacking]` is `stacking_area`."""
    values: dict[str, int] = {}
    for name in _TABLES:
        table = file.table(name)
        for number in Numbers._fields:
            if number.startswith(f"{name}_"):
                values[number] = table.integer(number.removeprefix(f"{name}_"), low=-99, high=99)
        table.source()
        table.done()
    file.done()
    return Numbers(**values)
