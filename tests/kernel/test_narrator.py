from dataclasses import replace
from pathlib import Path

import pytest

from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.game import Presentation, Refused, Variant
from khamsin.kernel.play.state import Event, Result
from khamsin.kernel.show.summaries import Fact
from khamsin.kernel.text.narrator import Narrator
from khamsin.kernel.text.rulebook import Chapter
from tests.kernel.toys import Notes, Sketch

ENGLISH = """
[label.side]
a = "Red"
b = "Blue"
[label.turn]
1 = "Monday"
[list]
dice = "{a}+{b}"
[prompt]
move = "{side} player, move {unit}."
[option]
move = "Move {unit} to {place}"
raid = "Raid {places}"
[answer.move]
done = "Stop moving"
[group]
move = "Move {unit} ({at}) to"
[event]
moved = "{unit} moves to {place} on {turn}."
rolled = "Dice {dice}."
passed = { when = "side", a = "Red passes.", b = "Blue passes." }
lost = { by = "count", one = "One step lost.", other = "{count} steps lost." }
gone = "Gone: {units}."
[refused]
river = "{unit} cannot cross the river."
[ending]
over = "{side} wins with {notes}."
[track]
vp = "Points: {vp}"
"""

POLISH = """
[event.lost]
by = "count"
one = "{count} krok"
few = "{count} kroki"
many = "{count} kroków"
[rule]
"1.1" = "Ruch"
R1 = "Błędy"
[chapter]
1 = "Wszystko"
[scenario]
long = "Długi"
[optional]
rain = "Deszcz"
"""

BOOK = "# Toy\n## 1 All\n### 1.1 Move\nMove.\n### 1.2 Stop\nStop.\n"


async def _nothing(_g):
    raise AssertionError


LABELLED = Presentation[Notes](
    grammar={"move": ("unit", "place"), "raid": ("unit", "*places"), "done": ()},
    label=lambda kind, name: {"unit": name.upper(), "place": f"Hex {name}"}.get(
        kind.removesuffix("s"), name
    ),
)


@pytest.fixture
def folder(tmp_path):
    words = tmp_path / "words"
    words.mkdir()
    (words / "en.toml").write_text(ENGLISH, encoding="utf-8")
    (words / "pl.toml").write_text(POLISH, encoding="utf-8")
    return tmp_path


@pytest.fixture
def game(folder):
    game = Sketch(_nothing)
    game.presentation = LABELLED
    game.folder = folder
    return game


@pytest.fixture
def narrator(game):
    return Narrator(game)


def test_an_event_is_told_with_labels_from_the_game_and_from_the_catalogue(narrator):
    event = Event("moved", "9.1", {"unit": "7rtr", "place": "12", "turn": 1})
    assert narrator.event(event) == "7RTR moves to Hex 12 on Monday."


def test_a_number_without_a_label_stays_a_number_and_chooses_the_plural(narrator):
    assert narrator.event(Event("lost", "1", {"count": 1})) == "One step lost."
    assert narrator.event(Event("lost", "1", {"count": 3})) == "3 steps lost."


def test_a_sentence_agrees_with_the_side_not_with_its_label(narrator):
    assert narrator.event(Event("passed", "1", {"side": "b"})) == "Blue passes."


@pytest.mark.parametrize(
    ("units", "text"),
    [((), "none"), (("x",), "X"), (("x", "y"), "X and Y"), (("x", "y", "z"), "X, Y and Z")],
)
def test_lists_are_joined_in_the_language(narrator, units, text):
    assert narrator.event(Event("gone", "1", {"units": units})) == f"Gone: {text}."


def test_a_list_may_be_joined_in_its_own_way(narrator):
    assert narrator.event(Event("rolled", "1", {"dice": (4, 3, 6)})) == "Dice 4+3+6."


def test_a_prompt_names_the_side_and_the_facts(narrator):
    assert narrator.prompt("move", "a", {"unit": "7rtr"}) == "Red player, move 7RTR."


def test_others_are_told_for_whom_they_wait(narrator):
    assert narrator.waiting(("a", "b")) == "Waiting for Red and Blue."


def test_options_are_sentences_and_a_prompt_may_have_its_own(narrator):
    assert narrator.option(("move", "7rtr", "12")) == "Move 7RTR to Hex 12"
    assert narrator.option(("done",)) == "Done"
    assert narrator.option(("done",), "move") == "Stop moving"


def test_a_starred_word_takes_all_that_are_left(narrator):
    narrator.game.presentation = replace(LABELLED, grammar={"raid": ("*places",)})
    assert narrator.option(("raid", "1", "2")) == "Raid Hex 1 and Hex 2"
    assert narrator.option(("raid", "1")) == "Raid Hex 1"


def test_options_can_stand_below_a_heading(narrator):
    assert narrator.heading(("move", "7rtr", "12"), at="11") == "Move 7RTR (11) to"
    assert narrator.item(("move", "7rtr", "12")) == "Hex 12"
    assert narrator.heading(("done",)) is None
    assert narrator.heading(("raid", "7rtr", "12")) is None


def test_an_option_that_the_grammar_does_not_know_is_an_error(narrator):
    with pytest.raises(KhamsinError, match="does not fit move 7rtr"):
        narrator.option(("move", "7rtr"))
    with pytest.raises(KhamsinError, match="does not fit done 3"):
        narrator.option(("done", "3"))


def test_refusals_endings_and_facts(narrator):
    refused = narrator.refused(Refused("9.3", "river"), {"unit": "7rtr"})
    assert refused == "7RTR cannot cross the river."
    assert narrator.ending(Result("b", "9", "over", {"notes": 3})) == "Blue wins with 3."
    assert narrator.fact("track", Fact("vp", {"vp": 4})) == "Points: 4"


def test_another_language_says_what_it_has_and_english_the_rest(game):
    polish = Narrator(game, "pl")
    assert polish.event(Event("lost", "1", {"count": 3})) == "3 kroki"
    assert polish.event(Event("lost", "1", {"count": 5})) == "5 kroków"
    assert polish.event(Event("passed", "1", {"side": "a"})) == "Red passes."


def test_a_table_adds_words_of_its_own_and_the_game_may_say_them_otherwise(game, tmp_path):
    table = tmp_path / "table"
    table.mkdir()
    (table / "en.toml").write_text('hello = "Hello."\n[event]\ngone = "?"\n', encoding="utf-8")
    narrator = Narrator(game, "en", table)
    assert narrator.say("hello") == "Hello."
    assert narrator.event(Event("gone", "1", {"units": ("x",)})) == "Gone: X."


def test_the_rulebook_is_at_hand(game, folder: Path):
    (folder / "rulebook.md").write_text("# Toy\n## 1 All\n### 1.1 Move\nMove.\n", encoding="utf-8")
    assert Narrator(game).rulebook.rule("1.1").title == "Move"


def test_a_table_can_ask_what_the_words_of_an_option_are(narrator):
    assert narrator.parts(("move", "7rtr", "12")) == {"unit": "7rtr", "place": "12"}
    assert narrator.parts(("raid", "7rtr", "1", "2")) == {"unit": "7rtr", "places": ("1", "2")}
    assert narrator.parts(("done",)) == {}


def test_titles_are_those_of_the_language_or_else_english(game, folder: Path):
    (folder / "rulebook.md").write_text(BOOK, encoding="utf-8")
    (folder / "rulings.md").write_text("# Toy\n### R1 Errors\nNone.\n", encoding="utf-8")
    english, polish = Narrator(game), Narrator(game, "pl")
    assert [english.rule_title(rule) for rule in ("1.1", "1.2", "R1")] == ["Move", "Stop", "Errors"]
    assert [polish.rule_title(rule) for rule in ("1.1", "1.2", "R1")] == ["Ruch", "Stop", "Błędy"]
    with pytest.raises(KhamsinError, match='no rule "9"'):
        polish.rule_title("9")
    assert english.chapter_title(Chapter("1", "All")) == "All"
    assert polish.chapter_title(Chapter("1", "All")) == "Wszystko"
    assert polish.chapter_title(Chapter("", "Notes")) == "Notes"
    for variant, title in ((Variant("long", "Long", "1.1"), "Długi"), (Variant("x", "X", ""), "X")):
        assert english.scenario_title(variant) == variant.title
        assert polish.scenario_title(variant) == title
    assert polish.optional_title(Variant("rain", "Rain", "1.2")) == "Deszcz"
    assert english.optional_title(Variant("rain", "Rain", "1.2")) == "Rain"


def test_rules_are_found_by_their_title_in_the_language_and_in_english(game, folder: Path):
    (folder / "rulebook.md").write_text(BOOK, encoding="utf-8")
    polish = Narrator(game, "pl")
    for text in ("ruch", "MOVE", "1.1"):
        assert [rule.id for rule in polish.find_rules(text)] == ["1.1"]
    assert [rule.id for rule in Narrator(game).find_rules("ruch")] == []


def test_a_translated_rulebook_is_read_and_searched_in_both_languages(game, folder: Path):
    (folder / "rulebook.md").write_text("# Toy\n## 1 All\n### 1.1 Move\nMove.\n", encoding="utf-8")
    (folder / "rulebook.es.md").write_text(
        "# Toy\n## 1 Todo\n### 1.1 Movimiento\nMueve.\n", encoding="utf-8"
    )
    spanish = Narrator(game, "es")
    rule = spanish.rulebook.rule("1.1")
    assert (rule.text, spanish.rule_title("1.1")) == ("Mueve.", "Movimiento")
    assert spanish.chapter_title(rule.chapter) == "Todo"
    for text in ("movimi", "MOVE"):
        assert spanish.find_rules(text) == [rule]


def test_notes_of_the_data_pack_are_told_in_full_in_english_and_by_their_kind_elsewhere(game):
    note = "name: rulebook 5.2.1, 5.2.1; position reconstructed (R4)"
    assert Narrator(game).fact("about", Fact("source", {"note": note})) == f"Source: {note}"
    spanish = Narrator(game, "es").fact("about", Fact("source", {"note": note}))
    assert spanish == "Fuente: reglamento, reconstruido (5.2.1, R4)"


def test_a_place_may_have_a_name_of_its_own_in_a_language(game, folder: Path):
    (folder / "words/es.toml").write_text(
        '[label.place_name]\n"Luqa airfield" = "Aeródromo de Luqa"\n', encoding="utf-8"
    )
    spanish = Narrator(game, "es")
    for printed in ("Luqa airfield", "1614 Luqa airfield"):
        assert spanish.text("place_name", printed) == printed.replace(
            "Luqa airfield", "Aeródromo de Luqa"
        )
    assert spanish.text("place_name", "Luqa") == "Luqa"
