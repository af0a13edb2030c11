"""Kinds of events and options in the reader's language: sentences whose gaps are left open."""

from __future__ import annotations

from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.text.narrator import Narrator

GAP = "…"


class _Open(dict[str, str | int]):
    """Whatever a sentence asks for is left open, or is this number."""

    def __init__(self, otherwise: str | int, **known: str | int) -> None:
        super().__init__(known)
        self._otherwise = otherwise

    def __missing__(self, key: str) -> str | int:
        return self._otherwise


def phrase(narrator: Narrator, key: str, side: str) -> str:
    """The sentence of a key about nobody in particular; the last word of the key if it has none.

    A sentence that agrees with a number is told of two: of many.
    """
    name = narrator.text("side", side) if side != "-" else GAP
    for number in (GAP, 2):
        try:
            told = narrator.words.sentence(key, _Open(GAP, side=name), _Open(number, side=side))
        except KhamsinError:
            continue
        return told.rstrip(".:")
    return key.rpartition(".")[2].replace("_", " ")


def phrase_of_event(narrator: Narrator, side: str, kind: str) -> str:
    """What happened."""
    return phrase(narrator, f"event.{kind}", side)


def phrase_of_prompt(narrator: Narrator, side: str, prompt: str) -> str:
    """What was asked."""
    return phrase(narrator, f"prompt.{prompt}", side)


def phrase_of_choice(narrator: Narrator, side: str, prompt: str, verb: str) -> str:
    """What was answered."""
    key = f"answer.{prompt}.{verb}"
    return phrase(narrator, key if key in narrator.words else f"option.{verb}", side)
