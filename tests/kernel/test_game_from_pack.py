"""A game put together from functions: what goes to the pack, what to the state; and that state."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from khamsin.kernel.pack.data import SourceNote
from khamsin.kernel.pack.game import GameFromPack
from khamsin.kernel.pack.state import PackState
from khamsin.kernel.play.state import Part
from tests.kernel.toys import Notes

NOTE = SourceNote("map.toml", "rulebook 3", ("rulebook",))


class Box:
    """A data pack of one thing."""

    def __init__(self) -> None:
        self.digest = "0123456789abcdef"
        self.notes = [NOTE]


class Toy(GameFromPack[Notes, Box]):
    slug = "toy"


def test_the_pack_says_its_digest_and_where_values_come_from():
    toy = Toy(Box())
    assert toy.pack == "0123456789abcdef"
    assert toy.sources == (NOTE,)


# -- the state -------------------------------------------------------------------------------------


class Chapter(NamedTuple):
    id: str


class Duel(Part):
    __slots__ = ("dice", "place")
    fields: ClassVar[tuple[str, ...]] = __slots__

    def __init__(self, place: int) -> None:
        self.place = place
        self.dice = (1, 6)


class Field(PackState[Box, Chapter]):
    __slots__ = ("turn",)
    fields: ClassVar[tuple[str, ...]] = __slots__

    def __init__(self, pack: Box, scenario: Chapter, options: tuple[str, ...]) -> None:
        super().__init__(pack, scenario, options)
        self.turn = 1


def test_a_state_is_told_by_scenario_and_options_but_not_by_its_pack():
    g = Field(Box(), Chapter("first"), ("mud",))
    assert g.data() == {"turn": 1, "options": ("mud",), "scenario": "first", "result": None}
    assert g.has("mud")
    assert not g.has("snow")
    assert g.digest() == Field(Box(), Chapter("first"), ("mud",)).digest()
    assert g.digest() != Field(Box(), Chapter("first"), ()).digest()
    assert g.digest() != Field(Box(), Chapter("second"), ("mud",)).digest()


def test_a_part_of_a_state_tells_all_its_slots():
    assert Duel(7).data() == {"dice": (1, 6), "place": 7}
