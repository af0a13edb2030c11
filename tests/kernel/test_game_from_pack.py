"""A game put together from functions: what goes to the pack, what to the state; and that state."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, ClassVar, NamedTuple

import pytest

from khamsin.kernel.game import Refused, Setup, Variant
from khamsin.kernel.pack.data import SourceNote
from khamsin.kernel.pack.game import GameFromPack, Hooks, PackState, nothing_hidden
from khamsin.kernel.play.state import Part
from khamsin.kernel.show.scene import Overlay, Picture, Scene, empty_picture, empty_scene
from khamsin.kernel.show.summaries import Display, Fact, Odds
from khamsin.kernel.text.narrator import Narrator
from tests.kernel.toys import Notes, turns

NOTE = SourceNote("map.toml", "rulebook 3", ("rulebook",))


class Box:
    """A data pack of one thing."""

    def __init__(self) -> None:
        self.digest = "0123456789abcdef"
        self.notes = [NOTE]


def why_not(g: Notes, side: str, words: tuple[str, ...]) -> Refused | None:
    return Refused("1", f"{side}_{words[0]}_{g.step}")


def check(g: Notes) -> None:
    assert g.step >= 0


def view(g: Notes, side: str | None) -> dict[str, Any]:
    return {"step": g.step, "side": side}


def label(box: Box, kind: str, name: str) -> str:
    return f"{box.digest} {kind} {name}"


def things(box: Box) -> dict[str, tuple[str, ...]]:
    return {"unit": (box.digest,)}


def about(box: Box, kind: str, name: str) -> list[Fact]:
    return [Fact(kind, {"name": name, "pack": box.digest})]


def display(box: Box, position: dict[str, Any]) -> Display:
    return Display(f"{box.digest} {position['step']}", (), (), ())


def odds(g: Notes, side: str, prompt: str, words: tuple[str, ...]) -> list[Odds]:
    return [Odds(Fact(prompt, {"side": side, "words": words, "step": g.step}), ())]


def reckon(box: Box, name: str, numbers: Mapping[str, int]) -> Odds:
    return Odds(Fact(name, {"pack": box.digest, **numbers}), ())


def scene(box: Box, narrator: Narrator) -> Scene:
    del box, narrator
    return empty_scene()


def picture(g: Notes, side: str | None, narrator: Narrator) -> Picture:
    del g, side, narrator
    return empty_picture()


def overlays(g: Notes, side: str | None, narrator: Narrator, piece: str) -> list[Overlay]:
    del narrator
    return [{"id": piece, "label": f"{g.step}", "side": side or "", "spaces": {}}]


class Toy(GameFromPack[Notes, Box]):
    slug = "toy"
    title = "Toy"
    sides = ("a", "b")
    rules_version = 1
    hidden = False
    endings = ()
    folder = Path(__file__).parent
    scenarios = (Variant("only", "The only one", "1"),)
    options = ()
    hooks = Hooks[Notes, Box](
        play=turns, why_not=why_not, check=check, view=view, imagine=nothing_hidden,
        label=label, things=things, about=about, display=display, odds=odds, reckon=reckon,
        scene=scene, picture=picture, overlays=overlays,
    )  # fmt: skip

    def start(self, setup: Setup) -> Notes:
        return Notes()


@pytest.fixture
def toy() -> Toy:
    return Toy(Box())


def test_the_pack_says_its_digest_and_where_values_come_from(toy):
    assert toy.pack == "0123456789abcdef"
    assert toy.sources == (NOTE,)


def test_what_is_printed_is_asked_of_the_pack(toy):
    pack = toy.pack
    assert toy.label("unit", "1") == f"{pack} unit 1"
    assert toy.things() == {"unit": (pack,)}
    assert toy.about("unit", "1") == [Fact("unit", {"name": "1", "pack": pack})]
    assert toy.display({"step": 4}).moment == f"{pack} 4"
    assert toy.reckon("fire", {"dice": 3}).title == Fact("fire", {"pack": pack, "dice": 3})
    assert toy.scene(None) == empty_scene()


def test_what_happens_is_asked_of_the_state(toy):
    g = toy.start(Setup("only"))
    g.step = 2
    assert toy.view(g, "a") == {"step": 2, "side": "a"}
    assert toy.why_not(g, "b", ("far",)) == Refused("1", "b_far_2")
    assert toy.odds(g, "a", "fire", ("x",))[0].title.values["step"] == 2
    assert toy.picture(g, None, None) == empty_picture()
    assert toy.overlays(g, "a", None)[0]["id"] == ""
    assert toy.overlays(g, "a", None, "tank")[0]["id"] == "tank"
    g.step = -1
    with pytest.raises(AssertionError):
        toy.check(g)


def test_where_nothing_is_hidden_a_side_imagines_a_copy(toy):
    g = toy.start(Setup("only"))
    g.notes.append("x")
    world = toy.imagine(g, "a", Random(1))
    assert world.digest() == g.digest()
    world.notes.append("y")
    assert g.notes == ["x"]


# -- the state -------------------------------------------------------------------------------------


class Chapter(NamedTuple):
    id: str


class Duel(Part):
    __slots__ = ("dice", "place")

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
