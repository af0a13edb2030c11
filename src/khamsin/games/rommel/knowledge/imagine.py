"""What a side may suppose: the enemy's labels, strengths, cards and minefields guessed anew.

Nothing is taken from the truth but what the side knows. The pieces stay where they are seen. Of
blocks that it cannot tell apart (`kin`) it knows which labels they bear together, how strong each
was when last seen (`seen`) and what they have lost since (`worn`); and no piece is slower than it
has been seen to be (`least`). All else is dealt out by `rng`, from lists in an order that tells
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb

from khamsin.games.rommel.model.pieces import BOTH, DUE, NOBODY, SIDES, UNPLACED
from khamsin.games.rommel.model.state import (
    END,
    FINAL,
    MARCHES,
    MOVES,
    State,
    Volley,
    all_changed,
)
from khamsin.games.rommel.rules.cards import (
    ASSAULT,
    BASIC,
    BLITZ,
    CARDS,
    DUMMY,
    MOST_REAL,
    OFFENSIVE,
    PASS,
    REAL,
    TWO,
)
from khamsin.games.rommel.rules.combat.flight import able_to_pursue
from khamsin.games.rommel.rules.combat.minefields import has_laid
from khamsin.games.rommel.rules.movement.withdrawal import begin_withdrawal
from khamsin.kernel.game import Rng
from khamsin.kernel.play.state import Event, changed

from .dealing import give, lay_back, looks, strangers

_ANYHOW = 8  # once in so many guesses strengths are not reckoned but taken at random


def imagine(g: State, side: str, rng: Rng, told: Sequence[Event]) -> State:
    """A state that this side cannot tell from `g`."""
    del told
    new = g.copy()
    new.cache = {}
    enemy = 1 - SIDES.index(side)
    groups = strangers(new, enemy)
    relabel(new, enemy, groups, rng)
    cv = list(new.cv)
    for kin in sorted(groups):
        restrength(new, cv, kin, groups[kin], rng)
    new.cv = tuple(cv)
    refire(new, enemy, rng)
    redeal(new, enemy, rng)
    rebury(new, enemy, rng)
    return new


# -- labels ------------------------------------------------------------------------------------

Fits = Callable[[int, int], bool]
"""Whether a piece could bear a label."""


def relabel(g: State, enemy: int, groups: dict[int, list[int]], rng: Rng) -> None:
    """Deal the labels of each group out to its pieces."""
    look = looks(g)
    fits = _fits(g)
    fleeing = _slowest_among(g, enemy)
    label = list(range(len(g.place)))  # whose label the piece of each block bears
    for kin in sorted(groups):
        labels = groups[kin]
        pieces = sorted(labels, key=look)
        runners = [piece for piece in pieces if piece in fleeing]
        rng.shuffle(runners)
        for slowest in (*runners, NOBODY):
            if _deal(g, pieces, labels, fits, slowest, label, rng):
                break
    give(g, enemy, label)


def _slowest_among(g: State, enemy: int) -> tuple[int, ...]:
    """10.5.b The blocks of which one is as slow as was announced; if one is gone, it may be he."""
    flight = g.flight
    if flight is None or flight.side != enemy:
        return ()
    whole = all(g.place[block] == flight.place for block in flight.blocks)
    return flight.blocks if whole else ()


def _fits(g: State) -> Fits:
    """Which labels a piece could bear."""
    month = dict(g.scenario.reinforcements)
    row = {block: number for number, each in enumerate(g.scenario.rows) for block in each.blocks}
    latest = g.month + 1  # nobody comes more than a month early

    def fits(piece: int, label: int) -> bool:
        place = g.place[piece]
        if place == DUE:  # whoever it is, he comes in that month
            return month.get(label) == month[piece] and g.seen[label] == g.pack.full_cv[label]
        if place == UNPLACED:
            return row.get(label) == row[piece]
        return g.speeds[label] >= g.least[piece] and month.get(label, 0) <= latest

    return fits


def _deal(
    g: State,
    pieces: list[int],
    labels: list[int],
    fits: Fits,
    slowest: int,
    label: list[int],
    rng: Rng,
) -> bool:
    """A label for each piece, at random as far as they fit; 10.5.b one of them is the slowest."""
    order, deck = pieces[:], sorted(labels)
    rng.shuffle(order)
    rng.shuffle(deck)
    bearer: dict[int, int] = {}
    announced = g.flight.speed if g.flight is not None else 0

    def may(piece: int, each: int) -> bool:
        return fits(piece, each) and (piece != slowest or g.speeds[each] == announced)

    def find(piece: int, tried: set[int]) -> bool:
        """Take a free label, or one whose bearer can do with another."""
        for each in deck:
            if each not in bearer and may(piece, each):
                bearer[each] = piece
                return True
        for each in deck:
            if each not in tried and may(piece, each):
                tried.add(each)
                if find(bearer[each], tried):
                    bearer[each] = piece
                    return True
        return False

    for piece in order:
        if not find(piece, set()):
            return False
    for each, piece in bearer.items():
        label[piece] = each
    return True


# -- strengths ---------------------------------------------------------------------------------


def restrength(g: State, cv: list[int], kin: int, labels: list[int], rng: Rng) -> None:
    """2.3 Take what the group has lost from any of its blocks, or give back what it regained.

    The reckoning is not exact (`wear`), so that now and then anything is thought possible.
    """
    pack = g.pack
    for block in labels:
        cv[block] = g.seen[block]
    able = [block for block in sorted(labels) if g.place[block] not in (DUE, UNPLACED)]
    if g.turn and rng.randrange(_ANYHOW) == 0:
        for block in able:
            steps = pack.blocks[block].steps
            cv[block] = steps[rng.randrange(len(steps))]
        return
    lost = g.worn[kin]
    while lost > 0:
        may = [block for block in able if cv[block] > pack.step_of[block]]
        if not may:
            return
        block = may[rng.randrange(len(may))]
        cv[block] -= pack.step_of[block]
        lost -= pack.step_of[block]
    while lost < 0:
        may = [block for block in able if cv[block] < pack.full_cv[block]]
        if not may:
            return
        block = may[rng.randrange(len(may))]
        cv[block] += pack.step_of[block]
        lost += pack.step_of[block]


def refire(g: State, enemy: int, rng: Rng) -> None:
    """10.5.b Who of the pursuers has fired: any of them who could have rolled those dice."""
    volleys = [each for each in g.volleys if each.side == enemy and each.place != g.fighting]
    for volley in volleys:
        g.fired = all_changed(g.fired, g.here[enemy][volley.place], 0)
    for volley in volleys:
        _fire(g, volley, rng)


def _fire(g: State, volley: Volley, rng: Rng) -> None:
    numbers = g.pack.numbers
    same, faster = able_to_pursue(g, volley.side, volley.place, volley.speed)
    ways = [
        (a, b)
        for a in range(len(same) + 1)
        for b in range(len(faster) + 1)
        if a * numbers.pursuit_same + b * numbers.pursuit_faster == volley.dice
    ]
    if ways:
        a, b = ways[rng.randrange(len(ways))]
        g.fired = all_changed(g.fired, (*same[:a], *faster[:b]), 1)


# -- cards -------------------------------------------------------------------------------------


def redeal(g: State, enemy: int, rng: Rng) -> None:
    """Deal the unseen cards anew: the enemy's hand, what he has laid face down, and the deck."""
    played = sum(g.played) if enemy == g.active else 0
    laid = int(bool(g.challenge[enemy]))
    held = sum(g.hand[enemy]) + played + laid
    unseen = [g.deck[kind] + g.hand[enemy][kind] for kind in (REAL, DUMMY)]
    if laid:
        unseen[CARDS.index(g.challenge[enemy])] += 1
    if played:
        unseen = [unseen[kind] + g.played[kind] for kind in (REAL, DUMMY)]
    courses = _courses(g) if played else [0]
    real = _draw(unseen, held, played, courses, rng)
    hand = [real, held - real]
    g.deck = [unseen[kind] - hand[kind] for kind in (REAL, DUMMY)]
    if played:
        may = [r for r in courses if r <= real and played - r <= held - real] or [min(real, played)]
        reals = may[rng.randrange(len(may))]
        g.played = [reals, played - reals]
        g.option = _option(g, reals)
        _replay_withdrawal(g)
        hand = [hand[kind] - g.played[kind] for kind in (REAL, DUMMY)]
    if laid:
        kind = REAL if rng.randrange(sum(hand)) < hand[REAL] else DUMMY
        g.challenge[enemy] = CARDS[kind]
        hand[kind] -= 1
    g.hand[enemy] = hand


def _draw(unseen: list[int], held: int, played: int, courses: list[int], rng: Rng) -> int:
    """How many of so many cards are real, as likely as the unseen cards and his play make it."""
    ways = [
        comb(unseen[REAL], real) * comb(unseen[DUMMY], held - real)
        if any(r <= real and played - r <= held - real for r in courses)
        else 0
        for real in range(held + 1)
    ]
    if not any(ways):
        ways = [comb(unseen[REAL], r) * comb(unseen[DUMMY], held - r) for r in range(held + 1)]
    at = rng.randrange(sum(ways))
    real = 0
    while at >= ways[real]:
        at -= ways[real]
        real += 1
    return real


def _courses(g: State) -> list[int]:
    """How many real cards could have led to where the turn stands."""
    low, high = g.known
    if g.step in (FINAL, END) and not g.second_movement:
        high = min(high, MOST_REAL - 1)  # a Blitz would have gone on
    return list(range(low, high + 1))


def _option(g: State, reals: int) -> str:
    name = (PASS, BASIC, TWO, BLITZ)[reals]
    if name == TWO and g.step != MOVES:
        return OFFENSIVE if len(g.moves) == 2 else ASSAULT
    return name


def _replay_withdrawal(g: State) -> None:
    """5.3.s6 If the Move is thought a Withdrawal, its lines are taken to be those of now."""
    g.withdrawal, g.onward, g.old_network = (), (), ()
    if g.option == PASS and g.step in (MOVES, MARCHES) and g.moves:
        begin_withdrawal(g)


# -- minefields --------------------------------------------------------------------------------


def rebury(g: State, enemy: int, rng: Rng) -> None:
    """14.1 The enemy's unseen minefields lie anywhere in his network, or where it may have been."""
    me = 1 - enemy
    lay_back(g, enemy)
    unseen = [p for p in range(g.pack.size) if has_laid(g, enemy, p) and not g.mine_seen[p]]
    if not unseen:
        return
    for place in unseen:
        g.mine = changed(g.mine, place, me if g.mine[place] == BOTH else NOBODY)
    may = [p for p in range(g.pack.size) if not g.mine_seen[p] and not g.here[me][p]]
    inside = [p for p in may if p in g.net[enemy]]
    outside = [p for p in may if p not in g.net[enemy]]
    rng.shuffle(inside)
    rng.shuffle(outside)
    for place in (*inside, *outside)[: len(unseen)]:
        g.mine = changed(g.mine, place, BOTH if g.mine[place] == me else enemy)
