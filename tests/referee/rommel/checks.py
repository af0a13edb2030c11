"""Supply Checks: Fortress and Oasis assignment, marks, recovery, Disruption (12.7, 13.3, 15.1)."""

from __future__ import annotations

from khamsin.kernel.play.decision import Option
from tests.referee.rommel.asks import Answer, Play, ask
from tests.referee.rommel.board import SIDES, other
from tests.referee.rommel.books import REFIT, WAITING, Books
from tests.referee.rommel.flight import rout, rout_unshielded
from tests.referee.rommel.lines import Lines


def from_base(books: Books, side: str, lines: Lines) -> set[str]:
    """Blocks that have a line to the Base, whoever supplies them."""
    base = books.board.base[side]
    places = lines.net(base).supplied
    return {
        name
        for name in books.on_map(side)
        if name not in books.raider and books.place[name] in places
    }


def assign(
    books: Books, side: str, spent: dict[int, int], *, final: bool, buildup: bool = False
) -> Play:
    """Fortresses and Oases supply blocks (A11).

    `spent` counts the slots that were given at the Initial Check; `final` is the Final Check.
    """
    lines = Lines(books, side)
    for oasis in books.board.oases:
        needy = buildup or final
        yield from assign_oasis(books, side, lines, oasis, spent, only_needy=needy)
    room = {
        fortress: books.board.capacity[side, fortress] - spent.get(fortress, 0)
        for fortress in books.board.fortresses
        if lines.serves(fortress) and lines.is_isolated(fortress)
    }

    def nearest() -> dict[int, list[str]]:
        """The blocks that may have the next slot of each Fortress with room."""
        found = {at: candidates(books, side, lines, at) for at, slots in room.items() if slots > 0}
        return {at: names for at, names in found.items() if names}

    def give(words: Answer) -> None:
        books.bound[words[1]] = int(words[3])
        room[int(words[3])] -= 1

    for fortress in list(room):  # blocks inside come first, nobody can keep it from them (13.3.s1)
        while True:
            names = nearest().get(fortress, [])
            if not names or books.place[names[0]] != fortress:
                break
            words: list[Option] = [("assign", each, str(fortress), str(fortress)) for each in names]
            if len(names) <= room[fortress]:
                give(words[0])
            else:
                give((yield from ask(side, "assign", words, "13.3", fortress)))
    while True:  # what is left may be given to others, from whichever Fortress the owner likes
        open_to = nearest()
        words = [
            ("assign", each, str(books.place[each]), str(at))
            for at, names in open_to.items()
            for each in names
        ]
        if not words:
            return
        if not buildup:
            words.append(("done",))
        elif len(open_to) == 1 and len(words) <= sum(room[at] for at in open_to):
            give(words[0])
            continue
        answer = yield from ask(side, "assign", words, "13.3.e" if final else "13.3")
        if answer == ("done",):
            return
        give(answer)


def candidates(books: Books, side: str, lines: Lines, fortress: int) -> list[str]:
    """Blocks that may be given the next slot: the nearest ones (13.3.b, R29)."""
    based = from_base(books, side, lines)
    net = lines.net(fortress).supplied
    far = lines.lengths(fortress)
    found: dict[int, list[str]] = {}
    for name in books.on_map(side):
        at = books.place[name]
        assert isinstance(at, int)
        if name in books.bound or name in based or name in books.raider or at not in net:
            continue
        found.setdefault(far[at], []).append(name)
    return found[min(found)] if found else []


def assign_oasis(
    books: Books, side: str, lines: Lines, oasis: int, spent: dict[int, int], *, only_needy: bool
) -> Play:
    """One block in an Oasis is supplied by it, one without a line first (15.1, R53)."""
    here = books.all_at(side, oasis)
    if spent.get(oasis) or not here or oasis in lines.closed:
        return
    here = [name for name in here if name not in books.bound]
    based = from_base(books, side, lines)
    lone = [name for name in here if name not in based]
    if only_needy:
        here = []  # who has a line needs no Oasis now, and nothing else hangs on it
    options: list[Option] = [("assign", name, str(oasis), str(oasis)) for name in (lone or here)]
    if options:
        answer = yield from ask(side, "assign", options, "15.1", oasis)
        books.bound[answer[1]] = oasis


def is_supplied(books: Books, lines: Lines, name: str) -> bool:
    """Whether a block has supply now, from wherever it must take it (12.0)."""
    at = books.place[name]
    if books.bound.get(name) == at and at in books.board.oases and at not in lines.closed:
        return True
    return lines.has_line(name)


def initial_check(books: Books, side: str) -> Play:
    """The Initial Check (12.7.a, R14)."""
    for name in [name for name in books.bound if books.side(name) == side]:
        del books.bound[name]
    yield from assign(books, side, {}, final=False)
    lines = Lines(books, side)
    fed = {name for name in books.on_map(side) if is_supplied(books, lines, name)}
    for name in books.on_map(side):
        if name in fed:
            books.unsupplied.discard(name)
        else:
            books.unsupplied.add(name)
    yield from recover(books, side, fed, whole_turn=True)


def recover(books: Books, side: str, fed: set[str], *, whole_turn: bool) -> Play:
    """Disrupted blocks recover; Disrupted enemies in their hex Rout (11.2, R24)."""
    places: set[int] = set()
    for name in books.on_map(side):
        since = books.disrupted.get(name)
        at = books.place[name]
        if since is None or name not in fed or at in books.defender:
            continue
        if not whole_turn and at in books.at[other(side)]:
            continue  # Disrupted blocks of both sides: none is the first (R57)
        if whole_turn and not any(number > since and who != side for number, who in books.turns):
            continue
        del books.disrupted[name]
        assert isinstance(at, int)
        places.add(at)
    for at in sorted(places):
        lone = books.limp(other(side), at)
        if lone:
            books.defender[at] = other(side)
            yield from rout(books, lone, at, set())


def final_check(books: Books, side: str) -> Play:
    """The Final Check (12.7.b, R4)."""
    spent: dict[int, int] = {}
    for name, source in books.bound.items():
        if books.side(name) == side:
            spent[source] = spent.get(source, 0) + 1
    yield from assign(books, side, spent, final=True)
    lines = Lines(books, side)
    fresh: list[str] = []
    for name in books.on_map(side):
        if name not in books.unsupplied:
            continue
        if is_supplied(books, lines, name):
            books.unsupplied.discard(name)
        elif name not in books.disrupted:
            fresh.append(name)
    for name in fresh:
        books.disrupt(name)
    for name in fresh:
        at = books.place[name]
        if not isinstance(at, int):
            continue
        if at in books.defender and not books.firm(side, at):
            for mate in books.limp(side, at):
                if not lines.has_line(mate):
                    books.remove(mate)  # no line, so no Withdrawal (11.3.s3)
    for at in books.battles():
        books.settle(at)
        if at in books.defender:
            yield from rout_unshielded(books, at, set())


def buildup_check(books: Books) -> Play:
    """The Buildup Check of both sides; returns their networks (12.7.d, 16.2)."""
    books.bound.clear()
    for side in SIDES:
        yield from assign(books, side, {}, final=False, buildup=True)
    lines = {side: Lines(books, side) for side in SIDES}
    nets = {side: lines[side].network() for side in SIDES}
    for side in SIDES:
        fed = {name for name in books.on_map(side) if is_supplied(books, lines[side], name)}
        for name in books.on_map(side):
            books.unsupplied.discard(name)
            if name not in fed:
                books.remove(name)
    for at in books.battles():
        books.settle(at)
    for side in SIDES:
        yield from recover(books, side, set(books.on_map(side)), whole_turn=False)
    for at in books.battles():  # the Shield has been taken away (11.3.a)
        yield from rout_unshielded(books, at, set())
    return nets


def refitted(books: Books) -> None:
    """Blocks come back from Refit (16.52.c)."""
    for name, place in list(books.place.items()):
        if place == REFIT:
            base_arrival(books, name)


def base_arrival(books: Books, name: str) -> None:
    """A block comes to the Base, or waits behind it while it is engaged (16.41.s3, 16.52)."""
    side = books.side(name)
    base = books.board.base[side]
    books.put(name, WAITING if base in books.at[other(side)] else base)
