"""What is printed: units, spaces, borders, numbers and set-up, read from the data pack."""

from __future__ import annotations

import tomllib
from collections.abc import Generator
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from khamsin.kernel.play.decision import Option

DATA = Path(__file__).parents[3] / "src" / "khamsin" / "games" / "battleaxe" / "data"

ALLIED, AXIS = "allied", "axis"
OTHER = {ALLIED: AXIS, AXIS: ALLIED}
SIDES = (ALLIED, AXIS)


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


MAP, TABLES, SCENARIOS = _read("map"), _read("tables"), _read("scenarios")
UNITS: dict[str, dict[str, Any]] = {unit["id"]: unit for unit in _read("units")["unit"]}
AREAS: dict[str, dict[str, Any]] = {area["id"]: area for area in MAP["area"]}
ZONES: dict[str, dict[str, Any]] = {zone["id"]: zone for zone in MAP["zone"]}
SPACES = (*AREAS, *ZONES)

NEAR: dict[str, set[str]] = {space: set() for space in SPACES}
"""Adjacent spaces (3.1, R4): a border that is not escarpment throughout, or a printed line."""
for _row in MAP["border"]:
    if any(part["type"] != "escarpment" for part in _row["segments"]):
        NEAR[_row["a"]].add(_row["b"])
        NEAR[_row["b"]].add(_row["a"])
for _row in MAP["link"]:
    NEAR[_row["a"]].add(_row["b"])
    NEAR[_row["b"]].add(_row["a"])

STRONGPOINTS = {"6", "9", "13", "22"}
"""R3."""

POINTS = {"6": 2, "13": 2, "19": 2, "23": 2, "9": 1, "11": 1, "15": 1, "16": 1, "21": 1, "22": 1}
"""17.2."""

ARMOURED_CARS = {"11h", "cih", "3recce", "33recce"}
"""8.1.2b."""

DIVISIONS: dict[str, tuple[str, ...]] = {
    row["id"]: tuple(row["units"]) for row in SCENARIOS["locked"]
}
LAST_IMPULSE: int = TABLES["impulse_track"]["last"]


def side_of(unit: str) -> str:
    """Whose unit it is."""
    side: str = UNITS[unit]["side"]
    return side


def is_german(unit: str) -> bool:
    """Whether it is a German unit."""
    return bool(UNITS[unit]["nation"] == "german")


def is_italian(unit: str) -> bool:
    """Whether it is an Italian unit."""
    return bool(UNITS[unit]["nation"] == "italian")


def kind(unit: str) -> str:
    """`armour`, `infantry` or `at`; armoured cars are armour (R16)."""
    found: str = UNITS[unit]["type"]
    return found


def is_static(unit: str) -> bool:
    """A counter without a movement factor (R11)."""
    return bool(UNITS[unit]["mf"] == 0)


class Ask(NamedTuple):
    """The referee expects that these sides are asked this, and may answer these."""

    sides: tuple[str, ...]
    prompt: str
    rule: str
    options: list[Option]
    facts: dict[str, str | int] | None = None
    """What the question is about, where it is compared."""


class Roll(NamedTuple):
    """The referee expects these dice."""

    why: str
    dice: int


Answer: TypeAlias = Any
Play: TypeAlias = Generator[Ask | Roll, Answer, Any]
"""A procedure: it stops at every question and every roll."""


def ask(side: str, prompt: str, rule: str, options: list[Option], **facts: str | int) -> Play:
    """Ask a side; a single option is taken without asking (kernel: choose_one)."""
    if len(options) == 1:
        return options[0]
    return (yield Ask((side,), prompt, rule, options, facts))


def must_ask(side: str, prompt: str, rule: str, options: list[Option], **facts: str | int) -> Play:
    """Ask a side in any case."""
    return (yield Ask((side,), prompt, rule, options, facts))


def yes(side: str, prompt: str, rule: str, **facts: str | int) -> Play:
    """Ask a side yes or no."""
    answer = yield Ask((side,), prompt, rule, [("yes",), ("no",)], facts)
    return answer == ("yes",)


def roll(why: str, count: int) -> Play:
    """Roll dice; the values."""
    return (yield Roll(why, count))
