"""5 Group and Regroup Moves of the Active Player, and the question what to move next."""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import NOBODY, SIDES
from khamsin.games.rommel.model.state import State
from khamsin.games.rommel.rules.blocks import fresh_shots, holds
from khamsin.games.rommel.rules.cards import ASSAULT, OFFENSIVE, PASS, TWO
from khamsin.games.rommel.rules.combat.flight import flee
from khamsin.games.rommel.rules.combat.rout import begin_rout
from khamsin.games.rommel.rules.victory import check_bases
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option

from .block_moves import block_moves, exit_map, make_move, members
from .forced_march import HIDES as MARCHES_HIDE
from .forced_march import announce_march, leaving_marches
from .reach import FAR, FORCED_MARCH, is_full, rommel_bonus, speeds_needed
from .withdrawal import begin_withdrawal, is_near, leaving_moves, may_stop, must_leave, pass_moves

HIDES = MARCHES_HIDE | dict.fromkeys(
    ("move", "engage", "rommel", "rommel_engage", "exit", "rommel_exit"), (1,)
)


def moves_allowed(g: State) -> int:
    """4.1, 4.2, 4.3.a, 4.4.a, 4.5.a How many Moves the Turn Option buys in this Movement phase."""
    return 2 if g.option == TWO else 1


def begin_movement(g: State) -> None:
    """3.43.a, 4.4.b, 7.1.e A Movement phase begins: hexside limits and shots are fresh."""
    g.moves = []
    g.used = (0,) * len(g.used)
    fresh_shots(g)
    g.unfought = []
    g.answered = []
    g.refusing = []
    g.leavers = []
    g.marches = []
    g.retreated = []
    g.withdrawal = g.onward = ()
    g.old_network = ()
    g.walk = (None,) * len(g.walk)
    g.near = ((),) * len(g.near)
    g.old_battles = tuple(place for place, side in enumerate(g.defender) if side != NOBODY)


async def make_moves(g: State) -> None:
    """5.0.a, 5.1 The Active Player names Moves and moves block by block, until he is done.

    11.4.b, 11.4.s1 Whom he Overruns, Routs when he says so, or after all Moves.
    """
    name = SIDES[g.active]
    while True:
        if g.flight is None:
            await MARK
            answer = await Choose(
                name, "move", lambda: move_options(g), "5.0.b", only=(name,), hides=HIDES
            )
            if answer == DONE:
                break
            await carry_out(g, answer)
        else:  # a Rout that he has called for
            await flee(g)
        if g.flight is None and not g.routs:
            check_bases(g)  # R45
    if g.option == TWO:  # 4.s2, R18: two Moves on two real cards are an Offensive
        g.option = OFFENSIVE if len(g.moves) == 2 else ASSAULT


async def carry_out(g: State, answer: Option) -> None:
    """5.0.b One Move is named, one block moves or announces a march, or a Rout is called for."""
    at, verb = g.pack.place_index, answer[0]
    if verb == "group":
        name_move(g, at[answer[1]], NOBODY)
    elif verb == "regroup":
        point = at[answer[1]]
        name_move(g, point, await choose_destination(g, point))
    elif verb == "rout":
        place = at[answer[1]]
        # the Rout that was asked for comes first, and at once (11.4.s2)
        g.routs.sort(key=lambda rout: rout[0] != place)
        begin_rout(g)
    else:
        block = g.pack.block_index[answer[1]]
        via = at[answer[4]] if len(answer) > 4 else NOBODY
        if verb.endswith("exit"):
            exit_map(g, block, is_rommel=verb.startswith("rommel"))
        elif verb.startswith("march"):
            announce_march(g, block, at[answer[3]], via)
        else:
            make_move(g, block, at[answer[3]], via, is_rommel=verb.startswith("rommel"))


async def choose_destination(g: State, point: int) -> int:
    """5.2.a The destination of a Regroup Move."""
    name = SIDES[g.active]
    answer = await Choose(
        name, "regroup", lambda: destinations(g, point), "5.2.a", only=(name,), hides={},
        place=g.place_id(point),
    )  # fmt: skip
    return g.pack.place_index[answer[1]]


def name_move(g: State, place: int, to: int) -> None:
    """5.1, 5.2 The Move is known to both from now on."""
    g.moves.append((place, to))
    if len(g.moves) > 1:
        g.known[0] = 2
        g.known[1] = 2
    side = SIDES[g.active]
    if to == NOBODY:
        g.tell("group_move", "5.1", side=side, place=g.place_id(place))
    else:
        g.tell("regroup_move", "5.2.a", side=side, place=g.place_id(place), to=g.place_id(to))
    if g.option == PASS:
        begin_withdrawal(g)


# -- what may be named, what may be moved ---------------------------------------------------------


def groups(g: State) -> list[int]:
    """5.0.a The places with own blocks that can still move."""
    moved, disrupted = g.moved, g.disrupted
    return [
        place
        for place, blocks in enumerate(g.here[g.active])
        if blocks and any(not moved[block] and not disrupted[block] for block in blocks)
    ]


def command_points(g: State, places: list[int]) -> list[int]:
    """5.2.b Friendly, empty or battle hexes in or next to which own blocks can move."""
    side = g.active
    own, enemy = holds(g, side), holds(g, 1 - side)
    near = [place for place in places if may_go(g, place)]
    found = dict.fromkeys(near)
    for place in near:
        found.update(dict.fromkeys(g.pack.board.neighbours[place]))
    return sorted(place for place in found if own[place] or not enemy[place])


def move_options(g: State) -> list[Option]:
    """5.0.b, 5.0.c, 11.4.d, 11.4.e Everything the Active Player may do next."""
    if g.option == PASS:
        return pass_options(g)
    options: dict[Option, None] = {}
    for move in range(len(g.moves)):
        for block in members(g, move):
            block_moves(g, move, block, options)
    options.update(dict.fromkeys(leaving_marches(g)))
    options.update(dict.fromkeys(("rout", g.place_id(place)) for place, _ in g.routs))
    if len(g.moves) < moves_allowed(g):
        options.update(dict.fromkeys(new_moves(g)))
    options[DONE] = None
    return list(options)


def new_moves(g: State) -> list[Option]:
    """5.1, 5.2 Moves that can be named now."""
    names = g.pack.place_ids
    places = groups(g)
    taken = [place for place, to in g.moves if to == NOBODY]
    found: list[Option] = [("group", names[place]) for place in places if place not in taken]
    found += [("regroup", names[place]) for place in command_points(g, places)]
    return found


def pass_options(g: State) -> list[Option]:
    """4.5.a At most one Withdrawal."""
    options: list[Option] = []
    if g.moves:
        options += pass_moves(g, members(g, 0))
        options += leaving_marches(g)
    else:
        owed = must_leave(g)
        options += leaving_moves(g, owed, command_points(g, groups(g))) if owed else new_moves(g)
    options += [("rout", g.place_id(place)) for place, _ in g.routs]
    if may_stop(g, members(g, 0) if g.moves else []):
        options.append(DONE)
    return options


def _speed_from(g: State, start: int) -> int:
    """5.2.d The speed of the fastest block in a hex that can still move, with all it may add."""
    most = -FAR
    for block in g.here[g.active][start]:
        if not g.moved[block] and not g.disrupted[block] and g.speeds[block] > most:
            most = g.speeds[block]
    return most + rommel_bonus(g, len(g.moves)) + FORCED_MARCH


def goals_from(g: State, start: int) -> list[int]:
    """5.2.d, 7.1.a Where the fastest block in a hex that can still move comes in a new Regroup."""
    if start >= g.pack.size:
        return []
    most = _speed_from(g, start)
    edge_of = g.pack.board.edge
    return [
        place
        for place, via, need in speeds_needed(g, g.active, start)
        if need <= most and (via == NOBODY or not is_full(g, edge_of(via, place)))
    ]


def may_go(g: State, start: int) -> bool:
    """5.2.d Whether it comes anywhere."""
    if start >= g.pack.size:
        return False
    most = _speed_from(g, start)
    edge_of = g.pack.board.edge
    for place, via, need in speeds_needed(g, g.active, start):
        if need <= most and (via == NOBODY or not is_full(g, edge_of(via, place))):
            return True
    return False


def destinations(g: State, point: int) -> list[Option]:
    """5.2.c Every hex that at least one block of the Regroup can reach, or march to.

    Also 5.2.d, 5.2.s1.
    """
    found: dict[int, None] = {}
    for start in (point, *g.pack.board.neighbours[point]):
        found.update(dict.fromkeys(goals_from(g, start)))
    if g.option == PASS:
        owed = [meet for place, meet in must_leave(g).items() if is_near(g, point, place)]
        if owed:
            found = dict.fromkeys(place for meet in owed for place in meet)
    return [("to", g.place_id(place)) for place in sorted(found)]
