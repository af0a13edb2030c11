"""A line: how a side goes on until its turn is over.

It has a posture, and answers of its own, in the order in which they are to be given. An answer is
given when its question is asked and it is among the options; one that cannot be given any more is
passed over. Wherever the line has no answer left, the judgement answers in the line's posture.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from khamsin.kernel.mind.posture import Posture
from khamsin.kernel.play.decision import Option

MORE = 0.4  # how likely a child differs at one question more
AS_PARENT = 0.5  # how likely it then goes on as its parent, and not as the judgement would
TAKEN = 0.5  # how likely the best of the other answers is taken rather than one of the rest


class Answer(NamedTuple):
    """An answer to a question that may be asked later."""

    prompt: str
    option: Option


class Line(NamedTuple):
    """A posture, and the answers that replace what the judgement would say."""

    posture: Posture
    answers: tuple[Answer, ...]
    """The first of them answers the question at hand."""

    @property
    def first(self) -> Option:
        """The answer to the question at hand."""
        return self.answers[0].option


class Moment(NamedTuple):
    """A question that came up as a line was followed, and how it was answered."""

    prompt: str
    options: list[Option]
    scores: list[float]
    option: Option

    @property
    def answer(self) -> Answer:
        """What was said."""
        return Answer(self.prompt, self.option)


class Script:
    """The answers of a line that have not been given yet, by their question."""

    def __init__(self, answers: Iterable[Answer]) -> None:
        self._answers: dict[str, list[Option]] = {}
        for prompt, option in answers:
            self._answers.setdefault(prompt, []).append(option)

    def take(self, prompt: str, options: list[Option]) -> Option | None:
        """The next answer to this question that can be given; those before it are dropped."""
        waiting = self._answers.get(prompt)
        if not waiting:
            return None
        for at, option in enumerate(waiting):
            if option in options:
                del waiting[: at + 1]
                return option
        return None

    def rest(self) -> tuple[Answer, ...]:
        """What is left."""
        return tuple(
            [Answer(prompt, option) for prompt, left in self._answers.items() for option in left]
        )


def favourite(options: list[Option], scores: list[float]) -> Option:
    """What the judgement likes best; of equals the first."""
    return options[max(range(len(options)), key=scores.__getitem__)]


def child(line: Line, moments: list[Moment], rng: Random) -> Line:
    """A line like this one up to some question; there, and perhaps at others, it answers otherwise.

    The other answer is drawn by the judgement's scores. Then it goes on as its parent went, or as
    the judgement would. `moments` are the questions that came up as the parent was followed.
    """
    changed = {rng.randrange(len(moments))}
    while rng.random() < MORE:
        changed.add(rng.randrange(len(moments)))
    answers = [
        Answer(moment.prompt, _drawn(moment, rng)) if at in changed else moment.answer
        for at, moment in enumerate(moments)
    ]
    as_parent = rng.random() < AS_PARENT
    return Line(line.posture, tuple(answers if as_parent else answers[: max(changed) + 1]))


def _drawn(moment: Moment, rng: Random) -> Option:
    """Another answer: the best of the others with even odds, else the next, and so on."""
    order = sorted(range(len(moment.options)), key=lambda at: -moment.scores[at])
    others = [moment.options[at] for at in order if moment.options[at] != moment.option]
    for option in others:
        if rng.random() < TAKEN:
            return option
    return others[0]
