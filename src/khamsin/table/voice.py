"""What is said and shown: the sentences of the kernel's telling, scene and picture of a game."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from khamsin import games
from khamsin.bots import BOTS
from khamsin.kernel.decision import Option
from khamsin.kernel.game import Game, Refused
from khamsin.kernel.match import Match
from khamsin.kernel.state import Value
from khamsin.kernel.telling import Telling
from khamsin.kernel.words import LANGUAGES, Catalogue, load_catalogue

from .errors import ApiError

WORDS = Path(__file__).parent / "words"

PIECES = frozenset({"unit", "units", "spent", "piece", "block", "card", "chit", "lead"})
PLACES = frozenset({"place", "places", "space", "area", "zone", "hex", "box", "start"})


@functools.cache
def game(slug: str) -> Game[Any]:
    """A game with its standard pack; it holds nothing that changes."""
    return games.find(slug)


@functools.cache
def telling(slug: str, language: str) -> Telling:
    """The voice of a game in a language, with the table's own words below it."""
    return Telling(game(slug), language, WORDS)


@functools.cache
def words(language: str) -> Catalogue:
    """The table's own words, where no game is meant."""
    return load_catalogue(WORDS, language)


def language(wanted: str | None) -> str:
    """The language that was asked for, if we speak it; else English."""
    return wanted if wanted in LANGUAGES else "en"


def error_text(error: ApiError, wanted: str | None) -> str:
    """The sentence of a refusal."""
    if error.text:
        return error.text
    return words(language(wanted)).say(f"table.error.{error.code}", **error.facts)


def refused(g: Game[Any], say: Telling, why: Refused, asked: Option) -> str:
    """Why not, as a sentence; what was asked about fills its gaps."""
    return say.refused(why, facts_of(g, asked))


def facts_of(g: Game[Any], asked: Option) -> dict[str, str]:
    """The values of the words that somebody asked about: an option, or just a unit and a place."""
    names: tuple[str, ...] = g.grammar.get(asked[0], ())
    if names:
        return {name.removeprefix("*"): w for name, w in zip(names, asked[1:], strict=False)}
    return dict(zip(("unit", "place"), asked, strict=False))


@functools.cache
def scene(slug: str, wanted: str) -> dict[str, Any]:
    """What never changes during a match."""
    make = getattr(game(slug), "scene", None)
    return {} if make is None else dict(make(telling(slug, wanted)))


def picture(g: Game[Any], state: Any, side: str | None, voice: Telling) -> dict[str, Any]:
    """What lies on the table now, as this side sees it."""
    make = getattr(g, "picture", None)
    return dict(g.view(state, side) if make is None else make(state, side, voice))


def card(slug: str, wanted: str) -> dict[str, Any]:
    """A game in the list of games."""
    g, voice = game(slug), telling(slug, wanted)
    return {
        "slug": slug,
        "title": g.title,
        "sides": [{"id": side, "label": voice.text("side", side)} for side in g.sides],
        "players": len(g.sides),
        "hidden": g.hidden,
        "scenarios": [variant._asdict() for variant in g.scenarios],
        "options": [
            variant._asdict() | {"effect": _effect(voice, variant.rule)} for variant in g.options
        ],
        "bots": list(BOTS),
    }


def _effect(voice: Telling, rule: str) -> str:
    try:
        return voice.rulebook.rule(rule).title
    except ValueError:  # a variant may come from somewhere else than the rulebook
        return ""


def options(g: Game[Any], voice: Telling, prompt: str, legal: list[Option]) -> list[dict[str, Any]]:
    """The options of a decision, told, with what they point at on the board."""
    told = []
    for option in legal:
        pieces, places = _points_at(g, option)
        shown: dict[str, Any] = {
            "words": option,
            "text": voice.option(option, prompt),
            "verb": option[0],
            "pieces": pieces,
            "places": places,
        }
        heading = voice.heading(option)
        if heading is not None:
            shown["group"] = heading
            shown["item"] = voice.item(option)
        told.append(shown)
    return told


def _points_at(g: Game[Any], option: Option) -> tuple[list[str], list[str]]:
    names: tuple[str, ...] = g.grammar.get(option[0], ())
    pieces: list[str] = []
    places: list[str] = []
    for at, word in enumerate(option[1:]):
        name = names[min(at, len(names) - 1)].removeprefix("*") if names else ""
        if name in PIECES:
            pieces.append(word)
        elif name in PLACES:
            places.append(word)
    return pieces, places


def named(values: Mapping[str, Value]) -> tuple[list[str], list[str]]:
    """The pieces and places that an event speaks of."""
    pieces: list[str] = []
    places: list[str] = []
    for name, value in values.items():
        words = [str(word) for word in (value if isinstance(value, tuple) else (value,))]
        if name in PIECES:
            pieces += words
        elif name in PLACES:
            places += words
    return pieces, places


def rules(slug: str, wanted: str) -> list[dict[str, Any]]:
    """The whole rulebook, rulings at the end."""
    book = telling(slug, wanted).rulebook
    return [_rule(rule) for rule in (*book.rules, *book.rulings)]


def rule(slug: str, wanted: str, address: str) -> dict[str, Any]:
    """One rule."""
    return _rule(telling(slug, wanted).rulebook.rule(address))


def _rule(rule: Any) -> dict[str, Any]:
    return {
        "id": rule.id,
        "title": rule.title,
        "text": rule.text,
        "kind": rule.kind,
        "chapter": {"id": rule.chapter.id, "title": rule.chapter.title},
    }


def odds(
    g: Game[Any], match: Match[Any], side: str, asked: Option, say: Telling
) -> list[dict[str, Any]]:
    """The odds of the attack that these words name."""
    ask = match.decision
    make = getattr(g, "odds", None)
    if make is None:
        return []
    found = make(match.state, side, "" if ask is None else ask.prompt, asked)
    shown = []
    for each in found:
        rows = [
            {
                "label": say.fact("odds", row.row),
                "chances": [
                    {"label": say.text("outcome", label), "outcome": label, "chance": chance}
                    for label, chance in row.outcomes
                ],
            }
            for row in each.rows
        ]
        shown.append({"title": say.fact("odds", each.title), "rows": rows})
    return shown


def overlays(
    g: Game[Any],
    state: Any,
    side: str | None,
    say: Telling,
    piece: str = "",
) -> list[dict[str, Any]]:
    """What players count, drawn over the board; with a piece also what concerns it alone."""
    return [dict(overlay) for overlay in g.overlays(state, side, say, piece)]
