"""Field Commander: Rommel: marks, tracks and scores, beside the rules' own state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from khamsin.games.commander.model.pieces import ALLIED, AXIS, FULL, SIDES
from khamsin.games.commander.model.state import STEPS
from khamsin.kernel.play.match import Match
from tests.contract.play import voice
from tests.contract.shown.commander.common import SLUG, values_of
from tests.contract.shown.comparing import Compared

PLACES = {-2: "cup", -3: "operations", -4: "pool", -5: "destroyed"}

LEVELS = ("plain", "veteran", "elite")

AXIS_HALF = STEPS[2:7]
"""From the Battle Moves to the Supply Check: as long as a move of the Axis binds a Force."""


def marks(match: Match[Any]) -> Iterator[Compared]:
    """Pieces, areas, markers, facts, cups and the battle, in the picture and in the text."""
    g = match.state
    data = g.data()
    picture = match.game.presentation.picture(g, "axis", voice(SLUG))
    display = match.game.presentation.display(match.game.rules.view(g, "axis"))
    yield from chain(
        _pieces(data, g, picture, display),
        _areas(data, g, picture, display),
        _tracks(data, g, picture, display),
        _battle(data, g, picture, display),
    )


def _pieces(data: Mapping[str, Any], g: Any, picture: Any, display: Any) -> Iterator[Compared]:
    """values.1, upgrade.3, nbmove.2, orders.2 Place, face, values and marks of every Force."""
    texts = {piece.unit: piece for stack in display.stacks for piece in stack.pieces}
    pair = data["battle"]["pair"] if data["battle"] else ()
    for unit, name in enumerate(g.c.unit_ids):
        place, side = data["place"][unit], g.c.side_of[unit]
        if place < 0 and place not in PLACES:
            yield Compared(f"{name} is not on the table", name in picture["pieces"], False)
            continue
        now = picture["pieces"][name]
        box = f"{g.c.id}_{PLACES.get(place, '')}"
        if place == -5:
            box += f"_{SIDES[side]}"
        yield Compared(f"place of {name}", now["at"], g.place_id(place) if place >= 0 else box)
        yield Compared(f"face of {name}", now["face"], int(data["steps"][unit] == 1))
        is_bound = data["step"] in (AXIS_HALF if side == AXIS else ("orders",))
        level = {LEVELS[data["level"][unit]]} - {"plain"}
        moved = {"moved"} if place >= 0 and data["moved"][unit] and is_bound else set()
        true = level | moved | ({"pair"} if unit in pair else set())
        yield Compared(f"marks of {name}", set(now["marks"]), true)
        values = values_of(data, g.pack, g.c, unit)
        if level:
            raised = ("", "¹", "²", "³", "⁴", "⁵", "⁶")[values[1]]
            told = [f"{values[0]}{raised}", str(values[2]), str(values[3])]
            yield Compared(f"values of {name}", now["values"], told)
        else:
            yield Compared(f"{name} shows what is printed", "values" in now, False)
        yield Compared(f"{name} in the text", name in texts, place >= 0)
        if place >= 0:
            true = level | moved | ({"reduced"} if data["steps"][unit] != FULL else set())
            yield Compared(f"marks of {name} in the text", set(texts[name].marks), true)
            superior = f"({values[1]})" if values[1] else ""
            told_values = f"{values[0]}{superior}-{values[2]}-{values[3]}"
            yield Compared(f"values of {name} in the text", texts[name].values, told_values)


def _areas(data: Mapping[str, Any], g: Any, picture: Any, display: Any) -> Iterator[Compared]:
    """control.1, check.1, fort.1 Control after the last step, and marks of every area."""
    stacks = {stack.place: stack for stack in display.stacks}
    for area, name in enumerate(g.c.place_ids):
        here = [unit for unit, place in enumerate(data["place"]) if place == area]
        axis = [unit for unit in here if g.c.side_of[unit] == AXIS]
        now, stack = picture["spaces"][name], stacks[name]
        true = {"contested"} if axis and len(axis) < len(here) else set()
        if len(axis) > g.c.regions[g.c.region_of[area]].limit:
            true.add("over_limit")
        if g.terms.forts[area] and not g.c.areas[area].fortification:
            true.add("entrenched")
        yield Compared(f"marks of {name}", set(now["marks"]), true)
        owner = data["control"][area]
        control = SIDES[owner] if owner >= 0 else ""
        yield Compared(f"control of {name}", now.get("control", ""), control)
        yield Compared(f"control of {name} in the text", stack.control, control)
        facts = {fact.key for fact in stack.facts}
        yield Compared(f"fort of {name}", "fortification" in facts, bool(g.terms.forts[area]))
        told = {piece.unit for piece in stack.pieces}
        yield Compared(f"Forces in {name}", told, {g.unit_id(unit) for unit in here})


def _tracks(data: Mapping[str, Any], g: Any, picture: Any, display: Any) -> Iterator[Compared]:
    """vp.1, supplies.2, opscheck.1, upgset.1, points.1 Tracks, stocks, cups and piles."""
    say = voice(SLUG)
    axis, allied = data["supplies"]
    turn = data["turn"]
    box = g.c.boxes[max(turn, 1) - 1]
    told = {each["id"]: (each["at"], each["text"], each.get("cell")) for each in picture["markers"]}
    true: dict[str, Any] = {
        "axis_supplies": (f"{g.c.id}_pool", str(axis), None),
        "allied_supplies": (f"{g.c.id}_operations", str(allied), None),
    }
    if turn:
        true["turn"] = (f"{g.c.id}_track", say.say("scene.short_turn"), turn - 1)
    yield Compared("markers", told, true)
    facts = {fact["label"]: fact["value"] for fact in picture["facts"]}
    lines = {"axis_supplies": axis, "allied_supplies": allied, "vp": box.vp,
             "advances": _advances(data, g)}  # fmt: skip
    lines |= {"points": data["points"]} if data["points"] else {}
    lines |= {"torch": f"{box.torch}+"} if box.torch else {}
    named = {say.say(f"scene.fact_{key}"): str(value) for key, value in lines.items()}
    yield Compared("facts", facts, named)
    status = {fact.key: dict(fact.values) for fact in display.status}
    yield Compared("Supplies in the text", status["supplies"], {"axis": axis, "allied": allied})
    yield Compared("step in the text", status["step"], {"step": data["step"]})
    vp = {"box": f"{g.c.id}_{max(turn, 1)}", "vp": box.vp if turn else 0}
    yield Compared("turn in the text", status["turn"], vp)
    points = {"points": data["points"]} if data["points"] else None
    yield Compared("points in the text", status.get("points"), points)
    number = {"number": box.torch} if box.torch and turn else None
    yield Compared("Torch in the text", status.get("torch"), number)
    piles = {
        key: {g.unit_id(u) for u, at in enumerate(data["place"])
              if at == place and g.c.side_of[u] == side}
        for key, place, side in (
            ("box_forces", -3, ALLIED), ("destroyed_allied", -5, ALLIED), ("pool", -4, AXIS),
            ("destroyed_axis", -5, AXIS), ("cup", -2, ALLIED),
        )
    }  # fmt: skip
    tracks = {fact.key: set(fact.values.get("units", ())) for fact in display.tracks}
    tracks.pop("operations")
    yield Compared("piles in the text", tracks, {key: each for key, each in piles.items() if each})
    hands = {hand["id"]: hand for hand in picture["hands"]}
    cup = hands["operations_cup"]
    yield Compared("chits drawn", len(cup["cards"]), len(data["drawn"]))
    yield Compared("chits of operations", cup["count"], len(g.pack.ops_cup))
    left = say.say("scene.left", {"chits": len(g.pack.ops_cup) - len(data["drawn"])})
    yield Compared("chits left", cup["note"], left)
    chits = sum(chit.copies for chit in g.pack.chits)
    out = sum(1 for level in data["level"] if level)
    yield Compared("upgrades left", hands["upgrades_cup"]["count"], chits - out)
    phases = [phase["label"] for phase in picture["sequence"] if phase.get("state") == "now"]
    now = [say.text("step", data["step"])] if data["step"] in STEPS else []
    yield Compared("step going on", phases, now)


def _advances(data: Mapping[str, Any], g: Any) -> int:
    """opschit.2 The Advances of the chits that lie drawn."""
    return sum(g.pack.ops_index[name].advances for name in data["drawn"])


def _battle(data: Mapping[str, Any], g: Any, picture: Any, display: Any) -> Iterator[Compared]:
    """seq.4 The battle being fought: who, with which plans, and with what values."""
    b, board = data["battle"], picture["battle"]
    status = {fact.key: fact.values for fact in display.status}
    yield Compared("a battle in the text", "battle" in status, b is not None)
    hands = [hand for hand in picture["hands"] if hand["id"] == "plans"]
    yield Compared("plans to buy are shown", bool(hands), bool(b and b["buying"]))
    if b is None:
        fought = data["fought"]
        yield Compared("the last battle is shown", board is not None, fought is not None)
        b = fought
    elif hands:
        left = [card["id"] for card in hands[0]["cards"]]
        purse = b["bpp"] + data["supplies"][AXIS] * g.c.points.bpp_per_supply
        cost = g.terms.plan_cost
        true = [p for p in g.c.axis_plans if p not in b["plans"][AXIS] and cost[p] <= purse]
        yield Compared("plans to buy", left, true)
    if b is None:
        return
    sides = {"attackers": b["attacker"], "defenders": 1 - b["attacker"]}
    place = g.place_id(b["area"])
    yield Compared("place of the battle", board["place"], place)
    for key, side in sides.items():
        names = [g.unit_id(unit) for unit in b["fighters"][side]]
        yield Compared(f"{key} of the battle", board[key], names)
    column = {b["attacker"]: ("attack", 0), 1 - b["attacker"]: ("defence", 2)}
    for side in (AXIS, ALLIED):
        name, at = column[side]
        value = {u: values_of(data, g.pack, g.c, u)[at] for u in b["fighters"][side] if u >= 0}
        if b["outcome"][0]:
            value |= {unit: kept for unit, kept in b["values"] if unit in value}
        text = " ".join(str(value[unit]) for unit in b["fighters"][side])
        yield Compared(f"{name} values of the battle", board["rows"][0][name], text)
        spent = [plan["title"] for plan in board["plans"]
                 if plan["side"] == SIDES[side] and not plan["spent"]]  # fmt: skip
        plans = sorted(voice(SLUG).text("plan", plan) for plan in b["plans"][side])
        yield Compared(f"plans of {SIDES[side]} in play", sorted(spent), plans)
    if data["battle"] is not None:
        for side in (AXIS, ALLIED):
            told = status.get(f"{SIDES[side]}_plans", {}).get("plan", ())
            yield Compared(f"plans of {SIDES[side]} in the text", list(told), b["plans"][side])
    dice = [(throw["side"], throw["dice"][0], bool(throw.get("hits"))) for throw in board["throws"]]
    true_dice = [(die[1], die[5], bool(die[6])) for die in b["dice"][-60:]]
    yield Compared("dice of the battle", dice, true_dice)
