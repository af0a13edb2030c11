"""17 Victory, and 20 the Extended Game."""

from __future__ import annotations

from khamsin.games.battleaxe.model.pieces import ALLIED, ARMOUR, AXIS, REDUCED
from khamsin.games.battleaxe.model.state import State
from khamsin.kernel.play.state import Ending, Result

from .control import is_contested
from .supply import connected

RELIEVED = Ending("allied", "17.1", "automatic")
OPERATIONAL = Ending("allied", "17.2d", "operational")
HELD = Ending("axis", "17.2d", "held")
CLEAR_WIN = Ending("allied", "20.1", "operational")
CLEAR_DEFENCE = Ending("axis", "20.1", "held")
OUT_OF_TIME = Ending("axis", "20.1", "time")
ENDINGS = (RELIEVED, OPERATIONAL, HELD, CLEAR_WIN, CLEAR_DEFENCE, OUT_OF_TIME)

LAST_DAY = 3  # June 17, when points are counted up; June 18 is played only in the Extended Game


def is_tobruk_relieved(g: State) -> bool:
    """17.1 Allied Tobruk, free of the Axis, has a line to Allied-controlled Zone A (R44)."""
    tobruk = g.pack.tobruk
    if g.control[tobruk] != ALLIED or is_contested(g, tobruk):
        return False
    return bool(connected(g, ALLIED, (g.pack.buq_buq,))[tobruk])


def scoring_areas(g: State) -> list[int]:
    """17.2a-b Every Allied-controlled VP Area with a line to Zone A, B, C or D."""
    supplied = connected(g, ALLIED, g.pack.jump_off)
    return [
        number
        for number, space in enumerate(g.pack.spaces)
        if space.vp and g.control[number] == ALLIED and supplied[number]
    ]


def score_areas(g: State) -> None:
    """17.2a Count the Areas at the end of a turn."""
    for number in scoring_areas(g):
        space = g.pack.spaces[number]
        g.vp += space.vp
        g.tell("area_vp", "17.2a", place=space.id, points=space.vp, vp=g.vp)


def german_losses(g: State) -> tuple[int, int]:
    """17.2c, R29 How many German units are eliminated, and how much German armour is reduced."""
    pack = g.pack
    eliminated = sum(1 for unit in g.lost if pack.is_german[unit])
    reduced = sum(
        1
        for units in g.here[AXIS]
        for unit in units
        if pack.is_german[unit] and pack.unit_type[unit] == ARMOUR and g.steps[unit] == REDUCED
    )
    return eliminated, reduced


def loss_points(g: State) -> int:
    """17.2c What they count."""
    eliminated, reduced = german_losses(g)
    points = eliminated * g.pack.numbers.victory_german_eliminated
    return points + reduced * g.pack.numbers.victory_german_armour_reduced


def score_german_losses(g: State) -> None:
    """17.2c Count them at the end of June 17."""
    eliminated, reduced = german_losses(g)
    g.vp += loss_points(g)
    g.tell("german_losses", "17.2c", eliminated=eliminated, reduced=reduced, vp=g.vp)


def most_points(g: State) -> int:
    """R31 Every VP Area on each day that counts, and every German unit gone: no bid goes higher."""
    pack, numbers = g.pack, g.pack.numbers
    points = LAST_DAY * sum(space.vp for space in pack.spaces)
    points += numbers.victory_german_eliminated * sum(pack.is_german)
    return points + numbers.victory_tobruk_bonus if g.has("tobruk_bonus") else points


def points_to_win(g: State) -> int:
    """17.2d The points that win on June 17; 20.1 one more in the Extended Game (R31)."""
    above = g.pack.numbers.victory_extended_above if g.scenario.extended else 0
    return g.vp_needed + above


def judge(g: State) -> None:
    """6.4a, 6.4d, 17.0, 20.1 At the end of a turn: decide whether the game is over."""
    if is_tobruk_relieved(g):
        _end(g, RELIEVED)
        return
    score_areas(g)
    if g.turn == LAST_DAY:
        score_german_losses(g)
        if g.scenario.extended:
            _judge_extended(g)
        elif g.vp >= points_to_win(g):
            _end(g, OPERATIONAL)
        else:
            _end(g, HELD)
    elif g.turn > LAST_DAY:
        _end(g, OUT_OF_TIME)


def _judge_extended(g: State) -> None:
    """20.1 Clear wins end the game on June 17; between them June 18 decides (R31)."""
    numbers = g.pack.numbers
    if g.vp >= points_to_win(g):
        _end(g, CLEAR_WIN)
    elif g.vp <= g.vp_needed - numbers.victory_extended_below:
        _end(g, CLEAR_DEFENCE)


def _end(g: State, ending: Ending) -> None:
    winner, rule, reason = ending
    needed = points_to_win(g)
    scores = {"vp": g.vp, "vp_needed": needed, "turn": g.turn}
    g.result = Result(winner, rule, reason, scores)
    g.tell("victory", rule, side=winner or "nobody", reason=reason, vp=g.vp, needed=needed)
