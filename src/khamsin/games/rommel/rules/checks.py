"""What must hold on the table after every answer, whatever was decided."""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import (
    DEAD,
    DUE,
    EXITED,
    MALTA,
    NOBODY,
    REFIT,
    UNPLACED,
    UNUSED,
)
from khamsin.games.rommel.model.state import MOVES, State
from khamsin.kernel.map.placement import check_placement


def check(g: State) -> None:
    """Raise AssertionError if blocks, battles, cards or points are impossible."""
    _check_blocks(g)
    _check_battles(g)
    numbers = g.pack.numbers
    laid = [g.challenge.count("real"), g.challenge.count("dummy")]
    for kind, total in enumerate((numbers.real, numbers.dummy)):
        held = g.hand[0][kind] + g.hand[1][kind] + g.deck[kind] + g.spent[kind]
        assert held + g.played[kind] + laid[kind] == total, "cards appeared or vanished"
    for side in (0, 1):
        assert sum(g.hand[side]) <= numbers.hand_limit, "too many cards in hand"
        assert g.rp[side] >= 0, "points overspent"
        assert min(g.hand[side]) >= 0, "a card that was not there"
    assert g.scenario.start_month <= g.month <= g.scenario.end_month, g.month


def _check_blocks(g: State) -> None:
    pack = g.pack
    check_placement(g.place, g.here, pack.side_of)
    off = (DUE, MALTA, UNPLACED, REFIT, EXITED, DEAD, UNUSED)
    for block, place in enumerate(g.place):
        assert place >= 0 or place in off, f"{g.block_id(block)} is nowhere"
        if place >= 0:
            cv = g.cv[block]
            assert cv in pack.blocks[block].steps, f"{g.block_id(block)} has CV {cv}"
        if place < 0:
            assert not g.disrupted[block], f"{g.block_id(block)} is off the map and Disrupted"
            assert not g.up[block], f"{g.block_id(block)} is off the map and face up"
        if place == DUE:
            assert g.cv[block] == pack.full_cv[block], f"{g.block_id(block)} comes reduced"
        if place == DEAD:
            assert not g.cv[block], f"{g.block_id(block)} is eliminated and has strength"


def _check_battles(g: State) -> None:
    """1.2, 8.0 Firm blocks of both sides in a hex are a battle, and nothing else is."""
    disrupted = g.disrupted
    pending = [place for place, _ in g.routs]
    if g.flight is not None:
        pending.append(g.flight.place)
    pending.append(g.fighting)
    for place in range(g.pack.size):
        is_battle = g.defender[place] != NOBODY
        if not is_battle and not g.here[0][place] and not g.here[1][place]:
            continue
        firm = [any(not disrupted[block] for block in g.here[side][place]) for side in (0, 1)]
        name = g.place_id(place)
        if all(firm):
            assert is_battle, f"both sides stand in {name} and there is no battle"
        elif place not in pending:
            assert not is_battle, f"a battle in {name} without two sides"
        for side in (0, 1):
            shielded = firm[side] or not firm[1 - side]
            if g.here[side][place] and not shielded and g.step != MOVES:
                assert place in pending, f"Disrupted blocks in {name} have no Shield"
        if not is_battle and g.flight is None:
            for side in (0, 1):
                for block in g.here[side][place]:
                    assert not g.up[block], f"{g.block_id(block)} lies face up in no battle"
                    assert not g.raider[block], f"{g.block_id(block)} raids no battle"
