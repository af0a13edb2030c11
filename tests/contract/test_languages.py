"""No page in another language says anything in English: all texts of short random games.

Names stay as they are printed: those of games, units and places. `NAMES` are other proper names.
"""

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from khamsin.games import GAMES
from khamsin.kernel.play.match import Match
from khamsin.kernel.text.words import LANGUAGES
from khamsin.table.show import presenter
from tests.contract.play import begin, game, pick, sides_of
from tests.english import english, sentences, words_of
from tests.some import some
from tests.translations import english_in

ANSWERS = 200
EVERY = 20
"""So many answers are given, and so often somebody looks around."""
TOLD = 30

NO_TEXT = {
    *(
        "at",
        "badge",
        "colour",
        "control",
        "id",
        "kind",
        "layer",
        "marks",
        "nation",
        "number",
        "options",
    ),
    *("outcome", "packs", "pieces", "places", "rule", "sheet", "side", "sides", "signs", "slug"),
    *("state", "symbol", "terrain", "verb", "where", "words"),
}
"""What programs read: under these keys stand ids, or lists of them, and no words."""

NAMES = {
    "es": {"Rommel", "Desert", "King", "Rifle", "Corps", "Brigade", "Own", "Sherwood", "Bays"},
    "pl": {"Rommel", "Desert", "Own"},
}

SAME = {
    *("Royal Air Force", "1 · Hal Far shore"),
    *(
        " : report.html, summary.json",
        " : report.html, summary.json, games.parquet, counts.parquet",
    ),
}
"""Names of places, people and files, which are the same in every language."""

ONE_OF_MANY = {
    "es": re.compile(r"(?<![\d.,:/+-])\b1 (?!más\b|menos\b|mes\b)[a-záéíóúñ]+s\b"),
    "pl": re.compile(r"(?<![\d.,:/+-])\b1 (?:\w+ów|kart|jednostek|kostek|salw|tur)\b"),
}
"""One of a thing told in the plural: "1 cartas", "1 punktów"."""

OTHERS = [language for language in LANGUAGES if language != "en"]
COMPLETE = ("es", "pl")
"""The languages whose pages are translated to the last word: docs/translate.md."""
OURS = [slug for slug, of in GAMES.items() if of.__module__.startswith("khamsin.games.")]
CASES = [(slug, language) for slug in OURS for language in COMPLETE]


def names(slug: str) -> set[str]:
    """The words of what is printed on units and places, and of the game's title."""
    presentation = game(slug).presentation
    printed = [game(slug).title]
    for kind, things in presentation.things().items():
        printed += [presentation.label(kind, thing) for thing in things]
    return {word for name in printed for word in words_of(str(name))}


def texts(where: str, shown: Any) -> Iterator[tuple[str, str]]:
    """Every text for people in plain data, with the keys that lead to it."""
    if isinstance(shown, str):
        yield where, shown
    elif isinstance(shown, dict):
        for key, inner in shown.items():
            is_plain = not isinstance(inner, dict | list) or not _holds_more(inner)
            if key not in NO_TEXT or not is_plain:
                yield from texts(f"{where}.{key}" if key.isalpha() else where, inner)
    elif isinstance(shown, list | tuple):
        for inner in shown:
            yield from texts(where, inner)


def _holds_more(inner: Any) -> bool:
    """Whether there is more below than ids: things with keys of their own."""
    below = inner.values() if isinstance(inner, dict) else inner
    return any(isinstance(each, dict) for each in below)


def still(slug: str, language: str) -> Iterator[tuple[str, str]]:
    """What is told of a game whether it is played or not."""
    card = presenter.card(slug, language)
    titles = {of: [each["title"] for each in card[of]] for of in ("bots", "lessons")}
    yield from texts("card", card | titles)
    yield from texts("scene", presenter.scene(slug, language))
    say = presenter.narrator(slug, language)
    presentation = say.game.presentation
    for kind, things in presentation.things().items():
        for thing in things:
            yield f"the {kind} {thing}", say.text(kind, thing)
            for fact in presentation.about(kind, thing):
                yield f"about {thing}", say.fact("about", fact)


def look(match: Match[Any], language: str, rng: Random) -> Iterator[tuple[str, str]]:
    """What those at the table read at this moment, and what they are told if they ask."""
    slug = match.game.slug
    say = presenter.narrator(slug, language)
    ask = match.decision
    assert ask is not None
    for side in sides_of(match):
        yield from texts("picture", presenter.picture(match, side, say))
        yield from texts("overlays", presenter.overlays(match, side, say, ""))
    for side in match.to_answer:
        yield "prompt", say.prompt(ask.prompt, side, ask.facts)
        yield "waiting", say.waiting((side,))
        picture = presenter.picture(match, side, say)
        shown = presenter.options(slug, language, match, side, picture)
        for offered in rng.sample(shown, min(TOLD, len(shown))):
            told = json.loads(bytes(offered))
            yield from (("option", told[key]) for key in ("text", "group", "item") if key in told)
        legal = match.legal(side)
        for option in rng.sample(legal, min(3, len(legal))):
            found = presenter.odds(match.game, match, side, option, say)
            yield from texts("odds", found)
        for wish in _wishes(match, rng):
            refused = match.why_not(side, wish)
            if refused is not None:
                yield "refused", presenter.refused(match.game, say, refused, wish)


def _wishes(match: Match[Any], rng: Random) -> Iterator[tuple[str, ...]]:
    """Moves and attacks that are mostly not allowed."""
    things = match.game.presentation.things()
    for _ in range(5):
        place = rng.choice(things["place"])
        yield ("move", rng.choice(things["unit"]), place)
        yield ("attack", place)


def played(slug: str, language: str) -> Iterator[tuple[str, str]]:
    """What is told in a short game."""
    rng = Random(f"language {slug}")
    match = begin(slug, game(slug).scenarios[0].id, rng)
    say = presenter.narrator(slug, language)
    for number in range(ANSWERS):
        if match.result is not None:
            break
        if number % EVERY == 0:
            yield from look(match, language, rng)
        side, option = pick(match, rng)
        match.choose(option, side)
    yield from (("log", say.event(event)) for _, event in match.events)
    if match.result is not None:
        yield "ending", say.ending(match.result)


@pytest.mark.parametrize(("slug", "language"), CASES)
def test_a_page_in_another_language_says_nothing_in_english(slug, language):
    allowed = names(slug) | NAMES[language]
    said = {**dict.fromkeys(still(slug, language)), **dict.fromkeys(played(slug, language))}
    assert len(said) > 500
    found = [f"{where}: {text}" for where, text in said if ONE_OF_MANY[language].search(text)]
    found += [
        f"{where}: {text} [{' '.join(wrong)}]"
        for where, text in said
        if (wrong := english(text, language, allowed))
    ]
    assert not found, f"{slug} in {language}: {len(found)}\n  " + "\n  ".join(found[:60])


@pytest.mark.parametrize("language", OTHERS)
def test_no_catalogue_has_an_english_sentence(language):
    meant = {sentence for _, sentence in sentences("en") if len(words_of(sentence)) > 2}
    found = [
        f"{file}: {sentence}"
        for file, sentence in some(list(sentences(language)))
        if english_in(sentence) or (sentence in meant and sentence not in SAME)
    ]
    assert found == []


def test_english_is_told_from_another_language_and_from_names():
    text = "Escala reconstruida: Halfaya Pass, the position of a guest"
    assert english(text, "es", {"Halfaya", "Pass"}) == ["the", "of", "position"]
    assert english("Las unidades mueven hasta dos hexes.", "es", ()) == []


@pytest.mark.parametrize(
    ("language", "text", "is_wrong"),
    [
        ("es", "Robas 1 cartas.", True),
        ("es", "1 reales", True),
        ("es", "1 carta", False),
        ("es", "21 cartas", False),
        ("pl", "Masz 1 punktów.", True),
        ("pl", "1 kart", True),
        ("pl", "1 karta", False),
        ("pl", "21 punktów", False),
    ],
)
def test_one_of_a_thing_in_the_plural_is_found(language, text, is_wrong):
    assert (ONE_OF_MANY[language].search(text) is not None) == is_wrong
