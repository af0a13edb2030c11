"""How far, how many, from when: the limits of the rules, read from tables.toml."""

from __future__ import annotations

from typing import NamedTuple

from khamsin.kernel.pack.data import Table

from .pieces import TURNS

FARTHEST = 7
"""Hexes within which the pack lists what is near."""


class Limits(NamedTuple):
    """Limits of the rules, chapter by chapter."""

    zoc_strength: int
    """5.1 Attack points that exert a zone of control."""
    stacking: int
    """7.1 What a hex holds, in half battalions."""
    route: int
    """8.2 Hexes of a supply route."""
    supply_from: int
    """8.53 The first turn in which supply is judged."""
    unsupplied_vehicle: int
    """8.33 What a vehicle without supply has less to move."""
    demoralised_foot: int
    """11.4 What the demoralised have less to move."""
    demoralised_vehicle: int
    advance_foot: int
    """9.86 Hexes of an advance in a phase."""
    advance_vehicle: int
    advance_night: int
    """10.23"""
    envelopment: int
    """9.92.env Attacking hexes that envelop."""
    support_factor: int
    """12.21 Printed support in an attack for each point of attack."""
    hurricane: int
    """12.52 What hurricane fire multiplies support by."""
    disorganised_support: int
    """9.91.dis Support that disorder does not lower."""
    ships_attack: int
    """16.74 Ships that support an attack on a hex."""
    ships_defend: int
    ships_in_hex: int
    """16.72"""
    companies_in_battalion: int
    """10.12 In a bombardment."""
    leader_uses: int
    """14.21 Combats of a phase in which a leader helps."""
    hq_days: int
    """16.82 Days until an Axis HQ comes back."""
    airland_companies: int
    """16.11 Companies that land on airfields in a turn."""
    airland_artillery: int
    """16.11 The companies that artillery counts for."""
    flak_range: int
    """16.12"""
    flak_hit: int
    per_engineer: int
    """16.25 Strongpoints that make an engineer company."""
    dismantled_from: int
    """16.25 The first day."""
    ammunition_from: int
    """12.54 The first day on which rounds are landed."""
    replacement_distance: int
    """17.4 Hexes from every enemy unit, at least."""
    reaction: tuple[int, ...]
    """17.7 How near the enemy must be in each of the first turns of the first day."""
    wave_companies: int
    """18.31 Infantry and engineers in a first wave box."""
    wave_marines: int
    """18.31 Marines beside them."""
    wave_marines_alone: int
    """18.31 Marines without them."""
    aa_range: int
    """19.41 Within which AA units make a drop worse."""
    drop_near: int
    """19.22 How far from its marker a series drops."""
    drop_far: int
    """19.22 The same for one series of each formation."""
    marker_shift: int
    """19.13"""
    days_ahead: int
    """19.3 How many days before the drop its plan is written."""
    solitaire_range: int
    """21.11 How far from a landing a marker is put."""
    forts_destroyed: int
    """20.0 Destroyed forts that count."""
    parachute_steps: int
    """22.39.b Lost parachute steps that count."""


def read_limits(file: Table, days: tuple[str, ...]) -> Limits:
    """Every limit in tables.toml; what is measured on the map is bounded by what the pack lists."""
    zone, stacking, supply = (file.table(key) for key in ("zone_of_control", "stacking", "supply"))
    allowance, advance = file.table("allowance"), file.table("advance")
    odds, support = file.table("odds_modifiers"), file.table("support")
    bombardment, ships = file.table("bombardment"), file.table("ships")
    leaders, hqs = file.table("leaders"), file.table("headquarters")
    airland, strongpoints = file.table("air_landing"), file.table("strongpoints")
    ammunition, replacements = file.table("ammunition"), file.table("replacements")
    reaction, wave = file.table("delayed_reaction"), file.table("first_wave")
    plans, drop = file.table("drop_plans"), file.table("drop")
    solitaire, surrender = file.table("solitaire"), file.table("surrender")
    delay = file.table("delayed_landings")
    for table in (
        zone, stacking, supply, allowance, advance, support, ships, leaders, hqs, airland,
        strongpoints, replacements, reaction, wave, plans,
    ):  # fmt: skip
        table.source()
    turns = [f"{day}-{turn}" for day in days for turn in TURNS]
    return Limits(
        zoc_strength=zone.integer("attack_strength", 1),
        stacking=2 * stacking.integer("battalions", 1),
        route=supply.integer("route", 1),
        supply_from=turns.index(supply.choice("judged_from", turns)),
        unsupplied_vehicle=allowance.integer("unsupplied_vehicle"),
        demoralised_foot=allowance.integer("demoralised_foot"),
        demoralised_vehicle=allowance.integer("demoralised_vehicle"),
        advance_foot=advance.integer("foot", 1),
        advance_vehicle=advance.integer("vehicle", 1, FARTHEST - 1),
        advance_night=advance.integer("night", 1, FARTHEST - 1),
        envelopment=odds.integer("envelopment_from_hexes", 1),
        support_factor=support.integer("printed_per_attack_point", 1),
        hurricane=support.integer("hurricane_factor", 1),
        disorganised_support=support.integer("disorganised_least", 1),
        ships_attack=ships.integer("in_attack"),
        ships_defend=ships.integer("in_defence"),
        ships_in_hex=ships.integer("in_hex", 1),
        companies_in_battalion=bombardment.integer("companies_in_battalion", 1),
        leader_uses=leaders.integer("combats_in_phase"),
        hq_days=hqs.integer("days_away", 1),
        airland_companies=airland.integer("companies_in_turn"),
        airland_artillery=airland.integer("artillery_counts", 1),
        flak_range=airland.integer("aa_range", 0, FARTHEST),
        flak_hit=airland.integer("aa_hit_on", 1, 6),
        per_engineer=strongpoints.integer("for_an_engineer_company", 1),
        dismantled_from=days.index(strongpoints.choice("dismantled_from", days)),
        ammunition_from=days.index(ammunition.choice("landed_from", days)),
        replacement_distance=replacements.integer("hexes_from_enemy", 1, FARTHEST + 1),
        reaction=tuple(reaction.integer(key, 0, FARTHEST) for key in TURNS[:2]),
        wave_companies=wave.integer("companies"),
        wave_marines=wave.integer("marines"),
        wave_marines_alone=wave.integer("marines_alone"),
        aa_range=drop.integer("aa_range"),
        drop_near=plans.integer("from_marker", 0, FARTHEST),
        drop_far=plans.integer("from_marker_once", 0, FARTHEST),
        marker_shift=plans.integer("marker_shift"),
        days_ahead=plans.integer("days_ahead", 1),
        solitaire_range=solitaire.integer("marker_range", 0, FARTHEST),
        forts_destroyed=surrender.integer("forts_counted", 1),
        parachute_steps=delay.integer("parachute_steps_counted", 1),
    )
