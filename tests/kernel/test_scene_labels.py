"""What a scene says in words."""

from collections.abc import Mapping

from khamsin.kernel.pack.data import SourceNote
from khamsin.kernel.play.state import Value
from khamsin.kernel.show import scene_labels
from khamsin.kernel.show.summaries import Fact
from khamsin.kernel.text.narrator import Narrator


class Parrot(Narrator):
    """Tells by the keys alone."""

    def __init__(self) -> None:
        """It needs no game and no words."""

    def text(self, name: str, value: Value) -> str:
        return f"{name}.{value}"

    def say(self, key: str, facts: Mapping[str, Value] | None = None) -> str:
        return key

    def fact(self, table: str, fact: Fact) -> str:
        return f"{table}.{fact.key}"


def test_sides_have_a_name_and_a_colour():
    assert scene_labels.sides(Parrot(), ("axis", "allied"), "ba") == {
        "axis": {"label": "side.axis", "colour": "b"},
        "allied": {"label": "side.allied", "colour": "a"},
    }


def test_marks_and_facts_are_said():
    assert scene_labels.marks(Parrot(), ("moved", "spent")) == {
        "moved": "scene.mark_moved",
        "spent": "scene.mark_spent",
    }
    assert scene_labels.facts(Parrot(), [Fact("name"), Fact("source")]) == [
        "about.name",
        "about.source",
    ]


def test_sources_are_given_with_their_place():
    note = SourceNote("map.toml, [[hex]] number 1", "found", ("found",))
    assert scene_labels.sources(Parrot(), [note]) == [
        {"where": "map.toml, [[hex]] scene.row 1", "text": "note.found"}
    ]
