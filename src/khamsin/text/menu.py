"""The options of a decision: numbered and grouped for reading, found again from what is typed."""

from __future__ import annotations

from collections.abc import Mapping

from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.play.decision import Option
from khamsin.kernel.text.narrator import Narrator

from .lookup import INSIDE, fit, names_of, plain, split
from .screen import BOLD, Screen, Span

_FEW = 6  # so many options are written out, a line each; more are grouped under headings
_HEADING = 30  # the widest column of headings
_AROUND = 5  # lines around the options that should be seen with them
_SHOWN = 4  # so many of the options that fit equally well are named


class Menu:
    """The options one side has, in the order they are shown."""

    def __init__(
        self,
        narrator: Narrator,
        prompt: str,
        options: list[Option],
        places: Mapping[str, str],
        remarks: Mapping[Option, str],
    ) -> None:
        """`places` tells where units stand, for the headings; `remarks` stand behind options."""
        self._telling = narrator
        self._prompt = prompt
        self._places = places
        self._remarks = remarks
        self.groups = self._grouped(options)
        """Each heading with its options; an option without a heading stands alone."""
        self.options = [option for _, group in self.groups for option in group]
        self._scale = _scale(self.options)

    def _grouped(self, options: list[Option]) -> list[tuple[str, list[Option]]]:
        if len(options) <= _FEW:
            return [("", [option]) for option in options]
        groups: dict[Option, list[Option]] = {}
        for option in options:
            heading = self._heading(option)
            # A list of places belongs together; such an option is not one of several.
            alone = heading is None or len(option) > 1 + len(self._grammar(option))
            groups.setdefault(option if alone else option[:-1], []).append(option)
        return [
            ("" if len(group) == 1 else self._heading(group[0]) or "", group)
            for group in groups.values()
        ]

    def _heading(self, option: Option) -> str | None:
        at = self._places.get(option[1], "") if len(option) > 1 else ""
        return self._telling.heading(option, at)

    def _grammar(self, option: Option) -> tuple[str, ...]:
        return self._telling.game.presentation.grammar.get(option[0], ())

    # -- showing -----------------------------------------------------------------------------

    def show(self, screen: Screen) -> None:
        """Write all options with their numbers; if they fill the screen, as briefly as can be."""
        if self._scale:
            ends = {"first": min(self._scale), "last": max(self._scale)}
            screen.write(self._telling.words.say("menu.scale", **ends), indent=1)
            return
        lines = self._lines(screen, brief=False)
        if len(lines) > screen.height - _AROUND:
            lines = self._lines(screen, brief=True)
        for line in lines:
            screen.spans(line)

    def _lines(self, screen: Screen, *, brief: bool) -> list[list[Span]]:
        longest = max((len(heading) for heading, _ in self.groups), default=0)
        indent = min(longest, _HEADING, screen.width // 2) + 3
        digits = len(str(len(self.options)))
        lines: list[list[Span]] = []
        number = 0
        for heading, group in self.groups:
            if not heading:
                number += 1
                sentence = self._remarked(group[0], self._telling.option(group[0], self._prompt))
                lines += screen.wrapped(f"{number:>{digits + 1}}) {sentence}", hang=digits + 3)
                continue
            items = []
            for option in group:
                number += 1
                items.append(Span(f"{number}) {self._item(option, brief=brief)}"))
            lines += screen.laid(Span(f" {heading}:", BOLD), items, indent)
        return lines

    def _item(self, option: Option, *, brief: bool) -> str:
        """What an option does, below its heading; briefly, the number of a place is enough."""
        item = self._telling.item(option)
        if brief and item.startswith(f"{option[-1]} "):
            item = option[-1]
        return self._remarked(option, item)

    def _remarked(self, option: Option, told: str) -> str:
        remark = self._remarks.get(option)
        return told if remark is None else f"{told} ({remark})"

    # -- finding -----------------------------------------------------------------------------

    def pick(self, typed: str) -> Option | None:
        """The option that was typed, by number or words; None if there is none like it.

        Words that fit several options equally well are a `KhamsinError` that names them.
        """
        if typed.isdecimal():
            numbered = self._scale or dict(enumerate(self.options, 1))
            ends = {"first": min(numbered), "last": max(numbered)}
            if int(typed) not in numbered:
                raise KhamsinError(self._telling.words.say("menu.number", number=typed, **ends))
            return numbered[int(typed)]
        words = split(self._telling, typed)
        ranked: dict[tuple[int, bool], list[Option]] = {}
        for option in self.options:
            names = self._names(option)
            last = max(len(names) - len(words), 0)  # "B" alone may be where a unit is placed
            rank = max(_rank(words, names[start:]) for start in (0, 1, last))
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


def _scale(options: list[Option]) -> dict[int, Option]:
    """Options that are nothing but numbers, all from the first to the last: a bid, for instance.

    They are answered by that number itself, so they need no other.
    """
    if len(options) <= _FEW or not all(len(o) == 2 and o[1].isdecimal() for o in options):
        return {}
    scale = {int(option[1]): option for option in options}
    whole = len(scale) == len(options) == max(scale) - min(scale) + 1
    return scale if whole and len({option[0] for option in options}) == 1 else {}
