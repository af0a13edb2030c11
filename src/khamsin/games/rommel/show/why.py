"""Why something is not open to a side now, with the rule that says so."""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import NOBODY, SIDES, UNPLACED
from khamsin.games.rommel.model.state import MOVES, TURN, State
from khamsin.games.rommel.rules.movement.block_moves import members
from khamsin.games.rommel.rules.movement.moves import move_options
from khamsin.games.rommel.rules.movement.reach import is_full, rommel_bonus, speeds_needed
from khamsin.games.rommel.rules.movement.withdrawal import owes_leaving
from khamsin.kernel.game import Refused
from khamsin.kernel.play.decision import Option
from khamsin.kernel.show.summaries import Fact

NOT_YOURS = Refused("intro.f", "not_yours")
DISRUPTED = Refused("11.1", "disrupted")
HAS_MOVED = Refused("6.0.b", "has_moved")
NOT_IN_A_MOVE = Refused("5.0.b", "not_in_a_move")
OUT_OF_REACH = Refused("6.1", "out_of_reach")
HEXSIDE_FULL = Refused("7.1.a", "hexside_full")
OFF_MAP = Refused("2.3.b", "off_map")
ONLY_WITHDRAWAL = Refused("4.5.a", "only_withdrawal")
MUST_LEAVE = Refused("13.2.s1", "must_leave")


def why_not(g: State, side: str, words: tuple[str, ...]) -> Refused | None:
    """The reason that a block cannot do this; only of the side's own blocks is anything told."""
    if side not in SIDES or g.result is not None:
        return None
    blocks = [g.pack.block_index[word] for word in words if word in g.pack.block_index]
    if not blocks:
        return _why_not_that_move(g, SIDES.index(side), words)
    block = blocks[0]
    me = SIDES.index(side)
    if g.pack.side_of[block] != me:
        return NOT_YOURS
    if g.place[block] < 0:
        return None if g.place[block] == UNPLACED else OFF_MAP  # 18.0: it is to be deployed
    if g.phase != TURN or g.active != me or g.step != MOVES or words in move_options(g):
        return None
    if g.disrupted[block]:
        return DISRUPTED
    if g.moved[block]:
        return HAS_MOVED
    return _why_not_move(g, block, words)


def _why_not_that_move(g: State, side: int, words: tuple[str, ...]) -> Refused | None:
    """13.2.s1 Attackers of a Fortress who Pass have no other Move, and must make it."""
    if g.active != side or g.step != MOVES or g.option != "pass":
        return None
    is_move = bool(words) and words[0] in ("done", "group", "regroup")
    return MUST_LEAVE if is_move and owes_leaving(g) else None


def _why_not_move(g: State, block: int, words: tuple[str, ...]) -> Refused | None:
    moves = [move for move in range(len(g.moves)) if block in members(g, move)]
    if not moves:
        return NOT_IN_A_MOVE
    if g.option == "pass":
        return ONLY_WITHDRAWAL
    places = [g.pack.place_index[word] for word in words if word in g.pack.place_index]
    places = [place for place in places if place != g.place[block]]
    start = g.place[block]
    if not places or start >= g.pack.size:
        return None
    across = g.pack.place_index.get(words[4]) if len(words) > 4 else None
    speed = g.speeds[block] + max(rommel_bonus(g, move) for move in moves)
    ways = [
        (place, via)
        for place, via, need in speeds_needed(g, g.active, start)
        if place == places[0] and need <= speed and across in (None, via)
    ]
    if not ways:
        return OUT_OF_REACH
    edge = g.pack.board.edge
    if all(via != NOBODY and is_full(g, edge(via, place)) for place, via in ways):
        return HEXSIDE_FULL
    return None


def remark(g: State, side: str, option: Option) -> Fact | None:
    """4.1-4.5 What so many real cards buy."""
    del g, side
    return Fact("turn_of_cards", {"real": int(option[2])}) if option[0] == "play" else None
