"""upgrade: a chit for each enemy Force destroyed, on those who lived to tell of it (R7)."""

from __future__ import annotations

from khamsin.games.commander.model.pieces import ALLIED, AXIS, ELITE, PLAIN, SIDES, VETERAN
from khamsin.games.commander.model.state import Battle, State
from khamsin.games.commander.rules.allied.ties import tie
from khamsin.kernel.play.decision import Draw, Option, choose_one


def cup(g: State) -> list[str]:
    """upgset.1 The Upgrade chits that are left (upgrade.10)."""
    return [chit.id for number, chit in enumerate(g.pack.chits) for _ in range(g.upgrades[number])]


def offers(g: State, units: list[int]) -> list[Option]:
    """upgrade.7 A chit for a plain Force, or the elite side for a veteran."""
    options: list[Option] = []
    if any(g.level[unit] == PLAIN for unit in units) and any(g.upgrades):
        options.append(("draw",))
    options += [("elite", g.unit_id(unit)) for unit in units if g.level[unit] == VETERAN]
    return options


async def upgrade_axis(g: State, b: Battle) -> None:
    """upgrade.1, upgrade.7-8 The player's upgrades."""
    for left in range(b.kills[AXIS], 0, -1):
        units = list(b.fighters[AXIS])
        options = offers(g, units)
        if not options:
            g.tell("upgrades_lost", "upgrade.10", side="axis", upgrades=left)
            return
        answer = await choose_one("axis", "upgrade", options, "upgrade.7", upgrades=left)
        if answer[0] == "elite":
            make_elite(g, g.c.unit_index[answer[1]])
            continue
        chit = await draw_chit(g, "axis")
        plain: list[Option] = [("veteran", g.unit_id(u)) for u in units if g.level[u] == PLAIN]
        chosen = await choose_one("axis", "attach", plain, "upgrade.8", chit=chit)
        make_veteran(g, g.c.unit_index[chosen[1]], chit)


async def upgrade_allies(g: State, b: Battle) -> None:
    """upgrade.9 The same for the Allies, full-strength Forces first; the rest is a tie (T4)."""
    for left in range(b.kills[ALLIED], 0, -1):
        survivors = b.fighters[ALLIED]
        units = [unit for unit in survivors if g.is_full(unit)]
        if not offers(g, units):
            units = [unit for unit in survivors if not g.is_full(unit)]
        options = offers(g, units)
        if not options:
            g.tell("upgrades_lost", "upgrade.10", side="allied", upgrades=left)
            return
        answer = await tie(g, "t4", options, "upgrade.9", upgrades=left)
        if answer[0] == "elite":
            make_elite(g, g.c.unit_index[answer[1]])
            continue
        chit = await draw_chit(g, "allied")
        plain: list[Option] = [("veteran", g.unit_id(u)) for u in units if g.level[u] == PLAIN]
        chosen = await tie(g, "t4_attach", plain, "upgrade.9", chit=chit)
        make_veteran(g, g.c.unit_index[chosen[1]], chit)


async def draw_chit(g: State, side: str) -> str:
    """upgrade.8 Draw a chit and look at both its sides."""
    (chit,) = await Draw(cup(g), 1, "upgrade", "upgrade.8")
    g.tell("chit_drawn", "upgrade.8", reveals=True, side=side, chit=chit)
    return chit


def make_veteran(g: State, unit: int, chit: str) -> None:
    """upgrade.8 The chit goes under a plain Force, veteran side up."""
    number = g.pack.chit_index[chit]
    g.upgrades[number] -= 1
    g.chit[unit] = number
    g.level[unit] = VETERAN
    side = SIDES[g.c.side_of[unit]]
    g.tell("veteran", "upgrade.8", side=side, unit=g.unit_id(unit), chit=chit)


def make_elite(g: State, unit: int) -> None:
    """upgrade.8 A veteran's chit is turned to its elite side."""
    g.level[unit] = ELITE
    chit = g.pack.chits[g.chit[unit]].id
    side = SIDES[g.c.side_of[unit]]
    g.tell("elite", "upgrade.8", side=side, unit=g.unit_id(unit), chit=chit)
