"""Island of Death: marks, tracks and scores, beside the rules' own state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from khamsin.games.malta.model.pack import Pack
from khamsin.games.malta.model.pieces import (
    ARTILLERY,
    AXIS,
    FOLLOW_UP,
    GONE,
    LEADER,
    SIDES,
    WARSHIP,
    WEATHERS,
)
from khamsin.kernel.play.match import Match
from tests.contract.play import voice
from tests.contract.shown.comparing import Compared

ORDERS = ("", "disorganised", "demoralised")

ROUNDS = ("no_ammunition", "one_round", "")

MOVING = {"break_down", "strategic", "tactical", "ships", "infiltration", "airland", "flak"}

MOVING |= {"reform"}

SEA = {"fill", "warships", "duel", "guns", "wave1", "beach1", "wave2", "beach2", "landed"}

DONE = {"landed", "dropped", "advanced", "fired", "attacked", "moved"}


def marks(match: Match[Any]) -> Iterator[Compared]:
    """Pieces, places, tracks, facts and boxes, in the picture and in the text."""
    side = match.to_answer[0]
    g, pack = match.state, match.state.pack
    data = g.data()
    picture = match.game.presentation.picture(g, side, voice("malta"))
    display = match.game.presentation.display(match.game.rules.view(g, side))
    pieces = {piece.unit: piece for stack in display.stacks for piece in stack.pieces}
    for unit, place in enumerate(data["place"]):
        name = pack.unit_ids[unit]
        if place == -1:
            yield Compared(f"{name} is not in play", name in picture["pieces"], False)
            continue
        now = picture["pieces"][name]
        if place < 0:
            yield Compared(f"{name} in a box has no marks", now["marks"], [])
            continue
        true = _marks(data, pack, unit)
        yield Compared(f"marks of {name}", set(now["marks"]), true)
        yield Compared(f"place of {name}", now["at"], pack.place_ids[place])
        text = true - DONE
        if pack.kind[unit] == ARTILLERY and not data["deployed"][unit]:
            text.add("limbered")
        if pack.is_hidden[unit] and not data["seen"][unit]:
            text.add("hidden")
        yield Compared(f"marks of {name} in the text", set(pieces[name].marks), text)
        is_known = not pack.is_hidden[unit] or data["seen"][unit] or side == "allied"
        yield Compared(f"{name} shows its face", "face" in now, bool(is_known))
        if not pack.is_hidden[unit]:
            yield Compared(f"face of {name}", now["face"], _face(data, pack, unit))
    yield from _places(match, data, picture, display, side)
    yield from _tracks(match, data, picture, display)


def _marks(data: Mapping[str, Any], pack: Pack, unit: int) -> set[str]:
    """2.1, 8, 11, 12.53, 15.2, 17.31, and what it has done that still binds it."""
    levels = len(pack.levels[unit])
    is_gun = pack.kind[unit] == ARTILLERY
    true = {
        ORDERS[data["order"][unit]],
        "out_of_supply" if data["unsupplied"][unit] else "",
        ROUNDS[data["ammo"][unit]] if is_gun else "",
        "attached" if data["formation"][unit] != pack.units[unit].formation else "",
        _done(data, pack, unit),
    }
    if pack.is_battalion[unit] and not is_gun and levels > 1 and data["level"][unit] == levels - 1:
        true.add("remnant")
    return true - {""}


def _done(data: Mapping[str, Any], pack: Pack, unit: int) -> str:
    """6.54, 9.13, 10.13, 10.3, 16.56, 16.73 What binds it still; of its own half only."""
    did, is_own = data["did"][unit], pack.side_of[unit] == data["active"]
    if did & 512:
        return "fired"
    if not is_own:
        return "attacked" if did & 16 and data["phase"] in SEA else ""
    if did & (2 | 8):
        return "landed"
    if did & 4:
        return "dropped"
    if did & 32 and not did & 64:
        return "advanced"
    if did & 128:
        return "fired"
    if did & 16:
        return "attacked"
    return "moved" if did & 1 and data["phase"] in MOVING else ""


def _face(data: Mapping[str, Any], pack: Pack, unit: int) -> int:
    if pack.kind[unit] == ARTILLERY:
        return 0 if data["deployed"][unit] else 1
    return int(data["adc" if pack.kind[unit] == LEADER else "level"][unit])


def _places(
    match: Match[Any], data: Mapping[str, Any], picture: Any, display: Any, side: str
) -> Iterator[Compared]:
    """2.1.control, 9.2, 12.54, 16.42, 17.1, 19.3 Who holds a hex, and what lies on it."""
    pack = match.state.pack
    stacks = {stack.place: stack for stack in display.stacks}
    targets = {fire[1] for fire in data["fires"]} | {guard[1] for guard in data["guards"]}
    for h in range(pack.land):
        name = pack.place_ids[h]
        space = picture["spaces"][name]
        true = ["fort_destroyed"] if h in pack.forts and not data["forts"][h] else []
        true += ["landed_beach"] if h in pack.beaches and data["landed"][h] else []
        true += ["target"] if h in targets else []
        true += ["air"] * list(data["air_on"]).count(h)
        if side == "axis":
            true += [
                ("drop_ramcke", "drop_folgore")[plan[1]]
                for plan in data["marker_plans"]
                if plan[2] == h
            ]
        yield Compared(f"marks of {name}", sorted(space["marks"]), sorted(true))
        yield Compared(f"control of {name}", space["control"], SIDES[data["control"][h]])
        yield Compared(f"control of {name} in the text", stacks[name].control, space["control"])
        facts = {fact.key for fact in stacks[name].facts}
        yield Compared(f"fort of {name} in the text", "fort" in facts, bool(data["forts"][h]))
        zones = {fact.values["unit"] for fact in stacks[name].facts if fact.key == "drop_zone"}
        true_zones = {("dz_ramcke", "dz_folgore")[n] for n, at in enumerate(data["dz"]) if at == h}
        yield Compared(f"drop zone in {name} in the text", zones, true_zones)


def _tracks(
    match: Match[Any], data: Mapping[str, Any], picture: Any, display: Any
) -> Iterator[Compared]:
    """4.0, 12.54, 16.4, 20 When it is, what is left, what is lost, the surrender roll."""
    say, pack = voice("malta"), match.state.pack
    facts = {fact["label"]: fact["value"] for fact in picture["facts"]}
    true = {
        "weather": say.text("weather", WEATHERS[data["weather"]]),
        "air": str(data["air"]),
        "stockpile": str(data["stockpile"]),
        "lost_allied": str(data["lost"][0]),
        "lost_axis": str(data["lost"][1]),
    }
    for key, value in true.items():
        yield Compared(f"fact {key}", facts[say.say(f"scene.fact_{key}")], value)
    raids = facts.get(say.say("scene.fact_raids"), "0")
    yield Compared("fact raids", raids, str(data["raids"]))
    total = _surrender(data, pack)
    told = f"+{total}" if total >= 0 else f"\N{MINUS SIGN}{-total}"
    yield Compared(
        "surrender roll",
        facts[say.say("scene.fact_surrender")],
        say.say("scene.value_surrender", {"modifier": told}),
    )
    cells = {marker["id"]: marker["cell"] for marker in picture["markers"]}
    yield Compared("day and turn", cells, {"day": data["day"], "turn": data["turn"]})
    tracks = {fact.key: fact.values for fact in display.tracks if fact.key not in {"box", "plan"}}
    yield Compared("losses in the text", tracks["lost"], {"allied": data["lost"][0],
                                                          "axis": data["lost"][1]})  # fmt: skip
    yield Compared("aircraft in the text", tracks["air"], {"air": data["air"]})
    yield Compared("rounds in the text", tracks["stockpile"], {"stockpile": data["stockpile"]})
    boxes = {
        (str(unit), str(fact.values["box"]))
        for fact in display.tracks
        if fact.key == "box"
        for unit in fact.values["units"]
    }
    for unit, box in sorted(boxes):
        at = picture["pieces"][unit]["at"]
        yield Compared(f"box of {unit}", box, at)
    fires = {tuple(arrow["through"]) for arrow in picture["arrows"] if arrow["kind"] == "fire"}
    laid = [fire[:2] for fire in data["fires"]] + list(data["guards"])
    yield Compared(
        "arrows of fire", fires, {(pack.unit_ids[unit], pack.place_ids[h]) for unit, h in laid}
    )
    moments = {fact.key: fact.values for fact in display.status}
    if "phase" in moments:
        yield Compared("whose phase", moments["phase"]["side"], SIDES[data["active"]])
    going = [phase for phase in picture["sequence"] if phase.get("state") == "now"]
    yield Compared("one phase is going on", len(going) <= 1, True)


def _surrender(data: Mapping[str, Any], pack: Pack) -> int:
    """20.0-20.2 From the table alone."""
    numbers = pack.tables.numbers
    axis = {h for h, holder in enumerate(data["control"]) if holder == AXIS}
    total = numbers.per_city * len(axis & set(pack.surrender_cities))
    total += numbers.per_airfield * len(axis & set(pack.airfields))
    total += numbers.per_towns * (len(axis & set(pack.towns)) // numbers.towns_counted)
    if sum(not data["forts"][h] for h in pack.forts) >= 2:
        total += numbers.forts
    total += numbers.per_allied_steps * (data["lost"][0] // numbers.steps_counted)
    total += numbers.per_axis_steps * (data["lost"][1] // numbers.steps_counted)
    for hq in pack.hqs:
        if pack.side_of[hq] == AXIS and data["place"][hq] == GONE:
            total += numbers.per_hq
    if data["day"] >= pack.tables.beach_line_from:
        for number, zone in enumerate(pack.zones):
            waits = [
                u for u, place in enumerate(data["place"])
                if place == FOLLOW_UP - number and pack.kind[u] not in (LEADER, WARSHIP)
            ]  # fmt: skip
            if waits:
                total += numbers.per_beach * sum(h not in axis for h in zone.beaches)
    fleet = pack.tables.navy[data["navy"]]
    if fleet is not None:
        total += fleet.surrender
    return int(total)
