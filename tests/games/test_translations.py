"""A translated rulebook says what the English one says; `tests/translations.py` says how."""

import re

import pytest

from khamsin.games import GAMES, folder_of
from khamsin.kernel.text.words import load_catalogue
from tests.translations import english_in, languages, problems, record, stale

BOOKS = [(slug, language) for slug in GAMES for language in languages(folder_of(slug))]


@pytest.mark.parametrize(("slug", "language"), BOOKS)
def test_a_translation_says_what_the_english_rules_say(slug, language):
    found = problems(folder_of(slug), language)
    assert not found, f"{slug} in {language}: {len(found)}\n  " + "\n  ".join(found)


@pytest.mark.parametrize(("slug", "language"), BOOKS)
def test_titles_stand_in_the_translated_rulebook_and_nowhere_else(slug, language):
    words = load_catalogue(folder_of(slug) / "words", language)
    assert [key for key in words.keys() if key.startswith(("rule.", "chapter."))] == []  # noqa: SIM118


COMMON = re.compile(
    r"\b(airfield|cliffs|cross|fortress|lines|oasis|point \d|reef|ridge|road|shore|track|valley"
    r"|village|west)\b",
    re.IGNORECASE,
)
"""English words in the names of places. They are no part of the name, but say what is there."""


@pytest.mark.parametrize("slug", [slug for slug, _ in dict(BOOKS).items() if slug != "battleaxe"])
@pytest.mark.parametrize(("language", "other"), [("es", "pl"), ("pl", "es")])
def test_places_with_english_words_in_their_names_have_others_on_every_map(slug, language, other):
    """What one language has found to translate, the other has too."""
    words, others = (load_catalogue(folder_of(slug) / "words", each) for each in (language, other))
    named = [key for key in words.keys() if key.startswith("label.place_name.")]  # noqa: SIM118
    english = [key for key in named if COMMON.search(key)]
    assert english
    assert [key for key in english if key not in others] == []
    assert [key for key in english if key.endswith(f".{words.say(key)}")] == []


# -- The checks can fail ---------------------------------------------------------------------

BOOK = """\
# Toy

## 1 Moving
### 1.1 Steps
A unit makes 1 step, and neighbours share a side (R2).

### 1.2 Limits [optional]
Two things stop it:

- a cliff;
- a river.

## 2 Combat
### 2.1 Dice
| roll | loss |
| --- | --- |
| 6 | 1 |
"""
TOLD = """\
# Juguete

## 1 Movimiento
### 1.1 Pasos
Una unidad da 1 paso, y las vecinas comparten un lado (R2).

### 1.2 Límites [optional]
Dos cosas la detienen:

- un barranco;
- un río.

## 2 Combate
### 2.1 Dados
| tirada | baja |
| --- | --- |
| 6 | 1 |
"""
RULINGS = "# Rulings\n### R2 Words\nTwo words mean the same.\n"
TOLD_RULINGS = "# Decisiones\n### R2 Palabras\nDos palabras significan lo mismo.\n"
FILES = {
    "rulebook.md": BOOK,
    "rulings.md": RULINGS,
    "rulebook.es.md": TOLD,
    "rulings.es.md": TOLD_RULINGS,
}


@pytest.fixture
def toy(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    record(tmp_path, "es", ["1.1", "1.2", "2.1", "R2"])
    return tmp_path


def change(folder, file, old, new):
    assert old in FILES[file]
    (folder / file).write_text(FILES[file].replace(old, new), encoding="utf-8")


def test_nothing_is_wrong_with_the_toy(toy):
    assert languages(toy) == ["es"]
    assert problems(toy, "es") == []


@pytest.mark.parametrize(
    ("file", "old", "new", "found"),
    [
        ("rulebook.es.md", "1.1 Pasos", "1.3 Pasos", "1.1 is missing"),
        ("rulebook.es.md", "1.1 Pasos", "1.3 Pasos", "1.3 is superfluous"),
        ("rulebook.es.md", " [optional]", "", "1.2: is rule, not optional"),
        ("rulebook.es.md", "## 2 Combate\n", "", "2.1: stands in chapter 1, not 2"),
        ("rulebook.es.md", "(R2)", "(R3)", "1.1: references: without R2, with R3"),
        ("rulebook.es.md", "da 1 paso", "da 2 pasos", "1.1: numbers: without 1, with 2"),
        ("rulebook.es.md", "- un río.\n", "", "1.2: 1 list entries, not 2"),
        ("rulebook.es.md", "| --- | --- |\n", "", "2.1: 2 table rows, not 3"),
        ("rulebook.es.md", "comparten", "\n\ncomparten", "1.1: 2 paragraphs, not 1"),
        ("rulebook.es.md", "Dos cosas", "Two things that", "1.2: English: that"),
        (
            "rulings.es.md",
            "Dos palabras significan lo mismo.",
            "Two words mean the same.",
            'R2: the English paragraph "Two words mean the same."',
        ),
        ("rulebook.md", "a river", "a stream", "1.2: its English has changed"),
        ("rulebook.md", "Steps", "Going", "1.1: its English has changed"),
        ("rulings.md", "### R2 Words", "### R3 More\nNone.\n\n### R2 Words", "R3 is missing"),
    ],
)
def test_each_check_sees_what_it_is_there_for(toy, file, old, new, found):
    change(toy, file, old, new)
    assert found in problems(toy, "es")


def test_rules_in_another_order_are_found(toy):
    moving, combat = TOLD.split("## 2 ")
    head, first, second = moving.split("### ")
    moved = f"{head}### {second}### {first}## 2 {combat}"
    (toy / "rulebook.es.md").write_text(moved, encoding="utf-8")
    assert problems(toy, "es") == ["the order differs"]


def test_a_missing_file_is_told_and_its_rules_are_english(toy):
    (toy / "rulings.es.md").unlink()
    found = problems(toy, "es")
    assert found[0] == "there is no rulings.es.md"
    assert 'R2: the English paragraph "Two words mean the same."' in found


def test_other_line_breaks_are_no_change_and_a_record_can_be_renewed(toy):
    change(toy, "rulebook.md", "makes 1 step, and", "makes\n1 step, and")
    assert stale(toy, "es") == []
    change(toy, "rulebook.md", "a river", "a stream")
    assert stale(toy, "es") == ["1.2: its English has changed"]
    record(toy, "es", ["1.2"])
    assert stale(toy, "es") == []


def test_two_languages_share_a_record(toy):
    record(toy, "pl", ["1.1"])
    assert stale(toy, "es") == []
    assert [line.split(":")[0] for line in stale(toy, "pl")] == ["1.2", "2.1", "R2"]


def test_english_is_found_and_names_and_code_are_not():
    assert english_in("La unidad that mueve and ataca") == ["that", "and"]
    assert english_in("Rommel in the Desert usa `the_code`.") == []
