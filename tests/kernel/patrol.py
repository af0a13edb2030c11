"""Patrol as the kernel sees it, for tests of the kernel and of the contract."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from khamsin.kernel.game import Game, Refused, Rng, Rules, Variant
from khamsin.kernel.play.state import Ending, Event
from tests.kernel.patrol_rules import (
    CARDS,
    CHITS,
    KINDS,
    LOST,
    POSTS,
    SIDES,
    TOKENS,
    Wadi,
    play,
    side_of,
    why_not_march,
    why_not_spy,
)


class Patrol(Game[Wadi]):
    """The game with its secrets kept, or one of its leaky versions (`LEAKS`)."""

    slug = "patrol"
    title = "Patrol in the Wadi"
    sides = SIDES
    rules_version = 1
    scenarios = (Variant("campaign", "Three days", "1"), Variant("raid", "One day", "1"))
    options = (Variant("rations", "A third card", "2.4"), Variant("scouts", "Spy afar", "4.4"))
    pack = "0123456789abcdef"
    endings = (
        Ending("red", "4.5", "breakthrough"),
        Ending("blue", "4.5", "breakthrough"),
        Ending("red", "5.3", "points"),
        Ending("blue", "5.3", "points"),
        Ending(None, "5.3", "draw"),
    )

    def __init__(self, leak: str = "") -> None:
        super().__init__()
        self.rules = Rules(
            start=lambda setup: Wadi(setup, leak), play=play, why_not=why_not, check=check,
            known=known, view=view, imagine=imagine,
        )  # fmt: skip


UNCOVERED = ("view", "order", "refusal")
"""The leaks of a game that forgets to cover the cards: then view and reasons can tell them."""


def known(g: Wadi, side: str | None) -> Wadi:
    """Cover what this side has not seen: tokens, cards, chits."""
    new = g.copy()
    me = SIDES.index(side) if side in SIDES else None
    unseen: list[str] = []
    for owner in (0, 1):
        if owner == me:
            continue
        if g.leak != "observer" or me is not None:
            for token in range(3 * owner, 3 * owner + 3):
                if not g.shown[token] and (me is None or token not in g.spied[me]):
                    new.kinds[token] = "?"
        unseen += [*g.hand[owner], *g.laid[owner]]
    if g.leak not in UNCOVERED:
        cards = iter(sorted([*unseen, *g.deck]))
        for owner in (0, 1):
            if owner != me:
                new.hand[owner] = tuple(next(cards) for _ in g.hand[owner])
                new.laid[owner] = tuple(next(cards) for _ in g.laid[owner])
        new.deck = tuple(cards)
    new.aside, new.cup = "", tuple(chit for chit in CHITS if chit not in g.drawn)
    return new


def view(g: Wadi, side: str | None) -> dict[str, Any]:
    me = SIDES.index(side) if side in SIDES else None
    kinds = {
        name: g.kinds[token]
        for token, name in enumerate(TOKENS)
        if g.shown[token]
        or (me is not None and (side_of(token) == me or token in g.spied[me]))
        or (g.leak == "observer" and side is None)
    }
    seen = {
        "turn": g.turn,
        "phase": g.phase,
        "moving": SIDES[g.order[g.mover]] if g.phase == "act" else None,
        "posts": dict(zip(TOKENS, g.at, strict=True)),
        "kinds": kinds,
        "hands": {name: len(g.hand[number]) for number, name in enumerate(SIDES)},
        "laid": {name: len(g.laid[number]) for number, name in enumerate(SIDES)},
        "deck": len(g.deck),
        "discard": list(g.discard),
        "chits": list(g.drawn),
    }
    if me is not None:
        seen |= {"hand": list(g.hand[me]), "own_laid": list(g.laid[me])}
    if g.leak == "view":
        seen["fuel"] = sum(card.startswith("fuel") for hand in g.hand for card in hand)
    if g.leak == "order":  # the same cards, in an order that tells which were dealt
        seen["unseen"] = [*g.deck, *g.hand[0], *g.hand[1]]
    return seen


def imagine(g: Wadi, side: str, rng: Rng, told: Sequence[Event]) -> Wadi:
    """Redeal what this side has not seen: tokens, cards, chits; sorted before they are mixed,
    so that nothing but the side's knowledge and `rng` decides how they come to lie.
    """
    new = g.copy()
    me = SIDES.index(side)
    other = 1 - me
    unseen = [
        token
        for token in range(3 * other, 3 * other + 3)
        if not g.shown[token] and token not in g.spied[me]
    ]
    kinds = sorted(g.kinds[token] for token in unseen)
    rng.shuffle(kinds)
    for token, kind in zip(unseen, kinds, strict=True):
        new.kinds[token] = kind
    cards = sorted([*g.hand[other], *g.laid[other], *g.deck])
    rng.shuffle(cards)
    hand, laid = len(g.hand[other]), len(g.laid[other])
    new.hand[other] = tuple(sorted(cards[:hand]))
    new.laid[other] = tuple(cards[hand : hand + laid])
    new.deck = tuple(cards[hand + laid :])
    if g.aside and g.result is None:
        chits = sorted([g.aside, *g.cup])
        rng.shuffle(chits)
        new.aside = chits[0]
        new.cup = tuple(chit for chit in CHITS if chit in chits[1:])
    return new


def why_not(g: Wadi, side: str, words: tuple[str, ...]) -> Refused | None:
    if side not in SIDES or len(words) < 2:
        return None
    me, verb, name = SIDES.index(side), words[0], words[1]
    if verb in ("play", "lay") and name in CARDS:
        if g.leak == "refusal" and name in g.hand[1 - me]:
            return Refused("3.2", "enemy_holds_it")
        return None if name in g.hand[me] else Refused("3.2", "not_in_hand")
    if name in TOKENS:
        token = TOKENS.index(name)
        if verb == "spy":
            return why_not_spy(g, me, token)
        if verb == "march" and words[2:3] in (("east",), ("west",)):
            return why_not_march(g, me, token, words[2])
    return None


def check(g: Wadi) -> None:
    cards = [*g.deck, *g.discard, *g.hand[0], *g.hand[1], *g.laid[0], *g.laid[1]]
    assert sorted(cards) == (sorted(CARDS) if cards else []), "cards appeared or vanished"
    if g.phase != "deploy":
        assert sorted([g.aside, *g.cup, *g.drawn]) == sorted(CHITS), "chits"
        for side in (0, 3):
            assert sorted(g.kinds[side : side + 3]) == sorted(KINDS), "tokens"
    for token, at in enumerate(g.at):
        assert LOST <= at < POSTS, TOKENS[token]
        assert at != LOST or g.shown[token], f"{TOKENS[token]} is lost unseen"
