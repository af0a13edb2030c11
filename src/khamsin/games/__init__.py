"""The games: one folder each here, others in packages of their own, and one list of them all.

A package offers a game by an entry point of the group `khamsin.games`, as ours are offered in
pyproject.toml. Nothing is read before somebody asks for the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

from khamsin.kernel.errors import SetupError
from khamsin.kernel.game import AnyGame, Game

GROUP = "khamsin.games"


class Games(Mapping[str, type[AnyGame]]):
    """Every installed game by the name it has on the command line and in journals."""

    @cached_property
    def offered(self) -> dict[str, EntryPoint | type[AnyGame]]:
        """The games, or where they are as long as nobody has asked for them."""
        found = {offer.name: offer for offer in entry_points(group=GROUP)}
        return {slug: found[slug] for slug in sorted(found)}

    def __getitem__(self, slug: str) -> type[AnyGame]:
        game = self.offered[slug]
        if not isinstance(game, type):  # nor always ours: the backport has a class of its own
            game = self.offered[slug] = _load(game)
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(self.offered)

    def __len__(self) -> int:
        return len(self.offered)

    def __contains__(self, slug: object) -> bool:
        return slug in self.offered


def _load(offer: EntryPoint) -> type[AnyGame]:
    """The game behind an offer. If a package keeps no promise it is named, for others to mend."""
    try:
        game = offer.load()
    except (ImportError, AttributeError, SyntaxError) as error:
        what = f"the game {offer.name!r} ({offer.value}) cannot be read: {error}"
        raise SetupError(what) from error
    if not (isinstance(game, type) and issubclass(game, Game)):
        raise SetupError(f"{offer.value} is offered as {offer.name!r} and is no game")
    if game.slug != offer.name:
        raise SetupError(f"{offer.value} is offered as {offer.name!r} and calls itself {game.slug}")
    return game


GAMES = Games()


def folder_of(slug: str) -> Path:
    """Where the rulebook and words of a game are. The game itself is not read for that."""
    _check(slug)
    offer = GAMES.offered[slug]
    if isinstance(offer, type):
        return offer.folder
    found = find_spec(offer.module.partition(".")[0]) and find_spec(offer.module)
    if found is None or found.origin is None:
        raise SetupError(f"the game {slug!r} ({offer.value}) is offered and not installed")
    return Path(found.origin).parent


def find(slug: str, pack: Path | None = None) -> AnyGame:
    """Return a game, with the player's own data pack if one is given."""
    _check(slug)
    return GAMES[slug]() if pack is None else GAMES[slug](pack)


def _check(slug: str) -> None:
    if slug not in GAMES:
        raise SetupError(f"there is no game {slug!r}; there are: {', '.join(GAMES)}")


__all__ = ["GAMES", "find", "folder_of"]
