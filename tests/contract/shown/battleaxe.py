"""What Operation Battleaxe shows, beside what happens."""

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
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.state import Event
from khamsin.kernel.show.summaries import Odds
from tests.contract.play import voice
from tests.contract.shown.comparing import Compared
from tests.contract.shown.playing_out import Answer, Promise

SLUG = "battleaxe"
ATTACKS = 2
"""At so many of the attacks that are offered at one decision the odds are played out."""
UNITS = 4
KINDS = ("air", "rommel", "artillery", "enemy_artillery")
SUPPORT = {"air_support": "air", "rommel": "rommel", "rommel_now": "rommel"}
DECLINED = {"fanatical_defence", "maximum_attack"}
"""12.1A-B The odds count no Advantage that is used once the dice have fallen."""


# -- odds ------------------------------------------------------------------------------------------


def promises(match: Match[Any], side: str) -> Iterator[Promise]:
    """Every row of every attack: the leads that are named, and just that support, if it comes."""
    ask, g = match.decision, match.state
    assert ask is not None
    if g.battle is not None:
        for odds in match.game.odds(g, side, ask.prompt, ()):
            yield from _rows(match, odds, None)
    elif ask.prompt in {"assault", "attack_too"}:
        attacks = [option for option in match.legal(side) if option[0] == "attack"]
        for option in _some(attacks, len(match.entries), ATTACKS):
            (odds,) = match.game.odds(g, side, ask.prompt, option)
            yield from _rows(match, odds, option)


def _rows(match: Match[Any], odds: Odds, option: Option | None) -> Iterator[Promise]:
    keys = [row.row.key for row in odds.rows]
    kinds = [key for key in keys if key in KINDS]
    for row in odds.rows:
        key = row.row.key
        sent = set(kinds) if key == "together" else {key} & set(kinds)
        answer = _answers(odds, sent)
        about = f"{odds.title.values} {key}"
        chances = {name: chance for name, chance in row.outcomes if chance}
        yield Promise(about, option or answer(match), chances, answer, _outcome)
    open_kinds = _open(match.state.data(), match.state.options)
    assert keys == ["alone", *open_kinds, *(["together"] if len(open_kinds) > 1 else [])], keys


def _open(data: Mapping[str, Any], options: Sequence[str]) -> list[str]:
    """10.1, 10.2, 12.1E The support that may still come, in the order of 11.4."""
    b, first = data["battle"], data.get("going_on")
    side = data["half"] if b is None else b["attacker"]
    has_guns = first is None if b is None else not b["is_overrun"]
    is_again = {kind: first is not None and first[kind] > 0 for kind in ("air", "rommel")}
    has_rommel = data["rommel"] and (is_again["rommel"] or not data["rommel_used"])
    may_call = data["advantage"] == AXIS and not data["rommel"]
    able = {
        "air": SIDES[side] in _ready(data, options) and (is_again["air"] or not data["air_used"]),
        "rommel": side == AXIS and (has_rommel or may_call),
        "artillery": has_guns and data["artillery"][side] > 0,
        "enemy_artillery": has_guns and data["artillery"][1 - side] > 0,
    }
    return [kind for kind in KINDS if able[kind] and kind not in (b or {}).get("decided", ())]


def _answers(odds: Odds, sent: set[str]) -> Answer:
    """Both sides name the leads of the title and send this support alone."""
    leads = (odds.title.values["lead"], odds.title.values["lead_defender"])
    named = odds.title.values["attackers"]
    assert isinstance(named, tuple)

    def answer(match: Match[Any]) -> Option:
        assert match.decision is not None
        prompt, legal = match.decision.prompt, match.legal()
        if prompt in {"lead_attacker", "lead_defender"}:
            return next(option for option in legal if option[1] in leads)
        if prompt in DECLINED:
            return ("no",)
        if prompt in SUPPORT:
            return ("yes",) if SUPPORT[prompt] in sent else ("no",)
        if prompt == "artillery":
            attacks = match.to_answer[0] == SIDES[match.state.battle.attacker]
            kind = "artillery" if attacks else "enemy_artillery"
            return ("request",) if kind in sent else ("no",)
        assert prompt == "attackers", prompt
        more = [option for option in legal if len(option) > 1 and option[1] in named]
        return more[0] if more else ("done",)

    return answer


def _outcome(match: Match[Any], told: Sequence[Event]) -> str | None:
    del match
    return next((str(e.values["outcome"]) for e in told if e.kind == "outcome"), None)


def _some(every: Sequence[Any], number: int, most: int) -> list[Any]:
    first = number % max(1, len(every))
    return [*every[first:], *every[:first]][:most]


# -- overlays --------------------------------------------------------------------------------------


def reaches(match: Match[Any], side: str) -> Iterator[Compared]:
    """Where a unit can get by the moves that are offered, one after another; supply of both."""
    ask, g = match.decision, match.state
    assert ask is not None
    for owner in (ALLIED, AXIS):
        shown = _overlay(match, side, f"supply_{SIDES[owner]}")
        yield Compared(f"supply of {SIDES[owner]}", shown, _supply(g.data(), g.pack, owner))
    mine = [
        name for n, name in enumerate(g.pack.unit_ids)
        if g.pack.unit_side[n] == SIDES.index(side) and g.place[n] != OFF_MAP
    ]  # fmt: skip
    if ask.prompt in {"assault", "regroup"}:
        offered = {option[1] for option in match.legal(side) if option[0] == "move"}
        idle = [unit for unit in mine if unit not in offered]
        for unit in _some(sorted(offered), len(match.entries), UNITS):
            yield from _reach(match, match, side, unit)
        for unit in _some(idle, len(match.entries), UNITS):
            shown = _overlay(match, side, "range", unit)
            yield Compared(f"{unit} cannot move: no range", shown, {})
    elif ask.prompt == "impulse":
        assaults = {option[1:]: option for option in match.legal(side) if option[0] == "assault"}
        for unit in _some(mine, len(match.entries), UNITS):
            at = _unit(match, unit)["place"]
            option = next((assaults[spaces] for spaces in assaults if at in spaces), None)
            if option is None:
                shown = _overlay(match, side, "range", unit)
                yield Compared(f"{unit} cannot act: no range", shown, {})
                continue
            after = match.clone()
            after.choose(option, side)
            yield from _reach(match, after, side, unit)


def _reach(match: Match[Any], from_here: Match[Any], side: str, unit: str) -> Iterator[Compared]:
    """All that a unit can come to, and what of it with the first step."""
    shown = _overlay(match, side, "range", unit)
    yield Compared(f"range of {unit}", set(shown), _reached(from_here, unit))
    steps = {option[2] for option in from_here.legal(side) if option[:2] == ("move", unit)}
    at_once = {space for space, shade in shown.items() if shade == 3}
    yield Compared(f"first step of {unit}", at_once, steps)


def _overlay(match: Match[Any], side: str, name: str, unit: str = "") -> dict[str, int]:
    overlays = match.game.overlays(match.state, side, voice(SLUG), unit)
    return next((dict(each["spaces"]) for each in overlays if each["id"] == name), {})


def _reached(match: Match[Any], unit: str) -> set[str]:
    """Every space that this unit alone can come to now, whatever way it takes."""
    start = _unit(match, unit)["place"]
    found: set[tuple[str, int]] = set()
    ahead = [match]
    while ahead:
        here = ahead.pop()
        for option in here.legal():
            if option[:2] != ("move", unit):
                continue
            after = here.clone()
            after.choose(option)
            stand = option[2], _unit(after, unit)["spent"]
            if stand not in found:
                found.add(stand)
                if after.decision is not None and after.to_answer == match.to_answer:
                    ahead.append(after)
    return {space for space, _ in found} - {start}


def _unit(match: Match[Any], unit: str) -> dict[str, Any]:
    known: dict[str, Any] = match.game.view(match.state, None)["units"][unit]
    return known


def _supply(data: Mapping[str, Any], pack: Pack, side: int) -> dict[str, int]:
    """14.2, R26 Lines through ground of one's own; they may begin on enemy ground."""
    control = data["control"]
    sources = [space for space in pack.sources[side] if control[space] == side]
    found, ahead = set(sources), list(sources)
    while ahead:
        for near in pack.neighbours[ahead.pop()]:
            if near not in found and control[near] == side:
                found.add(near)
                ahead.append(near)
    starts = {
        data["place"][unit] for unit, owner in enumerate(pack.unit_side)
        if owner == side and data["place"][unit] != OFF_MAP
        and found & set(pack.neighbours[data["place"][unit]])
    }  # fmt: skip
    return {pack.space_ids[space]: 3 if space in sources else 2 for space in found | starts}


# -- marks -----------------------------------------------------------------------------------------


def marks(match: Match[Any]) -> Iterator[Compared]:
    """Pieces, spaces, markers, facts and the battle, in the picture and in the text."""
    g = match.state
    data, pack = g.data(), g.pack
    picture = match.game.picture(g, match.to_answer[0], voice(SLUG))
    display = match.game.display(match.game.view(g, match.to_answer[0]))
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
        at = pack.space_ids[place] if place != OFF_MAP else None
        if unit in data["lost"]:
            at = f"{SIDES[pack.unit_side[unit]]}_lost"
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
    if pack.unit_side[unit] != data["half"] or data["doing"] not in {"assault", "regroup"}:
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
    for space, name in enumerate(pack.space_ids):
        now, stack = picture["spaces"][name], stacks[name]
        here = [unit for unit, place in enumerate(data["place"]) if place == space]
        true = {"active"} if is_assault and space in data["active"] else set()
        yield Compared(f"{name} active in the text", "active" in _keys(stack.facts), bool(true))
        true |= {"attacked"} if space in data["attacked"] else set()
        true |= {"contested"} if len({pack.unit_side[unit] for unit in here}) > 1 else set()
        yield Compared(f"marks of {name}", set(now["marks"]), true)
        yield Compared(f"control of {name}", now["control"], SIDES[data["control"][space]])
        yield Compared(f"control of {name} in the text", stack.control, now["control"])
        told = {piece.unit for piece in stack.pieces}
        yield Compared(f"units in {name}", told, {pack.unit_ids[unit] for unit in here})


def _ready(data: Mapping[str, Any], options: Sequence[str]) -> dict[str, bool]:
    """10.1.2, 19.2 Who has aircraft, and whether they are ready."""
    flies = "luftwaffe" in options and data["turn"] > 1 and not data["fuel_low"]
    sides = SIDES if flies else SIDES[:1]
    return {side: not (data["air_used"] and SIDES[data["half"]] == side) for side in sides}


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
    for side, ready in _ready(data, options).items():
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
    ready = _ready(data, g.options)
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
    place = pack.space_ids[b["space"]]
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
