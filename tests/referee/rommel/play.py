"""The whole game from set-up to judgement (3.0, 17.0)."""

from __future__ import annotations

from tests.referee.rommel.asks import Play
from tests.referee.rommel.board import SIDES, other
from tests.referee.rommel.books import Books
from tests.referee.rommel.buildup import buildup, initiative
from tests.referee.rommel.checks import buildup_check
from tests.referee.rommel.leaving import GameOver
from tests.referee.rommel.start import start
from tests.referee.rommel.turn import Turn

TOBRUK = 37


def play(books: Books) -> Play:
    """Play until somebody has won, or the last Month is over."""
    try:
        yield from start(books)
        while True:
            yield from month(books)
            if books.month == books.scenario["end_month"]:
                break
            yield from buildup(books)
            yield from initiative(books)
        yield from buildup_check(books)
        judge(books)
    except GameOver:
        return


def month(books: Books) -> Play:
    """Player Turns until two Passes in succession (4.5.b)."""
    passed = False
    while True:
        was_pass = yield from Turn(books).play()
        books.active = other(books.active)
        if was_pass and passed:
            return
        passed = was_pass


def judge(books: Books) -> None:
    """Who has won when the last Month is over (17.2-17.4, R46)."""
    count = {side: books.halves(side) for side in SIDES}
    factor = books.board.tables["counting"]["decisive"]
    for side in SIDES:
        if count[side] >= factor * count[other(side)] and count[side]:
            books.result = (side, "17.2", "decisive")
            return
    if not books.besieged(TOBRUK):
        books.result = (books.holder[TOBRUK], "17.3", "positional")
        return
    for side in SIDES:
        if count[side] > count[other(side)]:
            books.result = (side, "17.4", "attrition")
            return
    books.result = (None, "17.4", "draw")
