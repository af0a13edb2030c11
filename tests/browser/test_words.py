"""The client's words: three languages that say the same, and nothing that names a game."""

import json
import re
from pathlib import Path

import pytest

from khamsin.games import GAMES
from khamsin.kernel.show.scene import LAYERS, SIGNS, TERRAIN
from tests.some import some

WEB = Path(__file__).parents[2] / "src" / "khamsin" / "web"
FORMS = {"en": {"one", "other"}, "es": {"one", "other"}, "pl": {"one", "few", "many", "other"}}


def words(language):
    return json.loads((WEB / "words" / f"{language}.json").read_text(encoding="utf-8"))


def gaps(sentence):
    forms = sentence.values() if isinstance(sentence, dict) else [sentence]
    return {gap for form in forms for gap in re.findall(r"\{(\w+)\}", form)}


@pytest.mark.parametrize("language", ["es", "pl"])
def test_every_language_says_everything(language):
    english, other = words("en"), words(language)
    assert sorted(english) == sorted(other)
    for key, sentence in english.items():
        assert gaps(sentence) == gaps(other[key]), key


@pytest.mark.parametrize("language", FORMS)
def test_plurals_have_the_forms_of_the_language(language):
    plurals = {key: said for key, said in words(language).items() if isinstance(said, dict)}
    for key, forms in some(plurals.items()):
        assert set(forms) == FORMS[language], key


def test_every_key_that_the_client_uses_exists():
    text = "\n".join(path.read_text(encoding="utf-8") for path in WEB.rglob("*.js"))
    used = set(re.findall(r"\bt\(\s*\"([\w.]+)\"", text))
    assert used - set(words("en")) == set()


def test_nothing_in_the_client_names_a_game():
    files = [path for path in WEB.rglob("*") if path.suffix in {".js", ".css", ".html", ".json"}]
    for path in some(files):
        text = path.read_text(encoding="utf-8").lower()
        assert [slug for slug in GAMES if slug in text] == [], path.name


def test_the_client_can_draw_every_word_of_the_scene():
    drawn = "\n".join(
        (WEB / name).read_text(encoding="utf-8")
        for name in ("styles/board.css", "board/lines.js", "board/terrain.js", "board/hexes.js")
    )
    symbols = (WEB / "board" / "symbols.js").read_text(encoding="utf-8")
    signs = symbols.partition("const SIGNS")[2]
    for word in (*LAYERS, *TERRAIN):
        assert re.search(rf"\b(name-)?{word}\b", drawn), word
    for word in SIGNS:
        assert f"\n  {word}: " in signs, word
