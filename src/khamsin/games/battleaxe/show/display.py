"""The table laid out for reading: tracks, and the stack in every space that holds one."""

from __future__ import annotations

from khamsin.games.battleaxe.model.pack import Pack
from khamsin.games.battleaxe.model.pieces import FULL, REDUCED, SIDES, Space
from khamsin.games.battleaxe.model.state import ASSAULT, REGROUP
from khamsin.kernel.game import View
from khamsin.kernel.show.summaries import Display, Fact, Piece, Stack

from .labels import printed


def display(pack: Pack, position: View) -> Display:
    """Lay out what `view` tells."""
    moment = "{turn}.{impulse}.{half}.{phase}".format(**position)
    stacks = tuple(_stack(pack, position, space) for space in pack.spaces)
    return Display(moment, tuple(_status(position)), tuple(_tracks(position)), stacks)


def _status(position: View) -> list[Fact]:
    """When it is, how the Allies stand, who holds the Advantage, and the battle being fought."""
    day = {"turn": position["turn"], "impulse": position["impulse"], "side": position["half"]}
    points = {"vp": position["vp"], "needed": position["vp_needed"]}
    status = [
        Fact(f"phase_{position['phase']}", day),
        Fact("vp_relief", {"vp": position["vp"]})
        if points["needed"] is None
        else Fact("vp", points),
        Fact("advantage", {"side": position["advantage"] or "nobody"}),
    ]
    if position["fuel_low"]:
        status.append(Fact("fuel_low"))
    if position["rommel"]:
        status.append(Fact("rommel"))
    if position["battle"]:
        status.append(_battle(position["battle"]))
    return status


def _tracks(position: View) -> list[Fact]:
    """3.5 The boxes beside the map."""
    artillery = position["artillery"]
    tracks = [
        Fact("artillery", {side: artillery[side] for side in SIDES}),
        *(
            Fact("air_ready" if ready else "air_used", {"side": side})
            for side, ready in position["air"].items()
        ),
    ]
    if not position["fuel_low"]:
        tracks.append(Fact("fuel_enough"))
    if position["locked"]:
        tracks.append(Fact("locked", {"division": tuple(position["locked"])}))
    if position["points"]:
        tracks.append(Fact("points", {"points": position["points"]}))
    if position["lost"]:
        tracks.append(Fact("lost", {"units": tuple(position["lost"])}))
    return tracks


def _battle(battle: View) -> Fact:
    return Fact(
        "battle",
        {
            "place": battle["place"],
            "attackers": tuple(battle["attackers"]),
            "defenders": tuple(battle["defenders"]),
        },
    )


def _stack(pack: Pack, position: View, space: Space) -> Stack:
    seen = position["spaces"][space.id]
    facts = [Fact("tem", {"tem": space.tem})]
    if space.vp:
        facts.append(Fact("vp", {"vp": space.vp}))
    if space.is_stutzpunkt:
        facts.append(Fact("stutzpunkt"))
    if position["doing"] == ASSAULT and seen["active"]:
        facts.append(Fact("active"))
    pieces = tuple(_piece(pack, position, unit) for unit in seen["units"])
    return Stack(space.id, seen["control"], tuple(facts), pieces)


def _piece(pack: Pack, position: View, name: str) -> Piece:
    unit = pack.units[pack.unit_index[name]]
    seen = position["units"][name]
    marks = []
    if not seen["full"]:
        marks.append("reduced")
    if seen["out_of_supply"]:
        marks.append("out_of_supply")
    is_active = position["doing"] in (ASSAULT, REGROUP) and position["half"] == SIDES[unit.side]
    if is_active and seen["status"] == "spent":
        marks.append("spent")
    elif is_active and seen["spent"]:
        marks.append("moved")
    return Piece(
        name,
        SIDES[unit.side],
        printed(pack, unit, FULL if seen["full"] else REDUCED),
        tuple(marks),
    )
