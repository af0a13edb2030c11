"""The state of a game of Rommel in the Desert: everything on the table, as plain data.

What a block is (its label and its CV) goes with the block. Everything else that is kept by block
(where it is, whether it lies Disrupted, how it was seen to move) goes with the wooden piece that
both players see. Some of it is there only to say what the enemy knows (`kin`, `least`, `seen`,
`worn`, `known`, `volleys`): from that alone `imagine` deals the labels of a side out anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, NamedTuple, TypeVar

from khamsin.kernel.pack.state import PackState
from khamsin.kernel.play.state import WATCHING, Event, Value

from .pack import Pack
from .pieces import ALLIED, AXIS, KNOWN, NOBODY, SIDES, UNUSED, Scenario

SETUP, BUILDUP, INITIATIVE, TURN, LAST = "setup", "buildup", "initiative", "turn", "end"
"""3.0 The phases of the game; LAST is what comes after the last Month (17.0)."""

# How far a phase has come: the rules are begun afresh from here (sequence.py)
DEPLOY, DEAL, KEEP = "deploy", "deal", "keep"
BUILDUP_CHECK, DICE, ARRIVE, SPEND, RESUPPLY = (
    "buildup_check", "dice", "arrive", "spend", "resupply",
)  # fmt: skip
CHALLENGE = "challenge"
CHECK, CARDS, FINAL, END = "check", "cards", "final", "end"
MOVES, RETREATS, MARCHES, REFUSALS = "moves", "retreats", "march", "refuse"
COMBAT, NAMING, FIGHTING = "combat", "naming", "fighting"
LAST_CHECK, JUDGE = "last_check", "judge"

SPENT = 99
"""6.3.s1 What `State.rommel` is in Blitz Movement if the Rommel Move was made before."""

Walk = tuple[int, int, int, int, int]
"""From where a block came, and the fewest hexes it took, by the poorest road on the way (6.2)."""

Rows = tuple[tuple[int, int, int, int, int, int, int, int], ...]
"""5.3 Ways back as they were at some moment: from, Source, to, by way of, hexes by road."""


_T = TypeVar("_T")


def all_changed(row: tuple[_T, ...], places: Iterable[int], value: _T) -> tuple[_T, ...]:
    """A row with several entries changed alike."""
    new = list(row)
    for at in places:
        new[at] = value
    return tuple(new)


class Flight(NamedTuple):
    """10.5 A group that leaves a hex under Pursuit Fire, and how far it has come."""

    place: int
    side: int
    kind: str
    blocks: tuple[int, ...]
    speed: int
    """What was announced: that of the slowest."""
    pursued: bool = False
    """Whether the Pursuit Fire is over."""
    hits: int = 0
    """What the group has still to suffer of it."""
    rows: Rows | None = None
    """The ways back, as they were when it began to Withdraw."""


class Shot(NamedTuple):
    """9.2.a What a block has rolled in the round of combat that goes on."""

    block: int
    target: int
    """The class that it fired at."""
    dice: tuple[int, ...]


class Volley(NamedTuple):
    """10.5.b Dice of Pursuit Fire that both have seen fall, but not whose they were."""

    place: int
    side: int
    speed: int
    dice: int


class State(PackState[Pack, Scenario]):
    """The table: blocks, battles, cards, minefields, and how far the turn has come."""

    __slots__ = (
        "active", "answered", "assaults", "battles", "bound", "cache", "captured", "challenge",
        "combat_kind", "crossed", "cv", "deck", "defender", "disrupted", "exited", "extra",
        "fallen", "fighting", "fired", "firing", "flight", "fought_over", "hand", "headings",
        "here", "holder", "kin", "known", "last_turn", "least", "leavers", "lifted", "malta_called",
        "marches", "mine", "mine_seen", "month", "moved", "moves", "near", "net", "old_battles",
        "old_network", "onward", "option", "passed", "phase", "place", "played", "player", "points",
        "ports", "probed", "raider", "rear", "refusing", "retreated", "rommel", "routes", "routs",
        "rp", "second", "second_movement", "seen", "shots", "speeds", "spent", "step", "turn",
        "unfought", "unsupplied", "up", "used", "volleys", "walk", "withdrawal", "worn",
    )  # fmt: skip

    fields: ClassVar[tuple[str, ...]] = tuple(
        name for name in __slots__ if name not in ("cache", "routes", "speeds")
    )

    def __init__(self, pack: Pack, scenario: Scenario, options: tuple[str, ...]) -> None:
        """An empty table; `setup` puts the blocks on it."""
        super().__init__(pack, scenario, options)
        blocks, places, edges = len(pack.blocks), pack.size + 2, len(pack.board.ends)
        self.speeds = pack.itank_speeds if "itanks" in options else pack.speeds
        self.cache: dict[Any, Any] = {}
        """What was worked out for this position; thrown away when something moves."""
        self.routes: dict[Any, Any] = {}
        """The ways of Redeployment, which depend on the networks fixed at the Buildup Check."""

        # -- blocks, by number
        self.place = [UNUSED] * blocks
        self.cv = (0,) * blocks
        self.disrupted = (0,) * blocks
        """The turn in which the block was Disrupted; 0: it is not."""
        self.unsupplied = (0,) * blocks
        self.raider = (0,) * blocks
        """12.5.b One more than the hexside by which a Raider came in; 0: it is none."""
        self.bound = (NOBODY,) * blocks
        """13.3, 15.1 The hex of the Fortress or Oasis that supplies the block until told anew."""
        self.moved = (0,) * blocks
        self.fired = (0,) * blocks
        self.up = (0,) * blocks
        """7.3 Whether the block lies face up in a battle."""
        self.least = (0,) * blocks
        """The speed that the block has been seen to have, at the least."""
        self.kin = (0,) * blocks
        """Blocks that the enemy cannot tell apart have the same number."""
        self.seen = (0,) * blocks
        """The CV with which the enemy has last seen the block."""
        self.worn = (0,) * (KNOWN + blocks)
        """By `kin`: the CV that such blocks have lost since, as far as the enemy can reckon."""
        self.walk: tuple[Walk | None, ...] = (None,) * blocks
        self.near: tuple[tuple[tuple[int, int], ...], ...] = ((),) * blocks
        """6.4.a Hexes beside the one it walked to that it could reach as well, at which speed."""
        self.here: list[list[tuple[int, ...]]] = [[()] * places, [()] * places]
        """The blocks of each side in each place, in order."""

        # -- the map
        self.defender = (NOBODY,) * pack.size
        """1.2.b, 2.2.s2 The original Defender of each battle hex; NOBODY: no battle."""
        self.crossed = (NOBODY,) * edges
        """8.1 The side that last Engaged across each hexside of a battle."""
        self.used = (0,) * edges
        """7.1 How many blocks have Engaged across it in this Movement phase."""
        self.holder = (ALLIED,) * len(pack.fortresses)
        self.fought_over: tuple[int, ...] = (NOBODY,) * len(pack.fortresses)
        """13.4 The side that held each Fortress when the Month began."""
        self.captured: list[tuple[int, int]] = []
        """13.4.b Side and Fortress of the captures whose cards are still to be drawn."""
        self.mine = (NOBODY,) * pack.size
        """14.1 Who laid a minefield in each hex; BOTH, if neither knew of the other's (R56)."""
        self.mine_seen = (0,) * pack.size
        self.lifted = (NOBODY,) * pack.size
        """R59 Who has taken up a minefield in secret that the other side thinks still there."""

        # -- time
        self.month = scenario.start_month
        self.turn = 0
        self.last_turn = [0, 0]
        """The number of the last Player Turn of each side."""
        self.phase = SETUP
        self.step = DEPLOY
        self.active = AXIS
        self.passed = 0
        """4.5.b How many Passes have been made in succession this Month."""

        # -- cards: how many are real, how many are dummies
        self.hand = [[0, 0], [0, 0]]
        self.deck = [pack.numbers.real, pack.numbers.dummy]
        self.spent = [0, 0]
        self.played = [0, 0]
        self.challenge = ["", ""]
        self.known = [0, 3]
        """How many real cards the enemy knows were played, at least and at most."""

        # -- Buildup
        self.player = ALLIED
        """Who has his part of the Buildup now, or may draw a new hand."""
        self.second = 0
        """16.3.b Whether he is the second of the two."""
        self.rp = [0, 0]
        self.headings = [[0, 0, 0, 0], [0, 0, 0, 0]]
        """16.5.s2 RP for Redeployment, Replacements, Extra Supply, Minefields this Buildup."""
        self.extra = [0, 0]
        self.ports = [0] * len(pack.fortresses)
        """16.53.c Embarkations and landings at each Fortress by the side now spending."""
        self.net: list[tuple[int, ...]] = [(), ()]
        """12.6 The Supply Networks fixed at the Buildup Check (16.2)."""
        self.malta_called = 0
        self.exited = [0, 0]

        # -- the turn in progress
        self.option = ""
        self.second_movement = 0
        """3.45 Whether the second Movement and Combat of a Blitz go on."""
        self.moves: list[tuple[int, int]] = []
        """Group Moves (hex, NOBODY) and Regroup Moves (Command Point, destination)."""
        self.rommel = NOBODY
        """6.3 Which of the Moves is the Rommel Move; SPENT: one before this Movement phase was."""
        self.withdrawal: Rows = ()
        """5.3 Ways back as they were when the Move of a Pass turn began."""
        self.onward: Rows = ()
        """The same by the last hex before: the way of an extra hex goes on from there (R15)."""
        self.old_network: tuple[int, ...] = ()
        """The Supply Network when the Withdrawal began (5.3.c)."""
        self.leavers: list[tuple[int, int, int]] = []
        """7.2 Blocks that will Disengage after the other moves: block, to, is a Forced March."""
        self.retreated: list[int] = []
        """10.3 Battles from which the leavers have had their turn to go."""
        self.marches: list[tuple[int, int, int]] = []
        """6.4 Announced Forced Marches: block, to, by way of."""
        self.routs: list[tuple[int, int]] = []
        """11.3 Hexes and sides whose Disrupted blocks must Rout."""
        self.unfought: list[int] = []
        """8.6.b Hexes Attacked in this Movement phase."""
        self.answered: list[int] = []
        """8.4.a Attacked hexes whose Defender has said whether he Refuses."""
        self.refusing: list[int] = []
        """8.4.a Those where he Refuses and has still to go."""
        self.old_battles: tuple[int, ...] = ()
        """Battles that were there when the Movement phase began."""
        self.flight: Flight | None = None
        self.volleys: list[Volley] = []
        """Pursuit Fire since shots were last fresh."""
        self.probed: list[int] = []
        """10.4.c Battles in which no combat may be started for the rest of the turn."""
        self.rear: tuple[int, ...] = ()
        """10.4.b The Rearguard that stays while others leave the battle."""

        # -- combat
        self.battles: list[int] = []
        """8.6.a Active Battles that are still to be fought."""
        self.assaults: list[int] = []
        self.fighting = NOBODY
        """The hex where combat goes on; after a Probe, until it is seen who leaves (10.41)."""
        self.combat_kind = ""
        """Whether that is a Probe or a round of combat; empty when the last shot has fallen."""
        self.firing = NOBODY
        """The side that fires now; NOBODY: the round is over."""
        self.points = [0, 0, 0, 0]
        """9.5 Half hits scored so far on each class."""
        self.fallen: list[int] = []
        """9.5.e Classes that have been wiped out by the fire so far."""
        self.shots: list[Shot] = []

    def copy(self) -> State:
        """Return a state that shares nothing that can change."""
        new = State.__new__(State)
        new.result = self.result
        new.happened = []
        new.cache = self.cache  # of the same position; whoever moves gets one of his own
        new.routes = self.routes
        new.pack = self.pack
        new.scenario = self.scenario
        new.options = self.options
        new.speeds = self.speeds
        new.month = self.month
        new.turn = self.turn
        new.phase = self.phase
        new.step = self.step
        new.active = self.active
        new.passed = self.passed
        new.player = self.player
        new.second = self.second
        new.second_movement = self.second_movement
        new.malta_called = self.malta_called
        new.option = self.option
        new.rommel = self.rommel
        new.old_network = self.old_network
        new.onward = self.onward
        new.fought_over = self.fought_over
        new.old_battles = self.old_battles
        new.rear = self.rear
        new.fighting = self.fighting
        new.firing = self.firing
        new.combat_kind = self.combat_kind
        new.assaults = self.assaults[:]
        new.battles = self.battles[:]
        new.bound = self.bound
        new.captured = self.captured[:]
        new.challenge = self.challenge[:]
        new.crossed = self.crossed
        new.cv = self.cv
        new.deck = self.deck[:]
        new.defender = self.defender
        new.disrupted = self.disrupted
        new.exited = self.exited[:]
        new.extra = self.extra[:]
        new.fallen = self.fallen[:]
        new.fired = self.fired
        new.holder = self.holder
        new.kin = self.kin
        new.known = self.known[:]
        new.last_turn = self.last_turn[:]
        new.least = self.least
        new.leavers = self.leavers[:]
        new.lifted = self.lifted
        new.marches = self.marches[:]
        new.mine = self.mine
        new.mine_seen = self.mine_seen
        new.moved = self.moved
        new.moves = self.moves[:]
        new.near = self.near
        new.net = self.net[:]
        new.place = self.place[:]
        new.played = self.played[:]
        new.points = self.points[:]
        new.ports = self.ports[:]
        new.probed = self.probed[:]
        new.raider = self.raider
        new.answered = self.answered[:]
        new.refusing = self.refusing[:]
        new.retreated = self.retreated[:]
        new.routs = self.routs[:]
        new.rp = self.rp[:]
        new.seen = self.seen
        new.shots = self.shots[:]
        new.spent = self.spent[:]
        new.unfought = self.unfought[:]
        new.unsupplied = self.unsupplied
        new.up = self.up
        new.used = self.used
        new.walk = self.walk
        new.volleys = self.volleys[:]
        new.withdrawal = self.withdrawal
        new.worn = self.worn
        here, hand, headings = self.here, self.hand, self.headings
        new.here = [here[0][:], here[1][:]]
        new.hand = [hand[0][:], hand[1][:]]
        new.headings = [headings[0][:], headings[1][:]]
        new.flight = self.flight
        return new

    def tell_apart(
        self,
        kind: str,
        rule: str,
        side: int,
        secret: dict[str, Value],
        *,
        reveals: bool = False,
        **values: Value,
    ) -> None:
        """Tell the owner with the names of blocks what the enemy and watchers see without them."""
        others = (SIDES[1 - side], WATCHING)
        self.happened.append(Event(f"{kind}_block", rule, values | secret, (SIDES[side],)))
        seen = {"side": SIDES[side]} | values
        self.happened.append(Event(kind, rule, seen, others, reveals))

    def block_id(self, block: int) -> str:
        """The block's name in options, events and journals."""
        return self.pack.block_ids[block]

    def place_id(self, place: int) -> str:
        """The hex's name in options, events and journals."""
        return self.pack.place_ids[place]
