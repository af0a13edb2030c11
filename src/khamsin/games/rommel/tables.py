"""The tables of the data pack: fire, dice, roads, cards, Buildup, victory."""

from __future__ import annotations

from typing import NamedTuple

from khamsin.kernel.data import Table

from .pieces import CLASSES, ROADS

_LEVELS = ("strategic", "decisive", "positional", "attrition")
_OPTIONS = ("pass", "basic", "offensive", "assault", "blitz")


class Numbers(NamedTuple):
    """Every number that the rules look up."""

    fire: tuple[tuple[tuple[int, ...], ...], ...]
    """9.4 By firing and target class, the dice that hit."""
    fire_name: tuple[tuple[str, ...], ...]
    assault_dice: int
    fortress_dice: int
    fortress_dice_armor: int
    mine_artillery: int
    mine_other: int
    pursuit_same: int
    pursuit_faster: int
    pursuit_hit: tuple[int, ...]
    march_success: tuple[int, ...]
    option_cards: tuple[int, ...]
    """4.0 What pass, basic, offensive, assault and blitz cost."""
    bonus: tuple[int, int, int, int]
    """6.2 Extra hexes by road class."""
    range: tuple[int, int, int]
    """12.4 Supply Range off road, on trail and on track."""
    rommel_bonus: int
    redeployment: int
    limit_clear: int
    limit_narrow: int
    real: int
    dummy: int
    hand_limit: int
    dice: int
    early_on: tuple[int, ...]
    redeploy_rp: int
    naval_rp: int
    naval_besieged_rp: int
    extra_card_rp: int
    minefield_rp: int
    saved_rp: int
    elite_factor: int
    vp: tuple[int, int, int, int]
    german_halves: int
    other_halves: int
    exits: int
    decisive: int
    calendars: dict[str, tuple[str, ...]]


def read_numbers(file: Table) -> Numbers:
    """Read tables.toml."""
    fire = file.table("fire")
    hits = {name: fire.integers(name) for name in ("SF", "DF", "TF")}
    rows = [fire.table(name) for name in CLASSES]
    names = tuple(tuple(row.choice(to, tuple(hits)) for to in CLASSES) for row in rows)
    dice, mine, pursuit = file.table("dice"), file.table("minefield"), file.table("pursuit")
    march, road, side = file.table("forced_march"), file.table("road"), file.table("hexside")
    cards, buildup, counting = file.table("cards"), file.table("buildup"), file.table("counting")
    calendar = file.table("calendar")
    years = calendar.keys()
    options = {row.choice("id", _OPTIONS): row for row in file.rows("turn_option")}
    levels = {row.choice("id", _LEVELS): row for row in file.rows("victory")}
    for row in levels.values():
        row.text("rule")
    numbers = Numbers(
        fire=tuple(tuple(hits[cell] for cell in row) for row in names),
        fire_name=names,
        assault_dice=dice.integer("assault", low=1),
        fortress_dice=dice.integer("fortress", low=1),
        fortress_dice_armor=dice.integer("fortress_armor", low=1),
        mine_artillery=mine.integer("artillery_half_hits", low=0),
        mine_other=mine.integer("other_half_hits", low=0),
        pursuit_same=pursuit.integer("same_speed", low=0),
        pursuit_faster=pursuit.integer("faster", low=0),
        pursuit_hit=pursuit.integers("hit_on"),
        march_success=march.integers("success_on"),
        option_cards=tuple(options[name].integer("cards", low=0) for name in _OPTIONS),
        bonus=(
            0,
            road.integer(f"{ROADS[1]}_bonus", low=0),
            road.integer(f"{ROADS[2]}_bonus", low=0),
            road.integer(f"{ROADS[3]}_bonus", low=0),
        ),
        range=(
            road.integer("open_range", low=1),
            road.integer("trail_range", low=1),
            road.integer("track_range", low=1),
        ),
        rommel_bonus=road.integer("rommel_bonus", low=0),
        redeployment=road.integer("redeployment", low=1),
        limit_clear=side.integer("clear", low=1),
        limit_narrow=side.integer("narrow", low=1),
        real=cards.integer("real", low=1),
        dummy=cards.integer("dummy", low=0),
        hand_limit=cards.integer("hand_limit", low=1),
        dice=buildup.integer("dice", low=1),
        early_on=buildup.integers("early_on"),
        redeploy_rp=buildup.integer("redeploy_rp", low=0),
        naval_rp=buildup.integer("naval_rp", low=0),
        naval_besieged_rp=buildup.integer("naval_besieged_rp", low=0),
        extra_card_rp=buildup.integer("extra_card_rp", low=1),
        minefield_rp=buildup.integer("minefield_rp", low=1),
        saved_rp=buildup.integer("saved_rp", low=0),
        elite_factor=buildup.integer("elite_factor", low=1),
        vp=(
            levels["strategic"].integer("vp"),
            levels["decisive"].integer("vp"),
            levels["positional"].integer("vp"),
            levels["attrition"].integer("vp"),
        ),
        german_halves=counting.integer("german_halves", low=1),
        other_halves=counting.integer("other_halves", low=1),
        exits=counting.integer("exits", low=1),
        decisive=counting.integer("decisive", low=1),
        calendars={key: calendar.texts(key) for key in years if key != "source"},
    )
    for table in (fire, *rows, dice, mine, pursuit, march, road, side, cards, buildup, counting):
        table.source()
    for table in (calendar, *options.values(), *levels.values()):
        table.source()
    file.done()
    return numbers
