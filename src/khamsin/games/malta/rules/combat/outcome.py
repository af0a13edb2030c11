"""9.4-9.8 What the dice of a combat do: steps, who stands, disorder, retreats, the advance."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import ARTILLERY, DEMORALISED, ENGINEERS, GONE
from khamsin.games.malta.model.state import Battle, State
from khamsin.games.malta.model.tables import NO_LETTER, D, Result
from khamsin.games.malta.rules.control import is_blocked

from .advance import advance, stops_advance
from .ammunition import night_attack
from .losses import choose_losses, demoralise, disorganise, leaders_at_risk
from .modifiers import has_engineers
from .retreat import retreat_all, stand
from .strength import half, steps_left


def steps_of(hits: int, *, attacks: bool, is_drop: bool) -> int:
    """9.42, 9.43, 19.51 How many of the hits are steps; the rest is the retreat.

    Half of them, rounded up for the attacker and down for the defender; all of them for units that
    fight for the hex in which they came down.
    """
    if not attacks:
        return hits // 2
    return hits if is_drop else half(hits)


class Fighters:
    """One side of a combat while its result is carried out."""

    __slots__ = (
        "attacks", "engineers", "hits", "is_drop", "lost", "order", "retreat", "side", "standing",
        "steps", "units",
    )  # fmt: skip

    def __init__(self, b: Battle, result: Result, *, attacks: bool) -> None:
        self.attacks = attacks
        self.is_drop = b.is_drop
        self.side = b.attacker if attacks else 1 - b.attacker
        self.units = b.attackers if attacks else b.defenders
        self.engineers: tuple[int, ...] = ()
        """9.92.eng Those who must bear half of the steps."""
        self.standing: tuple[int, ...] = ()
        """9.7 Those who do not retreat."""
        self.lost: dict[int, int] = {}
        """14.41 How many steps each hex has lost by this combat."""
        self.order = result.order
        self.suffer(result.hits)

    def suffer(self, hits: int) -> None:
        """9.42 So many hits: steps, and the hexes of a retreat."""
        self.hits = max(0, hits)
        self.steps = steps_of(self.hits, attacks=self.attacks, is_drop=self.is_drop)
        self.retreat = self.hits - self.steps


async def carry_out(g: State, b: Battle, attacker: Result, defender: Result) -> None:
    """9.3.h, 9.3.i, R74 The result of the dice, in the order of the book."""
    attackers = Fighters(b, attacker, attacks=True)
    defenders = Fighters(b, defender, attacks=False)
    if g.forts[b.place]:
        defenders.suffer(defenders.hits + g.pack.tables.terrain["fort"].defender_hits)  # 9.94.fort
    if has_engineers(g, b):
        attackers.engineers = tuple([u for u in b.attackers if g.pack.kind[u] in ENGINEERS])
    strength = sum(steps_left(g, unit) for unit in b.defenders)
    stops = stops_advance(g, b.place)  # as it is now: the fort may fall
    first, second = in_order_of_losses(attackers, defenders)
    await lose_steps(g, b, first, second)
    for fighters in (defenders, attackers):
        await stand_ground(g, fighters)
    for fighters in (defenders, attackers):
        suffer_disorder(g, fighters)
    for fighters in (first, second):
        await leaders_at_risk(g, fighters.side, fighters.lost)
    length = await defenders_retreat(g, attackers, defenders, strength)
    retreated = await attackers_retreat(g, attackers, defenders)
    if g.is_night and not b.is_drop:
        for unit in _alive(g, b.attackers):
            night_attack(g, unit)
    stayed = _alive(g, attackers.standing)
    if stayed and not b.is_drop and not is_blocked(g, b.attacker, b.place):
        await advance(g, b, stayed, retreated, length, stops=stops)


def _alive(g: State, units: tuple[int, ...], but: tuple[int, ...] = ()) -> tuple[int, ...]:
    return tuple([unit for unit in units if g.place[unit] != GONE and unit not in but])


# -- steps -------------------------------------------------------------------------------------


def in_order_of_losses(attackers: Fighters, defenders: Fighters) -> tuple[Fighters, Fighters]:
    """9.51 The side with more hits loses its steps first; with equal hits the defender."""
    if attackers.hits > defenders.hits:
        return attackers, defenders
    return defenders, attackers


async def lose_steps(g: State, b: Battle, first: Fighters, second: Fighters) -> None:
    """9.42, 9.94.left A side that is wiped out with steps to lose spares the other a hit."""
    if await _lose(g, first, _who_may_lose(g, b, first), first.steps, "9.42"):
        second.suffer(second.hits - 1)
    if await _lose(g, second, _who_may_lose(g, b, second), second.steps, "9.42"):
        first.retreat = max(0, first.retreat - 1)  # R68: its steps are lost already


def _who_may_lose(g: State, b: Battle, fighters: Fighters) -> tuple[int, ...]:
    """9.52 Everybody who was in the combat, and guns of the attacker nearby."""
    return (*b.attackers, *close_guns(g, b)) if fighters.attacks else b.defenders


def close_guns(g: State, b: Battle) -> tuple[int, ...]:
    """9.52 Artillery that supports the attack from next to the hex may take step losses."""
    near = g.pack.near[b.place]
    return tuple([u for u, _ in b.support[0] if g.pack.kind[u] == ARTILLERY and g.place[u] in near])


async def _lose(g: State, fighters: Fighters, units: tuple[int, ...], steps: int, rule: str) -> int:
    """9.5, 9.92.eng, R77 These units lose steps; gives what could not be taken.

    Of all steps of the combat half are the engineers', rounded up, while there are any.
    """
    if fighters.engineers:
        fallen = len(fighters.engineers) - len(_alive(g, fighters.engineers))
        owed = half(sum(fighters.lost.values()) + steps) - fallen
        share = min(steps, max(0, owed))
        theirs = tuple([unit for unit in fighters.engineers if unit in units])
        steps -= share - await _take(g, fighters, theirs, share, "9.92.eng")
    return await _take(g, fighters, units, steps, rule)


async def _take(g: State, fighters: Fighters, units: tuple[int, ...], steps: int, rule: str) -> int:
    """9.42 The owner chooses whose steps are lost; gives what could not be taken."""
    lost, excess = await choose_losses(g, fighters.side, units, steps, rule)
    for place, count in lost.items():
        fighters.lost[place] = fighters.lost.get(place, 0) + count
    return excess


# -- standing, disorder ------------------------------------------------------------------------


async def stand_ground(g: State, fighters: Fighters) -> None:
    """9.7, 9.71 Who stays where he is takes what is left of the hits as steps.

    With nothing to retreat for, everybody stays.
    """
    if not fighters.retreat:
        fighters.standing = fighters.units
        return
    fighters.standing = await stand(g, fighters.side, fighters.units, fighters.retreat)
    if fighters.standing:
        await _lose(g, fighters, fighters.standing, fighters.retreat, "9.71")


def suffer_disorder(g: State, fighters: Fighters) -> None:
    """9.41 D or Z for all units of a side that were in the combat."""
    if fighters.order == NO_LETTER:
        return
    for unit in _alive(g, fighters.units):
        if fighters.order == D:
            disorganise(g, unit, "9.41")
            continue
        if g.order[unit] == DEMORALISED:
            place = g.place[unit]
            fighters.lost[place] = fighters.lost.get(place, 0) + 1
        demoralise(g, unit, "9.41")


# -- retreats ----------------------------------------------------------------------------------


async def defenders_retreat(
    g: State, attackers: Fighters, defenders: Fighters, strength: int
) -> int:
    """9.6, 9.82 Defenders go first; gives how far the attackers may follow.

    As far as the longest retreat; or by the hits that were left when nobody was, of so many steps
    before the combat as `strength` says.
    """
    leaving = _alive(g, defenders.units, defenders.standing)
    if not defenders.retreat or not leaving:
        return defenders.hits - strength
    enemies = _hexes_of(g, attackers)
    length, _ = await retreat_all(g, leaving, defenders.retreat, enemies, joining=False)
    if not _alive(g, leaving):
        length = max(length, defenders.retreat - length)
    return length


async def attackers_retreat(g: State, attackers: Fighters, defenders: Fighters) -> tuple[int, ...]:
    """9.6 Then attackers, and who goes with them; gives all who went."""
    leaving = _alive(g, attackers.units, attackers.standing)
    if not attackers.retreat or not leaving:
        return ()
    enemies = _hexes_of(g, defenders)
    _, retreated = await retreat_all(g, leaving, attackers.retreat, enemies, joining=True)
    return tuple(retreated)


def _hexes_of(g: State, fighters: Fighters) -> tuple[int, ...]:
    """9.61 Where the units of a side stand now: some have fallen, some have retreated."""
    return tuple(sorted({g.place[unit] for unit in _alive(g, fighters.units)}))
