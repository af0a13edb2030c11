"""A plan as it may go on the board: the ways of one's own units, and what comes of it.

It is played in an imagined world, with an enemy and with dice that are imagined too. What is kept
is about the side's own units and the ground: nothing tells what the imagined enemy did.
"""

from __future__ import annotations

import functools
from random import Random
from typing import NamedTuple

from msgspec import Struct

from khamsin.bots.search.line import Answer, Line
from khamsin.bots.search.walk import drawn_leaders, follow
from khamsin.kernel.game import AnyGame
from khamsin.kernel.mind.mind import Mind, mind_of
from khamsin.kernel.mind.posture import PLAIN
from khamsin.kernel.play.match import AnyMatch
from khamsin.kernel.play.seat import AnySeat
from khamsin.kernel.show.scene import Picture
from khamsin.kernel.text.narrator import Narrator

MOST = 40  # pictures that are looked at: a turn of hundreds of small steps shows how it begins


class Way(Struct, frozen=True):
    """Where units went, place by place."""

    pieces: tuple[str, ...]
    through: tuple[str, ...]


class Shown(Struct, frozen=True):
    """What is seen of a plan."""

    ways: tuple[Way, ...] = ()
    taken: tuple[str, ...] = ()
    """Places that are the side's at the end of its turn, and were not before."""
    marked: tuple[tuple[str, str], ...] = ()
    """Units of its own with a mark that they then have, and had not before."""


def demonstrate(seat: AnySeat, answers: tuple[Answer, ...], rng: Random) -> Shown:
    """Play a plan until the side's turn is over."""
    world = seat.imagine(rng)
    mind = mind_of(world.game)
    again, first = world.clone(), len(world.entries)
    led = drawn_leaders(mind, world, seat.side, rng)
    follow(mind, world, seat.side, Line(PLAIN, answers), led, notes=False)
    pictures = [_picture(again, seat.side)]
    for entry in world.entries[first:]:
        known = len(again.events)
        again.feed(entry)
        is_over = _is_over(mind, again, known)
        if entry[0] == seat.side or is_over:
            pictures.append(_picture(again, seat.side))
        if is_over or len(pictures) > MOST:
            break
    return _shown(again.game, seat.side, pictures)


def _is_over(mind: Mind, match: AnyMatch, known: int) -> bool:
    """Whether the turn is over with what has happened since."""
    clock = mind.horizon.clock
    return match.result is not None or any(each.kind == clock for _, each in match.events[known:])


def _picture(match: AnyMatch, side: str) -> Picture:
    return match.game.presentation.picture(match.known(side), side, _voice(match.game))


@functools.lru_cache(maxsize=32)
def _voice(game: AnyGame) -> Narrator:
    """Pictures are made with words; nobody reads these."""
    return Narrator(game)


class _Printed(NamedTuple):
    sides: dict[str, str]
    """Whose each unit is."""
    spaces: frozenset[str]
    named: frozenset[str]
    """Places that are worth a word."""


@functools.lru_cache(maxsize=32)
def _printed(game: AnyGame) -> _Printed:
    scene = game.presentation.scene(_voice(game))
    return _Printed(
        {piece["id"]: piece["side"] for piece in scene["pieces"]},
        frozenset(space["id"] for space in scene["spaces"]),
        frozenset(space["id"] for space in scene["spaces"] if space["name"]),
    )


def _control(picture: Picture, place: str) -> str | None:
    space = picture["spaces"].get(place)
    return None if space is None else space.get("control")


def _shown(game: AnyGame, side: str, pictures: list[Picture]) -> Shown:
    sides, spaces, named = _printed(game)
    ways: dict[str, list[str]] = {}
    for picture in pictures:
        for piece, now in picture["pieces"].items():
            at = now["at"]
            if sides.get(piece) == side and at in spaces:
                way = ways.setdefault(piece, [])
                if way[-1:] != [at]:
                    way.append(at)
    together: dict[tuple[str, ...], list[str]] = {}
    for piece, through in ways.items():
        if len(through) > 1:
            together.setdefault(tuple(through), []).append(piece)
    before, after = pictures[0], pictures[-1]
    taken = [
        place
        for place, now in after["spaces"].items()
        if place in named and now.get("control") == side and _control(before, place) != side
    ]
    marked = [
        (piece, mark)
        for piece, now in after["pieces"].items()
        if sides.get(piece) == side and now["at"] in spaces and piece in before["pieces"]
        for mark in now["marks"]
        if mark not in before["pieces"][piece]["marks"]
    ]
    return Shown(
        tuple([Way(tuple(pieces), through) for through, pieces in together.items()]),
        tuple(taken),
        tuple(marked),
    )
