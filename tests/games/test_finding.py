"""Games are found by entry points; a package that keeps no promise is named, and does no harm."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from khamsin import cli, games
from khamsin.games import GAMES, GROUP, Games, folder_of
from khamsin.kernel.errors import SetupError

BROKEN = {
    "no_such_package:Game": "'desert' (no_such_package:Game) cannot be read: No module named",
    "khamsin.games.battleaxe:Sahara": "cannot be read: .* no attribute 'Sahara'",
    "khamsin.games:find": "khamsin.games:find is offered as 'desert' and is no game",
    "khamsin.games.battleaxe:Battleaxe": "offered as 'desert' and calls itself battleaxe",
}


def offering(value: str) -> Games:
    """Our games and one more."""
    found = Games()
    found.offered["desert"] = EntryPoint("desert", value, GROUP)
    return found


@pytest.mark.parametrize("value", BROKEN)
def test_a_game_that_cannot_be_read_is_named(value: str) -> None:
    found = offering(value)
    assert "desert" in found
    with pytest.raises(SetupError, match=BROKEN[value].replace("(", r"\(").replace(")", r"\)")):
        found["desert"]
    assert found["battleaxe"].slug == "battleaxe"


def test_the_command_says_so_in_one_line(monkeypatch, capsys) -> None:
    monkeypatch.setitem(GAMES.offered, "desert", EntryPoint("desert", "no_such_package:G", GROUP))
    assert cli.main(["games"]) == cli.WRONG
    told = capsys.readouterr().err
    assert told.startswith("khamsin: the game 'desert' (no_such_package:G) cannot be read")
    assert told.count("\n") == 1
    with pytest.raises(SetupError, match="is offered and not installed"):
        folder_of("desert")


def test_looking_for_a_rulebook_reads_no_game(monkeypatch) -> None:
    offer = EntryPoint("malta", "khamsin.games.malta:Malta", GROUP)
    monkeypatch.setitem(GAMES.offered, "malta", offer)
    assert (folder_of("malta") / "rulebook.md").exists()
    assert games.GAMES.offered["malta"] is offer
