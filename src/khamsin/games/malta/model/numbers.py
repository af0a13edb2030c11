"""Single numbers of the rules that are rolled for, added or counted, read from tables.toml."""

from __future__ import annotations

from typing import NamedTuple

from khamsin.kernel.pack.data import Table


class Numbers(NamedTuple):
    """Single numbers of the rules, table by table."""

    landing_eliminated: int
    landing_adjacent: int
    landing_near: int
    airborne_reduced: int
    airborne_enemy: int
    airborne_aa: int
    airborne_terrain: int
    drop_german: int
    drop_aa: int
    drop_solitaire: int
    infiltration_success: int
    infiltration_friend: int
    infiltration_night: int
    infiltration_tank: int
    infiltration_motorised: int
    infiltration_forts: int
    light_limber: int
    light_deploy: int
    limber: int
    raid_hit: int
    raid_aa_range: int
    gun_hit: int
    gun_close: int
    gun_bonus: int
    guns_per_hex: int
    dice_major: int
    dice_minor: int
    dice_beach: int
    max_rounds: int
    leader_killed: int
    leader_step: int
    leader_overrun: int
    armour_attacks: int
    armour_defends: int
    engineers: int
    envelopment: int
    attacker_integrity: int
    defender_integrity: int
    mixed: int
    morale_max: int
    morale_min: int
    air: int
    leader_attack: int
    leader_defence: int
    towns_counted: int
    steps_counted: int
    axis_wins: int
    allied_wins: int
    per_city: int
    per_airfield: int
    per_towns: int
    forts: int
    per_allied_steps: int
    per_axis_steps: int
    per_hq: int
    per_beach: int
    delay_cancelled: int
    delay_airfield: int
    delay_steps: int
    delay_hq: int
    delay_rain: int


def read_numbers(file: Table) -> Numbers:
    """Every such number; movement points as half points."""
    landing, airborne = file.table("landing_loss"), file.table("airborne_loss")
    landing.texts("exempt")
    airborne.texts("exempt")
    drop, infiltration = file.table("drop"), file.table("infiltration")
    modes = file.table("artillery_mode_cost")
    light, other = modes.table("parachute_or_glider"), modes.table("other")
    raids, guns = file.table("air_raids"), file.table("coast_guns")
    ammunition, leaders = file.table("ammunition"), file.table("leader_loss")
    odds, surrender = file.table("odds_modifiers"), file.table("surrender")
    ending, delay = surrender.table("modifiers"), file.table("delayed_landings")
    for table in (
        landing, airborne, infiltration, modes, raids, guns, ammunition, leaders, odds, surrender,
        delay,
    ):  # fmt: skip
        table.source()
    return Numbers(
        landing_eliminated=landing.integer("eliminated_at"),
        landing_adjacent=landing.integer("adjacent_to_allied"),
        landing_near=landing.integer("within_two_of_allied"),
        airborne_reduced=airborne.integer("reduced_at"),
        airborne_enemy=airborne.integer("enemy_in_hex"),
        airborne_aa=airborne.integer("aa_within_three"),
        airborne_terrain=airborne.integer("woods_town_city_fort"),
        drop_german=drop.integer("german"),
        drop_aa=drop.integer("per_aa_within_three"),
        drop_solitaire=drop.integer("solitaire"),
        infiltration_success=infiltration.integer("success_at"),
        infiltration_friend=infiltration.integer("friendly_in_destination"),
        infiltration_night=infiltration.integer("night"),
        infiltration_tank=infiltration.integer("tank"),
        infiltration_motorised=infiltration.integer("motorised"),
        infiltration_forts=infiltration.integer("both_hexes_next_to_enemy_held_fort"),
        light_limber=2 * light.integer("limber"),
        light_deploy=2 * light.integer("deploy"),
        limber=2 * other.integer("limber"),
        raid_hit=raids.integer("hit_on"),
        raid_aa_range=raids.integer("minus_per_aa_within"),
        gun_hit=guns.integer("hit_on"),
        gun_close=guns.integer("close_range"),
        gun_bonus=guns.integer("close_bonus"),
        guns_per_hex=guns.integer("max_per_hex"),
        dice_major=ammunition.integer("dice_major_port"),
        dice_minor=ammunition.integer("dice_minor_port"),
        dice_beach=ammunition.integer("dice_landed_beach"),
        max_rounds=ammunition.integer("max_rounds"),
        leader_killed=leaders.integer("combat_killed_at_or_below"),
        leader_step=leaders.integer("per_extra_step"),
        leader_overrun=leaders.integer("overrun_killed_at_or_below"),
        armour_attacks=odds.integer("armour_attacks"),
        armour_defends=odds.integer("armour_defends"),
        engineers=odds.integer("engineers_vs_fort"),
        envelopment=odds.integer("envelopment_four_hexes"),
        attacker_integrity=odds.integer("attacker_integrity"),
        defender_integrity=odds.integer("defender_integrity"),
        mixed=odds.integer("mixed_formations"),
        morale_max=odds.integer("morale_max"),
        morale_min=odds.integer("morale_min"),
        air=odds.integer("per_air_support"),
        leader_attack=odds.integer("leader_attack"),
        leader_defence=odds.integer("leader_defence"),
        towns_counted=surrender.integer("towns_counted"),
        steps_counted=surrender.integer("steps_counted"),
        axis_wins=surrender.integer("axis_wins_at_or_below"),
        allied_wins=surrender.integer("allied_wins_at_or_above"),
        per_city=ending.integer("per_axis_city_hex"),
        per_airfield=ending.integer("per_axis_airfield"),
        per_towns=ending.integer("per_axis_towns"),
        forts=ending.integer("two_or_more_forts_destroyed"),
        per_allied_steps=ending.integer("per_allied_steps"),
        per_axis_steps=ending.integer("per_axis_steps"),
        per_hq=ending.integer("per_axis_hq_currently_eliminated"),
        per_beach=ending.integer("per_allied_controlled_beach_linked_to_occupied_followup_box"),
        delay_cancelled=delay.integer("cancelled_at"),
        delay_airfield=delay.integer("no_axis_airfield"),
        delay_steps=delay.integer("nine_or_more_parachute_steps_lost"),
        delay_hq=delay.integer("per_parachute_hq_eliminated"),
        delay_rain=delay.integer("rain"),
    )
