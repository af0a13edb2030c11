"""4 Sequence of play: before the game, the initial segment of a day, the turns of a day."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from khamsin.games.malta.model.pieces import ALLIED, AXIS, NIGHT, TURNS
from khamsin.games.malta.model.state import STRIDE, State
from khamsin.games.malta.rules.air.airland import airland_phase, flak_phase
from khamsin.games.malta.rules.air.contest import rally_phase
from khamsin.games.malta.rules.air.drop_plans import day_plans, first_plans, shift_markers
from khamsin.games.malta.rules.air.markers import markers_phase
from khamsin.games.malta.rules.air.series import cancel_phase, series_phase
from khamsin.games.malta.rules.combat.bombard import bombard_phase
from khamsin.games.malta.rules.combat.breakthrough import breakthrough_phase
from khamsin.games.malta.rules.combat.combat import attack_phase
from khamsin.games.malta.rules.combat.recovery import recovery_phase
from khamsin.games.malta.rules.combat.support import defend_phase, support_phase
from khamsin.games.malta.rules.day.navy import navy
from khamsin.games.malta.rules.day.replacements import absorb, replacements
from khamsin.games.malta.rules.day.segment import arrive, attachments, dismantle, munitions
from khamsin.games.malta.rules.day.status import (
    ammunition,
    delayed_landings,
    leaders,
    status,
    stragglers,
)
from khamsin.games.malta.rules.day.weather import raids, weather
from khamsin.games.malta.rules.movement.breakdown import break_down_phase
from khamsin.games.malta.rules.movement.infiltration import infiltration_phase
from khamsin.games.malta.rules.movement.leaders import leaders_return
from khamsin.games.malta.rules.movement.movement import strategic_phase, tactical_phase
from khamsin.games.malta.rules.movement.regroup import reform_phase
from khamsin.games.malta.rules.sea.beach import first_beach, second_beach
from khamsin.games.malta.rules.sea.filling import fill_phase
from khamsin.games.malta.rules.sea.gunnery import (
    duel_phase,
    guns_phase,
    ships_phase,
    warships_phase,
)
from khamsin.games.malta.rules.sea.landing import after_landing, first_wave, second_wave
from khamsin.kernel.play.decision import MARK

from .setup import allied_setup, artillery_sides, attach_first, choose_zones
from .victory import surrender_phase

Phase = Callable[[State], Awaitable[None]]

BEFORE = ("plans", "attach", "zones", "allied_setup", "sides")
"""3.0 In this order."""
DAY = (
    "arrive", "attachments", "weather", "raids", "day_plans", "shift", "leaders_return",
    "replacements", "absorb", "munitions", "dismantle", "navy",
)  # fmt: skip
"""4.1 The initial segment, steps a to k."""
LANDING = ("fill", "warships", "duel", "guns", "wave1", "beach1", "wave2", "beach2", "landed")
"""4.22"""
DROPPING = ("cancel", "markers", "series", "rally")
"""4.23"""
MOVING = (
    "break_down",
    "strategic",
    "tactical",
    "ships",
    "infiltration",
    "airland",
    "flak",
    "reform",
)
"""4.24, 4.32"""
FIGHTING = ("support", "defend", "bombard", "attack", "recovery", "breakthrough")
"""4.25, 4.26, 4.33, 4.34"""
FRESH = (DROPPING[0], FIGHTING[0], FIGHTING[-1])
"""9.13, 9.86, 14.21 Where a phase with combat begins: what a phase allows once is allowed again."""
STATUS = ("status", "ammunition", "leaders", "stragglers", "delay")
"""4.21, 4.31"""
AXIS_TURN = (*STATUS, *LANDING, *DROPPING, *MOVING, *FIGHTING)
ALLIED_TURN = (*STATUS, *MOVING, *FIGHTING)
END = ("surrender",)
"""4.41"""


RULES: dict[str, Phase] = {
    "plans": first_plans,
    "attach": attach_first,
    "zones": choose_zones,
    "allied_setup": allied_setup,
    "sides": artillery_sides,
    "arrive": arrive,
    "attachments": attachments,
    "weather": weather,
    "raids": raids,
    "day_plans": day_plans,
    "shift": shift_markers,
    "leaders_return": leaders_return,
    "replacements": replacements,
    "absorb": absorb,
    "munitions": munitions,
    "dismantle": dismantle,
    "navy": navy,
    "status": status,
    "ammunition": ammunition,
    "leaders": leaders,
    "stragglers": stragglers,
    "delay": delayed_landings,
    "fill": fill_phase,
    "warships": warships_phase,
    "duel": duel_phase,
    "guns": guns_phase,
    "wave1": first_wave,
    "beach1": first_beach,
    "wave2": second_wave,
    "beach2": second_beach,
    "landed": after_landing,
    "cancel": cancel_phase,
    "markers": markers_phase,
    "series": series_phase,
    "rally": rally_phase,
    "break_down": break_down_phase,
    "strategic": strategic_phase,
    "tactical": tactical_phase,
    "ships": ships_phase,
    "infiltration": infiltration_phase,
    "airland": airland_phase,
    "flak": flak_phase,
    "reform": reform_phase,
    "support": support_phase,
    "defend": defend_phase,
    "bombard": bombard_phase,
    "attack": attack_phase,
    "recovery": recovery_phase,
    "breakthrough": breakthrough_phase,
    "surrender": surrender_phase,
}


async def play(g: State) -> None:
    """4.0 From wherever the table stands to the end of the game."""
    while g.result is None:
        await MARK
        await next_phase(g)


async def next_phase(g: State) -> None:
    """4.0 The phase that the table is in, to its end."""
    await RULES[g.phase](g)
    if g.result is None:
        go_on(g)


def go_on(g: State) -> None:
    """4.0, 4.42 To the next phase, the next player turn, the next turn, the next day."""
    phases = phases_now(g)
    number = phases.index(g.phase) + 1
    if number < len(phases):
        g.phase = phases[number]
        if g.phase in FRESH:
            g.leader_uses = [0] * len(g.leader_uses)
            g.did = [did % STRIDE for did in g.did]
    elif phases == BEFORE:
        begin_day(g)
    elif phases == DAY:
        begin_turn(g)
    elif phases == AXIS_TURN:
        g.active = ALLIED
        g.phase = ALLIED_TURN[0]
    elif phases == ALLIED_TURN:
        g.phase = END[0]
    elif g.turn == NIGHT:
        g.day += 1
        g.turn = 0
        begin_day(g)
    else:
        g.turn += 1
        begin_turn(g)


def phases_now(g: State) -> tuple[str, ...]:
    """4.0 The phases of the part of the sequence that is going on."""
    for phases in (BEFORE, DAY, END):
        if g.phase in phases:
            return phases
    return AXIS_TURN if g.active == AXIS else ALLIED_TURN


def begin_day(g: State) -> None:
    """4.1, 4.42 A new day begins with its initial segment; nobody has done anything yet."""
    g.active = AXIS
    g.did = [0] * len(g.did)
    g.phase = DAY[0]
    g.tell("day", "4.0", day=g.pack.days[g.day])


def begin_turn(g: State) -> None:
    """4.0, 4.42 The Axis player is first; what was turned is straightened."""
    g.active = AXIS
    g.did = [0] * len(g.did)
    g.phase = AXIS_TURN[0]
    g.tell("turn", "4.0", day=g.pack.days[g.day], turn=TURNS[g.turn])
