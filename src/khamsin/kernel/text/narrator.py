"""Telling people what happens: events, prompts, options and refusals as sentences.

Everything said here comes from a game's catalogue, `words/<language>.toml` in its folder, and what
that lacks from the kernel's own. The keys are

    prompt.<prompt>           what is asked, with the facts of the decision and {side}
    option.<verb>             an option as a sentence; its gaps are named by the game's `grammar`
    answer.<prompt>.<verb>    the same where one prompt needs other words: what "done" means there
    group.<verb>              the heading over options that differ in their last word only; it may
                              tell with {at} where the unit stands that the options are about
    goal.<key>                what a side needs to win, and where it stands
    remark.<key>              what should be known before an option is taken; it stands behind it
    event.<kind>              a line of the log
    refused.<reason>          why not
    ending.<reason>           how a match ended, with {side} the winner and the scores
    roll.<why>                what the dice are rolled for
    label.<name>.<value>      the word for a value, wherever a sentence has a gap {name}
    label.place_name.<name>   a place whose name on the map is a word of English ("Luqa airfield")
    list.<name>               how two values in a gap {name} are joined: "{a} and {b}"
    rule.<id>, chapter.<id>   the title of a rule, a ruling or a chapter
    scenario.<id>             the name of a scenario, optional.<id> that of an optional rule
    effect.<id>               what an optional rule does, in a sentence
    introduction.game         what makes the game what it is, for somebody who chooses one
    introduction.<scenario>   what a scenario is about and how long it is

English needs no titles, names and effects: those are in the rulebook and in the data pack.

A value without a label of its own in the catalogue is labelled by the game: what is printed on a
unit, the name of a place. A sentence may agree with a value (`by`, `when`; see `words`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.game import AnyGame, Refused, Variant
from khamsin.kernel.pack.data import provenance
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.state import Event, Result, State, Value
from khamsin.kernel.show.summaries import Fact

from .reader import RuleReader

_RULES = re.compile(r"\b(?:R\d+|\d+\.\w+(?:\.\w+)*)\b")  # as a note of the data pack names them
_KEPT = 10_000  # labels and sentences that are remembered; names of people are no bound


class Narrator(RuleReader):
    """Tells one game in one language."""

    __slots__ = ("_labels", "_said", "game")

    def __init__(self, game: AnyGame, language: str = "en", table: Path | None = None) -> None:
        """`table` is the folder with the words of whatever table the game is played at."""
        super().__init__(game.folder, language, table)
        self.game = game
        self._labels: dict[tuple[str, str | int], str | int] = {}
        self._said: dict[tuple[object, ...], str] = {}

    # -- sentences ---------------------------------------------------------------------------

    def event(self, event: Event) -> str:
        """Tell what happened."""
        return self.say(f"event.{event.kind}", event.values)

    def prompt(self, prompt: str, side: str, facts: Mapping[str, Value]) -> str:
        """Tell this side what it is asked."""
        return self.say(f"prompt.{prompt}", {"side": side, **facts})

    def waiting(self, sides: tuple[str, ...]) -> str:
        """Tell everybody else whose answer is awaited."""
        return self.say("waiting", {"sides": tuple(self.text("side", side) for side in sides)})

    def option(self, option: Option, prompt: str = "") -> str:
        """Tell what an option would do; the prompt it answers may call for other words."""
        key = f"answer.{prompt}.{option[0]}"
        if key not in self.words:
            key = f"option.{option[0]}"
        return self.say(key, self.parts(option))

    def heading(self, option: Option, at: str = "") -> str | None:
        """The heading over all options with the same words but the last; None: it stands alone."""
        key = f"group.{option[0]}"
        if len(option) == 1 or key not in self.words:
            return None
        return self.say(key, {**self.parts(option), "at": at})

    def item(self, option: Option) -> str:
        """The last word of an option, as it stands below such a heading."""
        name = self.game.presentation.grammar[option[0]][-1].removeprefix("*")
        return self.text(name, option[-1])

    def remarks(self, g: State, side: str, options: Iterable[Option]) -> dict[Option, str]:
        """What the side should know before it takes some of these options."""
        found = ((option, self.game.presentation.remark(g, side, option)) for option in options)
        return {option: self.fact("remark", fact) for option, fact in found if fact is not None}

    def refused(self, refused: Refused, facts: Mapping[str, Value] | None = None) -> str:
        """Tell why not."""
        return self.say(f"refused.{refused.reason}", facts or {})

    def ending(self, result: Result) -> str:
        """Tell how the match ended."""
        return self.say(
            f"ending.{result.reason}", {"side": result.winner or "nobody", **result.scores}
        )

    def fact(self, table: str, fact: Fact) -> str:
        """Tell a fact of a track, a stack or a thing that was asked about."""
        return self.say(f"{table}.{fact.key}", fact.values)

    def say(self, key: str, facts: Mapping[str, Value] | None = None) -> str:
        """Make the sentence for any key, its values turned into labels."""
        facts = facts or {}
        sentence = (key, *facts.items())
        said = self._said.get(sentence)
        if said is None:
            labels = {name: self.label(name, value) for name, value in facts.items()}
            said = self.words.sentence(key, labels, facts)
            if len(self._said) == _KEPT:
                self._said.clear()
            self._said[sentence] = said
        return said

    # -- labels ------------------------------------------------------------------------------

    def label(self, name: str, value: Value) -> str | int:
        """What stands in a gap of this name for this value; numbers stay numbers."""
        if isinstance(value, tuple):
            return self._join(name, value)
        if name == "note" and self.words.language != "en":
            return self.provenance(str(value))
        found = self._labels.get((name, value))
        if found is None:
            key = f"label.{name}.{value}"
            if key in self.words:
                found = self.words.say(key)
            elif isinstance(value, int):
                found = value
            else:
                found = self._place_name(self.game.presentation.label(name, value))
            if len(self._labels) == _KEPT:
                self._labels.clear()
            self._labels[name, value] = found
        return found

    def text(self, name: str, value: Value) -> str:
        """The same, as text."""
        return str(self.label(name, value))

    def provenance(self, note: str) -> str:
        """Tell the kinds of source that a note of the data pack names, and the rules.

        The notes themselves are in English; this is what is said of them in other languages.
        """
        kinds = [self.text("provenance", kind) for kind in provenance(note)]
        rules = ", ".join(dict.fromkeys(_RULES.findall(note)))
        return ", ".join(kinds) + (f" ({rules})" if rules else "")

    def _place_name(self, label: str) -> str:
        """The same label with the name of a place as this language has it, the number kept."""
        number, _, name = label.partition(" ")
        for before, printed in (("", label), (f"{number} ", name)):
            key = f"label.place_name.{printed}"
            if key in self.words:
                return before + self.words.say(key)
        return label

    def _join(self, name: str, values: tuple[str, ...] | tuple[int, ...]) -> str:
        if not values:
            return self.words.say("list.none")
        between = last = f"list.{name}"
        if between not in self.words:
            between, last = "list.comma", "list.and"
        labels = [self.text(name, value) for value in values]
        joined = labels[0]
        for number, label in enumerate(labels[1:], 2):
            key = last if number == len(labels) else between
            joined = self.words.say(key, a=joined, b=label)
        return joined

    # -- titles ------------------------------------------------------------------------------

    def scenario_title(self, scenario: Variant) -> str:
        """What a scenario is called."""
        return self.title(f"scenario.{scenario.id}") or scenario.title

    def introduction(self, name: str = "game") -> str:
        """A sentence or two about the game, or about a scenario."""
        return self.title(f"introduction.{name}")

    def optional_title(self, optional: Variant) -> str:
        """What an optional rule that can be chosen before play is called."""
        return self.title(f"optional.{optional.id}") or optional.title

    def optional_effect(self, optional: Variant) -> str:
        """What an optional rule does: a sentence of the words, or the first of the rule's text."""
        told = self.title(f"effect.{optional.id}")
        if told or not any(rule.id == optional.rule for rule in self.rulebook.rules):
            return told
        text = self.rulebook.rule(optional.rule).text.split("\n\n")[0].replace("\n", " ")
        return text.partition(". ")[0].rstrip(".") + "."

    # -- options -----------------------------------------------------------------------------

    def parts(self, option: Option) -> dict[str, Value]:
        """The words of an option by the names the grammar gives them: unit, place and so on."""
        verb, words = option[0], option[1:]
        names = self.game.presentation.grammar.get(verb, ())
        is_open = bool(names) and names[-1].startswith("*")
        fixed = len(names) - 1 if is_open else len(names)
        if len(words) < fixed or (len(words) > fixed and not is_open):
            raise KhamsinError(f"the grammar of {self.game.title} does not fit {' '.join(option)}")
        facts: dict[str, Value] = dict(zip(names[:fixed], words[:fixed], strict=True))
        if is_open:
            facts[names[-1].removeprefix("*")] = words[fixed:]
        return facts
