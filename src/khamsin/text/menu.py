"""The options of a decision: numbered and grouped for reading, found again from what is typed."""

from __future__ import annotations

from khamsin.kernel.decision import Option
from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.telling import Telling

from .lookup import INSIDE, fit, names_of, plain, split
from .screen import BOLD, Screen, Span

_FEW = 6  # so many options are written out, a line each; more are grouped under headings
_HEADING = 30  # the widest column of headings
_SHOWN = 4  # so many of the options that fit equally well are named


class Menu:
    """The options one side has, in the order they are shown."""

    def __init__(self, telling: Telling, prompt: str, options: list[Option]) -> None:
        self._telling = telling
        self._prompt = prompt
        self.groups = self._grouped(options)
        """Each heading with its options; an option without a heading stands alone."""
        self.options = [option for _, group in self.groups for option in group]

    def _grouped(self, options: list[Option]) -> list[tuple[str, list[Option]]]:
        if len(options) <= _FEW:
            return [("", [option]) for option in options]
        groups: dict[Option, list[Option]] = {}
        for option in options:
            heading = self._telling.heading(option)
            # A list of places belongs together; such an option is not one of several.
            alone = heading is None or len(option) > 1 + len(self._grammar(option))
            groups.setdefault(option if alone else option[:-1], []).append(option)
        return [
            ("" if len(group) == 1 else self._telling.heading(group[0]) or "", group)
            for group in groups.values()
        ]

    def _grammar(self, option: Option) -> tuple[str, ...]:
        return self._telling.game.grammar.get(option[0], ())

    # -- showing -----------------------------------------------------------------------------

    def show(self, screen: Screen) -> None:
        """Write all options with their numbers."""
        longest = max((len(heading) for heading, _ in self.groups), default=0)
        indent = min(longest, _HEADING, screen.width // 2) + 3
        digits = len(str(len(self.options)))
        number = 0
        for heading, group in self.groups:
            if not heading:
                number += 1
                sentence = self._telling.option(group[0], self._prompt)
                screen.write(f"{number:>{digits + 1}}) {sentence}", hang=digits + 3)
                continue
            items = []
            for option in group:
                number += 1
                items.append(Span(f"{number}) {self._telling.item(option)}"))
            screen.flow(Span(f" {heading}:", BOLD), items, indent)

    # -- finding -----------------------------------------------------------------------------

    def pick(self, typed: str) -> Option | None:
        """The option that was typed, by number or words; None if there is none like it.

        Words that fit several options equally well are a `KhamsinError` that names them.
        """
        if typed.isdecimal():
            number = int(typed)
            if not 1 <= number <= len(self.options):
                raise KhamsinError(
                    self._telling.words.say("menu.number", number=number, last=len(self.options))
                )
            return self.options[number - 1]
        words = split(self._telling, typed)
        ranked: dict[tuple[int, bool], list[Option]] = {}
        for option in self.options:
            names = self._names(option)
            rank = max(_rank(words, names), _rank(words, names[1:]))
            if not rank[0]:
                rank = (self._rank_of_sentence(words, option), False)
            if rank[0]:
                ranked.setdefault(rank, []).append(option)
        if not ranked:
            return None
        best = ranked[max(ranked)]
        if len(best) > 1:
            shown = [self._telling.option(option, self._prompt) for option in best[:_SHOWN]]
            if len(best) > _SHOWN:
                shown.append("...")
            raise KhamsinError(
                self._telling.words.say("menu.several", typed=typed, options="; ".join(shown))
            )
        return best[0]

    def _names(self, option: Option) -> list[tuple[str, ...]]:
        """What each word of an option may be called."""
        kinds = [name.removeprefix("*") for name in self._grammar(option)]
        names: list[tuple[str, ...]] = [(option[0],)]
        for at, word in enumerate(option[1:]):
            names.append(names_of(self._telling, kinds[min(at, len(kinds) - 1)], word))
        return names

    def _rank_of_sentence(self, words: list[str], option: Option) -> int:
        """Whether the words begin words of the option's sentence, in the same order."""
        left = [plain(word) for word in self._telling.option(option, self._prompt).split()]
        for word in words:
            wanted = plain(word)
            while left and not (wanted and left[0].startswith(wanted)):
                left.pop(0)
            if not left:
                return 0
            left.pop(0)
        return INSIDE


def _rank(words: list[str], names: list[tuple[str, ...]]) -> tuple[int, bool]:
    """How well the typed words fit the first words of an option, and whether they are all."""
    if not words or len(words) > len(names):
        return 0, False
    worst = min(fit(word, names[at]) for at, word in enumerate(words))
    return worst, len(words) == len(names)
