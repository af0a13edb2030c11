"""18.61, 18.62 Fire at the water's edge."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import ALLIED, ARTILLERY, AXIS, COAST_GUN, LEADER, MILITIA
from khamsin.games.malta.model.state import State
from khamsin.games.malta.rules.combat.losses import choose_losses, leaders_at_risk, reveal
from khamsin.games.malta.rules.combat.strength import attack
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import Choose, Option, Roll, listed


def edge_options(g: State, beaches: list[int], fired: list[tuple[int, int]]) -> list[Option]:
    """18.61, R34 Allied units next to fresh landings, each at one beach in the whole phase."""
    options: list[Option] = []
    for beach in beaches:
        for n in g.pack.near[beach]:
            for unit in g.here[ALLIED][n]:
                if g.pack.kind[unit] in (LEADER, COAST_GUN, ARTILLERY) or not attack(g, unit):
                    continue
                if any(unit == other for other, _ in fired):
                    continue
                if any(unit == other and beach != at for other, at, _ in g.shots):
                    continue
                options.append(("fire", g.unit_id(unit), g.place_id(beach)))
    return options


def _may_be_fired_at(g: State, beaches: list[int]) -> bool:
    """Whether the Allies are asked: what lies face down next to a beach may be worth nothing."""
    return any(
        g.pack.kind[unit] == MILITIA and not g.seen[unit]
        for beach in beaches
        for n in g.pack.near[beach]
        for unit in g.here[ALLIED][n]
    )


async def waters_edge(g: State, beaches: list[int]) -> None:
    """18.61, 18.62, R33, R71 Allied fire beach by beach, then what is left there fires back."""
    fired: list[tuple[int, int]] = []
    while True:
        options = edge_options(g, beaches, fired)
        if not options and not _may_be_fired_at(g, beaches):
            break
        answer = await Choose("allied", "edge_fire", listed([*options, DONE]), "18.61")
        if answer == DONE:
            break
        unit, beach = g.pack.unit_index[answer[1]], g.pack.board.at(answer[2])
        reveal(g, unit, "16.35" if g.pack.kind[unit] == MILITIA else "16.22")
        fired.append((unit, beach))
    g.shots = (*g.shots, *[(unit, beach, 0) for unit, beach in fired])
    under_fire = [beach for beach in beaches if any(beach == at for _, at in fired)]
    for beach in under_fire:
        units = tuple([unit for unit, at in fired if at == beach])
        if await _edge_roll(g, ALLIED, beach, units):
            lost, _ = await choose_losses(g, AXIS, _axis_there(g, beach), 1, "18.61")
            await leaders_at_risk(g, AXIS, lost)
    for beach in under_fire:
        if await _edge_roll(g, AXIS, beach, _axis_there(g, beach)):
            victims = tuple(
                [
                    unit
                    for n in g.pack.touch[beach]
                    for unit in g.here[ALLIED][n]
                    if g.pack.kind[unit] not in (LEADER, COAST_GUN)
                ]
            )
            lost, _ = await choose_losses(g, ALLIED, victims, 1, "18.62")
            await leaders_at_risk(g, ALLIED, lost)


def _axis_there(g: State, beach: int) -> tuple[int, ...]:
    kind = g.pack.kind
    return tuple([unit for unit in g.here[AXIS][beach] if kind[unit] != LEADER])


async def _edge_roll(g: State, side: int, beach: int, units: tuple[int, ...]) -> bool:
    """18.61, 18.62, R34 Sum the attack strengths and roll on the water's edge table."""
    strength = sum(attack(g, unit) for unit in units if g.pack.kind[unit] != ARTILLERY)
    if not strength:
        return False
    rule = "18.61" if side == ALLIED else "18.62"
    (die,) = await Roll(1, "waters_edge", rule, ("allied", "axis")[side])
    wanted = next(hits for low, high, hits in g.pack.tables.waters_edge if low <= strength <= high)
    g.tell(
        "waters_edge", rule, side=("allied", "axis")[side], place=g.place_id(beach),
        strength=strength, die=die, hit=int(die in wanted),
    )  # fmt: skip
    return die in wanted
