"""What Gazala 1942 shows, beside what happens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from khamsin.games.gazala.model.pack import Pack
from khamsin.games.gazala.model.pieces import POOLS, SIDES, STATUSES
from khamsin.games.gazala.rules.supply import check_supply
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import Match
from khamsin.kernel.play.state import Event
from khamsin.kernel.show.summaries import Odds, halves
from tests.contract.play import voice
from tests.contract.shown.comparing import Compared
from tests.contract.shown.playing_out import Answer, Promise, Read

DECLINED = ("stay", "stop", "stand", "no")
STEPS = {"reduced", "becomes_battalion", "eliminated"}


def _pack(match: Match[Any]) -> Pack:
    pack: Pack = match.state.pack
    return pack


# -- odds --------------------------------------------------------------------------------------


def promises(match: Match[Any], side: str) -> Iterator[Promise]:
    """Every row of an attack with all who can take part, and with the first of them alone.

    At the attacks that can be declared now, and at those of the phases after this one if nothing
    more is done in it. An attack that is declared after another is looked at on the table as it
    is, before either is fought; only the first one can be played out. Armour combats do not touch
    one another.
    """
    ask, ahead = match.decision, match
    assert ask is not None
    while ahead.decision is not None and ahead.to_answer == (side,):
        prompt = ahead.decision.prompt
        if prompt in ("armour", "combat"):
            yield from _attacks(ahead, side, is_now=ahead is match)
        if prompt not in ("move", "armour") or ahead.state.data()["declared"]:
            return
        ahead = ahead.clone()
        ahead.dice = None
        ahead.choose(("done",))


def _attacks(match: Match[Any], side: str, *, is_now: bool) -> Iterator[Promise]:
    assert match.decision is not None
    prompt = match.decision.prompt
    for option in match.legal(side):
        if option[0] != "attack":
            continue
        if prompt == "combat" and match.state.data()["declared"]:
            continue
        able = _able(match, option)
        for units in ((), able[:1]) if len(able) > 1 else ((),):
            for odds in match.game.odds(match.state, side, prompt, (*option, *units)):
                for promise in _rows(side, prompt, option, units, odds):
                    yield promise if is_now else promise._replace(option=("done",))


def _able(match: Match[Any], option: Option) -> tuple[str, ...]:
    """The units that can be named for an attack."""
    after = match.clone()
    after.dice = None
    after.choose(option)
    return tuple(each[1] for each in after.legal() if each[0] == "join")


def _rows(
    side: str, prompt: str, option: Option, units: tuple[str, ...], odds: Odds
) -> Iterator[Promise]:
    place = option[1]
    for row in odds.rows:
        about = f"{row.row.key} of {' '.join(units) or 'all'} against {place}"
        read: Read
        if row.row.key in {"their_loss", "our_loss", "their_loss_at_most", "our_loss_at_most"}:
            loser = side if row.row.key.startswith("our_loss") else _other(side)
            read = _losses(place, loser)
        else:
            read = _result(place)
        answer = _answer(prompt, option, units, flies=row.row.key == "with_air")
        yield Promise(about, option, dict(row.outcomes), answer, read)


def _other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def _answer(attacked: str, attack: Option, units: tuple[str, ...], *, flies: bool) -> Answer:
    """All who can attack, or those named; no second attack; losses where they cost most steps."""

    def answer(match: Match[Any]) -> Option:
        assert match.decision is not None
        legal, prompt = match.legal(), match.decision.prompt
        if prompt in {"armour_units", "combat_units"}:
            missing = [("join", unit) for unit in units if ("join", unit) in legal]
            return missing[0] if missing else ("done",) if units else ("all",)
        if prompt in {"armour", "combat"}:
            is_first = prompt == attacked and not match.state.data()["declared"]
            return attack if is_first and attack in legal else ("done",)
        if prompt == "air":
            return ("yes",) if flies else ("no",)
        if prompt == "armour_loss":
            pack = _pack(match)
            return min(legal, key=lambda each: pack.is_matilda[pack.unit_index[each[1]]])
        return next(((word,) for word in DECLINED if (word,) in legal), legal[0])

    return answer


def _losses(place: str, loser: str) -> Read:
    """How many steps a side has lost in the armour combat against a hex."""

    def read(match: Match[Any], told: Sequence[Event]) -> str | None:
        begun = [n for n, e in enumerate(told) if _is_at(e, "armour_combat", place)]
        if not begun:
            return None
        is_over = match.state.battle is None or match.state.battle.target != _at(match, place)
        if not is_over and (match.chance is None or match.chance.why != "repair"):
            return None
        lost = 0
        for event in told[begun[0] + 1 :]:
            if event.kind == "armour_combat":
                break
            if event.kind in STEPS:
                lost += _side_of(match, str(event.values["unit"])) == loser
        return ("no_hit", "one_hit", "more_hits")[min(lost, 2)]

    return read


def _result(place: str) -> Read:
    """Who is hit harder in a combat (9.25, 9.34), and whether nobody outlives the steps."""

    def read(match: Match[Any], told: Sequence[Event]) -> str | None:
        fought = [n for n, e in enumerate(told) if _is_at(e, "combat", place)]
        if not fought:
            return None
        rest = told[fought[0] :]
        hits = [_number(rest[0], f"{who}_hits") for who in ("attacker", "defender")]
        sides = [str(rest[0].values["side"]), _other(str(rest[0].values["side"]))]
        for event in rest:
            if event.kind == "result_reduced":
                hits[sides.index(str(event.values["side"]))] = _number(event, "hits")
        ask = match.decision
        battle = match.state.battle
        if battle is not None and match.chance is None:
            assert ask is not None
            is_settled = ask.prompt == "pursue" or (
                ask.prompt == "stand" and match.to_answer[0] == sides[1]
            )
            if not is_settled:
                return None
        data = match.state.data()
        dead = not any(
            at == _at(match, place) and _pack(match).unit_side[unit] != SIDES.index(sides[0])
            for unit, at in enumerate(data["place"])
        )
        if dead and any(e.kind == "eliminated" for e in rest):
            return "hex_cleared"
        lost, hit = hits
        return "defender_worse" if hit > lost else "even" if hit == lost else "attacker_worse"

    return read


def _number(event: Event, name: str) -> int:
    value = event.values[name]
    assert isinstance(value, int)
    return value


def _is_at(event: Event, kind: str, place: str) -> bool:
    return event.kind == kind and event.values["place"] == place


def _at(match: Match[Any], place: str) -> int:
    return _pack(match).board.at(place)


def _side_of(match: Match[Any], unit: str) -> str:
    pack = _pack(match)
    return SIDES[pack.unit_side[pack.unit_index[unit]]]


# -- reach -------------------------------------------------------------------------------------


def reaches(match: Match[Any], side: str) -> Iterator[Compared]:
    """How far units can go beside what is offered; zones, supply, activation, ranges of HQs."""
    ask = match.decision
    assert ask is not None
    if ask.prompt == "move":
        yield from _moves(match, side)
    yield from _zones_and_lines(match)
    yield from _activation(match)
    yield from _ranges(match, side)


def _overlay(match: Match[Any], name: str, piece: str = "") -> Mapping[str, Any] | None:
    side = match.to_answer[0]
    found = match.game.overlays(match.state, side, voice("gazala"), piece)
    return next((each for each in found if each["id"] == name), None)


def _moves(match: Match[Any], side: str) -> Iterator[Compared]:
    offered = [each[1] for each in match.legal(side) if each[0] == "unit"]
    moving = match.state.data()["moving"]
    in_hand = [_pack(match).unit_ids[moving[0]]] if len(moving) == 1 else []
    every = [u for n, u in enumerate(_pack(match).unit_ids) if match.state.data()["place"][n] >= 0]
    idle = [u for u in every if _side_of(match, u) == side and u not in (*offered, *in_hand)]
    for unit in (*in_hand, *offered[:: max(1, len(offered) // 3)][:3], *idle[:2]):
        shown = _overlay(match, "reach", unit)
        assert shown is not None
        taken = match.clone()
        if ("unit", unit) in taken.legal():
            taken.choose(("unit", unit))
            true = _steps(taken)
        else:
            true = _steps(taken) if unit in in_hand else []
        yield Compared(f"reach of {unit}", set(shown["spaces"]), set(true))
        yield from _costs(taken, unit, shown, true)


def _steps(match: Match[Any]) -> list[str]:
    return [each[1] for each in match.legal() if each[0] == "to"]


def _costs(
    match: Match[Any], unit: str, shown: Mapping[str, Any], goals: list[str]
) -> Iterator[Compared]:
    """What a move costs, how it is coloured, and that shorter moves lead nowhere else."""
    number = _pack(match).unit_index[unit]
    start = match.state.data()["spent"][number]
    whole = 2 * _points(match, number)
    for goal in goals[:: max(1, len(goals) // 6)]:
        after = match.clone()
        after.dice = None
        after.choose(("to", goal))
        while after.decision is not None and after.decision.prompt != "move":
            stay = ("stay",)
            after.choose(stay if stay in after.legal() else after.legal()[0])
        spent = after.state.data()["spent"][number]
        cost = spent - start
        level = 3 if 2 * cost <= whole else 2 if spent < whole else 1
        yield Compared(
            f"cost of {unit} to {goal}", (shown["text"].get(goal), shown["spaces"].get(goal)),
            (halves(cost), level),
        )  # fmt: skip
        beyond = set(_steps(after)) - {_pack(match).hex_ids[match.state.data()["place"][number]]}
        yield Compared(f"{unit} beyond {goal}", set(), beyond - set(shown["spaces"]))


def _points(match: Match[Any], unit: int) -> int:
    """2.1, 6.23, R30 Movement points: half for vehicles that are not supplied, rounded up."""
    pack, data = _pack(match), match.state.data()
    points = pack.units[unit].steps[0][2]
    if unit != pack.rommel and pack.units[unit].is_mech and _supply(data, unit):
        points = (points + 1) // 2
    return points


def _supply(data: Mapping[str, Any], unit: int) -> int:
    """R44 What the impulse has found for who may act in it; else what holds since."""
    due: int = data["due"][unit]
    return due if due >= 0 else int(data["supply"][unit])


def _zones_and_lines(match: Match[Any]) -> Iterator[Compared]:
    pack, data = _pack(match), match.state.data()
    zones = [_zone(match, side) for side in (0, 1)]
    for side, name in enumerate(SIDES):
        shown = _overlay(match, f"zoc_{name}")
        assert shown is not None
        zone = {pack.hex_ids[place] for place in zones[side]}
        yield Compared(f"zones of {name}", set(shown["spaces"]), zone)
        shown = _overlay(match, f"supply_{name}")
        assert shown is not None
        found = match.state.copy()
        _morning(found)
        for unit, at in enumerate(data["place"]):
            level = shown["spaces"].get(pack.hex_ids[at], 0) if at >= 0 else 2
            if pack.unit_side[unit] != side or pack.is_hq[unit] or level == 2:
                continue
            status = {3: "supplied", 1: "unsupplied", 0: "isolated"}[level]
            about = f"supply of {pack.unit_ids[unit]} tomorrow"
            yield Compared(about, status, STATUSES[found.supply[unit]])
        friends = {at for u, at in enumerate(data["place"]) if pack.unit_side[u] == side}
        closed = {
            place for place in shown["spaces"]
            if pack.board.at(place) in zones[1 - side] and pack.board.at(place) not in friends
        }  # fmt: skip
        yield Compared(f"lines of {name} through zones of the enemy", closed, set())


def _morning(found: Any) -> None:
    check_supply(found)


def _zone(match: Match[Any], side: int) -> set[int]:
    """4.41 A regiment or brigade, or three battalions; any Allied unit over mines."""
    pack, data = _pack(match), match.state.data()
    stacks: dict[int, list[int]] = {}
    for unit, at in enumerate(data["place"]):
        if at >= 0 and pack.unit_side[unit] == side and not pack.is_hq[unit]:
            stacks.setdefault(at, []).append(unit)
    found: set[int] = set()
    for at, units in stacks.items():
        is_full = len(units) >= 3 or any(pack.units[u].size in ("X", "III") for u in units)
        for there, edge in pack.sides_of[at]:
            mined, walled = edge in data["mines"], edge in data["forts"]
            if pack.is_cliff[edge]:
                continue
            if is_full and not (side == 0 and mined):
                found.add(there)
            walled = walled and "zoc_from_forts" in match.setup.options and at in pack.fortress
            if side == 1 and (mined or walled):
                found.add(there)
    return found


def _activation(match: Match[Any]) -> Iterator[Compared]:
    """7.2 While nothing has been done in an impulse: who is shown as activated may act."""
    data, pack = match.state.data(), _pack(match)
    shown = _overlay(match, "activation")
    drawn = _drawn(match)
    yield Compared("an impulse is shown", shown is not None, bool(drawn))
    if shown is None or match.decision is None or match.decision.prompt != "move":
        return
    hq = pack.hq_of[drawn]
    able = {
        pack.unit_index[each[1]]
        for each in match.legal()
        if each[0] in ("unit", "split") and data["place"][pack.unit_index[each[1]]] >= 0
    }
    for unit in sorted(able):
        began, place = data["began"][unit], pack.hex_ids[data["place"][unit]]
        reach = pack.units[hq].range
        near = began < 0 or pack.board.distance(data["began"][hq], began) <= reach
        level = shown["spaces"].get(place, 0)
        about = f"activation of {pack.unit_ids[unit]}"
        yield Compared(about, level >= (3 if near else 1), True)


def _ranges(match: Match[Any], side: str) -> Iterator[Compared]:
    pack, data = _pack(match), match.state.data()
    for name in pack.corps[SIDES.index(side)]:
        hq = pack.hq_of[name]
        if data["place"][hq] < 0:
            continue
        shown = _overlay(match, "hq_range", pack.unit_ids[hq])
        assert shown is not None
        own = {
            pack.hex_ids[at] for unit, at in enumerate(data["place"])
            if at >= 0 and data["formation"][unit] == name
        }  # fmt: skip
        near = {
            place for number, place in enumerate(pack.hex_ids)
            if pack.board.distance(data["place"][hq], number) <= pack.units[hq].range
        }  # fmt: skip
        levels = {place: 3 if place in own else 1 for place in near | own}
        yield Compared(f"range of {name}", dict(shown["spaces"]), levels)
        return


def _drawn(match: Match[Any]) -> str:
    """The chit of the impulse that is being played, by what was told."""
    chit = ""
    for _, event in match.events:
        if event.kind == "turn":
            chit = ""
        elif event.kind == "chit":
            chit = str(event.values["chit"])
    return chit


# -- marks -------------------------------------------------------------------------------------


def marks(match: Match[Any]) -> Iterator[Compared]:
    """Picture and text beside the state and the story so far."""
    yield from _pieces(match)
    yield from _places(match)
    yield from _edges(match)
    yield from _tracks(match)
    yield from _texts(match)


def _shown(match: Match[Any]) -> tuple[Mapping[str, Any], Any]:
    side = match.to_answer[0]
    picture = match.game.picture(match.state, side, voice("gazala"))
    return picture, match.game.display(match.view(side)["position"])


def _acting(match: Match[Any]) -> set[str] | None:
    """Who can be named for something now; None if nobody can be asked for it now."""
    ask = match.decision
    assert ask is not None
    if ask.prompt == "move":
        moving = [_pack(match).unit_ids[unit] for unit in match.state.data()["moving"]]
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
    return None if _drawn(match) else set()


def _named(match: Match[Any], option: Option) -> set[str]:
    joined = _able(match, option)
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
    return {_pack(match).unit_ids[unit] for each in units for unit in each}


def _pieces(match: Match[Any]) -> Iterator[Compared]:
    """Where counters lie, which face is up, and every mark, in the browser and in the text."""
    pack, data = _pack(match), match.state.data()
    picture, display = _shown(match)
    text = {piece.unit: (stack.place, piece) for stack in display.stacks for piece in stack.pieces}
    acting = _acting(match)
    moving = {pack.unit_ids[unit] for unit in data["moving"]}
    for number, unit in enumerate(pack.units):
        at, name = data["place"][number], unit.id
        if at < 0:
            yield Compared(f"{name} is in no stack", name in text, False)
            continue
        supply = _supply(data, number)
        seen = picture["pieces"][name]
        yield Compared(
            f"place and face of {name}", (seen["at"], seen["face"]),
            (pack.hex_ids[at], data["step"][number]),
        )  # fmt: skip
        where, piece = text[name]
        yield Compared(
            f"text of {name}", (where, piece.side, "reduced" in piece.marks),
            (pack.hex_ids[at], SIDES[unit.side], data["step"][number] > 0),
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
    pack, data = _pack(match), match.state.data()
    picture, display = _shown(match)
    fought = {
        str(event.values["place"])
        for event in _impulse(match)
        if event.kind in ("armour_combat", "combat")
    }
    declared = {pack.hex_ids[target] for target, _, _ in data["declared"]}
    battle = match.state.battle
    if battle is not None:
        fought.add(pack.hex_ids[battle.target])
    for number, name in enumerate(pack.hex_ids):
        true = ["engaged"] if name in declared else ["attacked"] if name in fought else []
        seen = picture["spaces"][name]
        if seen["marks"] != true or seen["control"] != SIDES[data["control"][number]]:
            yield Compared(f"hex {name}", seen, (SIDES[data["control"][number]], true))
    yield Compared("hexes", len(picture["spaces"]), len(pack.hex_ids))
    for stack in display.stacks:
        owner = {pack.unit_side[pack.unit_index[piece.unit]] for piece in stack.pieces}
        yield Compared(f"who holds {stack.place}", [stack.control], [SIDES[side] for side in owner])
    arrows = {tuple(arrow["through"]) for arrow in picture["arrows"]}
    attacks = [(target, units) for target, units, _ in data["declared"]]
    if battle is not None:
        attacks.append((battle.target, battle.attackers))
    true_arrows = {
        (pack.hex_ids[data["place"][unit]], pack.hex_ids[target])
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

    pack = _pack(match)
    layers: dict[str, set[frozenset[str]]] = {"minefield": set(), "breach": set(), "works": set()}
    for edge in picture["edges"]:
        layers[edge["layer"]].add(frozenset(edge["between"]))
    mined = {frozenset(pack.hex_ids[end] for end in pack.board.ends[e]) for e in pack.mined_sides}
    forts = {frozenset(pack.hex_ids[end] for end in pack.board.ends[e]) for e in pack.fort_sides}
    yield Compared("breaches", layers["breach"], sides("breached"))
    yield Compared("mines", layers["minefield"], mined - sides("breached"))
    yield Compared("forts", layers["works"], forts - sides("fort_lost"))
    listed = [fact.values["hexsides"] for fact in display.tracks if fact.key == "breached"]
    shown = {frozenset(str(each).split("/")) for each in (listed[0] if listed else ())}
    yield Compared("breaches in the text", shown, sides("breached"))


def _tracks(match: Match[Any]) -> Iterator[Compared]:
    """The day, the chits, what is left in the cup, whose impulse it is."""
    say, pack = voice("gazala"), _pack(match)
    picture, display = _shown(match)
    told = _today(match)
    side = match.to_answer[0]
    day = next((e.values["date"] for e in told if e.kind == "turn"), match.state.scenario.dates[0])
    boxes = {box["id"]: box for box in match.game.scene(say)["boxes"]}
    at = {marker["id"]: (marker["at"], marker["cell"]) for marker in picture["markers"]}
    cell = boxes["days"]["cells"][at["day"][1]]
    yield Compared("day", (cell, picture["bar"][0]), (say.text("date", str(day)),) * 2)
    left = {"axis": 0, "allied": 0}
    tracks: dict[str, list[str]] = {"axis": [], "allied": []}
    gone: list[str] = []
    for event in told:
        if event.kind == "cup":
            left = {name: _number(event, name) for name in SIDES}
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
    drawn_now = _drawn(match)
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
    say, pack, data = voice("gazala"), _pack(match), match.state.data()
    picture, display = _shown(match)
    told, side = _today(match), match.to_answer[0]
    scenario = match.state.scenario
    facts = {fact["label"]: fact["value"] for fact in picture["facts"]}
    held = [place for place in scenario.victory_hexes if data["control"][place] == scenario.victor]
    goals = say.say("scene.fact_goals", {"side": SIDES[scenario.victor]})
    true = {goals: f"{len(held)}/{len(scenario.victory_hexes)}"}
    text: dict[str, object] = {}
    air = sum(_number(e, "columns") for e in told if e.kind == "air_roll")
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
