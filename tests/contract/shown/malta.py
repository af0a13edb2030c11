"""What Island of Death shows, beside what happens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

from khamsin.games.malta.model.pack import Pack
from khamsin.games.malta.model.pieces import (
    ALLIED,
    ARTILLERY,
    AXIS,
    COAST_GUN,
    FOLLOW_UP,
    GONE,
    LEADER,
    MILITIA,
    SIDES,
    W1,
    W2,
    WARSHIP,
    WEATHERS,
)
from khamsin.games.malta.model.state import Battle, State
from khamsin.games.malta.rules.combat.combat import commanders
from khamsin.games.malta.rules.combat.pledges import attack_on, fit
from khamsin.games.malta.rules.combat.strength import commander
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.state import Event
from khamsin.kernel.show.summaries import Odds
from tests.contract.play import voice
from tests.contract.shown.comparing import Compared
from tests.contract.shown.playing_out import Promise

SLUG = "malta"
ATTACKS = 2
"""At so many of the attacks that are offered at one decision the odds are played out."""
OTHERWISE = "otherwise"
"""What a row does not speak of: another die than the one it takes for granted."""
STEPS = {"9.42", "9.92.eng", "9.71"}
"""The rules by which the hits of a combat cost steps."""
AFTER = {"retreat_next", "retreat", "join_retreat", "advance", "lead"}
"""Once this is asked, everybody has taken the hits."""


# -- odds ------------------------------------------------------------------------------------------


def promises(match: Match[Any], side: str) -> Iterator[Promise]:
    """Every row: of attacks that could be made, of those that are supported, of the battle."""
    ask, g = match.decision, match.state
    assert ask is not None
    if ask.prompt == "add_air":
        for words in ((), ("air",)):
            found = match.game.odds(g, side, ask.prompt, words)
            yield from _rows(match, _true(match, found), words or None)
    elif g.battle is not None:
        for odds in match.game.odds(g, side, ask.prompt, ()):
            yield from _rows(match, odds, None)
    elif ask.prompt in {"attack", "breakthrough"}:
        offered = [option for option in match.legal(side) if option[0] == "attack"]
        first = len(match.entries) % max(1, len(offered))
        for option in [*offered[first:], *offered[:first]][:ATTACKS]:
            found = match.game.odds(g, side, ask.prompt, option)
            assert found, f"no odds of {option}"
            odds = _true(match, found)
            yield from _rows(match, odds, option)
            lone = odds.title.values["attackers"]
            assert isinstance(lone, tuple)
            if len(lone) > 1 and ask.prompt == "attack":
                found = match.game.odds(g, side, ask.prompt, (option[1], str(lone[0])))
                yield from islice(_rows(match, _true(match, found), option), 1)
    elif ask.prompt in {"support", "defend"} and ("done",) in match.legal(side):
        if any(kind > 1 for _, _, kind in g.fires):
            return  # a bombardment comes first, and may change everything
        for odds in match.game.odds(g, side, ask.prompt, ()):
            if not _is_veiled(g, odds, side):
                yield from _rows(match, odds, ("done",))


def _is_veiled(g: State, odds: Odds, side: str) -> bool:
    return side == SIDES[AXIS] and any(factor.row.key == "militia" for factor in odds.factors)


def _true(match: Match[Any], found: list[Odds]) -> Odds:
    """Of several answers that of the militia counter which really lies there (16.35)."""
    g, pack = match.state, match.state.pack
    if len(found) == 1:
        return found[0]
    place = pack.board.at(str(found[0].title.values["place"]))
    (unit,) = [u for u in g.here[ALLIED][place] if pack.kind[u] == MILITIA]
    for odds in found:
        (told,) = [each.row.values["value"] for each in odds.factors if each.row.key == "militia"]
        if pack.levels[pack.unit_index[str(told)]][0] == pack.levels[g.back[unit]][0]:
            return odds
    raise AssertionError("no answer for what the militia is")


def _named(odds: Odds) -> tuple[str, ...]:
    """The units that attack."""
    units = odds.title.values["attackers"]
    assert isinstance(units, tuple)
    return tuple(str(unit) for unit in units)


class _Way:
    """How both sides answer for one row, and what the dice must do for the row to hold."""

    def __init__(self, match: Match[Any], odds: Odds, row: str) -> None:
        self.start = len(match.entries)
        self.row = row
        self.place = str(odds.title.values["place"])
        self.units = _named(odds)
        self.leads = [row in {"if_cmd_a", "together"}, row in {"if_cmd_d", "together"}]
        self.weights = [
            Fraction(factor.value) for factor in odds.factors if factor.row.key == "through"
        ]

    def answer(self, match: Match[Any]) -> Option:
        """As the docstring of the odds says."""
        assert match.decision is not None
        prompt, legal, g = match.decision.prompt, match.legal(), match.state
        if prompt in {"attack", "breakthrough"}:
            return ("attack", self.place)
        if prompt == "attackers":
            for unit in self.units:
                if ("with", unit) in legal:
                    return ("with", unit)
            return ("done",)
        if prompt == "breakthrough_leader":
            return max(legal, key=lambda option: _tactical(g, option[1]))
        if prompt == "omit":
            return self._omit(g, legal)
        if prompt == "lead":
            b = g.battle
            assert b is not None
            number = int(match.to_answer[0] != SIDES[b.attacker])
            if self.leads[number]:
                return max(legal[:-1], key=lambda option: _tactical(g, option[1]))
            return ("alone",)
        if prompt == "stand":
            return ("retreat",)
        return ("done",) if ("done",) in legal else legal[0]

    @staticmethod
    def _omit(g: State, legal: Sequence[Option]) -> Option:
        """12.21 Leave out what is worth least."""
        b = g.battle
        assert b is not None
        fitted = Battle(b.place, b.attacker)
        fitted.attackers, fitted.defenders = b.attackers, b.defenders
        fitted.support = list(b.support)
        fit(g, fitted)
        stays = {g.unit_id(unit) for marks in fitted.support for unit, _ in marks}
        return next(option for option in legal if option[1] not in stays)

    def read(self, match: Match[Any], told: Sequence[Event]) -> str | None:
        """Who has lost what, once all hits are taken; or that the row does not speak of this."""
        kinds = [event.kind for event in told]
        for event in told:
            values = event.values
            if event.kind == "breakthrough" and not values["through"]:
                return "vain"
            if event.kind == "command" and not values["helps"] and self.row != "together":
                return OTHERWISE
            is_radio = event.kind == "communications" and self.row != "together"
            if is_radio and bool(values["fails"]) != (self.row == "no_ships"):
                return OTHERWISE
        if "attack_cancelled" in kinds:
            return "cancelled"
        if "combat" not in kinds:
            return None
        ask, g = match.decision, match.state
        is_open = match.chance is None and g.battle is not None and ask is not None
        if is_open and ask is not None and ask.prompt not in AFTER:
            return None
        return self._outcome(match, told[kinds.index("attack") if "attack" in kinds else 0 :])

    def _outcome(self, match: Match[Any], told: Sequence[Event]) -> str:
        pack = match.state.pack
        attacker = _attacker(match, told)
        lost: set[int] = set()
        for event in told:
            if event.kind in {"step_lost", "eliminated"} and event.rule in STEPS:
                lost.add(pack.side[pack.unit_index[str(event.values["unit"])]])
        entries = match.entries[self.start :]
        is_pushed = (SIDES[1 - attacker], "retreat") in [tuple(entry) for entry in entries]
        is_hurt = 1 - attacker in lost
        if attacker in lost:
            return "exchanged" if is_hurt or is_pushed else "repulsed"
        return "beaten" if is_hurt else "pushed" if is_pushed else "shaken"


def _attacker(match: Match[Any], told: Sequence[Event]) -> int:
    for event in told:
        if event.kind == "attack":
            return SIDES.index(str(event.values["side"]))
    return int(match.state.active)


def _tactical(g: State, leader: str) -> int:
    return commander(g, g.pack.unit_index[leader]).tactical


def _rows(match: Match[Any], odds: Odds, option: Option | None) -> Iterator[Promise]:
    """A promise for each row."""
    assert bool(odds.rows) == (odds.title.key != "barred"), odds.title
    if not odds.rows:
        way = _Way(match, odds, "alone")
        yield _promise(match, odds, way, option, {"cancelled": 1.0})
    for row in odds.rows:
        way = _Way(match, odds, row.row.key)
        yield _promise(match, odds, way, option, dict(row.outcomes))


def _promise(
    match: Match[Any], odds: Odds, way: _Way, option: Option | None, chances: Mapping[str, float]
) -> Promise:
    weight = Fraction(1)
    for number, is_led in enumerate(way.leads):
        if is_led and way.row != "together":
            weight *= _helps(match, odds, number)
    if way.row != "together":
        weight *= Fraction(1, 2) ** _ships(match, odds)
    through = way.weights[0] if way.weights else Fraction(1)
    share = float(weight * through)
    told = {name: chance * share for name, chance in chances.items() if chance}
    if weight < 1:
        told[OTHERWISE] = float(through * (1 - weight))
    if through < 1:
        told["vain"] = float(1 - through)
    said = option or way.answer(match)
    return Promise(f"{odds.title.values} {way.row}", said, told, way.answer, way.read)


def _helps(match: Match[Any], odds: Odds, number: int) -> Fraction:
    """14.2 The chance of the best leader of a side."""
    g = match.state
    b = g.battle
    if b is not None:
        units, side, guides = (b.attackers, b.defenders)[number], b.attacker, b.guides
    else:
        pack = g.pack
        named = tuple(pack.unit_index[name] for name in _named(odds))
        place = pack.board.at(str(odds.title.values["place"]))
        side, guides = g.active, ()
        there = tuple(u for u in g.here[1 - side][place] if pack.kind[u] not in (LEADER, COAST_GUN))
        units = (named, there)[number]
    found = commanders(g, (side, 1 - side)[number], units, guides)
    return Fraction(min(6, max(commander(g, leader).tactical for leader in found)), 6)


def _ships(match: Match[Any], odds: Odds) -> int:
    """16.73 How many ships must get through."""
    g = match.state
    b = g.battle
    pack = g.pack
    if b is None:
        named = tuple(pack.unit_index[name] for name in _named(odds))
        place = pack.board.at(str(odds.title.values["place"]))
        b = attack_on(g, place, named)
    else:
        fitted = Battle(b.place, b.attacker)
        fitted.attackers, fitted.defenders = b.attackers, b.defenders
        fitted.support = list(b.support)
        b = fitted
    fit(g, b)
    return sum(pack.kind[unit] == WARSHIP for marks in b.support for unit, _ in marks)


# -- overlays --------------------------------------------------------------------------------------


def reaches(match: Match[Any], side: str) -> Iterator[Compared]:
    """Moves step by step, infiltration, guns."""
    ask = match.decision
    assert ask is not None
    if ask.prompt in {"strategic", "tactical", "infiltrate"}:
        yield from _moves(match, side, ask.prompt)
    elif ask.prompt in {"strategic_to", "tactical_to", "infiltrate_to"}:
        unit = str(ask.facts["unit"])
        shown = _overlays(match, side, unit)
        name = {"strategic_to": "march", "tactical_to": "reach", "infiltrate_to": "slip"}
        true = _reached(match)
        key = name[ask.prompt]
        yield Compared(f"{key} of moving {unit}", set(shown.get(key, {})), true)
        if key != "reach":
            yield Compared(f"no reach of moving {unit}", "reach" in shown, False)
    else:
        yield from _fire(match, side)


def _overlays(match: Match[Any], side: str, unit: str) -> dict[str, dict[str, int]]:
    found = match.game.overlays(match.state, side, voice(SLUG), unit)
    return {each["id"]: dict(each["spaces"]) for each in found}


def _some(names: Iterable[str], number: int, most: int = 2) -> list[str]:
    every = sorted(names)
    first = number % max(1, len(every))
    return [*every[first:], *every[:first]][:most]


def _moves(match: Match[Any], side: str, prompt: str) -> Iterator[Compared]:
    """What is offered to units that could move now, and to those that could not."""
    pack = match.state.pack
    offered = {option[1] for option in match.legal(side) if option[0] == "unit"}
    key = {"strategic": "march", "tactical": "reach", "infiltrate": "slip"}[prompt]
    for unit in _some(offered, len(match.entries)):
        shown = _overlays(match, side, unit)
        after = match.clone()
        after.choose(("unit", unit), side)
        true = _reached(after)
        yield Compared(f"{key} of {unit}", set(shown.get(key, {})), true)
        yield Compared(f"{unit}: only what is offered now", _ways(shown), _to_come(shown, key))
    others = {
        pack.unit_ids[unit]
        for unit, place in enumerate(match.state.place)
        if pack.side[unit] == SIDES.index(side) and 0 <= place < pack.land
    } - offered
    for unit in _some(others, len(match.entries)):
        shown = _overlays(match, side, unit)
        yield Compared(f"{unit} has no {key}", key in shown, False)
        if prompt == "strategic":
            yield from _later(match, side, unit, shown)


def _ways(shown: Mapping[str, object]) -> set[str]:
    return {"march", "reach", "slip"} & set(shown)


def _to_come(shown: Mapping[str, object], key: str) -> set[str]:
    """Who can march may also move tactically, later."""
    return {"march", *({"reach"} & set(shown))} if key == "march" else {key}


def _later(match: Match[Any], side: str, unit: str, shown: Mapping[str, object]) -> Iterator[Any]:
    """A tactical move that is shown before its time is there when its time comes."""
    after = match.clone()
    after.choose(("done",), side)
    if after.decision is None or after.decision.prompt != "tactical":
        yield Compared(f"{unit} has no reach, nobody moves", "reach" in shown, False)
        return
    could = {option[1] for option in after.legal(side)[:-1]}
    if unit not in could:
        yield Compared(f"{unit} has no reach", "reach" in shown, False)
        return
    after.choose(("unit", unit), side)
    spaces = shown.get("reach", {})
    assert isinstance(spaces, dict)
    yield Compared(f"later reach of {unit}", set(spaces), _reached(after))


def _reached(match: Match[Any]) -> set[str]:
    """Every hex that the moving unit can come to by what is offered, as far as no die is asked.

    Guns in position limber first (6.6).
    """
    assert match.decision is not None
    unit = match.decision.facts.get("unit")
    if ("limber",) in match.legal():
        match = match.clone()
        match.choose(("limber",))
        if match.decision is None or match.decision.facts.get("unit") != unit:
            return set()
    start = match.state.hex_id(match.state.place[match.state.pack.unit_index[str(unit)]])
    found: set[str] = set()
    ahead = [match]
    stood: set[tuple[str, int]] = set()
    while ahead:
        here = ahead.pop()
        g = here.state
        place = g.place[g.pack.unit_index[str(unit)]]
        for option in here.legal():
            if option[0] != "go":
                continue
            found.add(option[1])
            if g.pack.distance[place][g.pack.board.at(option[1])] > 1:
                continue
            after = here.clone()
            after.dice = None
            after.choose(option)
            ask = after.decision
            if ask is None or ask.facts.get("unit") != unit or after.to_answer != match.to_answer:
                continue
            if ask.prompt not in {"strategic_to", "tactical_to"}:
                continue
            stand = option[1], after.state.moving_left
            if stand not in stood:
                stood.add(stand)
                ahead.append(after)
    return found - {start}


def _fire(match: Match[Any], side: str) -> Iterator[Compared]:
    """Guns: whatever is offered lies in the range that is shown, and all of that is offered."""
    ask, g = match.decision, match.state
    assert ask is not None
    pack: Pack = g.pack
    legal = match.legal(side)
    targets: dict[str, set[str]] = {}
    for option in legal:
        if ask.prompt in {"answer_fire", "target"} and len(option) > 2:
            targets.setdefault(option[1], set()).add(g.hex_id(g.place[pack.unit_index[option[2]]]))
        elif ask.prompt == "fire_box" and len(option) > 2:
            targets.setdefault(option[1], set()).add(option[2].partition("_")[2])
        elif ask.prompt in {"support", "defend"} and len(option) > 2:
            targets.setdefault(option[1], set()).add(option[2])
    every: set[int] = set()
    if ask.prompt == "answer_fire":
        every = {g.place[ship] for ship in pack.ships if g.place[ship] >= 0}
    elif ask.prompt == "target":
        every = {g.place[gun] for gun in pack.of_kind[COAST_GUN] if g.place[gun] >= 0}
    elif ask.prompt == "fire_box":
        every = {h for number, h in enumerate(pack.beaches) if _is_aboard(g, number)}
    elif ask.prompt in {"support", "defend"}:
        for unit, offered in list(targets.items())[:4]:
            shown = _overlays(match, side, unit)["range"]
            yield Compared(f"range of {unit} holds its targets", offered - set(shown), set())
            far = pack.units[pack.unit_index[unit]].gun
            assert far is not None
            at = g.place[pack.unit_index[unit]]
            true = {g.hex_id(h) for h in range(pack.land) if pack.distance[at][h] <= far.range}
            yield Compared(f"range of {unit}", set(shown), true)
        return
    names = {g.hex_id(h) for h in every}
    for unit, offered in list(targets.items())[:4]:
        shown = _overlays(match, side, unit)["range"]
        yield Compared(f"range of {unit}", set(shown) & names, offered)


def _is_aboard(g: State, number: int) -> bool:
    kind = g.pack.kind
    return any(
        place in (W1 - number, W2 - number) and kind[unit] != LEADER
        for unit, place in enumerate(g.place)
    )


# -- marks -----------------------------------------------------------------------------------------


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
    picture = match.game.picture(g, side, voice(SLUG))
    display = match.game.display(match.game.view(g, side))
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
        yield Compared(f"place of {name}", now["at"], pack.hex_ids[place])
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
    did, is_own = data["did"][unit], pack.side[unit] == data["active"]
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
        name = pack.hex_ids[h]
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
    say, pack = voice(SLUG), match.state.pack
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
        "arrows of fire", fires, {(pack.unit_ids[unit], pack.hex_ids[h]) for unit, h in laid}
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
        if pack.side[hq] == AXIS and data["place"][hq] == GONE:
            total += numbers.per_hq
    if data["day"] >= pack.tables.beach_line_from:
        for number, zone in enumerate(pack.zones):
            waits = [
                u for u, place in enumerate(data["place"])
                if place == FOLLOW_UP - number and pack.kind[u] not in (LEADER, WARSHIP)
            ]  # fmt: skip
            if waits:
                total += numbers.per_beach * sum(h not in axis for h in zone.beaches)
    if data["navy"] >= 4:
        total += numbers.navy_six if data["navy"] == 6 else numbers.navy_some
    return int(total)
