"""A match at the table: its set-up and every act since, folded into one object.

The match of the kernel inside has no dice of its own. The table rolls them from the secret seed
and enters them like any answer, so that a match read from the storage and one that is being
played go the same way, entry by entry.
"""

from __future__ import annotations

import json
from typing import Any

from khamsin.kernel import errors
from khamsin.kernel.errors import WrongSeat
from khamsin.kernel.game import AnyGame, Setup
from khamsin.kernel.play.decision import DICE, Choose, Draw, Option, Roll, Secret
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import AnyMatch, Entry, Match
from khamsin.kernel.play.state import Value
from khamsin.kernel.teach.lesson import Lesson, entry_for
from khamsin.table.errors import ApiError, stale

from . import acts, editions
from .acts import Act
from .clocks import Clocks
from .records import Holder, Line, Offer, Over, Record
from .refusals import NotOffered, OffScript

WAITING, PLAYING, FINISHED = "waiting", "playing", "finished"


class TableMatch:
    """Everything about one match that follows from its acts."""

    def __init__(
        self,
        record: Record,
        game: AnyGame,
        world: AnyMatch | None = None,
        lost: frozenset[int] = frozenset(),
    ) -> None:
        """Begin at the set-up, or in an imagined `world`. The acts numbered `lost` were dropped
        later, when rules or data changed.
        """
        self.record = record
        self.game = game
        self.match: AnyMatch = world or Match(game, Setup(record.scenario, record.options), None)
        self.first = len(self.match.entries)
        """Nothing before this entry can be looked at or taken back: 0, but in imagined worlds."""
        self._lost = lost
        self.renewed = 0
        """How often rules or data have changed under this match; each time its log is another."""
        self.renewal: Line | None = None
        """What is to be said about the last change, until somebody answers."""
        self.is_archived = False
        """It ended under rules that are no longer here; what is shown is as much as fits."""
        self.acts = 0
        self.opened = 0
        """The number of the open decision: it never comes again, even if answers are taken back."""
        self.holders: dict[str, Holder] = {side: Holder("open") for side in game.sides}
        self._is_full = False
        self.former: set[tuple[str, int]] = set()
        self.kicked: set[int] = set()
        """Who had to leave, and does not sit down here again."""
        self.offers: dict[str, Offer] = {}
        self.over: Over | None = None
        self.audiences: list[tuple[str, ...] | None] = [()] * self.first
        """For every entry of the journal, who may know it; None: everybody."""
        self.undone: list[tuple[int, Entry, tuple[str, ...] | None]] = []
        self.seen: dict[str | None, list[Line]] = {side: [] for side in (None, *game.sides)}
        """The log, as each side and an observer may read it. It only grows."""
        self.clocks = None if record.clock is None else Clocks(record.clock, game.sides)
        self.changed = record.created
        self.cache: dict[Any, Any] = {}
        """What was made of the match as it is now; empty after every act."""
        self.dice = SeededDice(record.seed)
        self._fallen: tuple[int, ...] = ()
        self._answered = ""
        self._opened_at = self.match.number
        self.lesson = editions.lesson(record.game, record.lesson) if record.lesson else None
        """The script that it follows, if it is a lesson."""
        self._tell_start()

    # -- what holds now ----------------------------------------------------------------------

    @property
    def status(self) -> str:
        """Waiting for players, playing, or finished."""
        if self.over is not None:
            return FINISHED
        return PLAYING if self._is_full else WAITING

    @property
    def to_answer(self) -> tuple[str, ...]:
        """The sides that are to answer; nobody when the match is over."""
        return () if self.over is not None else self.match.to_answer

    @property
    def turn(self) -> tuple[str, ...]:
        """The chairs that are to answer."""
        return tuple(self.chair_of(side) for side in self.to_answer)

    def is_preparing(self, side: str) -> bool:
        """Whether a side is asked something for which there is a usual answer."""
        ask = self.match.decision
        is_asked = self.status == PLAYING and side in self.to_answer
        return is_asked and ask is not None and ask.prompt in self.game.presentation.preparations

    def chair_of(self, side: str) -> str:
        """The chair that plays a side; they differ where sides were bid for."""
        return self._chairs()[side]

    def side_of(self, chair: str) -> str:
        """The side that a chair plays."""
        return next(side for side, plays in self._chairs().items() if plays == chair)

    def _chairs(self) -> dict[str, str]:
        found: dict[str, str] | None = self.cache.get("chairs")
        if found is None:
            found = self.cache["chairs"] = self.game.chairs(self.match.state)
        return found

    def holder(self, side: str) -> Holder:
        """Who plays a side."""
        return self.holders[self.chair_of(side)]

    @property
    def people(self) -> set[int]:
        """Everybody who sits or sat here."""
        sitting = {holder.person for holder in self.holders.values()} - {None}
        return {who for _, who in self.former} | {who for who in sitting if who is not None}

    def chairs_of(self, person: int | None) -> tuple[str, ...]:
        """The chairs that somebody holds."""
        if person is None:
            return ()
        return tuple(c for c, holder in self.holders.items() if holder.person == person)

    def sides_of(self, person: int | None) -> tuple[str, ...]:
        """The sides that somebody plays."""
        key = ("sides", person)
        found: tuple[str, ...] | None = self.cache.get(key)
        if found is None:
            found = tuple(self.side_of(chair) for chair in self.chairs_of(person))
            self.cache[key] = found
        return found

    def columns(self) -> dict[str, Any]:
        """What the storage keeps of this to be searched."""
        return {
            "acts": self.acts,
            "entries": len(self.match.entries),
            "status": self.status,
            "turn": " ".join(self.turn),
            "changed": self.changed,
            "deadline": None if self.clocks is None else self.clocks.deadline(),
            "result": self._result(),
        }

    def _result(self) -> str:
        """How it ended, with the chair that has won."""
        if self.over is None:
            return ""
        chair = self._chairs().get(self.over.winner or "")
        return json.dumps({**self.over._asdict(), "chair": chair})

    def start_digest(self) -> str:
        """The digest of the last state before the first answer where the rules can be started."""
        marks = reversed(self.match.marks)
        return str(next(mark for mark in marks if mark.entries <= self.first).digest())

    def digest(self) -> str:
        """What the storage keeps of the state where the rules can be started afresh, else ""."""
        mark = self.match.marks[-1]
        return mark.digest() if mark.entries == len(self.match.entries) else ""

    # -- acts --------------------------------------------------------------------------------

    def apply(self, act: Act) -> None:
        """Take in the next act, from the storage or just made."""
        if act.number != self.acts:
            raise ValueError(f"act {act.number} of {self.record.id} where {self.acts} is due")
        if self.clocks is not None:
            self.clocks.passes(act.time)
        if act.number in self._lost:
            self._pass_over(act)
        elif act.kind == acts.ANSWER:
            self._enter(act)
        else:
            getattr(self, f"_{act.kind}")(act.data, act.time)
        self.acts += 1
        self.changed = act.time
        self.cache.clear()
        if self.match.number != self._opened_at or act.kind in (acts.BACK, acts.RENEW):
            self._opened_at = self.match.number
            self.opened = self.acts
        if self.over is None and self.match.result is not None:
            result = self.match.result
            self.over = Over(result.winner, result.reason, result.rule, dict(result.scores))
        if self.over is not None:
            self.offers.clear()
        if self.clocks is not None:
            self.clocks.running = self._running()

    def do(self, time: float, what: str, /, **values: object) -> Act:
        """Make an act and take it in."""
        made = acts.act(self.acts, time, what, **values)
        self.apply(made)
        return made

    def enter(self, entry: Entry, time: float) -> Act:
        """Make an answer that is known to be good, and take it in."""
        made = acts.answer(self.acts, time, entry)
        self.apply(made)
        return made._replace(mark=self.digest())

    def choose(self, side: str, words: Option, number: int, time: float) -> list[Act]:
        """Answer the open decision, then let the dice fall. A refusal changes nothing."""
        if number != self.opened or self.over is not None:
            raise stale()
        if self.status != PLAYING:
            raise ApiError(409, "not_started")
        try:
            self.match.check(words, side)
        except WrongSeat:
            raise ApiError(409, "not_your_turn") from None
        except errors.NotOffered as refusal:
            raise NotOffered(refusal.why) from None
        if self.lesson is not None:
            return self._by_script(self.lesson, (side, *words), time)
        made = self.enter((side, *words), time)
        return [made, *self.roll(time)]

    def _by_script(self, lesson: Lesson, answer: Entry, time: float) -> list[Act]:
        """In a lesson one answer is wanted, and what follows it is written down."""
        step = lesson.question(len(self.match.entries))
        if step is None or not step.takes(answer[1:]):
            raise OffScript(lesson, step)
        made = [self.enter(answer, time)]
        made += [self.enter(entry_for(self.match, line), time) for line in step.then]
        return made

    def roll(self, time: float) -> list[Act]:
        """Let the dice answer until a player must."""
        made: list[Act] = []
        while (ask := self.match.chance) is not None:
            number = self.match.chances
            if isinstance(ask, Draw):
                values = self.dice.draw(number, ask.items, ask.count)
            else:
                values = tuple(str(die) for die in self.dice.roll(number, ask.count))
            made.append(self.enter((DICE, ask.why, *values), time))
        return made

    # -- what each act does ------------------------------------------------------------------

    def _tell_start(self) -> None:
        for at, event in self.match.events:
            self._say(Line(at, self.record.created, event.kind, event=event))
        if self.record.imagined_for:
            self._say_here(self.record.created, "imagined", side=self.record.imagined_for)

    def _pass_over(self, act: Act) -> None:
        """An act that a change of rules or data has undone."""
        if act.kind == acts.ANSWER:
            # Who might know it under the rules of then is not known now.
            self.undone.append((len(self.match.entries), act.entry, (act.entry[0],)))
        elif act.kind == acts.RENEW:
            self.renewed += 1
        if act.kind != acts.ANSWER:
            self._freshen(act.data)

    def _enter(self, act: Act) -> None:
        match, entry = self.match, act.entry
        if entry[0] != DICE:
            self.renewal = None
        ask = match.chance or match.decision
        before = len(match.events)
        chair = "" if entry[0] == DICE else self.chair_of(entry[0])
        if chair:
            self._answered = entry[0]
        match.feed(entry)
        self.audiences.append(ask.only if isinstance(ask, Choose | Draw) else None)
        if isinstance(ask, Roll):
            self._fallen += tuple(int(value) for value in entry[2:])
        for at, event in match.events[before:]:
            side = event.values.get("side")
            side = side if isinstance(side, str) and side in self.game.sides else None
            dice = self._fallen if event.audience is None else ()
            line = Line(
                at, act.time, event.kind, event=event, side=side, dice=dice, by=self._answered
            )
            self._say(line)
            if dice:
                self._fallen = ()
        if self.clocks is not None and chair:
            self.clocks.answered(chair)
            if acts.TIME in self.offers and self.offers[acts.TIME].by == entry[0]:
                del self.offers[acts.TIME]  # late, but nobody had claimed the win yet

    def _back(self, data: dict[str, Any], time: float) -> None:
        to: int = data["to"]
        dropped = list(zip(self.match.entries[to:], self.audiences[to:], strict=True))
        sealed = (
            self.match.number
            if isinstance(self.match.decision, Secret)
            else len(self.match.entries)
        )
        for number, (entry, only) in enumerate(dropped, to):
            self.undone.append((to, entry, (entry[0],) if number >= sealed else only))
        self.match.rewind(to)
        del self.audiences[to:]
        self._fallen = ()
        self._freshen(data)
        self.offers.pop(acts.UNDO, None)
        key = "undone_agreed" if data["agreed"] else "undone"
        self._say_here(time, key, side=data["by"], to=to, count=len(dropped))

    def _freshen(self, data: dict[str, Any]) -> None:
        """Answers with rolls were taken back: nobody may know the next rolls."""
        if data.get("fresh"):
            self.dice = self.dice.afresh(self.match.chances)

    def _seat(self, data: dict[str, Any], time: float) -> None:
        chair: str = data["chair"]
        old = self.holders[chair]
        if old.person is not None:
            self.former.add((chair, old.person))
            if data.get("kicked"):
                self.kicked.add(old.person)
        holder = Holder(data["kind"], data["person"], data["name"], data["bot"])
        self.holders[chair] = holder
        self._is_full = not any(each.kind in ("open", "invite") for each in self.holders.values())
        side = self.side_of(chair)
        if self.clocks is not None and old != holder:
            self.clocks.refill(chair)
        self.offers.pop(acts.TIME, None)
        if holder.kind == "bot":
            self._say_here(time, "seat_bot", side=side, bot=holder.bot)
        elif holder.is_person:
            self._say_here(time, "seat_person", side=side, name=holder.name)
        elif old.is_person:
            self._say_here(time, "seat_left", side=side, name=old.name)

    def _offer(self, data: dict[str, Any], time: float) -> None:
        self.offers[data["kind"]] = Offer(data["by"], data["to"])
        self._say_here(time, f"offer_{data['kind']}", side=data["by"], to=data["to"])

    def _reply(self, data: dict[str, Any], time: float) -> None:
        kind, by = data["kind"], data["by"]
        offer = self.offers.pop(kind)
        if data["accept"]:
            self.offers[kind] = offer._replace(agreed=(*offer.agreed, by))
        elif kind == acts.TIME and self.clocks is not None:
            self.clocks.refill(self.chair_of(offer.by))
        answer = "agreed" if data["accept"] else "withdrawn" if by == offer.by else "declined"
        self._say_here(time, f"{kind}_{answer}", side=by)

    def _end(self, data: dict[str, Any], time: float) -> None:
        self.over = Over(data["winner"], data["reason"], None, {})
        self._say_here(time, data["reason"], side=data["by"] or "")

    def _renew(self, data: dict[str, Any], time: float) -> None:
        self.renewed += 1
        self._freshen(data)
        self.offers.clear()
        if data["over"] is not None:
            self.over = Over(**data["over"])
            self.is_archived = True
            key = "renewed_over"
        elif not data["dropped"]:
            key = "renewed_whole"
        else:
            key = "renewed_part" if data["to"] > self.first else "renewed_start"
        self._say_here(time, key, side="", to=data["to"], count=data["dropped"])
        self.renewal = self.seen[None][-1]

    def _running(self) -> tuple[str, ...]:
        if self.status != PLAYING or acts.TIME in self.offers:
            return ()
        return tuple(chair for chair in self.turn if self.holders[chair].is_person)

    def _say_here(self, time: float, key: str, *, side: str, **facts: Value) -> None:
        values = {"side": side, **facts}
        self._say(Line(len(self.match.entries), time, key, side=side or None, facts=values))

    def _say(self, line: Line) -> None:
        event = line.event
        for side, lines in self.seen.items():
            if event is None or event.seen_by(side):
                lines.append(line)
