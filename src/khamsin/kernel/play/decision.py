"""What the rules may await: somebody's choice, chance, or a mark.

Rules are `async def` functions. Whenever somebody must decide or a die is rolled they `await` one
of the asks below; the match sends the answer in. There is no event loop, and nothing else may be
awaited.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import TypeAlias

Option: TypeAlias = tuple[str, ...]
"""One thing a side may do: words without blanks, `("move", "2rtr", "9")`; a journal line is made
of them."""

Options: TypeAlias = Callable[[], list[Option]]
"""Lists the options when somebody asks; a replay never does."""


def listed(options: Sequence[Option]) -> Options:
    """Options that are known already. Each decision gets a list of its own."""
    return lambda: list(options)


DICE = "dice"
"""The seat that answers chance; its lines in the journal begin with this word."""


class Choose:
    """One side decides. The options listed are the whole truth about what is legal.

    Everybody may know the answer, unless it is for `only` some sides (a card laid face down). Where
    the others see a part of it (some block goes from here to there), `hides` numbers the words that
    they do not see, by the verb.
    """

    __slots__ = ("facts", "hides", "only", "options", "prompt", "rule", "side")

    def __init__(
        self,
        side: str,
        prompt: str,
        options: Options,
        rule: str,
        *,
        only: tuple[str, ...] | None = None,
        hides: Mapping[str, tuple[int, ...]] | None = None,
        **facts: str | int,
    ) -> None:
        self.side = side
        self.prompt = prompt
        self.options = options
        self.rule = rule
        self.only = only
        self.hides = hides
        self.facts = facts

    def __await__(self) -> Generator[Choose, Option, Option]:
        return (yield self)

    @property
    def sides(self) -> tuple[str, ...]:
        """Who is asked."""
        return (self.side,)

    def options_of(self, side: str) -> list[Option]:
        """What this side may answer."""
        return self.options() if side == self.side else []

    def known_to(self, side: str) -> bool:
        """Whether this side may know what was answered."""
        return self.only is None or side in self.only

    def face(self, option: Option) -> Option:
        """What of an answer those see who may not know all of it; nothing unless told."""
        if self.hides is None:
            return ()
        hidden = self.hides.get(option[0], ())
        return tuple("" if at in hidden else word for at, word in enumerate(option))


async def choose_one(
    side: str, prompt: str, options: list[Option], rule: str, **facts: str | int
) -> Option:
    """Ask only if there is something to decide: a single option is taken without asking.

    Not for options that depend on something hidden: that nothing was asked would tell it.
    """
    if len(options) == 1:
        return options[0]
    return await Choose(side, prompt, listed(options), rule, only=None, hides=None, **facts)


class Secret:
    """Several sides decide at once, each without seeing the others; answers come out together."""

    __slots__ = ("facts", "options", "prompt", "rule")

    def __init__(
        self, prompt: str, options: dict[str, Options], rule: str, **facts: str | int
    ) -> None:
        self.prompt = prompt
        self.options = options
        self.rule = rule
        self.facts = facts

    def __await__(self) -> Generator[Secret, dict[str, Option], dict[str, Option]]:
        return (yield self)

    @property
    def sides(self) -> tuple[str, ...]:
        """Who is asked."""
        return tuple(self.options)

    def options_of(self, side: str) -> list[Option]:
        """What this side may answer."""
        return self.options[side]() if side in self.options else []

    def known_to(self, side: str) -> bool:
        """Whether this side may know what was answered, once it has come out."""
        del side
        return True


class Roll:
    """Six-sided dice, answered by the dice of the match: one number for each die."""

    __slots__ = ("count", "rule", "side", "why")

    def __init__(self, count: int, why: str, rule: str, side: str = "") -> None:
        self.count = count
        self.why = why
        self.rule = rule
        self.side = side  # whose dice they are, for the log

    def __await__(self) -> Generator[Roll, tuple[int, ...], tuple[int, ...]]:
        return (yield self)

    def known_to(self, side: str) -> bool:
        """Dice fall on the table."""
        del side
        return True


class Draw:
    """`count` of these items, one after another, unseen: a card, a chit, a whole shuffle.

    Everybody may know what was drawn, unless it is for `only` some sides, or for none: `()`.
    """

    __slots__ = ("count", "items", "only", "rule", "why")

    def __init__(
        self,
        items: Sequence[str],
        count: int,
        why: str,
        rule: str,
        only: tuple[str, ...] | None = None,
    ) -> None:
        self.items = items
        self.count = count
        self.why = why
        self.rule = rule
        self.only = only

    def __await__(self) -> Generator[Draw, tuple[str, ...], tuple[str, ...]]:
        return (yield self)

    def known_to(self, side: str) -> bool:
        """Whether this side may know what was drawn."""
        return self.only is None or side in self.only


def shuffle(items: Sequence[str], why: str, rule: str) -> Draw:
    """All the items in an order nobody knows."""
    return Draw(items, len(items), why, rule, only=())


class Mark:
    """A place where the rules can be started afresh from the state alone.

    Nothing may outlive a mark in a local variable. The match copies the state here; a clone, an
    undo or a loaded game is the state at the last mark and the answers since.
    """

    __slots__ = ()

    def __await__(self) -> Generator[Mark, None, None]:
        yield self


MARK = Mark()

# As tuples, because the driver asks at every step, and a union is made anew each time.
DECISIONS = (Choose, Secret)
CHANCES = (Roll, Draw)

Decision: TypeAlias = Choose | Secret
Chance: TypeAlias = Roll | Draw
Ask: TypeAlias = Choose | Secret | Roll | Draw | Mark
