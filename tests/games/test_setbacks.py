"""What is told again to whoever looked away: events there are, and among them every loss."""

import pytest

from khamsin.games import find
from khamsin.kernel.text.words import load_catalogue

GAMES = ("battleaxe", "commander", "gazala", "malta", "rommel")


@pytest.mark.parametrize("slug", GAMES)
def test_every_loss_is_a_setback_and_every_setback_has_words(slug):
    game = find(slug)
    setbacks = game.presentation.setbacks
    assert set(game.statistics.losses) <= set(setbacks)
    words = load_catalogue(game.folder / "words", "en")
    assert [kind for kind in setbacks if f"event.{kind}" not in words] == []
