"""4 Turn Options and 16.6 Supply Cards: playing, spending, drawing, discarding."""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import SIDES
from khamsin.games.rommel.model.state import State
from khamsin.kernel.play.decision import MARK, Choose, Draw, Option

REAL, DUMMY = 0, 1
CARDS = ("real", "dummy")
MOST_REAL = 3  # R18: the most expensive Turn Option costs three

PASS, BASIC, TWO, BLITZ = "pass", "basic", "two", "blitz"
OFFENSIVE, ASSAULT = "offensive", "assault"


def size(g: State, side: int) -> int:
    """16.6.s1 How many cards a side holds; everybody sees that."""
    return g.hand[side][REAL] + g.hand[side][DUMMY]


def plays(g: State, side: int) -> list[Option]:
    """4.0.a, 4.s1, R18 So many cards face down, so many of them real, at most three."""
    real, dummy = g.hand[side]
    most = min(real, max(g.pack.numbers.option_cards))
    return [
        ("play", str(reals + dummies), str(reals))
        for reals in range(most + 1)
        for dummies in range(dummy + 1)
    ]


async def play_cards(g: State) -> None:
    """3.42, 4.0.b The Active Player chooses his Turn Option by the real cards he lays face down."""
    side = g.active
    g.played = [0, 0]
    if size(g, side):
        await MARK
        name = SIDES[side]
        answer = await Choose(
            name, "cards", lambda: plays(g, side), "4.0.a", only=(name,), hides={"play": (2,)}
        )
        count, real = int(answer[1]), int(answer[2])
        g.played = [real, count - real]
        g.hand[side][REAL] -= real
        g.hand[side][DUMMY] -= count - real
    count = sum(g.played)
    g.known = [0, min(count, MOST_REAL)]
    g.option = (PASS, BASIC, TWO, BLITZ)[g.played[REAL]]
    g.tell("cards_played", "3.42", side=SIDES[side], count=count)


def discard_played(g: State) -> None:
    """3.48 Played cards are shown and discarded."""
    real, dummy = g.played
    g.spent[REAL] += real
    g.spent[DUMMY] += dummy
    g.played = [0, 0]
    g.tell(
        "cards_shown", "3.48", reveals=True, side=SIDES[g.active], real=real, dummy=dummy,
        option=g.option,
    )  # fmt: skip


def reshuffle(g: State) -> None:
    """16.6.a All spent cards go back into the deck."""
    g.deck[REAL] += g.spent[REAL]
    g.deck[DUMMY] += g.spent[DUMMY]
    g.spent = [0, 0]


async def draw(g: State, side: int, count: int, rule: str) -> None:
    """16.6.b Draw from the shuffled deck, never more than the hand may hold."""
    numbers = g.pack.numbers
    count = min(count, numbers.hand_limit - size(g, side), sum(g.deck))
    if count > 0:
        items = [CARDS[REAL]] * g.deck[REAL] + [CARDS[DUMMY]] * g.deck[DUMMY]
        drawn = await Draw(items, count, "cards", rule, only=(SIDES[side],))
        real = drawn.count(CARDS[REAL])
        g.deck[REAL] -= real
        g.deck[DUMMY] -= count - real
        g.hand[side][REAL] += real
        g.hand[side][DUMMY] += count - real
        g.tell("drew_cards", rule, (SIDES[side],), side=SIDES[side], real=real, dummy=count - real)
    g.tell("drew", rule, side=SIDES[side], count=max(count, 0))


async def discard(g: State, side: int) -> None:
    """16.6.a Unwanted dummies go back before the draw."""
    if not size(g, side):
        return
    await MARK
    dummies = g.hand[side][DUMMY]
    options: list[Option] = [("discard", str(count)) for count in range(dummies + 1)]
    answer = await Choose(SIDES[side], "discard", lambda: options, "16.6.a")
    count = int(answer[1])
    g.hand[side][DUMMY] -= count
    g.spent[DUMMY] += count
    if count:
        g.tell("discarded", "16.6.a", side=SIDES[side], count=count)


# -- 3.3 Initiative ----------------------------------------------------------------------------


def one_card(g: State, side: int, verb: str) -> list[Option]:
    """3.3.b Any card of the hand, or none."""
    options: list[Option] = [(verb, CARDS[kind]) for kind in (REAL, DUMMY) if g.hand[side][kind]]
    return [*options, ("decline",)]


async def lay(g: State, side: int, prompt: str) -> bool:
    """3.3.b A side may lay one card face down; whether it does."""
    if not size(g, side):
        return False
    await MARK
    name = SIDES[side]
    answer = await Choose(
        name, prompt, lambda: one_card(g, side, prompt), "3.3.b", only=(name,), hides={prompt: (1,)}
    )
    if answer[0] == "decline":
        g.tell("no_card", "3.3.b", side=name)
        return False
    g.challenge[side] = answer[1]
    g.hand[side][CARDS.index(answer[1])] -= 1
    g.tell("card_laid", "3.3.b", side=name)
    return True


def compare(g: State) -> int:
    """3.3.a, 3.3.c, 3.3.d Show the cards, which are lost; the side that moves first."""
    allied, axis = g.challenge
    for card in (allied, axis):
        if card:
            g.spent[CARDS.index(card)] += 1
    first = 0 if allied == CARDS[REAL] and axis != CARDS[REAL] else 1
    if allied:
        g.tell(
            "initiative", "3.3.c", reveals=True, allied=allied, axis=axis or "none",
            side=SIDES[first],
        )  # fmt: skip
    g.challenge = ["", ""]
    return first
