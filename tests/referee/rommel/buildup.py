"""The Buildup that opens a Month (16.0), and the Initiative (3.3)."""

from __future__ import annotations

from khamsin.kernel.play.decision import Option
from tests.referee.rommel.asks import Ask, Play, ask, draw, roll
from tests.referee.rommel.board import ALLIED, AXIS, HIGHWAY, SIDES, edge, other
from tests.referee.rommel.books import DUE, MALTA, REFIT, Books
from tests.referee.rommel.checks import base_arrival, buildup_check, refitted
from tests.referee.rommel.lines import Lines

Nets = dict[str, frozenset[int]]


class Spending:
    """What one side may spend its RP on (16.5)."""

    def __init__(self, books: Books, side: str, nets: Nets) -> None:
        self.books = books
        self.side = side
        self.nets = nets
        self.price = books.board.tables["buildup"]
        self.shipped = dict.fromkeys(books.board.fortresses, 0)
        """Embarkations and landings (16.53.c)."""
        self.extra = 0

    @property
    def own(self) -> frozenset[int]:
        """The own Network of this Buildup."""
        return self.nets[self.side]

    @property
    def foe(self) -> frozenset[int]:
        """The enemy's."""
        return self.nets[other(self.side)]

    def may_enter(self, at: int) -> bool:
        """In the own Network, not in the enemy's, no battle, no enemies (16.51.c, d)."""
        return at in self.own and at not in self.foe and at not in self.books.at[other(self.side)]

    def may_leave(self, name: str) -> bool:
        """Out of a battle only if another firm block stays (16.51.d)."""
        at = self.books.place[name]
        if name in self.books.disrupted or not isinstance(at, int):
            return False
        if at not in self.books.at[other(self.side)]:
            return True
        return len(self.books.firm(self.side, at)) > 1

    def legs(self, name: str) -> set[int]:
        """Where one Redeployment brings a block: two hexes and the road bonus (16.51.a)."""
        board = self.books.board
        start = self.books.place[name]
        assert isinstance(start, int)
        best: dict[tuple[int, int], int] = {(start, HIGHWAY): 0}
        todo = [(start, HIGHWAY)]
        found: set[int] = set()
        for at, worst in todo:
            far = best[at, worst] + 1
            for step in board.next[at]:
                road = min(worst, board.road[edge(at, step)])
                if far > self.books.board.tables["road"]["redeployment"] + board.bonus(road):
                    continue
                if not self.may_enter(step) or best.get((step, road), 99) <= far:
                    continue
                best[step, road] = far
                todo.append((step, road))
                found.add(step)
        found.discard(start)
        return found

    def has_route_home(self, name: str) -> bool:
        """Whether a block can go to the Base by land (16.52.b, R34)."""
        board = self.books.board
        start = self.books.place[name]
        base = board.base[self.side]
        if start == base:
            return True
        assert isinstance(start, int)
        seen, todo = {start}, [start]
        for at in todo:
            for step in board.next[at]:
                if step not in seen and self.may_enter(step):
                    seen.add(step)
                    todo.append(step)
        return base in seen

    def ports(self) -> list[int]:
        """Ports that the side controls (16.53.a)."""
        board = self.books.board
        mine = [at for at in board.fortresses if self.books.holder[at] == self.side]
        return [board.base[self.side], *mine]

    def fare(self, start: int, end: int) -> int | None:
        """RP of a sea leg; None if it is forbidden (16.53.b, 16.53.c)."""
        siege = 0
        for port in (start, end):
            if port not in self.shipped:
                continue
            if self.shipped[port] >= self.books.board.capacity[self.side, port]:
                return None
            siege += self.books.besieged(port)
        if siege == 0:
            return int(self.price["naval_rp"])
        if siege == 1 and self.side == ALLIED:
            return int(self.price["naval_besieged_rp"])
        return None

    def sails(self, name: str) -> dict[int, int]:
        """Where a block may sail to, and for how much."""
        start = self.books.place[name]
        ports = self.ports()
        if start not in ports or start not in self.own:
            return {}
        assert isinstance(start, int)
        found: dict[int, int] = {}
        for end in ports:
            fare = self.fare(start, end)
            if end != start and fare is not None and self.may_enter(end):
                found[end] = fare
        return found

    def mine_hexes(self) -> list[int]:
        """Where a minefield may be laid (14.0, 16.55, R48, R56)."""
        books = self.books
        return sorted(
            at
            for at in self.own
            if at not in books.defender
            and at not in books.mines[self.side]
            and at not in books.shown_mines
        )

    def options(self) -> list[Option]:
        """Everything that may be bought now, and the end of it."""
        books, rp = self.books, self.books.rp[self.side]
        base = books.board.base[self.side]
        found: list[Option] = [("done",)]
        for name in books.on_map(self.side):
            here = str(books.place[name])
            block = books.board.blocks[name]
            if self.may_leave(name):
                if rp >= self.price["redeploy_rp"]:
                    found += [("redeploy", name, here, str(to)) for to in self.legs(name)]
                if self.has_route_home(name):
                    found.append(("refit", name, here))
                for end, fare in self.sails(name).items():
                    if rp >= fare:
                        found.append(("sail", name, here, str(end), str(fare)))
            if books.place[name] == base and books.cv[name] < block.steps[0] and rp >= block.price:
                found.append(("rebuild", name, str(block.price)))
        if rp >= self.price["minefield_rp"]:
            cost = str(self.price["minefield_rp"])
            found += [("mine", str(at), cost) for at in self.mine_hexes()]
        laid = sorted(at for at in books.mines[self.side] | books.shown_mines if at in self.own)
        for index, first in enumerate(laid):
            found += [("relay", str(first), str(second)) for second in laid[index + 1 :]]
        if rp >= self.price["extra_card_rp"]:
            found.append(("extra", str(self.price["extra_card_rp"])))
        return found

    def spend(self) -> Play:
        """Spend until the owner has enough (16.5)."""
        books = self.books
        books.spending = self
        while True:
            partial = "mines taken up in secret (R59)" if books.lifted else ""
            words = yield Ask(self.side, "spend", tuple(self.options()), "16.5", "", partial)
            verb = words[0]
            if verb == "done":
                books.rp[self.side] = min(books.rp[self.side], self.price["saved_rp"])
                books.spending = None
                return
            if verb == "redeploy":
                self.bring(words[1], int(words[3]))
                books.rp[self.side] -= self.price["redeploy_rp"]
            elif verb == "sail":
                for port in (int(words[2]), int(words[3])):
                    if port in self.shipped:
                        self.shipped[port] += 1
                self.bring(words[1], int(words[3]))
                books.rp[self.side] -= int(words[4])
            elif verb == "refit":
                books.leave_map(words[1], REFIT)
            elif verb == "rebuild":
                books.cv[words[1]] += books.board.blocks[words[1]].step
                books.rp[self.side] -= int(words[2])
            elif verb == "mine":
                books.mines[self.side].add(int(words[1]))
                books.rp[self.side] -= int(words[2])
            elif verb == "extra":
                self.extra += 1
                books.rp[self.side] -= int(words[1])
            elif verb == "relay":
                yield from self.relay(int(words[1]), int(words[2]))

    def bring(self, name: str, to: int) -> None:
        """A block comes somewhere; out of reach of its Fortress it gives that up (R63)."""
        books = self.books
        books.put(name, to)
        if name in books.bound and not Lines(books, self.side).has_line(name):
            del books.bound[name]

    def relay(self, first: int, second: int) -> Play:
        """Two minefields are taken up, one is laid (16.55.b)."""
        books = self.books
        for at in (first, second):
            books.mines[self.side].discard(at)
            if at in books.shown_mines:
                books.shown_mines.discard(at)
                books.lifted.add(at)
                books.mines[other(self.side)].discard(at)
        options: list[Option] = [("mine", str(at), "0") for at in self.mine_hexes()]
        words = yield from ask(self.side, "relay", options, "16.55")
        books.mines[self.side].add(int(words[1]))


def reinforce(books: Books, side: str) -> Play:
    """Reinforcements of this month, dice for those of the next, the Malta Group (16.4, 18.6.b)."""
    due = [name for name, place in books.place.items() if place == DUE and books.side(name) == side]
    for name in due:
        if books.due[name] == books.month:
            base_arrival(books, name)
    later = [name for name in due if books.due[name] == books.month + 1]
    if later and books.month < books.scenario["end_month"]:
        names = yield from draw("early_order", len(later))
        dice = yield from roll("early", len(later))
        for name, die in zip(names, dice, strict=True):
            if die in books.board.tables["buildup"]["early_on"]:
                base_arrival(books, name)
    group = [name for name, place in books.place.items() if place == MALTA]
    if side == AXIS and group and books.month >= books.scenario.get("malta_month", 99):
        words = yield from ask(AXIS, "malta", [("malta",), ("wait",)], "18.6")
        if words == ("malta",):
            books.malta_called = True
            for name in group:
                base_arrival(books, name)


def monthly(books: Books, side: str) -> int:
    """Cards that a side draws each Month (18.0, R35)."""
    scenario = books.scenario
    if side == ALLIED:
        if "printed_cards" in books.options and "allied_draw_printed" in scenario:
            return int(scenario["allied_draw_printed"])
        return int(scenario["allied_draw"])
    if books.malta_called:
        return int(scenario["malta_draw"])
    if books.month >= scenario.get("axis_draw_later_month", 99):
        return int(scenario["axis_draw_later"])
    return int(scenario["axis_draw"])


def booty(books: Books, side: str) -> int:
    """Cards for Fortresses taken last Month: the enemy's capacity there (13.4)."""
    return sum(
        books.board.capacity[other(side), at]
        for at, holder in books.holder.items()
        if holder == side and books.held_before[at] != side
    )


def draw_cards(books: Books, side: str, count: int) -> Play:
    """Draw from the deck."""
    if count <= 0:
        return
    cards = yield from draw("cards", count)
    for card in cards:
        books.deck[card] -= 1
        books.hand[side][card] += 1


def resupply(books: Books, side: str, extra: int) -> Play:
    """Spent cards and unwanted dummies go back, then all cards are drawn at once (16.6)."""
    hand = books.hand[side]
    if hand["real"] or hand["dummy"]:
        options: list[Option] = [("discard", str(n)) for n in range(hand["dummy"] + 1)]
        words = yield from ask(side, "discard", options, "16.6")
        hand["dummy"] -= int(words[1])
        books.deck["dummy"] += int(words[1])
    for card in ("real", "dummy"):
        books.deck[card] += books.spent[card]
        books.spent[card] = 0
    wanted = monthly(books, side) + extra + booty(books, side)
    held = hand["real"] + hand["dummy"]
    limit = books.board.tables["cards"]["hand_limit"]
    yield from draw_cards(books, side, min(wanted, limit - held))


def buildup(books: Books) -> Play:
    """The whole Buildup (16.0)."""
    books.month += 1
    nets: Nets = yield from buildup_check(books)
    books.nets = nets
    refitted(books)
    number = books.scenario.get("buildup_dice", books.board.tables["buildup"]["dice"])
    rolled = {}
    for side in SIDES:
        dice = yield from roll("buildup", number)
        rolled[side] = sum(dice)
    for side in SIDES:
        books.rp[side] += sum(rolled.values())
    first = ALLIED if rolled[ALLIED] <= rolled[AXIS] else AXIS
    for side in (first, other(first)):
        yield from reinforce(books, side)
        spending = Spending(books, side, nets)
        yield from spending.spend()
        yield from resupply(books, side, spending.extra)
    books.held_before = dict(books.holder)
    books.nets = {}


def initiative(books: Books) -> Play:
    """Who has the first Player Turn of the Month (3.3)."""
    books.active = AXIS
    shown = {}
    for side, prompt, verb in ((ALLIED, "challenge", "challenge"), (AXIS, "answer", "answer")):
        hand = books.hand[side]
        options: list[Option] = [(verb, card) for card in ("real", "dummy") if hand[card]]
        options.append(("decline",))
        if len(options) == 1:
            words: Option = ("decline",)
        else:
            words = yield from ask(side, prompt, options, "3.3")
        if words == ("decline",):
            if side == ALLIED:
                return
            shown[side] = ""
        else:
            shown[side] = words[1]
            hand[words[1]] -= 1
    for card in shown.values():
        if card:
            books.spent[card] += 1
    if shown[ALLIED] == "real" and shown[AXIS] != "real":
        books.active = ALLIED
