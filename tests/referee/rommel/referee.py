"""The second referee of Rommel in the Desert: plays along in its own books and compares."""

from __future__ import annotations

import traceback
from typing import Any, ClassVar

from khamsin.kernel.play.driver import Entry
from khamsin.kernel.play.match import Match
from tests.referee import shadow
from tests.referee.rommel.asks import Ask, Dice
from tests.referee.rommel.board import SIDES
from tests.referee.rommel.books import WAITING, Books
from tests.referee.rommel.fighting import IDLE
from tests.referee.rommel.play import play

NEVER = frozenset(("losses", "fire", "resolve", "assign", "refusals", "retreats"))
"""Questions that are not asked if there is but one answer."""

ALWAYS = frozenset(("move", "regroup", "spend", "refuse", "deploy", "withdraw"))
"""Questions that are asked even if there is but one answer; of others the table may spare us."""


class Referee(shadow.Referee):
    """Runs the referee's own procedures with the answers and dice of the journal."""

    slug: ClassVar[str] = "rommel"

    def __init__(self, match: Match[Any]) -> None:
        super().__init__(match)
        self.books = Books(match.setup.scenario, match.setup.options)
        self.names = list(self.books.board.blocks)
        self.hexes = self.books.board.hexes
        self.edges = sorted(self.books.board.limit)
        self.codes: dict[int, str] = {}
        self.game = play(self.books)
        self.open: Ask | Dice | None = next(self.game, None)

    # -- following the journal -----------------------------------------------------------------

    def look(self, now: shadow.Moment) -> None:
        """Follow and compare; a referee that stumbles says where."""
        try:
            self.follow(now)
        except Exception:  # noqa: BLE001 - whatever it is, the match is named with it
            self.same("stumbled", "-", traceback.format_exc()[-1500:], now.prompt)

    def follow(self, now: shadow.Moment) -> None:
        """Feed what was answered and rolled since, then compare position and options."""
        entries = list(now.answers)
        at = 0
        while at < len(entries):
            if self.take(entries[at]):
                at += 1
            elif self.differences:
                return
        self.skip_to(now)
        if self.differences:
            return
        self.compare(now)

    def send(self, words: tuple[str, ...]) -> None:
        """Answer the open question of the referee's own game."""
        try:
            self.open = self.game.send(words)
        except StopIteration:
            self.open = None

    def take(self, entry: Entry) -> bool:
        """Use one line of the journal; False if a question was answered without it."""
        asked = self.open
        if entry[0] == "dice":
            if isinstance(asked, Ask) and len(asked.options) == 1 and asked.prompt not in ALWAYS:
                self.send(asked.options[0])
                return False
            if isinstance(asked, Ask) and self.skip_idle(asked):
                return False
            table = ("dice", entry[1], len(entry) - 2)
            book = ("dice", asked.why, asked.number) if isinstance(asked, Dice) else brief(asked)
            if self.same("sequence", "3.0", book, table, "what is rolled"):
                self.send(entry[2:])
            return True
        if isinstance(asked, Ask):
            words = entry[1:]
            if len(asked.options) == 1 and asked.prompt in NEVER:
                self.send(asked.options[0])
                return False
            if entry[0] == asked.side and words in asked.options:
                self.send(words)
                return True
            if len(asked.options) == 1 and asked.prompt not in ALWAYS:
                self.send(asked.options[0])
                return False
            if self.skip_idle(asked):
                return False
        self.same("sequence", "3.0", brief(asked), entry, "who answers what")
        return True

    def skip_idle(self, asked: Ask) -> bool:
        """An order of fire that changes nothing need not be asked for."""
        if asked.rule == IDLE:
            self.send(asked.options[0])
        return asked.rule == IDLE

    def skip_to(self, now: shadow.Moment) -> None:
        """Answer what the table did not ask because there is only one answer."""
        while isinstance(self.open, Ask):
            if self.is_asked(now):
                return
            if len(self.open.options) == 1 and self.open.prompt not in ALWAYS:
                self.send(self.open.options[0])
            elif not self.skip_idle(self.open):
                return

    def is_asked(self, now: shadow.Moment) -> bool:
        """Whether the table asks just this."""
        ask = self.open
        assert isinstance(ask, Ask)
        if now.match.result is not None:
            return False
        if len(ask.options) == 1 and ask.prompt in NEVER:
            return False
        if now.prompt != ask.prompt or now.match.to_answer[0] != ask.side:
            return False
        place = now.facts.get("place")
        return not ask.place or place is None or str(place) == ask.place

    # -- comparing -----------------------------------------------------------------------------

    def compare(self, now: shadow.Moment) -> None:
        """The position, then the question."""
        state = now.match.state.data()
        self.compare_position(state)
        if now.match.result is not None:
            result = now.match.result
            table = (result.winner, result.rule, result.reason)
            self.same("victory", "17.0", self.books.result, table)
            self.same("victory", "17.0", self.books.halves("axis"), result.scores["axis"], "army")
            return
        ask = self.open
        if not isinstance(ask, Ask):
            self.same("sequence", "3.0", brief(ask), now.prompt, "what is asked")
            return
        question = (now.match.to_answer[0], now.prompt)
        place = str(now.facts.get("place", ""))
        if not self.same("sequence", ask.rule, (ask.side, ask.prompt), question, "what is asked"):
            return
        if ask.place and place and not self.same("sequence", ask.rule, ask.place, place, "where"):
            return
        self.compare_options(now, ask)

    def compare_options(self, now: shadow.Moment, ask: Ask) -> None:
        mine = set(ask.options)
        theirs = set(now.match.legal(ask.side))
        if ask.partial and mine != theirs:
            return
        self.compared[f"options: {ask.prompt}"] += 1
        self.same(
            shadow.OPTIONS,
            ask.rule,
            sorted(mine - theirs),
            sorted(theirs - mine),
            f"{ask.side} {ask.prompt} {ask.place}",
        )

    def compare_position(self, state: dict[str, Any]) -> None:
        books = self.books
        index = {name: at for at, name in enumerate(self.names)}
        book: dict[str, object] = {}
        table: dict[str, object] = {}
        for name, at in index.items():
            code, place = state["place"][at], books.place[name]
            if code >= len(self.hexes):
                table[name], book[name] = WAITING, place
            elif code >= 0:
                table[name], book[name] = self.hexes[code], place
            else:
                seen = self.codes.setdefault(code, str(place))
                table[name] = seen
                book[name] = place
        self.check("places", "6.0, 10.0", book, table)
        on_map = [n for n in self.names if isinstance(books.place[n], int)]
        self.check(
            "steps",
            "9.5, 16.54",
            {n: books.cv[n] for n in on_map},
            {n: state["cv"][index[n]] for n in on_map},
        )
        for subject, rule, mine, field in (
            ("disrupted", "11.0", books.disrupted, "disrupted"),
            ("unsupplied", "12.7", books.unsupplied, "unsupplied"),
            ("raiders", "12.5", books.raider, "raider"),
        ):
            self.check(
                subject,
                rule,
                {n: n in mine for n in on_map},
                {n: bool(state[field][index[n]]) for n in on_map},
            )
        self.check(
            "assigned",
            "13.3, 15.1",
            {n: books.bound.get(n) for n in on_map},
            {
                n: None if state["bound"][index[n]] < 0 else self.hexes[state["bound"][index[n]]]
                for n in on_map
            },
        )
        sides = {0: SIDES[0], 1: SIDES[1]}
        if state["result"] is not None:
            return  # what is left of the battles does not matter any more
        self.check(
            "battles",
            "8.3",
            dict(books.defender),
            {self.hexes[i]: sides[s] for i, s in enumerate(state["defender"]) if s >= 0},
        )
        self.check(
            "hexsides",
            "8.1",
            dict(books.crossed),
            {self.edges[i]: sides[s] for i, s in enumerate(state["crossed"]) if s >= 0},
        )
        self.check(
            "cards",
            "4.0, 16.6",
            {
                "deck": books.deck,
                "spent": books.spent,
                **{side: books.hand[side] for side in SIDES},
            },
            {
                "deck": pair(state["deck"]),
                "spent": pair(state["spent"]),
                **{side: pair(state["hand"][i]) for i, side in enumerate(SIDES)},
            },
        )
        self.check(
            "minefields shown",
            "14.2",
            dict.fromkeys(books.shown_mines, True),
            {self.hexes[i]: True for i, seen in enumerate(state["mine_seen"]) if seen},
        )
        if books.nets and state["phase"] == "buildup":
            for i, side in enumerate(SIDES):
                wide = frozenset(self.hexes[at] for at in state["net"][i])
                self.same("networks", "12.6", sorted(books.nets[side]), sorted(wide), side)
        self.check(
            "points, month, holders",
            "13.4, 16.3",
            [books.rp[s] for s in SIDES]
            + [books.month]
            + [SIDES.index(h) for h in books.holder.values()]
            + [books.exited[s] for s in SIDES],
            [*state["rp"], state["month"], *state["holder"], *state["exited"]],
        )

    def check(self, subject: str, rule: str, book: Any, table: Any) -> None:
        """Compare two tables; a difference shows only the lines that differ."""
        if isinstance(book, dict) and book != table:
            keys = [k for k in book.keys() | table.keys() if book.get(k) != table.get(k)]
            book = {k: book.get(k) for k in keys}
            table = {k: table.get(k) for k in keys}
        self.same(subject, rule, book, table)


def pair(values: list[int]) -> dict[str, int]:
    """Real cards and dummies."""
    return {"real": values[0], "dummy": values[1]}


def brief(asked: Ask | Dice | None) -> object:
    """What the referee waits for, in short."""
    if isinstance(asked, Ask):
        return (asked.side, asked.prompt, asked.place, asked.options[:4])
    return asked
