"""The picture of a moment: what lies on the table now, as one side sees it.

A block that a side may not look at is drawn from behind. Its handle is counted in each place, after
sorting by what everybody sees, so that it tells nothing.
"""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import (
    ALLIED,
    AXIS,
    DEAD,
    DUE,
    EXITED,
    MALTA,
    NOBODY,
    REFIT,
    SIDES,
    UNPLACED,
)
from khamsin.games.rommel.model.state import (
    CARDS,
    CHECK,
    COMBAT,
    END,
    FIGHTING,
    FINAL,
    MARCHES,
    MOVES,
    NAMING,
    REFUSALS,
    RETREATS,
    TURN,
    State,
)
from khamsin.games.rommel.rules.blocks import holds
from khamsin.games.rommel.rules.cards import DUMMY, REAL
from khamsin.games.rommel.rules.combat.minefields import knows_mine
from khamsin.games.rommel.rules.victory import count, is_besieged
from khamsin.kernel.show.panels import HandNow, Phase, marked_phases
from khamsin.kernel.show.scene import (
    EdgeNow,
    LabelledValue,
    Marker,
    Picture,
    PieceNow,
    SpaceNow,
    unknown,
)
from khamsin.kernel.show.summaries import halves
from khamsin.kernel.text.narrator import Narrator

from .boards import battle_board

_BOXES = {DUE: "due", UNPLACED: "due", MALTA: "malta", REFIT: "refit", EXITED: "exited"}
_BLOCK = "block"

Sight = dict[int, str]
"""The name under which each block stands in a picture: its own, or a handle."""

STEPS = {
    CHECK: "3.41", CARDS: "3.42", MOVES: "3.43.a", RETREATS: "10.3", MARCHES: "6.4.a",
    REFUSALS: "3.43.b", COMBAT: "3.44", FINAL: "3.47", END: "3.48",
}  # fmt: skip
"""3.s2 The steps of a Player Turn that players follow; a Blitz goes through the middle twice."""

TOPICS = {
    "move": (
        "moved", "moved_block", "group_move", "regroup_move", "rommel", "left", "left_block",
        "will_leave", "will_leave_block", "march", "march_block", "march_die", "exited",
        "deployed", "deployed_block", "redeployed", "redeployed_block", "sailed", "sailed_block",
        "arrived", "arrived_block", "must_leave", "cannot_leave", "march_closed",
    ),
    "combat": (
        "attacked", "overrun", "combat_phase", "no_combat", "battles", "combat", "refused",
        "accepted", "cannot_refuse", "revealed", "fired", "step_lost", "eliminated", "leaving",
        "partial_retreat", "pursuit", "suffered", "rout", "battle_over", "minefield", "mine_gone",
    ),
}  # fmt: skip
SETBACKS = (
    "step_lost", "eliminated", "pursuit", "suffered", "left", "left_block", "rout", "exited",
)  # fmt: skip


def sees(g: State, side: int, block: int) -> bool:
    """intro.f, 7.3 Whether a side knows this block: its own, face up, or out of the game."""
    return g.pack.side_of[block] == side or bool(g.up[block]) or g.place[block] == DEAD


def picture(g: State, side: str | None, narrator: Narrator) -> Picture:
    """Everything on the table that this side may see; an observer sees what is open to all."""
    me = NOBODY if side is None else SIDES.index(side)
    pieces, sight = _pieces(g, me)
    return {
        "spaces": _spaces(g, me),
        "pieces": pieces,
        "markers": _markers(g, narrator),
        "bar": _bar(g, narrator),
        "facts": _facts(g, narrator),
        "battle": battle_board(g, sight, narrator),
        "edges": _edges(g, narrator),
        "hands": _hands(g, me, narrator),
        "sequence": _sequence(g, narrator),
    }


# -- hexes and hexsides ------------------------------------------------------------------------


def _spaces(g: State, side: int) -> dict[str, SpaceNow]:
    allied, axis = holds(g, ALLIED), holds(g, AXIS)
    found: dict[str, SpaceNow] = {}
    for at, name in enumerate(g.pack.board.names):
        marks: list[str] = []
        space = found[name] = {"marks": marks}
        defender = g.defender[at]
        if defender != NOBODY:
            marks.append("fighting" if at == g.fighting else "battle")
            space["control"] = SIDES[defender]
        elif bool(allied[at]) != bool(axis[at]):
            space["control"] = SIDES[ALLIED if allied[at] else AXIS]
        if at in g.assaults:
            marks.append("assault")
        if knows_mine(g, side, at):
            marks.append("minefield")
        fortress = g.pack.fortress_at[at]
        if fortress >= 0:
            if is_besieged(g, at, g.holder[fortress]):
                marks.append("besieged")
            space["control"] = SIDES[g.holder[fortress]]
    return found


def _edges(g: State, narrator: Narrator) -> list[EdgeNow]:
    """8.1 Whose the sides of each battle hex are."""
    pack, names = g.pack, g.pack.board.names
    found: list[EdgeNow] = []
    for at, defender in enumerate(g.defender):
        if defender == NOBODY:
            continue
        for there in pack.board.neighbours[at]:
            edge = pack.board.edge(at, there)
            if not pack.limit[edge]:
                continue
            crossed = g.crossed[edge]
            owner = SIDES[defender if crossed == NOBODY else crossed]
            found.append(
                {
                    "between": [names[at], names[there]],
                    "layer": "held",
                    "label": narrator.say("scene.edge_side", {"side": owner}),
                    "side": owner,
                }
            )
    return found


# -- blocks ------------------------------------------------------------------------------------


def _pieces(g: State, side: int) -> tuple[dict[str, PieceNow], Sight]:
    """Known blocks by their names, the others by handles."""
    found: dict[str, PieceNow] = {}
    sight: Sight = {}
    hidden: dict[str, list[int]] = {}
    for block in range(len(g.pack.blocks)):
        at = _at(g, block)
        if at is None:
            continue
        if sees(g, side, block):
            name = sight[block] = g.block_id(block)
            found[name] = {"at": at, "face": _face(g, block), "marks": _marks(g, block)}
        else:
            hidden.setdefault(f"{SIDES[g.pack.side_of[block]]} {at}", []).append(block)
    for where in sorted(hidden):  # in the order of places, not of the blocks that nobody may see
        blocks = hidden[where]
        owner, _, at = where.partition(" ")
        for number, block in enumerate(sorted(blocks, key=lambda b: _open_marks(g, b)), start=1):
            name, piece = unknown(at, owner, _BLOCK, number)
            piece["marks"] = _open_marks(g, block)
            sight[block] = name
            found[name] = piece
    return found, sight


def _at(g: State, block: int) -> str | None:
    place = g.place[block]
    if place >= 0:
        return g.place_id(place)
    side = SIDES[g.pack.side_of[block]]
    if place == DEAD:
        return f"{side}_lost"
    return f"{side}_{_BOXES[place]}" if place in _BOXES else None


def _face(g: State, block: int) -> int:
    """Which edge is on top; an eliminated block shows what it was."""
    cv = g.cv[block]
    steps = g.pack.blocks[block].steps
    return steps.index(cv) if cv in steps else 0


def _open_marks(g: State, block: int) -> list[str]:
    """What lies on or beside a block for both to see."""
    marks = []
    if g.disrupted[block]:
        marks.append("disrupted")
    if g.unsupplied[block]:
        marks.append("out_of_supply")
    if g.raider[block]:
        marks.append("raider")
    return marks


def _marks(g: State, block: int) -> list[str]:
    """And what its owner sees, or both in a battle."""
    marks = _open_marks(g, block)
    if g.bound[block] != NOBODY:
        marks.append("bound")
    if g.phase == TURN and g.pack.side_of[block] == g.active:
        if any(block == leaver[0] for leaver in g.leavers):
            marks.append("leaving")
        elif any(block == march[0] for march in g.marches):
            marks.append("marching")
        elif g.moved[block]:
            marks.append("moved")
    if g.up[block]:
        marks.append("revealed")
        if g.fighting == g.place[block] and g.fired[block]:
            marks.append("fired")
    return marks


# -- tracks, bar, facts ------------------------------------------------------------------------


def _markers(g: State, narrator: Narrator) -> list[Marker]:
    now: Marker = {
        "id": "month",
        "label": narrator.say("scene.marker_month"),
        "text": narrator.say("scene.short_month"),
        "at": "months",
        "cell": g.month - 1,
    }
    last: Marker = {
        "id": "last",
        "label": narrator.say("scene.marker_last"),
        "text": narrator.say("scene.short_last"),
        "at": "months",
        "cell": g.scenario.end_month - 1,
    }
    return [last, now]


def month_name(g: State, narrator: Narrator) -> str:
    """R36 What the month is called."""
    return narrator.text("month", g.scenario.calendar[g.month - 1])


def _bar(g: State, narrator: Narrator) -> list[str]:
    bar = [month_name(g, narrator)]
    if g.phase != TURN:
        return [*bar, narrator.say(f"scene.bar_{g.phase}")]
    bar.append(narrator.say("scene.bar_turn", {"side": SIDES[g.active]}))
    if g.fighting != NOBODY:
        bar.append(narrator.say("scene.bar_battle", {"place": g.place_id(g.fighting)}))
    else:
        bar.append(narrator.say(f"scene.step_{_step(g)}"))
    return bar


def _facts(g: State, narrator: Narrator) -> list[LabelledValue]:
    def pair(allied: str, axis: str) -> str:
        return narrator.say("scene.value_pair", {"allied": allied, "axis": axis})

    tobruk = g.holder[g.pack.fortress_at[g.pack.tobruk]]
    siege = "besieged" if is_besieged(g, g.pack.tobruk, tobruk) else "tobruk"
    counts = [halves(count(g, own)) for own in (ALLIED, AXIS)]
    facts = [
        ("hand", pair(*[str(sum(g.hand[own])) for own in (ALLIED, AXIS)])),
        ("points", pair(*[str(g.rp[own]) for own in (ALLIED, AXIS)])),
        ("tobruk", narrator.say(f"scene.value_{siege}", {"side": SIDES[tobruk]})),
        ("turn", str(g.turn)),
    ]
    if g.result is not None:
        facts.insert(2, ("count", pair(*counts)))
    if g.passed:
        facts.append(("passes", str(g.passed)))
    return [{"label": narrator.say(f"scene.fact_{key}"), "value": value} for key, value in facts]


def _sequence(g: State, narrator: Narrator) -> list[Phase]:
    """3.s2 Where in the Player Turn we are."""
    if g.phase != TURN:
        return []
    phases = [(narrator.say(f"scene.step_{step}"), rule) for step, rule in STEPS.items()]
    return marked_phases(phases, list(STEPS).index(_step(g)))


def _step(g: State) -> str:
    """Where in the Player Turn we are; naming battles and fighting them is Combat."""
    return COMBAT if g.step in (NAMING, FIGHTING) else g.step


# -- cards -------------------------------------------------------------------------------------


def _hands(g: State, side: int, narrator: Narrator) -> list[HandNow]:
    """16.6.s1 How many cards everybody has; which are real, only the owner knows."""
    hands: list[HandNow] = []
    for own in (ALLIED, AXIS):
        real, dummy = g.hand[own][REAL], g.hand[own][DUMMY]
        name = SIDES[own]
        hand: HandNow = {
            "id": f"{name}_hand",
            "name": narrator.say("scene.hand", {"side": name}),
            "kind": "hand",
            "count": real + dummy,
            "cards": [],
            "side": name,
        }
        if own == side:
            hand["note"] = narrator.say("scene.hand_note", {"real": real, "dummy": dummy})
            hand["cards"] = [
                {
                    "id": f"{name}_{kind}",
                    "title": narrator.say(f"scene.card_{kind}"),
                    "value": str(held),
                    "text": narrator.say(f"scene.card_{kind}_text"),
                    "side": name,
                }
                for kind, held in (("real", real), ("dummy", dummy))
                if held
            ]
        hands.append(hand)
    for name, kind, held in (
        ("deck", "deck", sum(g.deck)),
        ("discard", "discard", sum(g.spent)),
        ("played", "hand", sum(g.played)),
    ):
        hands.append(
            {
                "id": name,
                "name": narrator.say(f"scene.{name}"),
                "kind": kind,
                "count": held,
                "cards": [],
            }
        )
    return hands
