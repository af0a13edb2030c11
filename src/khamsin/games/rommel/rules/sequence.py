"""3 Sequence of play: the steps of the game, each of which can be begun afresh from the state.

There is a mark before every step. A Rout interrupts whatever goes on (11.3), except that during
his moves the Active Player says when (11.4.b); a group that leaves under fire goes before all.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from khamsin.games.rommel.model.pieces import ALLIED, AXIS
from khamsin.games.rommel.model.state import (
    ANNOUNCE,
    ANSWER,
    ARRIVE,
    BUILDUP_CHECK,
    CARDS,
    CHALLENGE,
    CHECK,
    DEAL,
    DEPLOY,
    DICE,
    END,
    FINAL,
    FIRE,
    KEEP,
    LAST_CHECK,
    LOSE,
    MALTA_CALL,
    MARCH,
    MONTH,
    MOVE,
    NAME,
    ORDER,
    REFUSE,
    REGROUP,
    RELAY,
    RESUPPLY,
    RETREAT,
    REVEAL,
    SPEND,
    State,
)
from khamsin.games.rommel.rules.combat.combat import fire_step, lose_losses_step
from khamsin.games.rommel.rules.combat.retreat import flight_step
from khamsin.games.rommel.rules.combat.rout import begin_rout
from khamsin.games.rommel.rules.movement.forced_march import announce_step, march_step
from khamsin.games.rommel.rules.movement.moves import move_step, regroup_step
from khamsin.kernel.play.decision import MARK, Ask

from . import buildup, phases, setup, turn
from .cards import compare, lay
from .victory import check_bases


async def play(g: State) -> None:
    """3.0 Go on from any mark to the end."""
    while g.result is None:
        await MARK
        if g.flight is not None:
            await flight_step(g)
        elif g.routs and (g.step not in (MOVE, REGROUP) or g.announced == "rout"):
            g.announced = "" if g.announced == "rout" else g.announced
            begin_rout(g)
        else:
            await STEPS[g.step](g)
        if g.phase == "turn" and g.flight is None and not g.routs:
            check_bases(g)  # R45: a Base is lost the moment its last block has gone


async def challenge_step(g: State) -> None:
    """3.3.b The Allied player may challenge for the Initiative."""
    g.fought_over = g.holder[:]
    if await lay(g, ALLIED, "challenge"):
        g.step = ANSWER
    else:
        turn.begin_turn(g, AXIS)


async def answer_step(g: State) -> None:
    """3.3.b-d The Axis player may answer; then both cards are shown."""
    await lay(g, AXIS, "answer")
    turn.begin_turn(g, compare(g))


STEPS: dict[str, Callable[[State], Coroutine[Ask, Any, None]]] = {
    DEPLOY: setup.deploy_step,
    DEAL: setup.deal_step,
    KEEP: setup.keep_step,
    MONTH: buildup.month_step,
    BUILDUP_CHECK: buildup.buildup_check_step,
    DICE: buildup.dice_step,
    ARRIVE: buildup.arrive_step,
    MALTA_CALL: buildup.malta_step,
    SPEND: buildup.spend_step,
    RELAY: buildup.relay_step,
    RESUPPLY: buildup.resupply_step,
    CHALLENGE: challenge_step,
    ANSWER: answer_step,
    CHECK: turn.check_step,
    CARDS: turn.cards_step,
    MOVE: move_step,
    REGROUP: regroup_step,
    RETREAT: phases.retreat_step,
    ANNOUNCE: announce_step,
    MARCH: march_step,
    REFUSE: phases.refuse_step,
    REVEAL: phases.reveal_step,
    NAME: phases.name_step,
    ORDER: phases.order_step,
    FIRE: fire_step,
    LOSE: lose_losses_step,
    FINAL: turn.final_step,
    END: turn.end_step,
    LAST_CHECK: turn.last_check_step,
    "judge": turn.judge_step,
}
