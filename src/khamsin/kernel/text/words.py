"""What the program says, apart from the program: one catalogue of sentences for each language.

Rules emit events and prompts as data; a catalogue turns them into sentences in the reader's
language. It is a TOML file, `words/en.toml`, of templates with the names of values in braces:

    [event]
    moved = "{unit} moves to {place}."
    lost = { by = "count", one = "{side} loses a step.", other = "{side} loses {count} steps." }

The second is a sentence that agrees with a number, the value called `count`. Its forms are those
of the language: `one` and `other` in English and Spanish; `one`, `few` and `many` in Polish, where
`other` may stand for those left out. A sentence can also agree with a word, so that a verb or a
case fits the side it speaks of; `other` again stands for words left out:

    passed = { when = "side", allied = "The Allies pass.", axis = "The Axis passes." }

Templates hold plain names only, no formatting: the caller passes values already turned into labels.
"""

from __future__ import annotations

import string
import unicodedata
from collections.abc import Callable, Mapping
from pathlib import Path

from khamsin.kernel.errors import DataError, KhamsinError
from khamsin.kernel.pack.data import read_toml

__all__ = ["LANGUAGES", "Catalogue", "folded", "load_catalogue"]


def _one_or_other(number: int) -> str:
    return "one" if number == 1 else "other"


def _polish(number: int) -> str:
    if number == 1:
        return "one"
    if 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14:
        return "few"
    return "many"


_PLURALS: dict[str, Callable[[int], str]] = {
    "en": _one_or_other,
    "es": _one_or_other,
    "pl": _polish,
}
_FORMS: dict[str, tuple[str, ...]] = {
    "en": ("one", "other"),
    "es": ("one", "other"),
    "pl": ("one", "few", "many"),
}

LANGUAGES = tuple(_PLURALS)
"""The languages whose plurals are known."""


def folded(text: str) -> str:
    """A text as it is compared with what people type: without capitals and accents.

    >>> folded("Éxito, SZTÜRM, połowa")
    'exito, szturm, polowa'
    """
    text = text.casefold()
    if text.isascii():
        return text
    letters = unicodedata.normalize("NFKD", text.replace("ł", "l"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


class Template:
    """A sentence with gaps, taken apart once so that filling it is quick.

    `texts` has one element more than `names`: text, gap, text, gap, text.
    """

    def __init__(self, sentence: str, where: str) -> None:
        self.texts: list[str] = [""]
        self.names: list[str] = []
        try:
            parts = list(string.Formatter().parse(sentence))
        except ValueError as error:
            raise DataError(f'{where}: "{sentence}": {error}') from error
        for text, name, spec, conversion in parts:
            self.texts[-1] += text
            if name is None:
                continue
            if not name.isidentifier() or spec or conversion:
                raise DataError(f'{where}: "{sentence}": a gap is a plain name in braces')
            self.names.append(name)
            self.texts.append("")

    def fill(self, values: Mapping[str, str | int]) -> str:
        """Put the values into the gaps; a missing one is a `KeyError`."""
        if not self.names:
            return self.texts[0]
        parts = [self.texts[0]]
        for name, text in zip(self.names, self.texts[1:], strict=True):
            parts.append(str(values[name]))
            parts.append(text)
        return "".join(parts)


class Message:
    """What one key says: a template for each form, and the value whose number chooses the form.

    A message that agrees with no value has an empty `by` and the form `other` alone. One that
    agrees with a word (`when`) has a form for each of the words it may be.
    """

    def __init__(self, forms: dict[str, Template], by: str = "", *, is_plural: bool = True) -> None:
        self.forms = forms
        self.by = by
        self.is_plural = is_plural

    def placeholders(self) -> set[str]:
        """Give the names of all values that some form needs."""
        names = {name for template in self.forms.values() for name in template.names}
        return names | {self.by} if self.by else names


class Catalogue:
    """The sentences of one language, by dotted key.

    >>> words = Catalogue("en", {"event": {"moved": "{unit} moves to {place}."}})
    >>> words.say("event.moved", unit="7RTR", place="Capuzzo")
    '7RTR moves to Capuzzo.'
    """

    def __init__(
        self,
        language: str,
        mapping: Mapping[str, object],
        fallback: Catalogue | None = None,
    ) -> None:
        if language not in _PLURALS:
            known = ", ".join(LANGUAGES)
            raise KhamsinError(f'there are no plural rules for the language "{language}": {known}')
        self.language = language
        self.fallback = fallback
        """Where a key is looked up that this language has not got."""
        self._messages: dict[str, Message] = {}
        self._add("", mapping)

    def __contains__(self, key: str) -> bool:
        """Whether this language, or one it falls back on, has such a message."""
        return key in self._messages or (self.fallback is not None and key in self.fallback)

    def say(self, message_key: str, /, **values: str | int) -> str:
        """Make the sentence for a dotted key. Values it has no use for are ignored."""
        return self.sentence(message_key, values, values)

    def sentence(
        self, key: str, labels: Mapping[str, str | int], facts: Mapping[str, object]
    ) -> str:
        """Make a sentence of the labels; the facts behind them choose the form it takes."""
        message = self._messages.get(key)
        if message is None:
            if self.fallback is not None:
                return self.fallback.sentence(key, labels, facts)
            raise KhamsinError(f"{self._where(key)}: there is no such message")
        try:
            return self._form(message, key, facts).fill(labels)
        except KeyError as error:
            name = error.args[0]
            raise KhamsinError(f"{self._where(key)}: needs a value for {{{name}}}") from None

    def keys(self) -> tuple[str, ...]:
        """Give this language's own keys, sorted, so that languages can be compared."""
        return tuple(sorted(self._messages))

    def placeholders(self, key: str) -> tuple[str, ...]:
        """Give the names of the values that a message of this language needs, sorted."""
        if key not in self._messages:
            raise KhamsinError(f"{self._where(key)}: there is no such message")
        return tuple(sorted(self._messages[key].placeholders()))

    def _form(self, message: Message, key: str, facts: Mapping[str, object]) -> Template:
        if not message.by:
            return message.forms["other"]
        value = facts[message.by]
        if not message.is_plural:
            form = str(value)
            if form not in message.forms and "other" not in message.forms:
                raise KhamsinError(f'{self._where(key)}: there is no form for "{form}"')
        elif isinstance(value, bool) or not isinstance(value, int):
            raise KhamsinError(
                f'{self._where(key)}: {{{message.by}}} must be a whole number, not "{value}"'
            )
        else:
            form = _PLURALS[self.language](abs(value))
        return message.forms.get(form) or message.forms["other"]

    def _add(self, prefix: str, mapping: Mapping[str, object]) -> None:
        """Take in a table of messages and the tables inside it."""
        for name, value in mapping.items():
            key = f"{prefix}{name}"
            if isinstance(value, str):
                self._messages[key] = Message({"other": Template(value, self._where(key))})
            elif not isinstance(value, dict):
                raise DataError(f"{self._where(key)}: must be a sentence or a table of them")
            elif "by" in value:
                self._messages[key] = self._plural(key, value)
            elif "when" in value:
                self._messages[key] = self._choice(key, value)
            else:
                self._add(f"{key}.", value)

    def _plural(self, key: str, value: Mapping[str, object]) -> Message:
        where = self._where(key)
        forms: dict[str, Template] = {}
        by = ""
        for name, text in value.items():
            if not isinstance(text, str):
                raise DataError(f'{where}: "{name}" must be a text')
            if name == "by":
                by = text
            elif name in _FORMS[self.language] or name == "other":
                forms[name] = Template(text, where)
            else:
                known = ", ".join(_FORMS[self.language])
                raise DataError(f'{where}: "{name}" is not a form of this language: {known}')
        if not by.isidentifier():
            raise DataError(f'{where}: "by" must name the value that the sentence agrees with')
        missing = [form for form in _FORMS[self.language] if form not in forms]
        if missing and "other" not in forms:
            raise DataError(f"{where}: needs the form {missing[0]}")
        return Message(forms, by)

    def _choice(self, key: str, value: Mapping[str, object]) -> Message:
        where = self._where(key)
        forms: dict[str, Template] = {}
        for name, text in value.items():
            if not isinstance(text, str):
                raise DataError(f'{where}: "{name}" must be a text')
            if name != "when":
                forms[name] = Template(text, where)
        by = str(value["when"])
        if not by.isidentifier():
            raise DataError(f'{where}: "when" must name the value that the sentence agrees with')
        if not forms:
            raise DataError(f"{where}: needs a form for each word it may agree with")
        return Message(forms, by, is_plural=False)

    def _where(self, key: str) -> str:
        return f'words in "{self.language}", key "{key}"'


def load_catalogue(
    folder: Path, language: str, fallback: str = "en", base: Catalogue | None = None
) -> Catalogue:
    """Read `<language>.toml`; what it lacks, the fallback language says, and then the `base`.

    A language without a file is no error: a game that is not translated yet is played in the
    fallback language.
    """
    if language == fallback:
        return Catalogue(language, _read(folder / f"{language}.toml"), base)
    path = folder / f"{language}.toml"
    mapping = _read(path) if path.exists() else {}
    return Catalogue(language, mapping, load_catalogue(folder, fallback, fallback, base))


def _read(path: Path) -> dict[str, object]:
    table = read_toml(path)
    return {key: table.raw(key) for key in table}
