"""6 Sequence of play: from the set-up through three days of impulses to the last judgement."""

from __future__ import annotations

from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS, NOBODY
from khamsin.games.battleaxe.model.state import MANEUVERS, NOTHING, REFIT, SETUP, State
from khamsin.kernel.play.decision import MARK, Roll

from .advantage import offered, pass_on
from .impulse import act, declare
from .june15 import LIGHT_5, PANZER_15, release
from .refit import refit_phase
from .setup import set_up
from .supply import isolated_spaces, remove_oos_markers, supply_check
from .victory import judge


async def play(g: State) -> None:
    """6.0, 6.1 Each turn: Maneuvers, Refit, End (R1)."""
    if g.phase == SETUP:
        await set_up(g)
    while g.result is None:
        while g.phase == MANEUVERS:
            await half(g)
        if g.phase == REFIT:
            await refit_phase(g)
        end_phase(g)


async def half(g: State) -> None:
    """6.2, 8.0a One player's half of an impulse; after the Axis half night may fall."""
    await MARK
    if g.doing == NOTHING:
        await declare(g)
    await act(g)
    if g.half == AXIS:
        await nightfall(g)
    end_half(g)


async def nightfall(g: State) -> None:
    """6.2.1 The first Axis 2d6 of the half, or one rolled now, against the impulse (R20)."""
    roll = g.night_roll or sum(await Roll(2, "night", "6.2.1a", "axis"))
    g.tell("night", "6.2.1a", roll=roll, impulse=g.impulse)
    if g.fuel_low and roll == g.impulse:
        g.fuel_low = False
        g.tell("fuel_arrives", "14.1.2")
    if g.impulse == g.pack.numbers.impulse_track_last:
        g.night_falls = True  # 6.2.1c: the marker would leave the track (R33)
    elif roll < g.impulse:
        holder = g.advantage
        extended = holder != NOBODY and await offered(g, holder, "extended_day", "12.1C")
        g.night_falls = not extended


def end_half(g: State) -> None:
    """12.2, R24 The Advantage passes, markers come off; then the other half or the next."""
    pass_on(g)
    remove_oos_markers(g)
    g.doing = NOTHING
    if g.half == ALLIED:
        g.half = AXIS
        return
    g.half = ALLIED
    if g.night_falls:
        end_of_maneuvers(g)
    else:
        g.impulse += 1  # 6.2.1b


def end_of_maneuvers(g: State) -> None:
    """14.2, 12.1D-E Fuel Low and Rommel end; supply is checked; isolated ground changes hands."""
    g.tell("night_falls", "6.2.1c", turn=g.turn, impulse=g.impulse)
    g.night_falls = False
    g.fuel_low = False
    g.rommel = False
    supply_check(g)
    isolated_spaces(g)
    g.phase = REFIT


def end_phase(g: State) -> None:
    """6.4 Judge the day; if the game goes on, make ready for the next."""
    judge(g)
    if g.result is not None:
        return
    release(g, PANZER_15)  # 16.1, 16.2: June 15 is over
    release(g, LIGHT_5)
    g.turn += 1
    g.impulse = 1
    g.artillery = list(g.pack.markers)  # 6.4c
    g.phase = MANEUVERS
    g.tell("turn", "6.4b", turn=g.turn)
