"""What Field Commander: Rommel shows, beside what happens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any

from khamsin.games.commander.model.pack import Campaign, Pack
from khamsin.games.commander.model.pieces import ALLIED, AXIS, FULL, SIDES
from khamsin.games.commander.model.state import STEPS
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.state import Event
from khamsin.kernel.show.summaries import Odds
from tests.contract.play import voice
from tests.contract.shown.comparing import Compared
from tests.contract.shown.playing_out import Answer, Promise

SLUG = "commander"
DICE = {"force_die", "superior_die", "plan_die", "disrupt"}
FIRES = {"at_guns": (1, 1), "air_raid": (1, 1, 1), "german_88": (2, 1, 1)}
"""plan.3, plan.4, plan.10 Hits of plans by the die."""
OTHERWISE = "otherwise"
"""What a row does not speak of: an Ambush that hits somebody."""
PLACES = {-2: "cup", -3: "operations", -4: "pool", -5: "destroyed"}
LEVELS = ("plain", "veteran", "elite")
AXIS_HALF = STEPS[2:7]
"""From the Battle Moves to the Supply Check: as long as a move of the Axis binds a Force."""
UNITS = 4
MOST = 5
DRAWN = 2
"""Battles whose odds are played out at one decision, of those that Cohesion offers."""


# -- odds ------------------------------------------------------------------------------------------


def promises(match: Match[Any], side: str) -> Iterator[Promise]:
    """Both rows of a battle in which nothing comes before the dice of the first round."""
    ask, g = match.decision, match.state
    assert ask is not None
    if g.battle is None or g.battle.round:
        return
    for number, odds in enumerate(match.game.odds(g, side, ask.prompt, ())[:DRAWN]):
        option = match.legal(side)[number] if ask.prompt == "cohesion" else ("done",)
        if odds.title.key in {"battle", "battle_pair"}:
            for row, roller in zip(odds.rows, SIDES, strict=True):
                chances = {name: chance for name, chance in row.outcomes if chance}
                if "ambush" in row.row.key:
                    chances = _spared(g.data()["battle"], odds, chances)
                about = f"{odds.title.values} {row.row.key}"
                yield Promise(about, option, chances, _answers(option), _Hits(match, roller).read)


def _answers(first: Option) -> Answer:
    """No more plans, no Tactics, no Assault; ties are broken by the order of counters."""

    def answer(match: Match[Any]) -> Option:
        legal = match.legal()
        for plain in (("done",), ("keep",), ("no",)):
            if plain in legal:
                return plain
        return first if first in legal else legal[0]

    return answer


def _spared(b: Mapping[str, Any], odds: Odds, chances: Mapping[str, float]) -> dict[str, float]:
    """plan.1 The row holds if the Ambush hits nobody, Dig-In or not."""
    stopped = b["plans"][AXIS].count("dig_in")
    allied = [chance for _, chance in odds.rows[ALLIED].outcomes]
    weight = sum(allied[: stopped + 1])
    told = {name: chance * weight for name, chance in chances.items()}
    return told | ({OTHERWISE: 1 - weight} if weight < 1 else {})


class _Hits:
    """How many hits a side scores in the first round, from what is told."""

    def __init__(self, match: Match[Any], side: str) -> None:
        b = match.state.data()["battle"]
        self.side = side
        self.pair = int(bool(match.decision and match.decision.prompt == "cohesion"))
        own = SIDES.index(side)
        plans = [plan for plan in b["plans"][own] if plan in FIRES or plan == "disrupt"]
        self.dice = len(b["fighters"][own]) + len(plans) - (self.pair if side == "axis" else 0)
        self.units = {match.state.unit_id(unit) for unit in b["fighters"][AXIS]}

    def read(self, match: Match[Any], told: Sequence[Event]) -> str | None:
        """The sum of the dice, once all of them lie."""
        del match
        mine = [e for e in told if e.kind in DICE and e.values["side"] == self.side]
        is_ambush = "ambush" in {event.kind for event in told}
        if self.side == "axis" and is_ambush:
            before = told[: told.index(mine[0])] if mine else told
            if any(e.kind in {"reduced", "destroyed"} for e in before):
                return OTHERWISE
        if len(mine) < self.dice:
            return None
        hits = sum(int(str(event.values.get("hits", 0))) for event in mine[: self.dice])
        return str(hits) if hits < MOST else f"{MOST}+"


def _rows(match: Match[Any], side: str) -> Iterator[Compared]:
    """resolve.2 Rows that nobody can play out, reckoned from counters and chits alone."""
    ask, g = match.decision, match.state
    assert ask is not None
    data = g.data()
    words: Option = ()
    if ask.prompt == "battle_moves":
        moves = [option for option in match.legal(side) if option[0] == "move"]
        words = moves[len(match.entries) % len(moves)] if moves else ()
    b = data["battle"]
    for odds in match.game.odds(g, side, ask.prompt, words):
        values = odds.title.values
        attacks = AXIS if b is None else b["attacker"]
        fighters = {attacks: values["attackers"], 1 - attacks: values["defenders"]}
        plans = [[], []] if b is None else [list(each) for each in b["plans"]]
        pair = values.get("units") or (() if b is None else g.unit_names(b["pair"]))
        is_first = b is None or b["round"] == 0
        for roller, row in enumerate(odds.rows):
            if roller == ALLIED and "tactics" in plans[ALLIED]:
                continue  # played out, where it can be
            units = [g.c.unit_index[str(unit)] for unit in _tuple(fighters[roller])]
            both = [g.c.unit_index[str(unit)] for unit in _tuple(pair)]
            area = g.c.board.at(str(values["place"]))
            dice = _dice(g, data, units, both, plans[roller], area, attacks=roller == attacks)
            yield Compared(f"odds of {values}, {row.row.key}", _told(row.outcomes), _spread(dice))
            enemies = [g.c.unit_index[str(unit)] for unit in _tuple(fighters[1 - roller])]
            steps = sum(data["steps"][unit] for unit in enemies)
            steps += plans[1 - roller].count("dig_in")
            yield Compared(f"what {row.row.values['side']} take", row.row.values["steps"], steps)
            helps = {"tactics"} | ({"assault"} if attacks == AXIS else set())
            is_alone = roller == AXIS and bool(helps & set(plans[AXIS]))
            yield Compared("before Tactics and Assault", "alone" in row.row.key, is_alone)
            is_late = roller == AXIS and is_first and "ambush" in plans[ALLIED]
            yield Compared("after an Ambush", "ambush" in row.row.key, is_late)


def _tuple(value: object) -> tuple[object, ...]:
    assert isinstance(value, tuple)
    return value


def _told(outcomes: Sequence[tuple[str, float]]) -> dict[str, float]:
    return {name: round(chance, 9) for name, chance in outcomes if chance}


def _dice(
    g: Any, data: Mapping[str, Any], units: Sequence[int], pair: Sequence[int],
    plans: Sequence[str], area: int, *, attacks: bool,
) -> list[tuple[int, ...]]:  # fmt: skip
    """attack.1, defence.1, fort.1, plan.5, plan.15 What each die hits by what it shows."""
    more = plans.count("overrun") + (1 if not attacks and g.terms.forts[area] else 0)
    numbers = {}
    for unit in units:
        shown = _values(data, g.pack, g.c, unit)
        numbers[unit] = (shown[0 if attacks else 2] + more, shown[1] if attacks else 0)
    if len(set(pair) & set(units)) == 2:
        one, two = (numbers.pop(unit) for unit in pair)
        numbers[-1] = (one[0] + two[0], max(one[1], two[1]))
    dice = [
        tuple(2 if die <= twice else int(die <= needed) for die in range(1, 7))
        for needed, twice in numbers.values()
    ]
    return dice + [(*FIRES[plan], 0, 0, 0, 0)[:6] for plan in plans if plan in FIRES]


def _spread(dice: Sequence[tuple[int, ...]]) -> dict[str, float]:
    total = {0: Fraction(1)}
    for worth in dice:
        before, total = total, {}
        for hits, likely in before.items():
            for more in worth:
                total[hits + more] = total.get(hits + more, Fraction(0)) + likely / 6
    found = {str(n): total[n] for n in sorted(total) if n < MOST and total[n]}
    rest = sum((total[n] for n in total if n >= MOST), Fraction(0))
    told = found | ({f"{MOST}+": rest} if rest else {})
    return {name: round(float(chance), 9) for name, chance in told.items()}


def _values(data: Mapping[str, Any], pack: Pack, c: Campaign, unit: int) -> tuple[int, ...]:
    """values.1, upgrade.2 Attack, superior attack, Defence, movement of a Force as it lies."""
    counter = c.units[unit]
    printed = counter.full if data["steps"][unit] == FULL else counter.reduced
    adds: Sequence[int] = (0, 0, 0)
    if data["level"][unit]:
        chit = pack.chits[data["chit"][unit]]
        adds = (chit.veteran, chit.elite)[data["level"][unit] - 1]
    return (printed[0] + adds[0], printed[1] + adds[1], printed[2] + adds[2], printed[3])


# -- overlays --------------------------------------------------------------------------------------


def reaches(match: Match[Any], side: str) -> Iterator[Compared]:
    """Odds by reckoning; where Forces may go and for what; the room that is left in areas."""
    yield from _rows(match, side)
    ask, g = match.decision, match.state
    assert ask is not None
    data = g.data()
    room = {}
    for area, region in enumerate(g.c.region_of):
        here = [u for u, at in enumerate(data["place"]) if at == area and not g.c.unit_side[u]]
        if here:
            room[g.area_id(area)] = f"{g.c.regions[region].limit - len(here):+d}"
    yield Compared("room", _overlay(match, side, "limit"), room)
    mine = [
        name for unit, name in enumerate(g.c.unit_ids)
        if g.c.unit_side[unit] == AXIS and data["place"][unit] >= 0
    ]  # fmt: skip
    first = len(match.entries) % max(1, len(mine))
    for unit in [*mine[first:], *mine[:first]][:UNITS]:
        if ask.prompt in {"moves", "battle_moves"}:
            yield from _reach(match, side, unit)


def _reach(match: Match[Any], side: str, unit: str) -> Iterator[Compared]:
    """move.1-4, nbmove.1-3 What is offered, and in the Battle Moves what comes after them."""
    data, g = match.state.data(), match.state
    enemies = {
        g.area_id(at) for u, at in enumerate(data["place"]) if at >= 0 and g.c.unit_side[u]
    }  # fmt: skip
    shown = _overlay(match, side, "range", unit)
    offered = _prices(match, unit)
    ask = match.decision
    assert ask is not None
    if ask.prompt == "moves":
        yield Compared(f"range of {unit}", shown, offered)
        return
    among = {place: price for place, price in shown.items() if place in enemies}
    yield Compared(f"attacks of {unit}", among, offered)
    after = match.clone()
    after.choose(("done",), side)
    if after.decision is not None and after.decision.prompt == "moves":
        later = {place: price for place, price in shown.items() if place not in enemies}
        yield Compared(f"later range of {unit}", later, _prices(after, unit))


def _prices(match: Match[Any], unit: str) -> dict[str, str]:
    """Every move that is offered to a Force, with the Supplies that it really costs."""
    found = {}
    for option in match.legal():
        if option[:2] == ("move", unit):
            after = match.clone()
            before = match.state.data()["supplies"][AXIS]
            after.choose(option)
            if after.decision is not None and after.decision.prompt == "enter_from":
                found[option[2]] = min((way[2] for way in after.legal()), key=int)
            else:
                (moved,) = [
                    event.values["supplies"] for _, event in after.events[len(match.events) :]
                    if event.kind == "moved"
                ]  # fmt: skip
                found[option[2]] = str(moved)
                assert int(str(moved)) <= before
    return found


def _overlay(match: Match[Any], side: str, name: str, unit: str = "") -> dict[str, str]:
    overlays = match.game.overlays(match.state, side, voice(SLUG), unit)
    return next((dict(each["text"]) for each in overlays if each["id"] == name), {})


# -- marks -----------------------------------------------------------------------------------------


def marks(match: Match[Any]) -> Iterator[Compared]:
    """Pieces, areas, markers, facts, cups and the battle, in the picture and in the text."""
    g = match.state
    data = g.data()
    picture = match.game.picture(g, "axis", voice(SLUG))
    display = match.game.display(match.game.view(g, "axis"))
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
        place, side = data["place"][unit], g.c.unit_side[unit]
        if place < 0 and place not in PLACES:
            yield Compared(f"{name} is not on the table", name in picture["pieces"], False)
            continue
        now = picture["pieces"][name]
        box = f"{g.c.id}_{PLACES.get(place, '')}"
        if place == -5:
            box += f"_{SIDES[side]}"
        yield Compared(f"place of {name}", now["at"], g.area_id(place) if place >= 0 else box)
        yield Compared(f"face of {name}", now["face"], int(data["steps"][unit] == 1))
        is_bound = data["step"] in (AXIS_HALF if side == AXIS else ("orders",))
        level = {LEVELS[data["level"][unit]]} - {"plain"}
        moved = {"moved"} if place >= 0 and data["moved"][unit] and is_bound else set()
        true = level | moved | ({"pair"} if unit in pair else set())
        yield Compared(f"marks of {name}", set(now["marks"]), true)
        values = _values(data, g.pack, g.c, unit)
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
    for area, name in enumerate(g.c.area_ids):
        here = [unit for unit, place in enumerate(data["place"]) if place == area]
        axis = [unit for unit in here if g.c.unit_side[unit] == AXIS]
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
              if at == place and g.c.unit_side[u] == side}
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
    place = g.area_id(b["area"])
    yield Compared("place of the battle", board["place"], place)
    for key, side in sides.items():
        names = [g.unit_id(unit) for unit in b["fighters"][side]]
        yield Compared(f"{key} of the battle", board[key], names)
    column = {b["attacker"]: ("attack", 0), 1 - b["attacker"]: ("defence", 2)}
    for side in (AXIS, ALLIED):
        name, at = column[side]
        value = {u: _values(data, g.pack, g.c, u)[at] for u in b["fighters"][side] if u >= 0}
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
