"""Disagreements that are not settled yet: named, as narrow as possible, to be emptied."""

from __future__ import annotations

from typing import NamedTuple


class Known(NamedTuple):
    """One unsettled disagreement.

    Where it can occur the game by the book carries both lists of options: what the book allows, and
    exactly what the rules offer because of it (`Ask.offered`); nothing else is tolerated.
    """

    rule: str
    sentence: str


KNOWN = {
    "pursuit through": Known(
        "9.53, 9.54",
        "Mechanised pursuers may turn anywhere from the second hex on, through full friendly hexes"
        " and back where they came from, if they do not end overstacked; the rules let them pass"
        " neither a full hex beyond the attacked one nor one they have been in.",
    ),
    "stacks after no impulse": Known(
        "5.2, 10.2",
        "When Rommel's die fails the impulse ends without movement and combat, so there is no end"
        " of a phase at which stacks are checked; the rules check them and units are eliminated.",
    ),
    "slowest of a stack": Known(
        "4.1, 4.42, R58",
        "Units of a stack pay each its own costs; the rules let a stack leave a zone only if the"
        " one with the fewest points left could pay for the one with the dearest way out.",
    ),
}
