"""Set-up of a scenario: deployment, hands, Gazala's Buildup (18.0-18.8, R19, R38)."""

from __future__ import annotations

from typing import Any

from khamsin.kernel.play.decision import Option
from tests.referee.rommel.asks import Play, ask
from tests.referee.rommel.board import ALLIED, AXIS, SIDES, other
from tests.referee.rommel.books import DUE, MALTA, UNPLACED, Books
from tests.referee.rommel.buildup import Nets, Spending, draw_cards
from tests.referee.rommel.checks import from_base
from tests.referee.rommel.lines import Lines


def muster(books: Books) -> None:
    """Which blocks take part, and when they come (16.4, 18.0)."""
    scenario = books.scenario
    for row in scenario["setup"]:
        for name in row["units"]:
            books.place[name] = UNPLACED
        for name in row.get("reduced", ()):
            books.cv[name] -= books.board.blocks[name].step
    for row in scenario.get("reinforcement", ()):
        for name in row["units"]:
            books.place[name] = DUE
            books.due[name] = row["month"]
    if not scenario.get("month_codes", True):
        return
    for name, block in books.board.blocks.items():
        if books.place[name] == UNPLACED:
            continue
        if block.month == "M":
            if "malta_month" in scenario:
                books.place[name] = MALTA
        elif block.month.isdigit():
            month = int(block.month)
            if scenario["start_month"] < month <= scenario["end_month"]:
                books.place[name] = DUE
                books.due[name] = month


def area(books: Books, row: dict[str, Any]) -> set[int]:
    """The hexes of a set-up row."""
    found = set(row.get("hexes", ()))
    for region in row.get("regions", ()):
        found |= books.board.region[region]
    return found - set(row.get("except", ()))


def is_fed(books: Books, side: str) -> bool:
    """Whether everybody placed so far is Supplied, Fortresses and Oases included (R19)."""
    lines = Lines(books, side)
    based = from_base(books, side, lines)
    rest = [name for name in books.on_map(side) if name not in based]
    for oasis in books.board.oases:
        for name in rest:
            if books.place[name] == oasis:
                rest.remove(name)
                break
    for fortress in books.board.fortresses:
        if not rest or not lines.serves(fortress) or not lines.is_isolated(fortress):
            continue
        net, far = lines.net(fortress).supplied, lines.lengths(fortress)
        near = [name for name in rest if books.place[name] in net]
        near.sort(key=lambda name: far[books.place[name]])  # type: ignore[index]
        for name in near[: books.board.capacity[side, fortress]]:
            rest.remove(name)
    return not rest


def deploy(books: Books, side: str) -> Play:
    """One side puts its blocks on the map (18.0.b)."""
    for row in books.scenario["setup"]:
        if row["side"] != side:
            continue
        hexes = area(books, row)
        if len(hexes) == 1:
            for name in row["units"]:
                books.put(name, next(iter(hexes)))
            continue
        left = list(row["units"])
        most = {int(at): count for at, count in row.get("at_most", {}).items()}
        while left:
            good = [at for at in sorted(hexes) if may_deploy(books, side, left[0], at, most)]
            options: list[Option] = [("deploy", name, str(at)) for name in left for at in good]
            words = yield from ask(side, "deploy", options, "18.0")
            books.put(words[1], int(words[2]))
            left.remove(words[1])


def may_deploy(books: Books, side: str, name: str, at: int, most: dict[int, int]) -> bool:
    """Whether a block may be put here: not among enemies, within the number, Supplied."""
    if at in books.at[other(side)] or len(books.all_at(side, at)) >= most.get(at, 999):
        return False
    trial = books.twin()
    trial.put(name, at)
    return is_fed(trial, side)


def hands(books: Books, extra: dict[str, int]) -> Play:
    """Deal; each may throw in his whole hand once (18.0.c)."""
    dealt = {side: first_hand(books, side) + extra[side] for side in SIDES}
    for side in (AXIS, ALLIED):
        yield from draw_cards(books, side, dealt[side])
    for side in (AXIS, ALLIED):
        words = yield from ask(side, "hand", [("keep",), ("redraw",)], "18.0")
        if words == ("redraw",):
            for card in ("real", "dummy"):
                books.deck[card] += books.hand[side][card]
                books.hand[side][card] = 0
            yield from draw_cards(books, side, dealt[side])


def first_hand(books: Books, side: str) -> int:
    """Cards at the start (18.0, R35)."""
    scenario = books.scenario
    if side == ALLIED and "printed_cards" in books.options:
        return int(scenario.get("allied_hand_printed", scenario["allied_hand"]))
    return int(scenario[f"{side}_hand"])


def start(books: Books) -> Play:
    """Everything before the first Player Turn."""
    muster(books)
    for side in (AXIS, ALLIED):
        yield from deploy(books, side)
    extra = dict.fromkeys(SIDES, 0)
    if "first_buildup_rp" in books.scenario:
        nets: Nets = {side: Lines(books, side).network() for side in SIDES}
        books.nets = nets
        for side in (ALLIED, AXIS):
            books.rp[side] = books.scenario["first_buildup_rp"]
        for side in (ALLIED, AXIS):
            spending = Spending(books, side, nets)
            yield from spending.spend()
            extra[side] = spending.extra
        books.nets = {}
    yield from hands(books, extra)
