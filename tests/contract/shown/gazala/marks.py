"""Gazala 1942: marks, tracks and scores, beside the rules' own state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from khamsin.games.gazala.model.pieces import POOLS, SIDES
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.state import Event
from tests.contract.play import voice
from tests.contract.shown.comparing import Compared
from tests.contract.shown.gazala.common import able_units, drawn_chit, number_in, pack_of, supply_of


def marks(match: Match[Any]) -> Iterator[Compared]:
    """Picture and text beside the state and the story so far."""
    yield from _pieces(match)
    yield from _places(match)
    yield from _edges(match)
    yield from _tracks(match)
    yield from _texts(match)


def _shown(match: Match[Any]) -> tuple[Mapping[str, Any], Any]:
    side = match.to_answer[0]
    picture = match.game.presentation.picture(match.known(side), side, voice("gazala"))
    return picture, match.game.presentation.display(match.view(side)["position"])


def _acting(match: Match[Any]) -> set[str] | None:
    """Who can be named for something now; None if nobody can be asked for it now."""
    ask = match.decision
    assert ask is not None
    if ask.prompt == "move":
        moving = [pack_of(match).unit_ids[unit] for unit in match.state.data()["moving"]]
        able = {each[1] for each in match.legal() if each[0] in ("unit", "split")}
        on = any(each[0] in ("to", "breach", "assisted", "leave") for each in match.legal())
        return able | set(moving if on else ())
    if ask.prompt in ("armour", "combat"):
        found: set[str] = set()
        for option in match.legal():
            if option[0] == "attack":
                found |= _named(match, option)
        return found
    if ask.prompt in ("rejoin", "stand", "loss", "pursue", "armour_loss", "retreat_to"):
        return set()
    return None if drawn_chit(match) else set()


def _named(match: Match[Any], option: Option) -> set[str]:
    joined = able_units(match, option)
    if joined:
        return set(joined)
    after = match.clone()
    after.dice = None
    after.choose(option)
    if after.decision is not None and after.decision.prompt == "air":
        after.choose(("yes",))
    declared = after.state.data()["declared"] or ()
    battle = after.state.battle
    units = [declared[-1][1]] if declared else [battle.attackers] if battle else []
    return {pack_of(match).unit_ids[unit] for each in units for unit in each}


def _pieces(match: Match[Any]) -> Iterator[Compared]:
    """Where counters lie, which face is up, and every mark, in the browser and in the text."""
    pack, data = pack_of(match), match.state.data()
    picture, display = _shown(match)
    text = {piece.unit: (stack.place, piece) for stack in display.stacks for piece in stack.pieces}
    acting = _acting(match)
    moving = {pack.unit_ids[unit] for unit in data["moving"]}
    for number, unit in enumerate(pack.units):
        at, name = data["place"][number], unit.id
        if at < 0:
            yield Compared(f"{name} is in no stack", name in text, False)
            continue
        supply = supply_of(data, number)
        seen = picture["pieces"][name]
        yield Compared(
            f"place and face of {name}", (seen["at"], seen["face"]),
            (pack.place_ids[at], data["step"][number]),
        )  # fmt: skip
        where, piece = text[name]
        yield Compared(
            f"text of {name}", (where, piece.side, "reduced" in piece.marks),
            (pack.place_ids[at], SIDES[unit.side], data["step"][number] > 0),
        )  # fmt: skip
        values = unit.steps[data["step"][number]]
        first = f"{unit.range}-{values[2]}" if unit.size == "HQ" else "-".join(map(str, values))
        yield Compared(f"values of {name}", piece.values, first)
        supplies = ([], ["out_of_supply"], ["isolated"])[supply]
        words = ([], ["unsupplied"], ["isolated"])[supply]
        lock = ["locked"] if data["locked"][number] else []
        if acting is None:
            told = [m for m in seen["marks"] if m not in ("active", "moving", "spent")]
            yield Compared(f"marks of {name}", told, [*supplies, *lock])
            continue
        acted = bool(data["acted"][number])
        active = ["active"] if name in acting else ["spent"] if acted else []
        if name in moving:
            active = ["moving"]
        yield Compared(f"marks of {name}", seen["marks"], [*supplies, *active, *lock])
        acts = ["may_act"] if name in acting else ["acted"] if acted else []
        told = [mark for mark in piece.marks if mark != "reduced"]
        yield Compared(f"text marks of {name}", told, [*words, *acts, *lock])


def _impulse(match: Match[Any]) -> list[Event]:
    """What has been told since the chit of this impulse was drawn."""
    told: list[Event] = []
    for _, event in match.events:
        if event.kind in ("turn", "chit"):
            told = []
        told.append(event)
    return told


def _today(match: Match[Any]) -> list[Event]:
    told: list[Event] = []
    for _, event in match.events:
        if event.kind == "turn":
            told = []
        told.append(event)
    return told


def _places(match: Match[Any]) -> Iterator[Compared]:
    """Control, and the hexes that are or will be attacked in this impulse, by what was told."""
    pack, data = pack_of(match), match.state.data()
    picture, display = _shown(match)
    fought = {
        str(event.values["place"])
        for event in _impulse(match)
        if event.kind in ("armour_combat", "combat")
    }
    declared = {pack.place_ids[target] for target, _, _ in data["declared"]}
    battle = match.state.battle
    if battle is not None:
        fought.add(pack.place_ids[battle.target])
    for number, name in enumerate(pack.place_ids):
        true = ["engaged"] if name in declared else ["attacked"] if name in fought else []
        seen = picture["spaces"][name]
        if seen["marks"] != true or seen["control"] != SIDES[data["control"][number]]:
            yield Compared(f"hex {name}", seen, (SIDES[data["control"][number]], true))
    yield Compared("hexes", len(picture["spaces"]), len(pack.place_ids))
    for stack in display.stacks:
        owner = {pack.side_of[pack.unit_index[piece.unit]] for piece in stack.pieces}
        yield Compared(f"who holds {stack.place}", [stack.control], [SIDES[side] for side in owner])
    arrows = {tuple(arrow["through"]) for arrow in picture["arrows"]}
    attacks = [(target, units) for target, units, _ in data["declared"]]
    if battle is not None:
        attacks.append((battle.target, battle.attackers))
    true_arrows = {
        (pack.place_ids[data["place"][unit]], pack.place_ids[target])
        for target, units in attacks
        for unit in units
        if data["place"][unit] >= 0 and data["place"][unit] != target
    }
    yield Compared("arrows", arrows, true_arrows)


def _edges(match: Match[Any]) -> Iterator[Compared]:
    """10.86, 10.7.b Breaches and lost forts, by what was told."""
    picture, display = _shown(match)
    told = [event for _, event in match.events]

    def sides(kind: str) -> set[frozenset[str]]:
        return {
            frozenset((str(event.values["place"]), str(event.values["beyond"])))
            for event in told
            if event.kind == kind
        }

    pack = pack_of(match)
    layers: dict[str, set[frozenset[str]]] = {"minefield": set(), "breach": set(), "works": set()}
    for edge in picture["edges"]:
        layers[edge["layer"]].add(frozenset(edge["between"]))
    mined = {frozenset(pack.place_ids[end] for end in pack.board.ends[e]) for e in pack.mined_sides}
    forts = {frozenset(pack.place_ids[end] for end in pack.board.ends[e]) for e in pack.fort_sides}
    yield Compared("breaches", layers["breach"], sides("breached"))
    yield Compared("mines", layers["minefield"], mined - sides("breached"))
    yield Compared("forts", layers["works"], forts - sides("fort_lost"))
    listed = [fact.values["hexsides"] for fact in display.tracks if fact.key == "breached"]
    shown = {frozenset(str(each).split("/")) for each in (listed[0] if listed else ())}
    yield Compared("breaches in the text", shown, sides("breached"))


def _tracks(match: Match[Any]) -> Iterator[Compared]:
    """The day, the chits, what is left in the cup, whose impulse it is."""
    say, pack = voice("gazala"), pack_of(match)
    picture, display = _shown(match)
    told = _today(match)
    side = match.to_answer[0]
    day = next((e.values["date"] for e in told if e.kind == "turn"), match.state.scenario.dates[0])
    boxes = {box["id"]: box for box in match.game.presentation.scene(say)["boxes"]}
    at = {marker["id"]: (marker["at"], marker["cell"]) for marker in picture["markers"]}
    cell = boxes["days"]["cells"][at["day"][1]]
    yield Compared("day", (cell, picture["bar"][0]), (say.text("date", str(day)),) * 2)
    left = {"axis": 0, "allied": 0}
    tracks: dict[str, list[str]] = {"axis": [], "allied": []}
    gone: list[str] = []
    for event in told:
        if event.kind == "cup":
            left = {name: number_in(event, name) for name in SIDES}
        elif event.kind in ("chit", "chit_lost", "chit_discarded"):
            chit = str(event.values["chit"])
            owner = SIDES[pack.formations[chit].side]
            left[owner] -= 1
            if event.kind == "chit_discarded":
                gone.append(chit)
            else:
                tracks[owner].append(chit)
    for name in SIDES:
        cells = len(boxes[f"track_{name}"]["cells"])
        for box, chit in enumerate(tracks[name]):
            where = (f"track_{name}", min(box, cells - 1))
            yield Compared(f"chit {chit}", at.get(f"chit_{chit}"), where)
    yield Compared("chits on tracks", len(at) - 1, sum(map(len, tracks.values())))
    cup = next(hand for hand in picture["hands"] if hand["id"] == "cup")
    yield Compared("cup", cup["count"], sum(left.values()))
    facts = {fact.key: fact.values for fact in display.tracks}
    yield Compared("cup in the text", dict(facts["cup"]), left)
    drawn = {str(f.values["side"]): list(f.values["chit"])
             for f in display.tracks if f.key == "drawn"}  # fmt: skip
    yield Compared("tracks in the text", drawn, {n: t for n, t in tracks.items() if t})
    yield Compared("thrown away", list(facts.get("discarded", {"chit": ()})["chit"]), gone)
    halted = {str(e.values["side"]) for e in told if e.kind == "halted"}
    shown = {str(fact.values["side"]) for fact in display.tracks if fact.key == "halted"}
    yield Compared("halted", shown, halted)
    drawn_now = drawn_chit(match)
    impulse = [fact.values["chit"] for fact in display.status if fact.key == "impulse"]
    yield Compared("impulse in the text", impulse, [drawn_now] if drawn_now else [])
    chits = {say.text("chit", chit) for chit in pack.hq_of}
    in_bar = [part for part in picture["bar"] if part in chits]
    yield Compared("impulse", in_bar, [say.text("chit", drawn_now)] if drawn_now else [])
    own = [hand for hand in picture["hands"] if hand["id"] == f"chits_{side}"]
    played = {*tracks[side], *gone}
    if match.state.stage != "chits":
        for card in own[0]["cards"]:
            yield Compared(f"card {card['id']}", bool(card["spent"]), card["id"] in played)


def _texts(match: Match[Any]) -> Iterator[Compared]:
    """Goals, aircraft, withdrawal, replacement points, the landing; who waits, who is lost."""
    say, pack, data = voice("gazala"), pack_of(match), match.state.data()
    picture, display = _shown(match)
    told, side = _today(match), match.to_answer[0]
    scenario = match.state.scenario
    facts = {fact["label"]: fact["value"] for fact in picture["facts"]}
    held = [place for place in scenario.victory_hexes if data["control"][place] == scenario.victor]
    goals = say.say("scene.fact_goals", {"side": SIDES[scenario.victor]})
    true = {goals: f"{len(held)}/{len(scenario.victory_hexes)}"}
    text: dict[str, object] = {}
    air = sum(number_in(e, "columns") for e in told if e.kind == "air_roll")
    if air and not any(event.kind == "air_support" for event in told):
        true[say.say("scene.fact_air")] = f"+{air}"
        text["air"] = air
    if any(event.kind == "withdrawing" for event in told):
        true[say.say("scene.fact_withdrawing")] = "\N{CHECK MARK}"
    for pool, number in zip(POOLS, data["points"], strict=True):
        if number:
            true[say.text("pool", pool)] = str(number)
            text[pool] = number
    landing = _landing(match) if side == "axis" else None
    if landing is not None:
        date, place = landing
        true[say.say("scene.fact_landing")] = f"{say.text('date', date)}, {place}"
        text["landing"] = landing
    yield Compared("facts", facts, true)
    shown: dict[str, object] = {}
    for fact in display.tracks:
        if fact.key == "air":
            shown["air"] = fact.values["columns"]
        elif fact.key == "points":
            shown[str(fact.values["pool"])] = fact.values["points"]
        elif fact.key == "landing":
            shown["landing"] = (fact.values["date"], fact.values["place"])
    yield Compared("facts in the text", shown, text)
    away = {event.values["unit"] for _, event in match.events if event.kind == "left_map"}
    waiting = {
        unit for number, unit in enumerate(pack.unit_ids)
        if data["place"][number] in (-2, -5) and unit not in away
    }  # fmt: skip
    listed = [fact.values["units"] for fact in display.tracks if fact.key == "waiting"]
    yield Compared("who waits, in the text", set(listed[0] if listed else ()), waiting)
    boxed = {unit for unit, seen in picture["pieces"].items() if seen["at"].startswith("waiting")}
    yield Compared("who waits", boxed, waiting)
    lost = {unit for unit, seen in picture["pieces"].items() if seen["at"].startswith("lost")}
    dead = {
        unit.id for number, unit in enumerate(pack.units)
        if data["place"][number] == -1 and not unit.family
    }  # fmt: skip
    yield Compared("who is lost", lost, dead)
    gone = set(match.view(side)["position"]["eliminated"])
    yield Compared("who is lost, in the view", gone, dead)


def _landing(match: Match[Any]) -> tuple[str, str] | None:
    """10.4 A landing that was noted and can still be tried."""
    found = None
    for _, event in match.events:
        if event.kind == "landing_noted":
            found = (str(event.values["date"]), str(event.values["place"]))
        elif event.kind == "landing_tried":
            found = None
    if found is None:
        return None
    return found if match.state.date <= found[0] else None
