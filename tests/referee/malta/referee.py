"""The second referee of Island of Death: plays the game from the book and compares.

See `flow.py` for how it plays, `notes.md` for what it compares.
"""

from __future__ import annotations

from typing import Any, ClassVar

from khamsin.kernel.play.match import Match
from tests.referee import shadow
from tests.referee.malta.board import LAND
from tests.referee.malta.books import Books
from tests.referee.malta.flow import ORDERS, Ask, Dice, Ended
from tests.referee.malta.pieces import PIECES
from tests.referee.malta.setup import Game
from tests.referee.shadow import Moment

NAMES = list(PIECES)
HEXES = list(LAND)


class Referee(shadow.Referee):
    """Watches one match."""

    slug: ClassVar[str] = "malta"

    def __init__(self, match: Match[Any]) -> None:
        super().__init__(match)
        self.books = Books(match.setup.scenario, match.setup.options)
        self.game = Game(self.books)
        self.flow = self.game.play()
        self.open: Ask | Dice | None = None
        self.over = False
        self.started = False
        self.last_prompt = ""

    # -- following the journal

    def look(self, now: Moment) -> None:
        data = now.match.state.data()
        self.game.events = list(now.events)
        self.game.told_sums = []
        control = data["control"]
        self.game.taken_hint = {
            h: ("axis" if c else "allied") for h, c in zip(HEXES, control, strict=True)
        }
        units = now.position(None)["units"]
        self.game.place_hint = {unit: row["place"] for unit, row in units.items()}
        if not self.started:
            self.start(data)
        for entry in now.answers:
            if not self.feed(tuple(entry)):
                return
        if now.match.result is not None:
            self.compare_end(now)
            return
        if not self.settle(now):
            return
        self.compare_events(now)
        if self.compare_position(now, data):
            self.compare_options(now)

    def start(self, data: dict[str, Any]) -> None:
        """Begin. In the introductory scenario the face-down counters are shuffled before the first
        question: where each lies is taken from the table and held against the scenario's list."""
        self.started = True
        books = self.books
        rows = books.scenario["setup"]
        listed = [(u, row["hex"]) for row in rows for u in row.get("face_down", ())]
        found = []
        if listed:
            for name, place, value in zip(NAMES, data["place"], data["back"], strict=True):
                if PIECES[name].type in ("strongpoint", "coast_gun") and 0 <= place < len(HEXES):
                    books.place[name] = HEXES[place]
                    books.face[name] = NAMES[value]
                    found.append((NAMES[value], HEXES[place]))
            self.same("set-up", "22.24", sorted(listed), sorted(found))
        self.step(None)

    def step(self, value: object) -> None:
        """Play on to the next question or die."""
        try:
            self.open = self.flow.send(value)
        except Ended:
            self.open, self.over = None, True

    def feed(self, entry: tuple[str, ...]) -> bool:
        """One line of the journal."""
        about = " ".join(entry)
        for _ in range(1000):
            if self.over:
                return self.same("sequence", "4.0", "the match is over", about)
            ask = self.open
            if isinstance(ask, Dice):
                if entry[0] != "dice":
                    return self.same("sequence", "4.0", f"dice {ask.why} {ask.number}", about)
                wanted = (ask.why, ask.number)
                if not self.same("dice", "4.0", wanted, (entry[1], len(entry) - 2), about):
                    return False
                self.step(list(entry[2:]))
                return True
            assert ask is not None
            answer = entry[1:]
            fits = entry[0] == ask.side and answer in ask.options and ask.prompt == self.last_prompt
            if fits:
                self.step(answer)
                return True
            if len(ask.options) == 1:  # nothing to decide: the rules need not ask
                self.step(ask.options[0])
                continue
            wanted_text = f"{ask.side} {ask.prompt} {shadow.short(ask.options[:6])}"
            return self.same("sequence", ask.rule, wanted_text, f"{self.last_prompt}: {about}")
        return False

    def settle(self, now: Moment) -> bool:
        """Answer what needs no asking until the question of the table is reached."""
        prompt = now.prompt
        side = now.match.to_answer[0]
        self.last_prompt = prompt
        theirs = set(now.match.legal(side))
        for _ in range(1000):
            ask = self.open
            if isinstance(ask, Dice) or ask is None:
                said = "the match is over" if ask is None else f"dice {ask.why} {ask.number}"
                return self.same("sequence", "4.0", said, f"{side} {prompt}")
            if (ask.side, ask.prompt) == (side, prompt) and (
                len(ask.options) > 1 or set(ask.options) == theirs
            ):
                return self.same("sequence", ask.rule, (ask.side, ask.prompt), (side, prompt))
            if len(ask.options) != 1:
                said = f"{ask.side} {ask.prompt} {shadow.short(ask.options[:8])}"
                return self.same("sequence", ask.rule, said, f"{side} {prompt}")
            self.step(ask.options[0])
        return False

    # -- comparing

    def compare_end(self, now: Moment) -> None:
        result = now.match.result
        assert result is not None
        if isinstance(self.open, Dice):
            self.same("sequence", "4.0", f"dice {self.open.why}", "the match is over")
            return
        self.same("victory", "20.3", self.game.result, (result.winner, result.reason))
        self.compare_events(now)

    def compare_options(self, now: Moment) -> None:
        ask = self.open
        assert isinstance(ask, Ask)
        about = f"{ask.prompt} {ask.facts}"
        self.compared[f"options: {ask.prompt}"] += 1
        self.same_options(ask.rule, ask.options, now, about)
        facts = dict(now.facts.items())
        mine_facts = {k: v for k, v in ask.facts.items() if k in facts}
        self.same("facts", ask.rule, mine_facts, {k: facts[k] for k in mine_facts}, about)

    def compare_events(self, now: Moment) -> None:
        """Odds, results and totals that the rules told, against those worked out."""
        for kind, rule, value in self.game.told_sums:
            told = [_sum_of(kind, dict(event.values)) for event in now.events if event.kind == kind]
            self.same(f"told: {kind}", rule, value in told, True, f"{value} of {told}")

    def compare_position(self, now: Moment, data: dict[str, Any]) -> bool:
        books = self.books
        view = now.position(None)
        units = view["units"]
        rows: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = []
        places = {u: units[u]["place"] if u in units else "off" for u in PIECES}
        mine = dict(books.place)
        rows.append(("places", "6.1", mine, places))
        shown = [u for u in PIECES if u in units and places[u] != "eliminated"]
        rows.append(
            (
                "levels",
                "2.1",
                {u: books.level[u] for u in shown},
                {u: units[u]["level"] for u in shown},
            )
        )
        rows.append(
            (
                "order",
                "9.41",
                {u: ORDERS[books.order[u]] for u in shown},
                {u: units[u]["order"] for u in shown},
            )
        )
        ground = [u for u in shown if places[u] in LAND]
        rows.append(
            (
                "supply",
                "8.1",
                {u: u in books.unsupplied for u in ground},
                {u: bool(units[u].get("unsupplied")) for u in ground},
            )
        )
        rows.append(
            (
                "formations",
                "15.21",
                {u: books.formation[u] or None for u in ground},
                {u: units[u]["formation"] for u in ground},
            )
        )
        guns = [u for u in ground if PIECES[u].artillery]
        rows.append(
            (
                "rounds",
                "12.51",
                {u: books.ammo[u] for u in guns},
                {u: units[u].get("rounds", 0) for u in guns},
            )
        )
        rows.append(
            (
                "deployed",
                "6.6",
                {u: u in books.deployed for u in guns},
                {u: bool(units[u].get("deployed")) for u in guns},
            )
        )
        hidden = [u for u in ground if PIECES[u].hides]
        rows.append(
            (
                "face up",
                "16.22",
                {u: u in books.seen for u in hidden},
                {u: bool(units[u].get("seen")) for u in hidden},
            )
        )
        rows.append(("control", "2.1", dict(books.control), self.game.taken_hint))
        for subject, rule, book, table in rows:
            if not self.same_rows(subject, rule, book, table, now.prompt):
                return False
        single = [
            (
                "forts",
                "17.1",
                sorted(books.forts_destroyed),
                sorted(h for h in LAND if LAND[h].fort and h not in view["forts"]),
            ),
            ("landed beaches", "8.51", sorted(books.landed), sorted(view["landed"])),
            ("militia rolls", "16.32", sorted(books.rolled), sorted(view["militia_rolled"])),
            ("steps lost", "20.1", dict(books.lost), dict(view["lost"])),
            ("stockpile", "12.54", books.stockpile, view["stockpile"]),
            ("air support", "16.41", books.air, view["air"]),
            ("weather", "17.2", books.weather, view["weather"]),
            (
                "drop zones",
                "19.1",
                dict(books.drop_zone),
                {k: v for k, v in view["markers"].items() if v},
            ),
            ("broken groups", "9.95", len(books.groups_broken), sum(data["broken_groups"])),
        ]
        for subject, rule, value, seen in single:
            if not self.same(subject, rule, value, seen, now.prompt):
                return False
        return True

    def same_rows(
        self, subject: str, rule: str, book: dict[str, Any], table: dict[str, Any], about: str
    ) -> bool:
        """Compare two lists of the same things; a difference tells only what differs."""
        if book == table:
            self.compared[subject] += 1
            return True
        differ = [k for k in book if book[k] != table.get(k)]
        return self.same(
            subject, rule, {k: book[k] for k in differ}, {k: table.get(k) for k in differ}, about
        )


def _sum_of(kind: str, values: dict[str, Any]) -> Any:
    """The part of an event that the referee works out too."""
    if kind == "odds":
        return (
            *tuple(values[k] for k in ("attack", "defence", "odds", "line")),
            tuple(values["modifiers"]),
        )
    if kind == "combat":
        return values["result"]
    if kind == "bombardment":
        return (values["total"], values["result"])
    if kind == "bombardment_vain":
        return (values["total"],)
    if kind == "waters_edge":
        return (values["strength"], values["hit"])
    if kind == "surrender_roll":
        return (values["total"], tuple(values["modifiers"]))
    return values["total"]
