"""3 Sequence of play: from the set-up through Months of Buildup and Player Turns to the end.

It can be begun afresh at any mark: `g.phase` and `g.step` say how far it has come. There is a mark
before almost every question. A Rout interrupts whatever goes on (11.3): `interruptions` stands
between the steps; only during his Moves the Active Player says when (11.4.b).
"""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import ALLIED, AXIS
from khamsin.games.rommel.model.state import (
    BUILDUP,
    CARDS,
    CHALLENGE,
    CHECK,
    COMBAT,
    END,
    FINAL,
    INITIATIVE,
    JUDGE,
    LAST,
    LAST_CHECK,
    MARCHES,
    MOVES,
    REFUSALS,
    RETREATS,
    TURN,
    State,
)
from khamsin.games.rommel.rules.combat.battles import combat_phase
from khamsin.games.rommel.rules.combat.refusals import refusals
from khamsin.games.rommel.rules.combat.retreats import retreats
from khamsin.games.rommel.rules.combat.rout import interruptions
from khamsin.games.rommel.rules.movement.forced_march import forced_marches
from khamsin.games.rommel.rules.movement.moves import begin_movement, make_moves
from khamsin.games.rommel.rules.supply.check import MONTHLY, assign_sources, monthly_check

from .buildup import buildup
from .cards import compare, lay, play_cards
from .setup import set_up
from .turn import (
    begin_second_movement,
    begin_turn,
    end_turn,
    first_check,
    last_check,
    moves_again,
)
from .victory import WonAtOnce, judge


async def play(g: State) -> None:
    """3.0 Play on from any mark to the end."""
    try:
        if g.turn == 0:
            await set_up(g)
            begin_first_month(g)
        while g.phase != LAST:
            await month(g)
        await final_judgement(g)
    except WonAtOnce:
        return


def begin_first_month(g: State) -> None:
    """3.1 The first Month has neither Buildup nor challenge (18.0)."""
    g.tell("month", "3.1", month=g.month, name=g.scenario.calendar[g.month - 1])
    g.fought_over = tuple(g.holder)
    begin_turn(g, g.scenario.first_player)


async def month(g: State) -> None:
    """3.2-3.4 Buildup, Initiative, then Player Turns until both have Passed (4.5.b)."""
    if g.phase == BUILDUP:
        await buildup(g)
        g.phase = INITIATIVE
        g.step = CHALLENGE
    if g.phase == INITIATIVE:
        begin_turn(g, await initiative(g))
    while g.phase == TURN:
        await player_turn(g)


async def initiative(g: State) -> int:
    """3.3 The Allied player may challenge for it, the Axis player may answer (3.3.b-d)."""
    g.fought_over = tuple(g.holder)
    is_laid = bool(g.challenge[ALLIED])
    if not is_laid and not await lay(g, ALLIED, "challenge"):
        return AXIS
    await lay(g, AXIS, "answer")
    return compare(g)


async def player_turn(g: State) -> None:
    """3.4 Supply, cards, Movement and Combat (in a Blitz twice, 3.45), supply, cards shown."""
    if g.step == CHECK:
        await interruptions(g)
        await first_check(g)  # 3.41
        g.step = CARDS
    if g.step == CARDS:
        await interruptions(g)
        await play_cards(g)  # 3.42
        begin_movement(g)
        g.step = MOVES
    while g.step not in (FINAL, END):
        await movement(g)  # 3.43
        await combat_phase(g)  # 3.44
        if moves_again(g):
            begin_second_movement(g)  # 3.45
            begin_movement(g)
            g.step = MOVES
        else:
            g.step = FINAL
    if g.step == FINAL:
        await last_check(g)  # 3.47
        g.step = END
    await interruptions(g)
    end_turn(g)  # 3.48


async def movement(g: State) -> None:
    """3.43 Moves, Retreats, Forced Marches, Refusals (T3.1-T3.4)."""
    if g.step == MOVES:
        await make_moves(g)
        g.step = RETREATS
    if g.step == RETREATS:
        await retreats(g)
        g.step = MARCHES
    if g.step == MARCHES:
        await forced_marches(g)
        g.step = REFUSALS
    if g.step == REFUSALS:
        await refusals(g)
        g.step = COMBAT


async def final_judgement(g: State) -> None:
    """17.0, R47 After the last Month the Unsupplied are lost before the blocks are counted."""
    if g.step == LAST_CHECK:
        for side in (ALLIED, AXIS):
            await assign_sources(g, side, MONTHLY)
        monthly_check(g)
        g.step = JUDGE
    await interruptions(g)
    judge(g)  # 17.2-17.4
