"""The table laid out for reading: tracks, and the stack in every hex that holds one."""

from __future__ import annotations

from khamsin.games.gazala.model.pack import Pack
from khamsin.games.gazala.model.pieces import POOLS, SIDES, STATUSES, SUPPLIED
from khamsin.kernel.game import View
from khamsin.kernel.show.summaries import Display, Fact, Piece, Stack

from .labels import printed


def display(pack: Pack, position: View) -> Display:
    """Lay out what `view` tells."""
    moment = "{turn}.{impulse}.{stage}".format(**position)
    units: dict[str, list[str]] = {}
    for name, seen in position["units"].items():
        if seen["place"] is not None:
            units.setdefault(seen["place"], []).append(name)
    stacks = tuple(_stack(pack, position, place, units[place]) for place in sorted(units))
    return Display(moment, tuple(_status(position)), tuple(_tracks(position)), stacks)


def _status(position: View) -> list[Fact]:
    """The day, the stage, and whose impulse it is."""
    status = [
        Fact("date", {"date": position["date"], "turn": position["turn"]}),
        Fact("stage", {"stage": position["stage"]}),
    ]
    if position["chit"]:
        status.append(Fact("impulse", {"chit": position["chit"], "impulse": position["impulse"]}))
    if position["withdrawing"]:
        status.append(Fact("withdrawing"))
    return status


def _tracks(position: View) -> list[Fact]:
    """Cup, impulse tracks, aircraft, replacement points, losses."""
    cup = position["cup"]
    tracks = [Fact("cup", {side: cup[side] for side in SIDES})]
    for side in SIDES:
        if position["track"][side]:
            drawn = tuple(position["track"][side])
            tracks.append(Fact("drawn", {"side": side, "chit": drawn}))
        if position["halted"][side]:
            tracks.append(Fact("halted", {"side": side}))
    if position["discarded"]:
        tracks.append(Fact("discarded", {"chit": tuple(position["discarded"])}))
    if position["air"]:
        tracks.append(Fact("air", {"columns": position["air"]}))
    for pool in POOLS:
        if position["points"][pool]:
            tracks.append(Fact("points", {"pool": pool, "points": position["points"][pool]}))
    if position["breached"]:
        hexsides = tuple("/".join(hexside) for hexside in position["breached"])
        tracks.append(Fact("breached", {"hexsides": hexsides}))
    secret = position["secret"]
    if secret.get("chosen"):
        tracks.append(Fact("chosen", {"chit": tuple(secret["chosen"])}))
    if secret.get("landing"):
        date, place = secret["landing"]
        tracks.append(Fact("landing", {"date": date, "place": place}))
    if position["waiting"]:
        tracks.append(Fact("waiting", {"units": tuple(position["waiting"])}))
    return tracks


def _stack(pack: Pack, position: View, place: str, names: list[str]) -> Stack:
    facts = [Fact("terrain", {"terrain": pack.terrain[pack.board.at(place)]})]
    control = SIDES[1] if place in position["allied_hexes"] else SIDES[0]
    return Stack(place, control, tuple(facts), tuple(_piece(pack, position, n) for n in names))


def _piece(pack: Pack, position: View, name: str) -> Piece:
    unit = pack.units[pack.unit_index[name]]
    seen = position["units"][name]
    marks = []
    if seen["step"]:
        marks.append("reduced")
    if seen["supply"] != STATUSES[SUPPLIED]:
        marks.append(seen["supply"])
    if seen["may_act"]:
        marks.append("may_act")
    elif seen["acted"]:
        marks.append("acted")
    if seen["locked"]:
        marks.append("locked")
    return Piece(name, SIDES[unit.side], printed(unit, seen["step"]), tuple(marks))
