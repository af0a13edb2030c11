"""The table laid out for reading: tracks, and the stack in every hex that holds one."""

from __future__ import annotations

from khamsin.games.rommel.model.pack import Pack
from khamsin.games.rommel.model.pieces import SIDES
from khamsin.kernel.game import View
from khamsin.kernel.show.summaries import Display, Fact, Piece, Stack

HIDDEN = "hidden"
"""What stands for a block of which only its side is seen."""

_MARKS = {"disrupted": "disrupted", "unsupplied": "out_of_supply", "raider": "raider"}


def display(pack: Pack, position: View) -> Display:
    """Lay out what `view` tells."""
    moment = "{month}.{turn}.{phase}.{player}".format(**position)
    stacks = tuple(_stack(pack, position, place) for place in pack.place_ids)
    return Display(moment, tuple(_status(position)), tuple(_tracks(pack, position)), stacks)


def _status(position: View) -> list[Fact]:
    """When it is, whose turn, how many cards there are, and the battle being fought."""
    phase = position["phase"]
    side = position["player"] if phase == "buildup" else position["active"]
    facts = {"month": position["month_name"], "turn": position["turn"], "side": side}
    status = [Fact(f"phase_{phase}", facts)]
    if position["option"]:
        status.append(Fact("option", {"option": position["option"]}))
    if position["played"]:
        status.append(Fact("played", {"count": position["played"]}))
    if position["hand"] is not None:
        status.append(Fact("own_hand", position["hand"]))
    status += [Fact("hand", {"side": name, "count": position["hands"][name]}) for name in SIDES]
    if position["battle"]:
        status.append(Fact("battle", {"place": position["battle"]["place"]}))
    return status


def _tracks(pack: Pack, position: View) -> list[Fact]:
    """Fortresses, points, and what is beside the map."""
    spent = sum(position["spent"].values())
    tracks = [Fact("deck", {"count": position["deck"], "spent": spent})]
    for fortress in pack.fortresses:
        seen = position["fortresses"][fortress.id]
        place = pack.hexes[fortress.hex].id
        tracks.append(Fact("fortress", {"place": place, "side": seen["holder"]}))
    for name in SIDES:
        tracks.append(Fact("points", {"side": name, "points": position["rp"][name]}))
        for box, key in (("due", "due"), ("refit", "refit"), ("eliminated", "lost")):
            held = position["off"][name][box]
            count = held if isinstance(held, int) else len(held)
            if count:
                tracks.append(Fact(key, {"side": name, "count": count}))
        if position["exited"][name]:
            tracks.append(Fact("exited", {"side": name, "count": position["exited"][name]}))
    return tracks


def _stack(pack: Pack, position: View, place: str) -> Stack:
    here = position["places"].get(place, {})
    pieces = [piece for name in SIDES for piece in _pieces(here.get(name), name)]
    return Stack(place, _control(pack, position, place), _facts(pack, position, place), (*pieces,))


def _control(pack: Pack, position: View, place: str) -> str:
    """1.2 The side that holds the hex; a Fortress keeps its owner (13.1.b)."""
    for fortress in pack.fortresses:
        if pack.hexes[fortress.hex].id == place:
            return str(position["fortresses"][fortress.id]["holder"])
    if place in position["battles"]:
        return str(position["battles"][place]["defender"])
    sides = list(position["places"].get(place, {}))
    return sides[0] if len(sides) == 1 else ""


def _facts(pack: Pack, position: View, place: str) -> tuple[Fact, ...]:
    facts: list[Fact] = []
    if place in position["battles"]:
        facts.append(Fact("battle", {"side": position["battles"][place]["defender"]}))
    at = pack.board.index.get(place)
    if at is not None:
        if at in pack.base:
            facts.append(Fact("base"))
        if pack.fortress_at[at] >= 0:
            allied, axis = pack.fortresses[pack.fortress_at[at]].capacity
            facts.append(Fact("fortress", {"allied": allied, "axis": axis}))
        if at in pack.oases:
            facts.append(Fact("oasis"))
    if place in position["minefields"]:
        facts.append(Fact("minefield"))
    return tuple(facts)


def _pieces(stack: View | None, side: str) -> list[Piece]:
    if stack is None:
        return []
    known = [Piece(seen["block"], side, str(seen["cv"]), _marks(seen)) for seen in stack["blocks"]]
    return known + [Piece(HIDDEN, side, "", _marks(seen)) for seen in stack["hidden"]]


def _marks(seen: View) -> tuple[str, ...]:
    marks = [mark for key, mark in _MARKS.items() if seen[key]]
    if seen["bound"]:
        marks.append("bound")
    if seen["moved"]:
        marks.append("moved")
    if seen.get("up"):
        marks.append("revealed")
    return tuple(marks)
