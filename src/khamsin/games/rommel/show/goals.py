"""17 Victory: what each side needs, and where it stands as far as the reader may know.

A German block counts one and a half, and the blocks of the enemy stand with their backs to the
reader: his count is told from the least to the most that it can be.
"""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import ALLIED, AXIS, NOBODY, REFIT, SIDES
from khamsin.games.rommel.model.state import State
from khamsin.games.rommel.rules.victory import is_besieged
from khamsin.kernel.show.goals import Goal, GoalsNow
from khamsin.kernel.show.summaries import halves
from khamsin.kernel.text.narrator import Narrator

from .picture import month_name, sees

Span = tuple[int, int]
"""The least and the most that a count can be, in halves."""


def goals(g: State, side: str | None, narrator: Narrator) -> GoalsNow:
    """17.1 What wins at once, 17.2-17.4 what is judged after the last month."""
    me = SIDES.index(side) if side in SIDES else NOBODY
    counts = [count_span(g, own, me) for own in (ALLIED, AXIS)]
    told = [_span(count) for count in counts]
    last = narrator.text("month", g.scenario.calendar[g.scenario.end_month - 1])
    found = [_at_once(g, own, narrator) for own in (ALLIED, AXIS)]
    found += [_by_blocks(g, own, counts, narrator) for own in (ALLIED, AXIS)]
    found.append(_tobruk(g, narrator))
    return {
        "standing": [
            {"side": SIDES[own], "text": narrator.say("goal.blocks", {"count": told[own]})}
            for own in (ALLIED, AXIS)
        ],
        "when": narrator.say("goal.judged", {"last": last, "now": month_name(g, narrator)}),
        "goals": found,
    }


def count_span(g: State, owner: int, reader: int) -> Span:
    """17.2, R46 The blocks of a side in play, in halves, as far as the reader can know them."""
    pack, numbers = g.pack, g.pack.numbers
    known = hidden = 0
    left = {True: 0, False: 0}  # labels that the reader has not seen, German and other
    for block, side in enumerate(pack.side_of):
        if side != owner:
            continue
        in_play = g.place[block] >= 0 or g.place[block] == REFIT
        is_german = bool(pack.is_german[block])
        if sees(g, reader, block) or g.result is not None:
            if in_play:
                known += numbers.german_halves if is_german else numbers.other_halves
            continue
        hidden += in_play
        left[is_german] += 1
    more = numbers.german_halves - numbers.other_halves
    known += hidden * numbers.other_halves
    return known + more * max(0, hidden - left[False]), known + more * min(hidden, left[True])


def _span(count: Span) -> str:
    low, high = (halves(each) for each in count)
    return low if low == high else f"{low}\N{EN DASH}{high}"


def _at_once(g: State, own: int, narrator: Narrator) -> Goal:
    """17.1, R6, R44 The enemy's Base, or blocks off his edge."""
    base, needed = g.pack.base[1 - own], g.pack.numbers.exits
    is_taken = bool(g.here[own][base]) and not g.here[1 - own][base]
    facts: dict[str, str | int] = {"place": g.place_id(base), "exits": needed}
    return {
        "side": SIDES[own],
        "title": narrator.say("goal.at_once", facts),
        "rule": "17.1",
        "now": narrator.say("goal.exited", {"exited": g.exited[own], "exits": needed}),
        "met": is_taken or g.exited[own] >= needed,
        "places": [{"id": g.place_id(base), "met": is_taken}],
    }


def _by_blocks(g: State, own: int, counts: list[Span], narrator: Narrator) -> Goal:
    """17.2, 17.4 Twice the blocks, or more of them if nothing higher is reached."""
    mine, theirs = counts[own], counts[1 - own]
    times = g.pack.numbers.decisive
    is_decisive = mine[0] >= times * theirs[1] and mine[0] > 0
    is_ahead = mine[0] > theirs[1]
    key = "decisive_now" if is_decisive else "ahead" if is_ahead else "not_ahead"
    return {
        "side": SIDES[own],
        "title": narrator.say("goal.by_blocks", {"times": times}),
        "rule": "17.2",
        "now": narrator.say(f"goal.{key}", {"mine": _span(mine), "theirs": _span(theirs)}),
        "met": is_decisive or (is_ahead and is_besieged_tobruk(g)),
        "rows": [
            {
                "label": narrator.say("goal.decisive"),
                "value": narrator.say("goal.yes" if is_decisive else "goal.no"),
                "rule": "17.2",
            },
            {
                "label": narrator.say("goal.attrition"),
                "value": narrator.say("goal.yes" if is_ahead else "goal.no"),
                "rule": "17.4",
            },
        ],
    }


def is_besieged_tobruk(g: State) -> bool:
    """13.5 Whether nobody has a positional victory."""
    tobruk = g.pack.tobruk
    return is_besieged(g, tobruk, g.holder[g.pack.fortress_at[tobruk]])


def _tobruk(g: State, narrator: Narrator) -> Goal:
    """17.3 Whoever holds Tobruk, if it is not besieged."""
    tobruk = g.pack.tobruk
    holder, besieged = g.holder[g.pack.fortress_at[tobruk]], is_besieged_tobruk(g)
    key = "goal.besieged" if besieged else "goal.free"
    return {
        "side": SIDES[holder],
        "title": narrator.say("goal.tobruk"),
        "rule": "17.3",
        "now": narrator.say(key, {"side": SIDES[holder]}),
        "met": not besieged,
        "places": [{"id": g.place_id(tobruk), "met": not besieged}],
    }
