"""Who stands better, game by game: what the tree search asks where its playouts end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from . import (
    battleaxe_outlook,
    commander_outlook,
    gazala_ground,
    gazala_outlook,
    malta_ground,
    malta_outlook,
    rommel_ground,
    rommel_outlook,
)
from .mood import PLAIN, Mood

Outlook = Callable[[Any], dict[str, float]]
"""How likely each side is to win from a state, 0 to 1 (together 1); for a game played alone the
share of a very good score that may be expected."""

OUTLOOKS: dict[str, Outlook] = {
    "battleaxe": battleaxe_outlook.outlook,
    "commander": commander_outlook.outlook,
    "gazala": gazala_outlook.outlook,
    "malta": malta_outlook.outlook,
    "rommel": rommel_outlook.outlook,
}


class Leading(NamedTuple):
    """In which mood a side goes on from a state, and when to think about it anew."""

    moods: Callable[[Any, str], tuple[Mood, ...]]
    """First the one that it keeps to if no other is seen to be better."""
    event: str


class Care(NamedTuple):
    """How sure the search must be before it leaves the yardstick for something else."""

    blur: float = 0.015
    """The outlook does not see smaller differences than this. Where one answer decides little of a
    long game it is small; where thought goes to the end of the game there is hardly any."""
    spread: float = 0.03
    """How far two answers lie apart in one world by luck, before we have seen it."""
    caution: float = 1.0
    """Standard errors by which another must be better: more where the yardstick is known to be
    good, or where luck is so great that among many others one will always look better."""


class Horizon(NamedTuple):
    """How far thought goes: until events of this kind have happened so often."""

    event: str
    times: int
    care: Care = Care()
    plans: tuple[str, ...] = ()
    """The questions with which a plan begins. They get most of the time: the small questions that
    follow are mostly about carrying it out."""
    mood: Mood = PLAIN
    """How a side is led where only answers race: as did best when whole games were played so."""
    leading: Leading | None = None
    """How a side is led, where a turn is so many small questions that no single one decides
    anything. Moods race then instead of answers, at the first plan after each such event."""


MALTA_PLANS = (
    "choose_zone", "plan_hex", "place_hidden", "fill", "strategic", "tactical", "support", "attack",
)  # fmt: skip

DASHING = Mood(fights=2.0, thrift=0.5)
"""Field Commander. In 80 games of each campaign by the judgement alone it scored 11.1 VP more than
the plain mood in North Africa (standard error 1.5), as much in Ghost Division (0.3, 0.5) and D-Day
(-0.2, 1.3)."""

HORIZONS: dict[str, Horizon] = {
    "battleaxe": Horizon("half", 2, plans=("impulse",)),
    "commander": Horizon(  # it soon ends
        "turn", 99, Care(0.005, 0.01), ("battle_moves", "resupply"), DASHING
    ),
    "gazala": Horizon(
        "chit",
        12,
        Care(0.001, 0.002, 2.0),
        ("chits", "move"),
        leading=Leading(gazala_ground.moods, "turn"),
    ),
    "malta": Horizon(
        "turn", 6, Care(0.001, 0.2, 3.0), MALTA_PLANS, leading=Leading(malta_ground.moods, "day")
    ),
    "rommel": Horizon(
        "turn", 6, Care(0.005, 0.01), ("cards",), leading=Leading(rommel_ground.moods, "turn")
    ),
}
"""Far enough that the enemy has answered, near enough that luck has not drowned the difference."""
