"""19.5, 19.6 Contested landings, fought to a finish; the rally of those who came down in peace."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import ALLIED, ARTILLERY, AXIS, LEADER
from khamsin.games.malta.model.state import CONTESTED, DROPPED, MOVED, Battle, State
from khamsin.games.malta.rules.combat.combat import resolve
from khamsin.games.malta.rules.combat.losses import eliminate, overrun_leader, reveal
from khamsin.games.malta.rules.combat.pledges import defenders_in
from khamsin.games.malta.rules.combat.strength import attack
from khamsin.games.malta.rules.control import in_enemy_zoc, is_blocked
from khamsin.games.malta.rules.movement.entry import alarm, overrun
from khamsin.games.malta.rules.movement.regroup import stacking
from khamsin.games.malta.rules.sea.beach import one_hex, one_hex_each, reform_options
from khamsin.kernel.play.decision import Option


async def contest(g: State, h: int, units: tuple[int, ...]) -> None:
    """14.21, 19.5-19.53, R48 They fight until only one side is left in the hex."""
    kind = g.pack.kind
    guides: tuple[int, ...] = ()
    while is_blocked(g, AXIS, h):
        fighters = tuple(
            [u for u in units if g.place[u] == h and kind[u] not in (LEADER, ARTILLERY)]
        )
        if not fighters or not any(attack(g, unit) for unit in fighters):
            await _lost(g, h, units)
            return
        b = Battle(h, AXIS)
        b.is_drop = True
        b.guides = guides
        b.attackers = fighters
        b.hexes = (h,)
        b.defenders = defenders_in(g, ALLIED, h)
        for unit in b.defenders:
            reveal(g, unit, "16.35")
        g.battle = b
        fought = await resolve(g, b)
        guides = b.guides
        g.battle = None
        if not fought:
            await _lost(g, h, units)  # 19.53
            return
    if not any(g.place[u] == h and kind[u] not in (LEADER, ARTILLERY) for u in units):
        await _lost(g, h, units)
        return
    await overrun(g, AXIS, h)
    g.control[h] = AXIS
    await alarm(g, h)


async def _lost(g: State, h: int, units: tuple[int, ...]) -> None:
    """19.52, 19.53, R69 The dropped units that are left are eliminated."""
    for unit in units:
        if g.place[unit] != h:
            continue
        if g.pack.kind[unit] == LEADER:
            await overrun_leader(g, unit)
        else:
            eliminate(g, unit, "19.53")


def rally_options(g: State, flag: int = DROPPED) -> list[Option]:
    """19.6, R64 Dropped units that came down in peace may go one hex; companies re-form."""
    options: list[Option] = [
        ("move", g.unit_id(unit), g.place_id(n))
        for units in g.here[AXIS]
        for unit in units
        if g.did[unit] & flag
        and not g.did[unit] & (MOVED | CONTESTED)
        and g.pack.kind[unit] != ARTILLERY
        for n in one_hex(g, unit)
        if not (in_enemy_zoc(g, AXIS, g.place[unit]) and in_enemy_zoc(g, AXIS, n))
    ]
    return options + reform_options(g, flag)


async def rally_phase(g: State) -> None:
    """4.23, 19.6 When all series are down."""
    if g.turn not in g.pack.airborne_turns:
        return
    await one_hex_each(g, DROPPED, rally_options, "rally", "19.6")
    g.dropped = [0, 0]
    await stacking(g)
