"""The picture: what lies on the table at a moment. Both sides see all of it (7.1c)."""

from __future__ import annotations

import functools

from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS, NOBODY, OFF_MAP, REDUCED, SIDES
from khamsin.games.battleaxe.model.state import (
    ACTIVE,
    ASSAULT,
    END,
    NIGHT,
    REFIT,
    REGROUP,
    SETUP,
    SPENT,
    State,
)
from khamsin.games.battleaxe.rules.combat.support import has_air, is_air_ready
from khamsin.games.battleaxe.rules.june15 import is_locked
from khamsin.games.battleaxe.rules.victory import LAST_DAY, points_to_win
from khamsin.kernel.show.scene import LabelledValue, Marker, Picture, PieceNow, SpaceNow
from khamsin.kernel.text.narrator import Narrator

from .boards import battle_board

_TENS = 10
TOPICS = {
    "move": ("placed", "moved", "regrouped", "exploited", "activated", "regroups", "control"),
    "combat": (
        "attack", "lead", "air", "artillery", "no_artillery", "rommel_leads", "combat_dice",
        "outcome", "will_retreat", "retreated", "reduced", "eliminated", "no_second_activation",
    ),
}  # fmt: skip
SETBACKS = ("reduced", "eliminated", "retreated")


def picture(g: State, side: str | None, narrator: Narrator) -> Picture:
    """7.1c Everything on the table; it is open to both."""
    del side
    return {
        "spaces": _spaces(g),
        "pieces": _pieces(g),
        "markers": _markers(g, narrator),
        "bar": _bar(g, narrator),
        "facts": _facts(g, narrator),
        "battle": None if g.battle is None else battle_board(g, g.battle, narrator),
    }


# Spaces and pieces are drawn at every decision and look the same most of the time. Those that
# look the same are one object: it is made once, and whoever compares two pictures sees at once
# what has changed. Nobody may write into a picture.


@functools.cache
def _space(control: int, active: bool, attacked: bool, contested: bool) -> SpaceNow:
    marks = {"active": active, "attacked": attacked, "contested": contested}
    return {"control": SIDES[control], "marks": [mark for mark, is_so in marks.items() if is_so]}


@functools.lru_cache(maxsize=20_000)
def _piece(at: str | None, face: int, marks: tuple[str, ...]) -> PieceNow:
    return {"at": at, "face": face, "marks": list(marks)}


def _spaces(g: State) -> dict[str, SpaceNow]:
    active = g.active if g.doing == ASSAULT else ()
    attacked, control, (allied, axis) = g.attacked, g.control, g.here
    return {
        name: _space(control[n], n in active, n in attacked, bool(allied[n] and axis[n]))
        for n, name in enumerate(g.pack.place_ids)
    }


def _pieces(g: State) -> dict[str, PieceNow]:
    acting = g.half if g.doing in (ASSAULT, REGROUP) else NOBODY
    leads = () if g.battle is None else (g.battle.lead, g.battle.lead_defender)
    some_locked = any(g.locked)
    place, steps, oos, names = g.place, g.steps, g.oos, g.pack.place_ids
    pieces: dict[str, PieceNow] = {}
    for n, (unit, side) in enumerate(zip(g.pack.unit_ids, g.pack.side_of, strict=True)):
        at: str | None = None
        if place[n] != OFF_MAP:
            at = names[place[n]]
        elif n in g.lost:
            at = f"{SIDES[side]}_lost"
        elif n not in g.unplaced:
            continue
        marks: tuple[str, ...] = ("out_of_supply",) if oos[n] else ()
        if some_locked and place[n] != OFF_MAP and is_locked(g, n):
            marks += ("locked",)
        if n in leads:
            marks += ("lead",)
        if side == acting:
            marks += _acts(g, n)
        pieces[unit] = _piece(at, int(steps[n] == REDUCED), marks)
    return pieces


def _acts(g: State, unit: int) -> tuple[str, ...]:
    """9.1 What a unit of the side that acts has done, or may do."""
    if g.status[unit] == SPENT:
        return ("spent",)
    if g.status[unit] != ACTIVE:
        return ()
    if g.spent[unit]:
        return ("moved",)
    return ("active",) if g.doing == ASSAULT else ()


# -- markers -----------------------------------------------------------------------------------


def _marker(narrator: Narrator, key: str, at: str, *, side: int = NOBODY, name: str = "") -> Marker:
    marker: Marker = {
        "id": name or key,
        "label": narrator.say(f"scene.marker_{key}"),
        "text": narrator.say(f"scene.short_{key}"),
        "at": at,
    }
    if side != NOBODY:
        marker["side"] = SIDES[side]
    return marker


def _markers(g: State, narrator: Narrator) -> list[Marker]:
    """3.2-3.5 What lies on tracks and in boxes."""
    turn = _marker(narrator, "turn", "turn_track")
    turn["cell"] = g.turn - 1
    impulse = _marker(narrator, "impulse", "impulse_track", side=g.half)
    impulse["cell"] = g.impulse - 1
    ones = _marker(narrator, "vp", "vp_track", side=ALLIED)
    ones["cell"] = g.vp % _TENS
    markers = [turn, impulse, ones]
    if g.vp >= _TENS:
        tens = _marker(narrator, "vp_tens", "vp_track", side=ALLIED)
        tens["cell"] = g.vp // _TENS
        markers.append(tens)
    if g.advantage != NOBODY:
        markers.append(_marker(narrator, "advantage", "advantage_box", side=g.advantage))
    for side in (ALLIED, AXIS):
        box = f"{SIDES[side]}_support"
        for number in range(g.artillery[side]):
            name = f"artillery_{SIDES[side]}_{number + 1}"
            markers.append(_marker(narrator, "artillery", box, side=side, name=name))
        if has_air(g, side) and is_air_ready(g, side):
            name = f"air_{SIDES[side]}"
            markers.append(_marker(narrator, "air", box, side=side, name=name))
    if g.rommel:
        markers.append(_marker(narrator, "rommel", "axis_support", side=AXIS))
    if g.fuel_low:
        markers.append(_marker(narrator, "fuel_low", "axis_support"))
    return markers


# -- words beside the map ----------------------------------------------------------------------


def _bar(g: State, narrator: Narrator) -> list[str]:
    """6.0 Where in the sequence of play we are."""
    if g.phase == SETUP:
        return [narrator.say("scene.bar_setup")]
    bar = [narrator.text("turn", g.turn)]
    if g.phase == REFIT:
        return [*bar, narrator.say("scene.bar_refit")]
    if g.phase == END:
        return [*bar, narrator.say("scene.bar_end")]
    bar.append(narrator.say("scene.bar_impulse", {"impulse": g.impulse}))
    bar.append(narrator.say("scene.bar_half", {"side": SIDES[g.half]}))
    if g.doing in (ASSAULT, REGROUP, NIGHT):
        bar.append(narrator.say(f"scene.bar_{g.doing}"))
    if g.battle is not None:
        bar.append(narrator.say("scene.bar_battle", {"place": g.place_id(g.battle.space)}))
    return bar


def _facts(g: State, narrator: Narrator) -> list[LabelledValue]:
    points = narrator.say("scene.value_vp", {"vp": g.vp, "needed": points_to_win(g)})
    if g.turn > LAST_DAY:  # 20.1
        points = narrator.say("scene.value_vp_relief", {"vp": g.vp})
    facts: list[tuple[str, str]] = [
        ("vp", points),
        ("advantage", narrator.text("side", SIDES[g.advantage] if g.advantage >= 0 else "nobody")),
        (
            "artillery",
            narrator.say(
                "scene.value_artillery",
                {"allied": g.artillery[ALLIED], "axis": g.artillery[AXIS]},
            ),
        ),
        ("fuel", narrator.say("scene.value_low" if g.fuel_low else "scene.value_enough")),
    ]
    locked = tuple(
        division.id for number, division in enumerate(g.pack.divisions) if g.locked[number]
    )
    if locked:
        facts.append(("locked", narrator.text("division", locked)))
    if g.points:
        facts.append(("points", str(g.points)))
    return [{"label": narrator.say(f"scene.fact_{key}"), "value": value} for key, value in facts]
