"""3.43, 3.44 The Movement phase after the moves, and the Combat phase (T3.2-T5)."""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import NOBODY, SIDES
from khamsin.games.rommel.model.state import (
    ANNOUNCE,
    FINAL,
    GO,
    MOVE,
    NAME,
    ORDER,
    REVEAL,
    SPENT,
    Flight,
    State,
)
from khamsin.games.rommel.rules.combat.combat import PROBE, ROUND, begin_round
from khamsin.games.rommel.rules.combat.minefields import show_minefields
from khamsin.games.rommel.rules.combat.retreat import (
    REFUSAL,
    begin_flight,
    can_refuse,
    retreat_moves,
)
from khamsin.games.rommel.rules.combat.retreat import RETREAT as RETREATING
from khamsin.games.rommel.rules.combat.rout import rout
from khamsin.games.rommel.rules.movement.block_moves import move_of
from khamsin.games.rommel.rules.movement.reach import FORCED_MARCH, can_reach
from khamsin.kernel.play.decision import Choose, Option

from .blocks import firm, fresh_shots, hide, reveal, settle
from .cards import ASSAULT, BLITZ, PASS


def begin_movement(g: State) -> None:
    """3.43.a, 4.4.b, 7.1.e A Movement phase begins: hexside limits and shots are fresh."""
    g.step = MOVE
    g.moves = []
    g.used = [0] * len(g.used)
    fresh_shots(g)
    g.unfought = []
    g.refusals = []
    g.leavers = []
    g.marches = []
    g.retreats = []
    g.withdrawal = g.onward = ()
    g.old = ()
    g.walk = [None] * len(g.walk)
    g.near = [()] * len(g.near)
    g.join = [place for place, side in enumerate(g.defender) if side != NOBODY]


# -- T3.2 Retreats -----------------------------------------------------------------------------


async def retreat_step(g: State) -> None:
    """10.3, 10.4.a, 10.s3, A5 One group after another leaves its battle."""
    if g.fighting != NOBODY:  # a Probe has just been fought
        place = g.fighting
        g.fighting = NOBODY
        after_probe(g, place)
        return
    places = list(dict.fromkeys(g.place[block] for block, _, _ in g.leavers))
    places = [place for place in places if place not in g.retreats]
    if not places:
        g.step = ANNOUNCE
        return
    place = places[0]
    if len(places) > 1:
        answer = await Choose(
            SIDES[g.active],
            "retreats",
            lambda: [("retreat", g.place_id(each)) for each in places],
            "10.3",
        )
        place = g.pack.place_index[answer[1]]
    g.retreats.append(place)
    drop_stuck(g, place)
    going = leaving(g, place)
    if not going:
        return
    g.rear = [block for block in firm(g, g.active, place) if block not in going]
    if not g.rear:
        begin_flight(g, place, g.active, RETREATING, going)
        return
    if place not in g.probed:
        g.probed.append(place)
    passive = SIDES[1 - g.active]
    for block in going:
        hide(g, block)
    g.tell(
        "partial_retreat", "10.4.b", side=SIDES[g.active], place=g.place_id(place),
        count=len(going),
    )  # fmt: skip
    name = g.place_id(place)
    answer = await Choose(
        passive, "probe", lambda: [("probe", name), ("let_go", name)], "10.41.a", place=name
    )
    if answer[0] == "probe":
        show_battle(g, place, [*g.rear, *firm(g, 1 - g.active, place)])
        begin_round(g, place, g.active, PROBE)
    else:
        slip_away(g, place, going)


def leaving(g: State, place: int) -> list[int]:
    """The blocks that are to leave this hex."""
    return [block for block, _, _ in g.leavers if g.place[block] == place]


def drop_stuck(g: State, place: int) -> None:
    """10.1.a, A5 A leaver whose way has been closed since stays, and belongs to the Rearguard.

    He does not march on from where he never came to (6.4.b).
    """
    if g.option == PASS:
        return
    stuck: list[int] = []
    for block, to, is_march in g.leavers:
        if g.place[block] == place:
            bonus = g.pack.numbers.rommel_bonus if move_of(g, block, to) == g.rommel else 0
            speed = g.speeds[block] + bonus + is_march * FORCED_MARCH
            if not can_reach(g, place, to, NOBODY, speed):
                stuck.append(block)
    if not stuck:
        return
    g.leavers = [entry for entry in g.leavers if entry[0] not in stuck]
    g.marches = [entry for entry in g.marches if entry[0] not in stuck]
    for block in stuck:
        g.walk[block] = None
    g.tell(
        "cannot_leave", "10.1.a", side=SIDES[g.active], place=g.place_id(place), count=len(stuck)
    )


def after_probe(g: State, place: int) -> None:
    """10.41.c, 10.41.d, 11.3.s1 If the Rearguard is gone, those who have not fired may Pursue."""
    going = leaving(g, place)
    if not going:
        settle(g, place)
    elif any(g.place[block] == place for block in g.rear):
        slip_away(g, place, going)
    else:
        begin_flight(g, place, g.active, RETREATING, going)


def slip_away(g: State, place: int, going: list[int]) -> None:
    """10.41.d Screened by the Rearguard, the leavers go without Pursuit Fire."""
    g.flight = Flight(place, g.active, RETREATING, tuple(going), speed=0, step=GO)
    retreat_moves(g)


def leave_fortresses(g: State) -> bool:
    """8.6.s1, 13.2.s1, R28 Attackers of a Fortress who Pass and could not leave Rout.

    Who tries it by a Forced March has had his die before (6.4.c).
    """
    for fortress in g.pack.fortresses:
        place = fortress.hex
        if g.defender[place] == 1 - g.active and g.here[g.active][place]:
            g.known = [0, 0]
            g.tell(
                "must_leave", "13.2.s1", reveals=True, side=SIDES[g.active],
                place=g.place_id(place),
            )  # fmt: skip
            rout(g, place, g.active, list(g.here[g.active][place]))
            return True
    return False


# -- T3.4, T3.5 Refusals, revelation -----------------------------------------------------------


async def refuse_step(g: State) -> None:
    """3.43.b The Passive Player answers for each newly Attacked hex, then they go.

    Also 8.4.a, 8.4.b, 8.4.s1, 10.s1, R21.
    """
    passive = 1 - g.active
    if g.option == PASS and leave_fortresses(g):
        return
    g.unfought = [place for place in g.unfought if g.defender[place] == passive]
    asked = [place for place in g.unfought if place not in g.refusals and ~place not in g.refusals]
    if asked:
        place = asked[0]
        name = g.place_id(place)

        def answers() -> list[Option]:
            # 8.4.b: whoever was in battle when the Movement phase began may not Refuse
            if place not in g.join and can_refuse(g, place, passive):
                return [("accept", name), ("refuse", name)]
            return [("accept", name)]

        answer = await Choose(SIDES[passive], "refuse", answers, "8.4.a", place=name)
        g.refusals.append(place if answer[0] == "refuse" else ~place)
        g.tell(
            "refused" if answer[0] == "refuse" else "accepted",
            "8.4.a",
            side=SIDES[passive],
            place=name,
        )
        return
    going = [place for place in g.refusals if place >= 0]
    if not going:
        g.step = REVEAL
        return
    place = going[0]
    if len(going) > 1:
        chosen = await Choose(
            SIDES[passive],
            "refusals",
            lambda: [("retreat", g.place_id(each)) for each in going],
            "10.2",
        )
        place = g.pack.place_index[chosen[1]]
    g.refusals[g.refusals.index(place)] = ~place
    if can_refuse(g, place, passive):
        begin_flight(g, place, passive, REFUSAL, firm(g, passive, place))
    else:
        g.tell("cannot_refuse", "10.2", side=SIDES[passive], place=g.place_id(place))


async def reveal_step(g: State) -> None:
    """7.3, 8.5, 14.2.a, 14.2.b Minefields and the blocks in battles are shown."""
    show_minefields(g)
    for place, side in enumerate(g.defender):
        if side != NOBODY:
            show_battle(g, place, [*firm(g, 0, place), *firm(g, 1, place)])
    g.step = NAME


def show_battle(g: State, place: int, blocks: list[int]) -> None:
    """8.5 All blocks that take part are turned face up."""
    del place
    for block in blocks:
        reveal(g, block, "8.5")


# -- T4 Combat ---------------------------------------------------------------------------------


def compulsory(g: State, place: int) -> bool:
    """8.2.b, 8.6.b, 8.6.c, 13.2.b, 13.2.c, R27 New battles; Fortress battles for the Attacker."""
    if place in g.unfought:
        return True
    is_fortress = g.pack.fortress_at[place] >= 0
    return is_fortress and g.defender[place] == 1 - g.active and not g.second


def open_battles(g: State) -> list[int]:
    """8.6.a, 10.4.c, R26 The battles in which the Active Player may start combat."""
    return [
        place for place, side in enumerate(g.defender) if side != NOBODY and place not in g.probed
    ]


async def name_step(g: State) -> None:
    """8.6.a, 8.6.d The Active Battles, and the Assaults among them, are named before any dice."""
    if not any(side != NOBODY for side in g.defender):
        g.battles = []
        after_combat(g)
        return
    if not g.shown:
        kind = "no_combat" if g.option == PASS else "combat_phase"
        g.tell(kind, "3.44", reveals=True, side=SIDES[g.active])
        g.shown = kind
        g.assaults = []
        g.battles = []
        if g.option == PASS:
            g.known = [0, 0]
            after_combat(g)
            return
        g.known[0] = max(g.known[0], 1)
        g.battles = [place for place in open_battles(g) if compulsory(g, place)]
        return
    # With two cards on the table the enemy must not see from a missing question what they are.
    if len(g.battles) < len(open_battles(g)) or (sum(g.played) > 1 and not g.second):
        answer = await Choose(SIDES[g.active], "battles", lambda: battle_options(g), "8.6.d")
        if answer[0] != "done":
            place = g.pack.place_index[answer[1]]
            if place not in g.battles:
                g.battles.append(place)
            if answer[0] == "assault":
                g.assaults.append(place)
                g.known = [2, 2]
            return
    g.tell(
        "battles", "8.6.d", side=SIDES[g.active],
        places=tuple(g.place_id(place) for place in sorted(g.battles)),
        assaults=tuple(g.place_id(place) for place in sorted(g.assaults)),
    )  # fmt: skip
    g.step = ORDER


def battle_options(g: State) -> list[Option]:
    """8.6.a, 8.6.e What else may be named."""
    options: list[Option] = []
    for place in open_battles(g):
        if place not in g.battles:
            options.append(("fight", g.place_id(place)))
        if g.option == ASSAULT and place not in g.assaults:
            options.append(("assault", g.place_id(place)))
    return [*options, ("done",)]


async def order_step(g: State) -> None:
    """9.0 The battles one by one, in the order that the Active Player likes."""
    ready = [place for place in g.battles if g.defender[place] != NOBODY]
    if not ready:
        after_combat(g)
        return
    place = ready[0]
    if len(ready) > 1:
        answer = await Choose(
            SIDES[g.active],
            "resolve",
            lambda: [("resolve", g.place_id(each)) for each in sorted(ready)],
            "9.0",
        )
        place = g.pack.place_index[answer[1]]
    g.battles.remove(place)
    begin_round(g, place, 1 - g.active, ROUND)


def after_combat(g: State) -> None:
    """3.43.c A Blitz goes on with a second Movement; else the Final Check follows.

    Also 3.45, 3.46, 4.4.a.
    """
    g.unfought = []
    g.battles = []
    g.assaults = []
    g.shown = ""
    fresh_shots(g)
    if g.option == BLITZ and not g.second:
        g.second = 1
        g.known = [3, 3]
        if g.rommel != NOBODY:
            g.rommel = SPENT
        g.tell("blitz", "3.45", reveals=True, side=SIDES[g.active])
        begin_movement(g)
        return
    g.step = FINAL
