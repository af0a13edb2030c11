"""6 Fights: one die, a difference of strengths, three results."""

from __future__ import annotations

from khamsin.kernel.game import Refused
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import Option, Roll, choose_one
from oasis.model.pieces import GONE, NOWHERE, SIDES
from oasis.model.state import EVENING, State
from oasis.rules.ground import has_room, is_contested, put, settle, units_at, wear

NO_FIGHT = Refused("6.1", "no_fight")
HAS_FOUGHT = Refused("6.1", "has_fought")

REPULSE, BLOODY, ROUT = "repulse", "bloody", "rout"
OUTCOMES = (REPULSE, BLOODY, ROUT)
_BLOODY_FROM, _ROUT_FROM = 3, 5


def outcome_of(total: int) -> str:
    """6.3 The result, by die and difference together."""
    return REPULSE if total < _BLOODY_FROM else BLOODY if total < _ROUT_FROM else ROUT


def strength_at(g: State, side: int, area: int) -> int:
    """6.2 What a side has there."""
    return sum([g.strength(unit) for unit in units_at(g, side, area)])


def cover(g: State, defender: int, area: int) -> int:
    """6.2 What the terrain adds for a defender who controls it."""
    helps = g.control[area] == defender
    return g.pack.terrains[g.pack.areas[area].terrain].cover if helps else 0


def difference(g: State, attacker: int, area: int) -> int:
    """6.2 Attack less defence."""
    defence = strength_at(g, 1 - attacker, area) + cover(g, 1 - attacker, area)
    return strength_at(g, attacker, area) - defence


def why_not_attack(g: State, area: int) -> Refused | None:
    """6.1 Both sides must be there, and each area is fought for once."""
    if area in g.attacked:
        return HAS_FOUGHT
    return None if is_contested(g, area) else NO_FIGHT


def attacks(g: State) -> list[Option]:
    """Every attack that may be made now, and to stop."""
    open_to = [area for area in range(len(g.control)) if why_not_attack(g, area) is None]
    return [*[("attack", g.place_id(area)) for area in open_to], DONE]


async def fight(g: State) -> None:
    """6.1 One attack, or the end of fighting."""
    answer = await choose_one(SIDES[g.half], "fight", attacks(g), "6.1")
    if answer == DONE:
        g.phase = EVENING
    else:
        await attack(g, g.pack.board.at(answer[1]))


async def attack(g: State, area: int) -> None:
    """6.1-6.5 The whole fight for an area."""
    attacker, defender = g.half, 1 - g.half
    g.battle = area
    place = g.place_id(area)
    units = tuple(g.unit_id(unit) for unit in units_at(g, attacker, area))
    g.tell("attack", "6.1", side=SIDES[attacker], place=place, units=units)
    margin = difference(g, attacker, area)
    (die,) = await Roll(1, "attack", "6.2", SIDES[attacker])
    outcome = outcome_of(die + margin)
    g.tell("fought", "6.3", die=die, margin=margin, total=die + margin, outcome=outcome)
    if outcome != ROUT:
        await lose_step(g, attacker)
    if outcome != REPULSE:
        await lose_step(g, defender)
    if outcome == ROUT:
        await retreat(g, defender)
    settle(g, area)
    g.attacked = (*g.attacked, area)
    g.battle = NOWHERE


async def lose_step(g: State, side: int) -> None:
    """6.4 The side chooses who loses it."""
    options: list[Option] = [("lose", g.unit_id(u)) for u in units_at(g, side, g.battle)]
    place = g.place_id(g.battle)
    answer = await choose_one(SIDES[side], "lose", options, "6.4", place=place)
    wear(g, g.pack.unit_index[answer[1]], "6.4")


def refuges(g: State, side: int, area: int) -> list[int]:
    """6.5 Where the beaten may go."""
    near = g.pack.board.neighbours[area]
    return [to for to in near if not units_at(g, 1 - side, to) and has_room(g, side, to)]


async def retreat(g: State, side: int) -> None:
    """6.5 All defenders leave, one after the other; who has nowhere to go is lost."""
    area = g.battle
    for unit in units_at(g, side, area):
        name = g.unit_id(unit)
        goals: list[Option] = [("retreat", name, g.place_id(to)) for to in refuges(g, side, area)]
        if not goals:
            g.steps[unit], g.place[unit] = GONE, NOWHERE
            g.tell("trapped", "6.5", unit=name, place=g.place_id(area))
            continue
        answer = await choose_one(SIDES[side], "retreat", goals, "6.5", unit=name)
        g.tell("retreated", "6.5", unit=name, start=g.place_id(area), place=answer[2])
        put(g, unit, g.pack.board.at(answer[2]))
