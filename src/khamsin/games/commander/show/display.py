"""The table laid out for reading: tracks, and the stack in every area."""

from __future__ import annotations

from khamsin.games.commander.model.pack import Campaign, Pack
from khamsin.games.commander.model.pieces import SIDES, Area
from khamsin.kernel.game import View
from khamsin.kernel.show.summaries import Display, Fact, Piece, Stack

from .labels import printed


def display(pack: Pack, position: View) -> Display:
    """Lay out what `view` tells."""
    c = pack.campaigns[position["campaign"]]
    moment = "{turn}.{step}".format(**position)
    stacks = tuple(_stack(c, position, area) for area in c.areas)
    return Display(moment, tuple(_status(c, position)), tuple(_tracks(position)), stacks)


def _status(c: Campaign, position: View) -> list[Fact]:
    turn = max(position["turn"], 1)
    supplies = position["supplies"]
    status = [
        Fact("turn", {"box": f"{c.id}_{turn}", "vp": position["vp"]}),
        Fact("step", {"step": position["step"]}),
        Fact("supplies", {side: supplies[side] for side in SIDES}),
    ]
    if position["torch"]:
        status.append(Fact("torch", {"number": position["torch"]}))
    if position["points"]:
        status.append(Fact("points", {"points": position["points"]}))
    battle = position["battle"]
    if battle:
        status.append(Fact("battle", {"place": battle["place"], "round": battle["round"]}))
        for side in SIDES:
            if battle["plans"][side]:
                status.append(Fact(f"{side}_plans", {"plan": tuple(battle["plans"][side])}))
    return status


def _tracks(position: View) -> list[Fact]:
    """The boxes and piles beside the map."""
    operations = position["operations"]
    tracks = [Fact("operations", {"chit": tuple(operations["drawn"])})]
    for key in ("box_forces", "destroyed_allied", "pool", "destroyed_axis", "cup"):
        if position[key]:
            tracks.append(Fact(key, {"units": tuple(position[key])}))
    return tracks


def _stack(c: Campaign, position: View, area: Area) -> Stack:
    seen = position["areas"][area.id]
    facts = []
    if c.board.at(area.id) in c.victory:
        facts.append(Fact("goal"))
    if seen["fort"]:
        facts.append(Fact("fortification"))
    pieces = tuple(_piece(c, position, unit) for unit in seen["units"])
    return Stack(area.id, seen["control"] or "", tuple(facts), pieces)


def _piece(c: Campaign, position: View, name: str) -> Piece:
    seen = position["units"][name]
    marks = [] if seen["full"] else ["reduced"]
    if seen["level"] != "plain":
        marks.append(seen["level"])
    if seen["moved"]:
        marks.append("moved")
    values = (seen["attack"], seen["superior"], seen["defence"], seen["move"])
    return Piece(name, SIDES[c.units[c.unit_index[name]].side], printed(values), tuple(marks))
