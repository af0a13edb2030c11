import pytest

from khamsin.kernel.errors import DataError, KhamsinError
from khamsin.kernel.text.words import LANGUAGES, Catalogue, folded, load_catalogue

ENGLISH = """
hello = "Good evening."
[event]
moved = "{unit} moves to {place}."
lost = { by = "count", one = "{side} loses a step.", other = "{side} loses {count} steps." }
[event.night]
fell = "Night falls on {day}."
"""

POLISH = """
[event]
moved = "{unit}: {place}."
[event.lost]
by = "count"
one = "{side}: {count} krok"
few = "{side}: {count} kroki"
many = "{side}: {count} kroków"
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "en.toml").write_text(ENGLISH, encoding="utf-8")
    (tmp_path / "pl.toml").write_text(POLISH, encoding="utf-8")
    return tmp_path


def test_values_fill_the_gaps(folder):
    words = load_catalogue(folder, "en")
    assert words.say("event.moved", unit="7RTR", place="Capuzzo") == "7RTR moves to Capuzzo."
    assert words.say("event.night.fell", day="June 15") == "Night falls on June 15."
    assert words.say("hello") == "Good evening."


def test_a_value_may_be_called_key_and_numbers_are_written_out():
    assert Catalogue("en", {"a": "{key} = {self_}"}).say("a", key="x", self_=3) == "x = 3"


def test_braces_in_a_value_are_left_alone():
    assert Catalogue("en", {"a": "{x}!"}).say("a", x="{y}") == "{y}!"


def test_doubled_braces_are_braces():
    assert Catalogue("en", {"a": "{{{x}}}"}).say("a", x=1) == "{1}"


def test_values_that_are_not_needed_do_no_harm(folder):
    assert load_catalogue(folder, "en").say("hello", unit="7RTR") == "Good evening."


def test_a_missing_key_is_named_with_its_language(folder):
    with pytest.raises(KhamsinError) as excinfo:
        load_catalogue(folder, "en").say("event.gone")
    assert str(excinfo.value) == 'words in "en", key "event.gone": there is no such message'


def test_a_missing_value_is_named_with_key_and_language(folder):
    with pytest.raises(KhamsinError) as excinfo:
        load_catalogue(folder, "pl").say("event.moved", unit="7RTR")
    assert str(excinfo.value) == 'words in "pl", key "event.moved": needs a value for {place}'


@pytest.mark.parametrize(
    ("language", "number", "form"),
    [
        ("en", 0, "other"), ("en", 1, "one"), ("en", 2, "other"), ("en", 21, "other"),
        ("es", 0, "other"), ("es", 1, "one"), ("es", 2, "other"), ("es", 101, "other"),
        ("pl", 0, "many"), ("pl", 1, "one"), ("pl", 2, "few"), ("pl", 4, "few"), ("pl", 5, "many"),
        ("pl", 11, "many"), ("pl", 12, "many"), ("pl", 14, "many"), ("pl", 21, "many"),
        ("pl", 22, "few"), ("pl", 24, "few"), ("pl", 25, "many"), ("pl", 112, "many"),
        ("pl", 122, "few"), ("pl", -1, "one"), ("pl", -3, "few"),
    ],
)  # fmt: skip
def test_the_plural_follows_the_language(language, number, form):
    forms = ("one", "few", "many") if language == "pl" else ("one", "other")
    words = Catalogue(language, {"n": {"by": "n"} | {name: f"{name} {{n}}" for name in forms}})
    assert words.say("n", n=number) == f"{form} {number}"


def test_other_stands_for_forms_left_out():
    words = Catalogue("pl", {"n": {"by": "n", "one": "jeden", "other": "wiele"}})
    assert [words.say("n", n=n) for n in (1, 2, 5)] == ["jeden", "wiele", "wiele"]


@pytest.mark.parametrize("number", ["2", True])
def test_a_sentence_agrees_with_whole_numbers_only(number):
    words = Catalogue("en", {"n": {"by": "n", "other": "{n}"}})
    with pytest.raises(KhamsinError, match=r"\{n\} must be a whole number"):
        words.say("n", n=number)


def test_the_number_itself_must_be_given(folder):
    with pytest.raises(KhamsinError, match=r'key "event.lost": needs a value for \{count\}'):
        load_catalogue(folder, "en").say("event.lost", side="Axis")


def test_what_a_language_lacks_the_fallback_says_by_its_own_plural(folder):
    (folder / "es.toml").write_text('hello = "Buenas noches."', encoding="utf-8")
    words = load_catalogue(folder, "es")
    assert words.say("hello") == "Buenas noches."
    assert words.say("event.lost", side="Axis", count=2) == "Axis loses 2 steps."
    assert load_catalogue(folder, "pl").say("hello") == "Good evening."


def test_a_language_without_a_file_is_said_in_the_fallback(folder):
    words = load_catalogue(folder, "es")
    assert words.language == "es"
    assert words.say("hello") == "Good evening."
    assert words.keys() == ()


def test_a_key_that_no_language_has_is_an_error_of_the_fallback(folder):
    with pytest.raises(KhamsinError, match=r'words in "en", key "nothing"'):
        load_catalogue(folder, "pl").say("nothing")


def test_the_fallback_must_be_there(tmp_path):
    with pytest.raises(DataError, match=r"en\.toml"):
        load_catalogue(tmp_path, "pl")


def test_an_unknown_language_is_an_error(folder):
    with pytest.raises(KhamsinError, match='"tlh"'):
        load_catalogue(folder, "tlh")
    assert LANGUAGES == ("en", "es", "pl")


def test_languages_can_be_compared_by_their_own_keys_and_placeholders(folder):
    english, polish = load_catalogue(folder, "en"), load_catalogue(folder, "pl")
    assert english.keys() == ("event.lost", "event.moved", "event.night.fell", "hello")
    assert polish.keys() == ("event.lost", "event.moved")
    assert english.placeholders("event.lost") == ("count", "side")
    assert english.placeholders("hello") == ()
    with pytest.raises(KhamsinError, match="no such message"):
        polish.placeholders("hello")


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("{unit", "expected '}'"),
        ("{}", "a gap is a plain name in braces"),
        ("{unit.name}", "a gap is a plain name in braces"),
        ("{unit[0]}", "a gap is a plain name in braces"),
        ("{unit!r}", "a gap is a plain name in braces"),
        ("{unit:>3}", "a gap is a plain name in braces"),
        (3, "must be a sentence or a table of them"),
        ({"by": "n", "one": "x", "few": "y", "other": "z"}, '"few" is not a form'),
        ({"by": "n", "one": "x"}, "needs the form other"),
        ({"by": "n", "one": 1, "other": "z"}, '"one" must be a text'),
        ({"by": "", "other": "z"}, '"by" must name the value'),
    ],
)
def test_a_malformed_message_is_refused_when_it_is_read(value, problem):
    with pytest.raises(DataError) as excinfo:
        Catalogue("en", {"event": {"bad": value}})
    assert str(excinfo.value).startswith('words in "en", key "event.bad": ')
    assert problem in str(excinfo.value)


PASSED = {"when": "side", "allied": "The Allies pass.", "axis": "The Axis passes."}


def test_a_sentence_agrees_with_a_word():
    words = Catalogue("en", {"passed": PASSED})
    assert words.say("passed", side="allied") == "The Allies pass."
    assert words.say("passed", side="axis") == "The Axis passes."
    assert words.placeholders("passed") == ("side",)


def test_the_fact_chooses_the_form_and_the_label_fills_the_gap():
    words = Catalogue("en", {"passed": PASSED | {"axis": "{side} passes."}})
    assert words.sentence("passed", {"side": "The Axis"}, {"side": "axis"}) == "The Axis passes."


def test_other_stands_for_words_left_out_and_without_it_they_are_an_error():
    words = Catalogue("en", {"a": PASSED, "b": PASSED | {"other": "Somebody passes."}})
    assert words.say("b", side="vichy") == "Somebody passes."
    with pytest.raises(KhamsinError, match='"a": there is no form for "vichy"'):
        words.say("a", side="vichy")


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ({"when": "side", "axis": 3}, '"axis" must be a text'),
        ({"when": "the side", "axis": "x"}, '"when" must name the value'),
        ({"when": "side"}, "needs a form"),
    ],
)
def test_a_malformed_choice_is_refused_when_it_is_read(value, problem):
    with pytest.raises(DataError, match=problem):
        Catalogue("en", {"event": {"bad": value}})


def test_what_no_language_of_a_game_says_the_base_says(folder):
    base = Catalogue("en", {"hello": "Hi.", "bye": "Bye."})
    words = load_catalogue(folder, "pl", base=base)
    assert words.say("bye") == "Bye."
    assert words.say("hello") == "Good evening."
    assert "bye" in words
    assert "event.moved" in words
    assert "nothing" not in words


@pytest.mark.parametrize(
    ("text", "plain"),
    [("9.3.2", "9.3.2"), ("Éxito", "exito"), ("ŻÓŁĆ", "zolc"), ("Stützpunkt", "stutzpunkt")],
)
def test_capitals_and_accents_do_not_matter_in_what_is_typed(text, plain):
    assert folded(text) == plain
