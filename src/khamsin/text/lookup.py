"""From what a player types to the names that the rules use: "2RTR", "halfaya", "22 gds"."""

from __future__ import annotations

from collections.abc import Iterable

from khamsin.kernel.text.narrator import Narrator
from khamsin.kernel.text.words import folded

EXACT, SAME, BEGINNING, INSIDE = 4, 3, 2, 1
"""How well a typed word fits a name: it is the name, or is but for points and blanks, begins it,
or begins a word in it."""

_LONGEST_LABEL = 5


def plain(text: str) -> str:
    """What counts when words are compared: letters, without their accents, and digits."""
    return "".join(char for char in folded(text) if char.isalnum())


def fit(typed: str, names: Iterable[str]) -> int:
    """How well a typed word fits the best of several names for a thing; 0: not at all."""
    wanted = plain(typed)
    if not wanted:
        return 0
    best = 0
    for name in names:
        whole = plain(name)
        if typed.casefold() == name.casefold():
            return EXACT
        if wanted == whole:
            best = max(best, SAME)
        elif whole.startswith(wanted):
            best = max(best, BEGINNING)
        elif any(plain(word).startswith(wanted) for word in name.split()):
            best = max(best, INSIDE)
    return best


class Thing:
    """A unit or a place that was typed."""

    __slots__ = ("kind", "name")

    def __init__(self, kind: str, name: str) -> None:
        self.kind = kind
        self.name = name


def find(narrator: Narrator, typed: str, kind: str = "") -> list[Thing]:
    """The things that fit best: one if the player was clear, several if not, none if unknown."""
    found: dict[int, list[Thing]] = {}
    for each, names in narrator.game.presentation.things().items():
        if kind and each != kind:
            continue
        for name in names:
            how_well = fit(typed, names_of(narrator, each, name))
            if how_well:
                found.setdefault(how_well, []).append(Thing(each, name))
    return found[max(found)] if found else []


def names_of(narrator: Narrator, kind: str, name: str) -> tuple[str, ...]:
    """What a thing may be called: its name in journals, its label, its label without the number."""
    label = narrator.text(kind, name)
    return (name, label, label.removeprefix(name).strip() or name)


def split(narrator: Narrator, typed: str) -> list[str]:
    """Cut what was typed into words, but leave a label of several words whole: "22 gds"."""
    labels = {
        tuple(plain(word) for word in label.split())
        for kind, names in narrator.game.presentation.things().items()
        for name in names
        for label in names_of(narrator, kind, name)
    }
    words = typed.split()
    cut: list[str] = []
    while words:
        length = min(_LONGEST_LABEL, len(words))
        while length > 1 and tuple(plain(word) for word in words[:length]) not in labels:
            length -= 1
        cut.append(" ".join(words[:length]))
        words = words[length:]
    return cut
