"""The tables of the data pack: fire, dice, roads, cards, Buildup, victory."""

from __future__ import annotations

from typing import NamedTuple

from khamsin.kernel.pack.data import Table

from .pieces import CLASSES, ROADS

_LEVELS = ("strategic", "decisive", "positional", "attrition")
_OPTIONS = ("pass", "basic", "offensive", "assault", "blitz")
_POWERS = ("SF", "DF", "TF")
_TABLES = (
    "fire", "dice", "minefield", "pursuit", "forced_march", "road", "hexside", "cards", "buildup",
    "counting", "calendar",
)  # fmt: skip


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
    bonus: tuple[int, ...]
    """6.2 Extra hexes by road class."""
    range: tuple[int, ...]
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
    vp: tuple[int, ...]
    german_halves: int
    other_halves: int
    exits: int
    decisive: int
    calendars: dict[str, tuple[str, ...]]


def read_numbers(file: Table) -> Numbers:
    """Read tables.toml."""
    tables = {name: file.table(name) for name in _TABLES}
    fire, calendar, road = tables["fire"], tables["calendar"], tables["road"]
    hits = {name: fire.integers(name) for name in _POWERS}
    rows = [fire.table(name) for name in CLASSES]
    names = tuple(tuple(row.choice(to, _POWERS) for to in CLASSES) for row in rows)
    years = tuple(calendar)
    options = {row.choice("id", _OPTIONS): row for row in file.rows("turn_option")}
    levels = {row.choice("id", _LEVELS): row for row in file.rows("victory")}
    for level in levels.values():
        level.text("rule")

    def number(table: str, key: str, low: int = 0) -> int:
        return tables[table].integer(key, low=low)

    numbers = Numbers(
        fire=tuple(tuple(hits[cell] for cell in row) for row in names),
        fire_name=names,
        assault_dice=number("dice", "assault", 1),
        fortress_dice=number("dice", "fortress", 1),
        fortress_dice_armor=number("dice", "fortress_armor", 1),
        mine_artillery=number("minefield", "artillery_half_hits"),
        mine_other=number("minefield", "other_half_hits"),
        pursuit_same=number("pursuit", "same_speed"),
        pursuit_faster=number("pursuit", "faster"),
        pursuit_hit=tables["pursuit"].integers("hit_on"),
        march_success=tables["forced_march"].integers("success_on"),
        option_cards=tuple(options[name].integer("cards", low=0) for name in _OPTIONS),
        bonus=(0, *(road.integer(f"{name}_bonus", low=0) for name in ROADS[1:])),
        range=tuple(road.integer(f"{name}_range", low=1) for name in ("open", "trail", "track")),
        rommel_bonus=number("road", "rommel_bonus"),
        redeployment=number("road", "redeployment", 1),
        limit_clear=number("hexside", "clear", 1),
        limit_narrow=number("hexside", "narrow", 1),
        real=number("cards", "real", 1),
        dummy=number("cards", "dummy"),
        hand_limit=number("cards", "hand_limit", 1),
        dice=number("buildup", "dice", 1),
        early_on=tables["buildup"].integers("early_on"),
        redeploy_rp=number("buildup", "redeploy_rp"),
        naval_rp=number("buildup", "naval_rp"),
        naval_besieged_rp=number("buildup", "naval_besieged_rp"),
        extra_card_rp=number("buildup", "extra_card_rp", 1),
        minefield_rp=number("buildup", "minefield_rp", 1),
        saved_rp=number("buildup", "saved_rp"),
        elite_factor=number("buildup", "elite_factor", 1),
        vp=tuple(levels[name].integer("vp") for name in _LEVELS),
        german_halves=number("counting", "german_halves", 1),
        other_halves=number("counting", "other_halves", 1),
        exits=number("counting", "exits", 1),
        decisive=number("counting", "decisive", 1),
        calendars={year: calendar.texts(year) for year in years if year != "source"},
    )
    for table in (*tables.values(), *rows, *options.values(), *levels.values()):
        table.source()
    file.done()
    return numbers
