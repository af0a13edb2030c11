"""Operation Battleaxe: marks, tracks and scores, beside the rules' own state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from khamsin.games.battleaxe.model.pack import Pack
from khamsin.games.battleaxe.model.pieces import (
    ALLIED,
    ARMOUR,
    AT,
    AXIS,
    FULL,
    INFANTRY,
    OFF_MAP,
    SIDES,
)
from khamsin.kernel.play.match import Match
from tests.contract.play import voice
from tests.contract.shown.battleaxe.common import SLUG, ready_units
from tests.contract.shown.comparing import Compared


def marks(match: Match[Any]) -> Iterator[Compared]:
    """Pieces, spaces, markers, facts and the battle, in the picture and in the text."""
    g = match.state
    data, pack = g.data(), g.pack
    picture = match.game.presentation.picture(g, match.to_answer[0], voice(SLUG))
    display = match.game.presentation.display(match.game.rules.view(g, match.to_answer[0]))
    yield from chain(
        _pieces(data, pack, picture, display),
        _spaces(data, pack, picture, display),
        _markers(data, pack, g.options, picture),
        _texts(data, pack, g, picture, display),
    )
    if data["battle"] is not None:
        yield from _battle(data, data["battle"], pack, g.options, picture["battle"], display)
    else:
        yield Compared("no battle", picture["battle"], None)
        yield Compared("no battle in the text", "battle" in _keys(display.status), False)


def _keys(facts: Iterable[Any]) -> set[str]:
    return {fact.key for fact in facts}


def _pieces(data: Mapping[str, Any], pack: Pack, picture: Any, display: Any) -> Iterator[Compared]:
    """7.1c, 9.1.1, 14.2, 16.0 Place, strength, and every mark of every unit."""
    texts = {piece.unit: piece for stack in display.stacks for piece in stack.pieces}
    locked = {
        unit for number, division in enumerate(pack.divisions) if data["locked"][number]
        for unit in division.units
    }  # fmt: skip
    battle = data["battle"] or {}
    for unit, name in enumerate(pack.unit_ids):
        place, steps = data["place"][unit], data["steps"][unit]
        if place == OFF_MAP and unit not in data["lost"] and unit not in data["unplaced"]:
            yield Compared(f"{name} is not in the game", name in picture["pieces"], False)
            continue
        now = picture["pieces"][name]
        at = pack.place_ids[place] if place != OFF_MAP else None
        if unit in data["lost"]:
            at = f"{SIDES[pack.side_of[unit]]}_lost"
        yield Compared(f"place of {name}", now["at"], at)
        yield Compared(f"face of {name}", now["face"], int(steps == 1))
        done = _done(data, pack, unit)
        true = {"out_of_supply"} if data["oos"][unit] else set()
        true |= {"locked"} if unit in locked and place != OFF_MAP else set()
        true |= {"lead"} if unit in (battle.get("lead"), battle.get("lead_defender")) else set()
        yield Compared(f"marks of {name}", sorted(now["marks"]), sorted(true | done))
        if place == OFF_MAP:
            yield Compared(f"{name} is not on the map of the text", name in texts, False)
            continue
        true = (true & {"out_of_supply"}) | (done - {"active"})
        true |= {"reduced"} if steps != FULL else set()
        yield Compared(f"marks of {name} in the text", sorted(texts[name].marks), sorted(true))


def _done(data: Mapping[str, Any], pack: Pack, unit: int) -> set[str]:
    """9.1.1 What a unit has done in this half and may still do; nothing of another half."""
    if pack.side_of[unit] != data["half"] or data["doing"] not in {"assault", "regroup"}:
        return set()
    if data["status"][unit] == 2:
        return {"spent"}
    if data["status"][unit] == 0:
        return set()
    if data["spent"][unit]:
        return {"moved"}
    return {"active"} if data["doing"] == "assault" else set()


def _spaces(data: Mapping[str, Any], pack: Pack, picture: Any, display: Any) -> Iterator[Compared]:
    """7.2, 7.3, 9.1, 9.2.1 Control, contest, activity, and what is closed."""
    stacks = {stack.place: stack for stack in display.stacks}
    is_assault = data["doing"] == "assault"
    for space, name in enumerate(pack.place_ids):
        now, stack = picture["spaces"][name], stacks[name]
        here = [unit for unit, place in enumerate(data["place"]) if place == space]
        true = {"active"} if is_assault and space in data["active"] else set()
        yield Compared(f"{name} active in the text", "active" in _keys(stack.facts), bool(true))
        true |= {"attacked"} if space in data["attacked"] else set()
        true |= {"contested"} if len({pack.side_of[unit] for unit in here}) > 1 else set()
        yield Compared(f"marks of {name}", set(now["marks"]), true)
        yield Compared(f"control of {name}", now["control"], SIDES[data["control"][space]])
        yield Compared(f"control of {name} in the text", stack.control, now["control"])
        told = {piece.unit for piece in stack.pieces}
        yield Compared(f"units in {name}", told, {pack.unit_ids[unit] for unit in here})


def _markers(
    data: Mapping[str, Any], pack: Pack, options: Sequence[str], picture: Any
) -> Iterator[Compared]:
    """3.2-3.5 What lies on the tracks and in the boxes."""
    told = {marker["id"]: (marker["at"], marker.get("cell")) for marker in picture["markers"]}
    true: dict[str, tuple[str, int | None]] = {
        "turn": ("turn_track", data["turn"] - 1),
        "impulse": ("impulse_track", data["impulse"] - 1),
        "vp": ("vp_track", data["vp"] % 10),
    }
    if data["vp"] >= 10:
        true["vp_tens"] = ("vp_track", data["vp"] // 10)
    if data["advantage"] >= 0:
        true["advantage"] = ("advantage_box", None)
    for number, side in enumerate(SIDES):
        for gun in range(data["artillery"][number]):
            true[f"artillery_{side}_{gun + 1}"] = (f"{side}_support", None)
    for side, ready in ready_units(data, options).items():
        if ready:
            true[f"air_{side}"] = (f"{side}_support", None)
    if data["rommel"]:
        true["rommel"] = ("axis_support", None)
    if data["fuel_low"]:
        true["fuel_low"] = ("axis_support", None)
    yield Compared("markers", told, true)
    owners = {marker["id"]: marker.get("side") for marker in picture["markers"]}
    yield Compared("whose half", owners["impulse"], SIDES[data["half"]])
    if data["advantage"] >= 0:
        yield Compared("whose Advantage", owners["advantage"], SIDES[data["advantage"]])


def _texts(
    data: Mapping[str, Any], pack: Pack, g: Any, picture: Any, display: Any
) -> Iterator[Compared]:
    """6, 12, 13.2, 17.2 Facts beside the map, and the lines of the text."""
    say = voice(SLUG)
    needed = data["vp_needed"] + (pack.numbers.victory_extended_above if g.scenario.extended else 0)
    holder = SIDES[data["advantage"]] if data["advantage"] >= 0 else "nobody"
    locked = tuple(each.id for n, each in enumerate(pack.divisions) if data["locked"][n])
    guns = {side: data["artillery"][n] for n, side in enumerate(SIDES)}
    is_relief = data["turn"] > 3
    points = {"vp": data["vp"]} if is_relief else {"vp": data["vp"], "needed": needed}
    facts = {fact["label"]: fact["value"] for fact in picture["facts"]}
    true = {
        "vp": say.say("scene.value_vp_relief" if is_relief else "scene.value_vp", points),
        "advantage": say.text("side", holder),
        "artillery": say.say("scene.value_artillery", guns),
        "fuel": say.say("scene.value_low" if data["fuel_low"] else "scene.value_enough"),
    }
    true |= {"locked": say.text("division", locked)} if locked else {}
    true |= {"points": str(data["points"])} if data["points"] else {}
    told = {say.say(f"scene.fact_{key}"): value for key, value in true.items()}
    yield Compared("facts", facts, told)
    day = {"turn": data["turn"], "impulse": data["impulse"], "side": SIDES[data["half"]]}
    status = {fact.key: dict(fact.values) for fact in display.status if fact.key != "battle"}
    lines: dict[str, dict[str, Any]] = {
        f"phase_{data['phase']}": day,
        "vp_relief" if is_relief else "vp": points,
        "advantage": {"side": holder},
    }
    lines |= {key: {} for key in ("fuel_low", "rommel") if data[key]}
    yield Compared("status in the text", status, lines)
    tracks = {fact.key: dict(fact.values) for fact in display.tracks if fact.key[:4] != "air_"}
    boxes: dict[str, dict[str, Any]] = {"artillery": guns}
    boxes |= {} if data["fuel_low"] else {"fuel_enough": {}}
    boxes |= {"locked": {"division": locked}} if locked else {}
    boxes |= {"points": {"points": data["points"]}} if data["points"] else {}
    lost = tuple(pack.unit_ids[unit] for unit in data["lost"])
    boxes |= {"lost": {"units": lost}} if lost else {}
    yield Compared("boxes in the text", tracks, boxes)
    air = {fact.values["side"]: fact.key for fact in display.tracks if fact.key[:4] == "air_"}
    ready = ready_units(data, g.options)
    ready_or_not = {side: "air_ready" if is_so else "air_used" for side, is_so in ready.items()}
    yield Compared("aircraft in the text", air, ready_or_not)


def _battle(
    data: Mapping[str, Any], b: Mapping[str, Any], pack: Pack, options: Sequence[str],
    board: Any, display: Any,
) -> Iterator[Compared]:  # fmt: skip
    """11.4.2, 11.4.3 Who fights, and what each side's lines come to."""
    names = {
        key: [pack.unit_ids[unit] for unit in b[key]] for key in ("attackers", "defenders")
    }  # fmt: skip
    place = pack.place_ids[b["space"]]
    yield Compared("battle", {key: board[key] for key in names}, names)
    yield Compared("place of the battle", board["place"], place)
    (told,) = [fact.values for fact in display.status if fact.key == "battle"]
    yield Compared("place of the battle in the text", told["place"], place)
    yield Compared("battle in the text", {key: list(told[key]) for key in names}, names)
    for number, column in enumerate(("attack", "defence")):
        numbers = [int(_plain(row[column])) for row in board["rows"] if row[column]]
        if b["attack_roll"]:
            total = (b["av"], b["dv"])[number] + (b["attack_roll"], b["defence_roll"])[number]
            yield Compared(f"{column}: total", numbers[-1], total)
            yield Compared(f"{column}: lines", sum(numbers[:-1]), total)
        else:
            true = (_attack_value, _defence_value)[number](data, b, pack, options)
            yield Compared(f"{column}: lines", sum(numbers), true)


def _plain(text: str) -> str:
    return text.replace("\N{MINUS SIGN}", "-")


def _lead(data: Mapping[str, Any], pack: Pack, unit: int, group: Sequence[int]) -> int:
    """10.3, 14.2.2 From the counters alone."""
    if unit < 0:
        return 0
    counter, is_full = pack.units[unit], data["steps"][unit] == FULL
    value = counter.cv_full if is_full else counter.cv_reduced
    if all(pack.units[other].type == AT for other in group):
        value = 1 if is_full else 0
    return value - int(bool(data["oos"][unit]))


def _attack_value(
    data: Mapping[str, Any], b: Mapping[str, Any], pack: Pack, options: Sequence[str]
) -> int:
    """11.4.2A-E, 19.5 As far as it is known by now."""
    is_strict = "italian_reliability" in options
    weak = {
        unit for unit, counter in enumerate(pack.units)
        if is_strict and counter.nation == "italian" and counter.type == INFANTRY
    }  # fmt: skip
    units = b["attackers"]
    value = _lead(data, pack, b["lead"], units) + len(units) - 1
    value += b["air"] + b["rommel"] + b["artillery"][b["attacker"]]
    arms = {pack.units[unit].type for unit in units if unit not in weak}
    value += int({ARMOUR, INFANTRY, AT} <= arms)
    is_led = b["attacker"] == ALLIED and b["lead"] >= 0 and pack.units[b["lead"]].type == ARMOUR
    return int(value + (2 if is_led and b["lead_defender"] in weak else 0))


def _defence_value(
    data: Mapping[str, Any], b: Mapping[str, Any], pack: Pack, options: Sequence[str]
) -> int:
    """11.4.3A-E As far as it is known by now."""
    del options
    value = _lead(data, pack, b["lead_defender"], b["defenders"]) + len(b["defenders"]) - 1
    value += pack.spaces[b["space"]].tem + b["artillery"][1 - b["attacker"]]
    return int(value + (2 if b["attacker"] == AXIS and data["fuel_low"] else 0))
