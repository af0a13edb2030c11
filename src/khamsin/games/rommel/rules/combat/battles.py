"""3.44, 8.5, 8.6 The Combat phase (T3.5-T5): what is shown, which battles are fought, in order."""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import NOBODY, SIDES
from khamsin.games.rommel.model.state import COMBAT, FIGHTING, NAMING, State
from khamsin.games.rommel.rules.blocks import firm, fresh_shots, reveal
from khamsin.games.rommel.rules.cards import ASSAULT, PASS
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option

from .combat import ROUND, begin_round, fight_round
from .minefields import show_minefields
from .rout import interruptions


async def combat_phase(g: State) -> None:
    """3.44, 3.46, 9.0 Battles are named, then fought one by one; a Pass has no combat."""
    if g.step == COMBAT:
        show_battles(g)
        if is_combat_open(g):
            g.step = NAMING
    if g.step == NAMING:
        await name_battles(g)
        g.step = FIGHTING
    if g.step == FIGHTING:
        await fight_battles(g)
    end_combat(g)


def show_battles(g: State) -> None:
    """7.3, 8.5, 14.2.a, 14.2.b Minefields and the blocks in battles are shown."""
    show_minefields(g)
    for place, side in enumerate(g.defender):
        if side != NOBODY:
            show_blocks(g, [*firm(g, 0, place), *firm(g, 1, place)])


def show_blocks(g: State, blocks: list[int]) -> None:
    """8.5 All blocks that take part are turned face up."""
    for block in blocks:
        reveal(g, block, "8.5")


def is_combat_open(g: State) -> bool:
    """3.44, 8.6.b Whether there may be combat; that it is a Pass or none is seen now at the latest.

    Battles that must be fought are Active Battles at once.
    """
    if not any(side != NOBODY for side in g.defender):
        return False
    kind = "no_combat" if g.option == PASS else "combat_phase"
    g.tell(kind, "3.44", reveals=True, side=SIDES[g.active])
    if g.option == PASS:
        g.known = [0, 0]
        return False
    g.known[0] = max(g.known[0], 1)
    g.assaults = []
    g.battles = [place for place in open_battles(g) if is_compulsory(g, place)]
    return True


# -- 8.6 Active Battles --------------------------------------------------------------------------


def is_compulsory(g: State, place: int) -> bool:
    """8.2.b, 8.6.b, 8.6.c, 13.2.b, 13.2.c, R27 New battles; Fortress battles for the Attacker."""
    if place in g.unfought:
        return True
    is_fortress = g.pack.fortress_at[place] >= 0
    return is_fortress and g.defender[place] == 1 - g.active and not g.second_movement


def open_battles(g: State) -> list[int]:
    """8.6.a, 10.4.c, R26 The battles in which the Active Player may start combat."""
    return [
        place for place, side in enumerate(g.defender) if side != NOBODY and place not in g.probed
    ]


async def name_battles(g: State) -> None:
    """8.6.a, 8.6.d The Active Battles, and the Assaults among them, are named before any dice."""
    # With two cards on the table the enemy must not see from a missing question what they are.
    hides_cards = sum(g.played) > 1 and not g.second_movement
    while hides_cards or len(g.battles) < len(open_battles(g)):
        await MARK
        answer = await Choose(SIDES[g.active], "battles", lambda: battle_options(g), "8.6.d")
        if answer == DONE:
            break
        place = g.pack.place_index[answer[1]]
        if place not in g.battles:
            g.battles.append(place)
        if answer[0] == "assault":
            g.assaults.append(place)
            g.known = [2, 2]
    g.tell(
        "battles", "8.6.d", side=SIDES[g.active],
        places=tuple(g.place_id(place) for place in sorted(g.battles)),
        assaults=tuple(g.place_id(place) for place in sorted(g.assaults)),
    )  # fmt: skip


def battle_options(g: State) -> list[Option]:
    """8.6.a, 8.6.e What else may be named."""
    options: list[Option] = []
    for place in open_battles(g):
        if place not in g.battles:
            options.append(("fight", g.place_id(place)))
        if g.option == ASSAULT and place not in g.assaults:
            options.append(("assault", g.place_id(place)))
    return [*options, DONE]


# -- 9.0 one battle after another ----------------------------------------------------------------


async def fight_battles(g: State) -> None:
    """9.0 A round in each Active Battle; Routs come before the next one (11.3.b)."""
    while True:
        if g.fighting != NOBODY:
            await fight_round(g)
            g.fighting = NOBODY
        await interruptions(g)
        place = await next_battle(g)
        if place == NOBODY:
            return
        g.battles.remove(place)
        begin_round(g, place, 1 - g.active, ROUND)


async def next_battle(g: State) -> int:
    """9.0 The battle that the Active Player likes to fight next; NOBODY: none is left."""
    ready = [place for place in g.battles if g.defender[place] != NOBODY]
    if len(ready) < 2:
        return ready[0] if ready else NOBODY
    await MARK
    answer = await Choose(
        SIDES[g.active],
        "resolve",
        lambda: [("resolve", g.place_id(each)) for each in sorted(ready)],
        "9.0",
    )
    return g.pack.place_index[answer[1]]


def end_combat(g: State) -> None:
    """3.46, 8.6.e Nobody is under Attack any more, and all may fire again."""
    g.unfought = []
    g.battles = []
    g.assaults = []
    fresh_shots(g)
