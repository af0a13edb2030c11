"""The rules of Patrol: a small game with everything that can be hidden, for tests.

Two sides with three face-down tokens each meet along a wadi of five posts. Hands hold real cards
(fuel) and dummies (sand); the deck's order is known to nobody, nor is the chit drawn aside at the
start. Both plan in secret and at once; a march can be interrupted by a card laid face down and by
an ambush, and then goes on. A wadi with a `leak` betrays something of what is hidden.
"""

from __future__ import annotations

from typing import ClassVar

from khamsin.kernel.game import Refused, Setup
from khamsin.kernel.play.decision import MARK, Choose, Draw, Option, Roll, Secret, listed, shuffle
from khamsin.kernel.play.state import Ending, Result, State

SIDES = ("red", "blue")
TOKENS = ("r1", "r2", "r3", "b1", "b2", "b3")
KINDS = ("guns", "tanks", "decoy")
STRENGTH = {"guns": 2, "tanks": 1, "decoy": 0}
CARDS = tuple(f"{name}{number}" for name in ("fuel", "sand") for number in range(1, 6))
CHITS = ("calm", "wind", "storm", "mirage")
POSTS = 5
LOST = -1

LEAKS = ("view", "options", "event", "refusal", "facts", "silence", "spying", "observer", "order")


class Wadi(State):
    """What lies on the table, face up or face down."""

    __slots__ = (
        "actions", "aside", "at", "cup", "deck", "discard", "drawn", "hand", "kinds", "laid",
        "leak", "mover", "options", "order", "phase", "scenario", "shown", "spied", "turn",
    )  # fmt: skip
    fields: ClassVar[tuple[str, ...]] = tuple(name for name in __slots__ if name != "leak")

    def __init__(self, setup: Setup, leak: str) -> None:
        super().__init__()
        self.leak = leak
        self.scenario = setup.scenario
        self.options = setup.options
        self.phase = "deploy"
        self.turn = 0
        self.order: tuple[int, ...] = ()
        self.mover = 0
        self.actions = 0
        self.kinds = [""] * 6
        self.at = [0, 0, 0, POSTS - 1, POSTS - 1, POSTS - 1]
        self.shown = [False] * 6
        self.spied: list[tuple[int, ...]] = [(), ()]
        self.hand: list[tuple[str, ...]] = [(), ()]
        self.laid: list[tuple[str, ...]] = [(), ()]
        self.deck: tuple[str, ...] = ()
        self.discard: tuple[str, ...] = ()
        self.aside = ""
        self.cup: tuple[str, ...] = ()
        self.drawn: tuple[str, ...] = ()

    def copy(self) -> Wadi:
        new = Wadi.__new__(Wadi)
        for name in Wadi.__slots__:
            value = getattr(self, name)
            setattr(new, name, value[:] if isinstance(value, list) else value)
        new.result = self.result
        new.happened = []
        return new

    def has(self, option: str) -> bool:
        return option in self.options


def side_of(token: int) -> int:
    return token // 3


async def play(g: Wadi) -> None:
    """1 Deploy; then days of planning, acting and night."""
    if g.phase == "deploy":
        await deploy(g)
    while g.result is None:
        if g.phase == "dawn":
            await dawn(g)
        if g.phase == "plan":
            await plan(g)
        while g.phase == "act":
            await act(g)
        if g.phase == "night":
            await night(g)


async def deploy(g: Wadi) -> None:
    """2 A chit that nobody sees, a shuffled deck, and tokens that only their owner sees."""
    await MARK
    (g.aside,) = await Draw(CHITS, 1, "aside", "2.1", only=())
    g.cup = tuple(chit for chit in CHITS if chit != g.aside)
    g.deck = await shuffle(CARDS, "deck", "2.2")
    for number, side in enumerate(SIDES):
        kinds = await Draw(KINDS, 3, "deploy", "2.3", only=(side,))
        g.kinds[3 * number : 3 * number + 3] = kinds
        g.tell("deployed", "2.3", (side,), kinds=kinds)
        deal(g, number, 3 if g.has("rations") else 2)
    g.phase = "dawn"


def deal(g: Wadi, side: int, count: int) -> None:
    """2.4 Cards from the top of the deck; only their owner knows them."""
    cards, g.deck = g.deck[:count], g.deck[count:]
    g.hand[side] = tuple(sorted((*g.hand[side], *cards)))
    g.tell("dealt", "2.4", (SIDES[side],), cards=cards, reveals=True)
    g.tell("drew", "2.4", side=SIDES[side], cards=cards if g.leak == "event" else len(cards))


async def dawn(g: Wadi) -> None:
    """3.1 A new day, and a card for each."""
    await MARK
    g.turn += 1
    g.tell("day", "3.1", turn=g.turn)
    deal(g, 0, 1)
    deal(g, 1, 1)
    g.phase = "plan"


async def plan(g: Wadi) -> None:
    """3.2 Both play a card or none, unseen and at once; fuel buys actions and the first move."""
    await MARK
    options = {side: listed(plans(g, number)) for number, side in enumerate(SIDES)}
    answers = await Secret("plan", options, "3.2", turn=g.turn)
    fuel = [0, 0]
    for number, side in enumerate(SIDES):
        card = answers[side][1] if len(answers[side]) > 1 else ""
        if card:
            g.hand[number] = tuple(each for each in g.hand[number] if each != card)
            g.discard = (*g.discard, card)
            fuel[number] = int(card.startswith("fuel"))
        g.tell("planned", "3.2", side=side, card=card or "none", reveals=True)
    first = 0 if fuel[0] > fuel[1] else 1
    if fuel[0] == fuel[1]:
        (die,) = await Roll(1, "first", "3.3")
        first = die % 2
    g.order = (first, 1 - first)
    g.mover = 0
    g.actions = 2 + fuel[first]
    g.phase = "act"


def plans(g: Wadi, side: int) -> list[Option]:
    """3.2 Any card of the hand, or none."""
    options: list[Option] = [("play", card) for card in g.hand[side]]
    return [*options, ("hold",)]


async def act(g: Wadi) -> None:
    """4.1 One action of the side whose turn it is; there is a mark before each."""
    await MARK
    side = g.order[g.mover]
    fuel = sum(card.startswith("fuel") for card in g.hand[1 - side]) if g.leak == "facts" else 0
    answer = await Choose(
        SIDES[side], "act", lambda: actions(g, side), "4.1", left=g.actions, enemy_fuel=fuel
    )
    if answer[0] == "spy":
        spy(g, side, TOKENS.index(answer[1]))
    elif answer[0] == "march":
        await march(g, TOKENS.index(answer[1]), 1 if answer[2] == "east" else -1)
    if g.result is not None:
        g.phase = "end"
        return
    g.actions = 0 if answer[0] == "pass" else g.actions - 1
    if g.actions == 0:
        g.mover += 1
        g.actions = 2
        g.phase = "act" if g.mover < 2 else "night"


def actions(g: Wadi, side: int) -> list[Option]:
    """4.1 March with a token, spy on one, or pass."""
    options: list[Option] = []
    for token, name in enumerate(TOKENS):
        options += [
            ("march", name, way)
            for way in ("east", "west")
            if why_not_march(g, side, token, way) is None
        ]
        if why_not_spy(g, side, token) is None:
            options.append(("spy", name))
    return [*options, ("pass",)]


def why_not_march(g: Wadi, side: int, token: int, way: str) -> Refused | None:
    if side_of(token) != side:
        return Refused("4.1", "not_yours")
    if g.at[token] == LOST:
        return Refused("4.1", "lost")
    edge = POSTS - 1 if way == "east" else 0
    return Refused("4.2", "edge") if g.at[token] == edge else None


def why_not_spy(g: Wadi, side: int, token: int) -> Refused | None:
    if side_of(token) == side:
        return Refused("4.4", "your_own")
    if g.leak == "options" and g.kinds[token] == "decoy":
        return Refused("4.4", "known")
    if g.shown[token] or token in g.spied[side]:
        return Refused("4.4", "known")
    near = 1 if g.has("scouts") else 0
    if not any(
        g.at[own] != LOST and abs(g.at[own] - g.at[token]) <= near
        for own in range(3 * side, 3 * side + 3)
    ):
        return Refused("4.4", "too_far")
    return None


def spy(g: Wadi, side: int, token: int) -> None:
    """4.4 See a token for yourself, and keep it to yourself."""
    g.spied[side] = (*g.spied[side], token)
    g.tell("spying", "4.4", side=SIDES[side], token=TOKENS[token])
    told, seen = g.kinds[token], g.leak != "spying"
    g.tell("spied", "4.4", (SIDES[side],), token=TOKENS[token], kind=told, reveals=seen)


async def march(g: Wadi, token: int, way: int) -> None:
    """4.2 Up to two posts; where an enemy stands, he may interrupt in the middle of it."""
    side = side_of(token)
    for step in (1, 2):
        g.at[token] += way
        g.tell("marched", "4.2", token=TOKENS[token], post=g.at[token])
        await interrupt(g, token)
        base = POSTS - 1 if side == 0 else 0
        if g.at[token] == base:
            show(g, token)
            if g.kinds[token] != "decoy":
                finish(g, Ending(SIDES[side], "4.5", "breakthrough"))
        if g.at[token] in (LOST, 0, POSTS - 1) or step == 2:
            return
        answer = await Choose(SIDES[side], "go_on", listed([("on",), ("halt",)]), "4.2")
        if answer == ("halt",):
            return


async def interrupt(g: Wadi, token: int) -> None:
    """4.3 A card face down, real or not; then perhaps an ambush."""
    other = 1 - side_of(token)
    enemies = [own for own in range(3 * other, 3 * other + 3) if g.at[own] == g.at[token]]
    if not enemies:
        return
    name = SIDES[other]
    if g.leak != "silence" or any(card.startswith("fuel") for card in g.hand[other]):
        options: list[Option] = [("lay", card) for card in g.hand[other]]
        answer = await Choose(name, "lay", listed([*options, ("wait",)]), "4.3", only=(name,))
        if answer[0] == "lay":
            g.hand[other] = tuple(card for card in g.hand[other] if card != answer[1])
            g.laid[other] = (*g.laid[other], answer[1])
            g.tell("laid", "4.3", side=name)
    ambushes: list[Option] = [("ambush", TOKENS[own]) for own in enemies]
    answer = await Choose(name, "ambush", listed([*ambushes, ("let",)]), "4.3")
    if answer[0] == "ambush":
        await ambush(g, TOKENS.index(answer[1]), token)


async def ambush(g: Wadi, waiting: int, moving: int) -> None:
    """4.3 Both tokens are shown, both roll; the weaker is lost, the mover when equal."""
    show(g, waiting)
    show(g, moving)
    mine, yours = await Roll(2, "ambush", "4.3")
    held = mine + STRENGTH[g.kinds[waiting]] >= yours + STRENGTH[g.kinds[moving]]
    loser = moving if held else waiting
    g.at[loser] = LOST
    g.tell("lost", "4.3", token=TOKENS[loser])


def show(g: Wadi, token: int) -> None:
    if not g.shown[token]:
        g.shown[token] = True
        g.tell("shown", "4.3", token=TOKENS[token], kind=g.kinds[token], reveals=True)


async def night(g: Wadi) -> None:
    """5 A chit from the cup for all to see; after the last day the one aside, and the count."""
    (chit,) = await Draw(g.cup, 1, "night", "5.1")
    g.cup = tuple(each for each in g.cup if each != chit)
    g.drawn = (*g.drawn, chit)
    g.tell("night", "5.1", chit=chit, reveals=True)
    g.phase = "dawn"
    if g.turn == (1 if g.scenario == "raid" else 3):
        g.tell("aside", "5.2", chit=g.aside, reveals=True)
        red, blue = points(g, 0), points(g, 1) + (g.aside == "storm")
        if red == blue:
            finish(g, Ending(None, "5.3", "draw"))
        else:
            finish(g, Ending("red" if red > blue else "blue", "5.3", "points"))


def points(g: Wadi, side: int) -> int:
    """5.3 Tokens beyond the middle, and fuel that was laid."""
    middle = POSTS // 2
    own = [g.at[token] for token in range(3 * side, 3 * side + 3) if g.at[token] != LOST]
    beyond = sum(1 for at in own if (at > middle if side == 0 else at < middle))
    return beyond + sum(card.startswith("fuel") for card in g.laid[side])


def finish(g: Wadi, ending: Ending) -> None:
    scores = {side: points(g, number) for number, side in enumerate(SIDES)}
    g.result = Result(ending.winner, ending.rule, ending.reason, scores)
    # The scores count laid cards, so they show something.
    winner, reason = ending.winner or "nobody", ending.reason
    g.tell("over", ending.rule, winner=winner, reason=reason, reveals=True)
