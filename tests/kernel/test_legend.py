"""What a scene says in words."""

from collections.abc import Mapping

from khamsin.kernel import legend
from khamsin.kernel.data import SourceNote
from khamsin.kernel.shown import Fact
from khamsin.kernel.state import Value
from khamsin.kernel.telling import Telling


class Parrot(Telling):
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
    assert legend.sides(Parrot(), ("axis", "allied"), "ba") == {
        "axis": {"label": "side.axis", "colour": "b"},
        "allied": {"label": "side.allied", "colour": "a"},
    }


def test_marks_and_facts_are_said():
    assert legend.marks(Parrot(), ("moved", "spent")) == {
        "moved": "scene.mark_moved",
        "spent": "scene.mark_spent",
    }
    assert legend.facts(Parrot(), [Fact("name"), Fact("source")]) == ["about.name", "about.source"]


def test_sources_are_given_with_their_place():
    note = SourceNote("map.toml, [[hex]] number 1", "found", ("found",))
    assert legend.sources([note]) == [{"where": "map.toml, [[hex]] number 1", "text": "found"}]
