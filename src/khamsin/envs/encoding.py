"""What a seat sees, as a row of numbers of fixed length. The same for all games.

It is made of the picture that a person in that seat would look at (`Presentation.picture`), of the
numbers in the seat's view, and of the options; never of the truth. `Encoding.parts` says what lies
where, `split` takes a row apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias
from zlib import crc32

import numpy as np
import numpy.typing as npt

from khamsin.kernel.game import AnyGame, View
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import AnyMatch
from khamsin.kernel.text.narrator import Narrator

Row: TypeAlias = npt.NDArray[np.float32]
Mask: TypeAlias = npt.NDArray[np.int8]

BOUND = 2.0**24
"""No number is larger; up to here all whole numbers are exact."""
_OTHER_WORDS = 1000  # numbers for words that are no names: two words may share one
_PROMPT = "prompt."


class Encoding:
    """How the positions of one game are written as numbers.

    `width` is the number of options that are written, `words` that of the words of each.
    """

    def __init__(self, match: AnyMatch, width: int) -> None:
        """`match` is any match of the set-up in question, at its beginning."""
        game: AnyGame = match.game
        self._telling = Narrator(game)
        scene = game.presentation.scene(self._telling)
        self.sides = game.sides
        self.width = width
        self.words = 1 + max(len(names) for names in game.presentation.grammar.values())
        keys = self._telling.words.keys()
        self.prompts = [key.removeprefix(_PROMPT) for key in keys if key.startswith(_PROMPT)]
        self.pieces = [piece["id"] for piece in scene["pieces"]]
        self.places = [space["id"] for space in scene["spaces"]]
        self.places += [box["id"] for box in scene["boxes"]]
        self.marks = list(scene["marks"])
        self._owners = list(scene["sides"])
        names = [*game.presentation.grammar, *self.prompts, *self.pieces, *self.places, *self.marks]
        names += [
            *self._owners,
            *(name for things in game.presentation.things().values() for name in things),
        ]
        self.vocabulary = list(dict.fromkeys(names))
        """Names in the order of their numbers, from 1."""
        self._number = {name: at for at, name in enumerate(self.vocabulary, 1)}
        self._place = {name: at for at, name in enumerate(self.places)}
        self._piece = {name: at for at, name in enumerate(self.pieces)}
        self._mark = {name: at for at, name in enumerate(self.marks)}
        views = [match.view(side)["position"] for side in game.sides]
        found = [path for view in views for path, _ in self._leaves(view)]
        self.numbers = list(dict.fromkeys(found))
        """Where in the view each of the plain numbers stands: `supplies.axis`."""
        self.parts: dict[str, tuple[int, ...]] = {
            "prompt": (len(self.prompts),),
            "side": (len(self.sides),),
            "numbers": (len(self.numbers),),
            "places": (len(self.places), 2 * len(self._owners) + len(self.marks)),
            "pieces": (len(self.pieces), 3 + len(self.marks)),
            "options": (self.width, self.words),
        }
        """What a row is made of, in order, with the shape of each part."""
        self.size = sum(int(np.prod(shape)) for shape in self.parts.values())

    def split(self, row: Row) -> dict[str, Row]:
        """The parts of a row by name, each in its shape; no copies."""
        found: dict[str, Row] = {}
        at = 0
        for name, shape in self.parts.items():
            end = at + int(np.prod(shape))
            found[name] = row[at:end].reshape(shape)
            at = end
        return found

    def number(self, word: str) -> int:
        """The number of a word: that of a name, or of a group of other words."""
        known = self._number.get(word)
        if known is not None:
            return known
        return len(self.vocabulary) + 1 + crc32(word.encode()) % _OTHER_WORDS

    def row(self, match: AnyMatch, side: str, options: Sequence[Option]) -> Row:
        """What this side sees, and these options."""
        row: Row = np.zeros(self.size, np.float32)
        parts = self.split(row)
        ask = match.decision
        if ask is not None and side in match.to_answer:
            parts["prompt"][self.prompts.index(ask.prompt)] = 1
        parts["side"][self.sides.index(side)] = 1
        self._write_numbers(parts["numbers"], match.view(side)["position"])
        self._write_picture(parts["places"], parts["pieces"], match, side)
        for at, option in enumerate(options):
            parts["options"][at, : len(option)] = [
                self.number(word) for word in option[: self.words]
            ]
        return row

    def _write_numbers(self, part: Row, position: View) -> None:
        leaves = dict(self._leaves(position))
        part[:] = [leaves.get(path, 0) for path in self.numbers]

    def _leaves(self, view: View, stem: str = "") -> Iterator[tuple[str, int]]:
        """The plain numbers of a view; lists are counted, and names of things left out."""
        for key, value in view.items():
            path = f"{stem}{key}"
            if isinstance(value, dict):
                if not stem and all(
                    name in self.sides or name not in self._number for name in value
                ):
                    yield from self._leaves(value, f"{path}.")
            elif isinstance(value, str):
                yield path, self.number(value) if value else 0
            elif isinstance(value, list):
                yield path, len(value)
            elif isinstance(value, int):
                yield path, int(value)
            elif value is None:
                yield path, 0

    def _write_picture(self, places: Row, pieces: Row, match: AnyMatch, side: str) -> None:
        """Places: control and unknown pieces by side, marks. Pieces: place, cell, face, marks."""
        picture = match.game.presentation.picture(match.known(side), side, self._telling)
        owners = len(self._owners)
        for name, space in picture["spaces"].items():
            at = self._place[name]
            if "control" in space:
                places[at, self._owners.index(space["control"])] = 1
            for mark in space["marks"]:
                if mark in self._mark:
                    places[at, 2 * owners + self._mark[mark]] = 1
        for name, piece in picture["pieces"].items():
            place = piece["at"]
            if place is None or place not in self._place:
                continue
            if name not in self._piece:
                places[self._place[place], owners + self._owners.index(piece["side"])] += 1
                continue
            at = self._piece[name]
            pieces[at, 0] = self._place[place] + 1
            pieces[at, 1] = piece.get("cell", -1) + 1
            pieces[at, 2] = piece.get("face", -1) + 1
            for mark in piece["marks"]:
                if mark in self._mark:
                    pieces[at, 3 + self._mark[mark]] = 1
