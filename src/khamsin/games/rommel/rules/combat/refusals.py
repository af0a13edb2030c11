"""3.43.b, 8.4 Refusals (T3.4): the Passive Player may leave hexes that were Attacked just now."""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import SIDES
from khamsin.games.rommel.model.state import State
from khamsin.games.rommel.rules.blocks import firm
from khamsin.games.rommel.rules.cards import PASS
from khamsin.kernel.play.decision import MARK, Choose, Option

from .flight import REFUSAL, begin_flight, can_refuse
from .rout import interruptions, rout


async def refusals(g: State) -> None:
    """3.43.b, 8.4.s1, 10.s1, R21 He answers for every Attacked hex before anybody goes."""
    await interruptions(g)
    while g.option == PASS and leave_fortress(g):
        await interruptions(g)
    passive = 1 - g.active
    g.unfought = [place for place in g.unfought if g.defender[place] == passive]
    for place in g.unfought:
        if place not in g.answered:
            await accept_or_refuse(g, place)
    while g.refusing:
        place = await next_refusal(g)
        g.refusing.remove(place)
        if can_refuse(g, place, passive):
            begin_flight(g, place, passive, REFUSAL, firm(g, passive, place))
        else:
            g.tell("cannot_refuse", "10.2", side=SIDES[passive], place=g.place_id(place))
        await interruptions(g)


def leave_fortress(g: State) -> bool:
    """8.6.s1, 13.2.s1, R28 Attackers of a Fortress who Pass and could not leave Rout.

    Who tries it by a Forced March has had his die before (6.4.c). Disrupted ones Rout after the
    others, when nobody is their Shield any more.
    """
    for fortress in g.pack.fortresses:
        place = fortress.hex
        if g.defender[place] == 1 - g.active and g.here[g.active][place]:
            g.known = [0, 0]
            g.tell(
                "must_leave", "13.2.s1", reveals=True, side=SIDES[g.active],
                place=g.place_id(place),
            )  # fmt: skip
            rout(g, place, g.active, firm(g, g.active, place))
            return True
    return False


async def accept_or_refuse(g: State, place: int) -> None:
    """8.4.a, 8.4.b The Defender of one hex accepts battle, or says that he will go."""
    passive = 1 - g.active
    name = g.place_id(place)

    def answers() -> list[Option]:
        # 8.4.b: whoever was in battle when the Movement phase began may not Refuse
        if place not in g.old_battles and can_refuse(g, place, passive):
            return [("accept", name), ("refuse", name)]
        return [("accept", name)]

    await MARK
    answer = await Choose(SIDES[passive], "refuse", answers, "8.4.a", place=name)
    g.answered.append(place)
    if answer[0] == "refuse":
        g.refusing.append(place)
    kind = "refused" if answer[0] == "refuse" else "accepted"
    g.tell(kind, "8.4.a", side=SIDES[passive], place=name)


async def next_refusal(g: State) -> int:
    """10.2 Who goes next, as the Passive Player likes."""
    going = g.refusing[:]
    if len(going) == 1:
        return going[0]
    await MARK
    answer = await Choose(
        SIDES[1 - g.active],
        "refusals",
        lambda: [("retreat", g.place_id(each)) for each in going],
        "10.2",
    )
    return g.pack.place_index[answer[1]]
