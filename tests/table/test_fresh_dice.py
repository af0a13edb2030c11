"""After an agreed undo it is known what fell: other dice fall then, and all can be checked."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from khamsin.kernel.errors import JournalError
from khamsin.kernel.play.archive import journal_of, load, verify
from khamsin.kernel.play.decision import DICE
from khamsin.kernel.play.journal import Journal, parse
from khamsin.table.lobby import exports
from khamsin.table.match import acts
from khamsin.table.match.actions import take_back
from khamsin.table.match.acts import Act
from khamsin.table.match.archived import standing
from khamsin.table.match.table_match import TableMatch
from tests.table.serving import Client
from tests.table.test_secrecy import begin
from tests.table.test_strangers import anybody


def play(played: TableMatch, made: list[Act], answers: int) -> list[Any]:
    """The same answers again and again; gives what the dice answered from here on."""
    since, rng = len(played.match.entries), random.Random(7)
    for _ in range(answers):
        side = played.to_answer[0]
        words = rng.choice(played.match.legal(side))
        made += played.choose(side, words, played.opened, time.time())
    return [entry for entry in played.match.entries[since:] if entry[0] == DICE]


def back(played: TableMatch, made: list[Act], to: int) -> None:
    made += take_back(played, played.game.sides[0], to, agreed=True)


def written(played: TableMatch) -> Journal:
    return parse(exports.journal(played, None))


def test_the_dice_are_others_and_every_roll_is_checked():
    played, made = begin("battleaxe", "standard")
    play(played, made, 1)
    start = len(played.match.entries)
    seen = []
    for _ in range(4):
        fallen = play(played, made, 70)
        assert len(fallen) > 3
        seen.append(tuple(fallen))
        back(played, made, start)
    assert len(set(seen)) > 1
    # Back in the middle, further back, and on.
    play(played, made, 70)
    back(played, made, start + 50)
    play(played, made, 30)
    back(played, made, start + 20)
    play(played, made, 60)
    again = TableMatch(played.record, played.game)
    for act in made:
        again.apply(act)
    assert again.match.state.data() == played.match.state.data()
    assert again.dice.fresh == played.dice.fresh == standing(played.record, made).fresh
    assert play(again, [], 6) == play(played, made, 6)
    made.append(played.do(time.time(), acts.END, reason="stopped", winner=None, by=None))
    journal = written(played)
    rolls = sum(entry[0] == DICE for entry in played.match.entries)
    assert verify(journal, played.game) == rolls
    # A file that is loaded and saved says the same.
    saved = journal_of(load(journal, played.game).match)
    assert saved.fresh == journal.fresh
    assert verify(saved, played.game) == rolls
    journal.fresh = ()
    with pytest.raises(JournalError, match="the seed gives"):
        verify(journal, played.game)


def test_nobody_makes_fresh_dice_where_nothing_was_taken_back():
    played, made = begin("battleaxe", "standard")
    play(played, made, 70)
    made.append(played.do(time.time(), acts.END, reason="stopped", winner=None, by=None))
    journal = written(played)
    assert verify(journal, played.game)
    journal.fresh = ((0, 1),)
    with pytest.raises(JournalError, match="no roll was taken back"):
        verify(journal, played.game)
    text = written(played).text()
    for wrong in (
        *("fresh 1", "fresh 3 0", "fresh a 1"),
        *("fresh 3 1\nfresh 2 2", "fresh 1 1\nfresh 2 1"),
    ):
        with pytest.raises(JournalError, match="does not belong here"):
            parse(text.replace("\nseed", f"\n{wrong}\nseed"))


def test_what_was_agreed_before_the_dice_were_fresh_is_checked_as_it_was():
    """An older table wrote down no word of dice: its matches keep the one series."""
    played, made = begin("battleaxe", "standard")
    first = play(played, made, 70)
    start = len(played.match.entries) - 40
    made.append(played.do(5.0, acts.BACK, to=start, by=played.game.sides[0], agreed=True))
    made += played.roll(5.0)
    assert played.dice.fresh == ()
    play(played, made, 40)
    made.append(played.do(6.0, acts.END, reason="stopped", winner=None, by=None))
    assert verify(written(played), played.game)
    assert first


def dice_of(client: Client, match: str) -> list[Any]:
    text = client.ask("GET", f"/matches/{match}/journal").text
    return [line for line in text.splitlines() if line.startswith("dice ")]


def test_who_need_not_ask_anybody_does_not_learn_the_dice_either(server):
    """The same answers again and again do not meet the same dice."""
    one = anybody(server)
    seats = {"allied": {"kind": "you"}, "axis": {"kind": "screen"}}
    match = one.match(seats=seats)["id"]
    seen = set()
    for _ in range(3):
        while len(dice_of(one, match)) < 3:
            table = one.table(match)
            asked = table["decision"]["to_answer"][0]
            decision = one.table(match, seat=asked)["decision"]
            words = decision["options"][0]["words"]
            assert one.choose(match, asked, decision["number"], words).status_code == 200
        seen.add(tuple(dice_of(one, match)))
        one.post(f"/matches/{match}/offers", kind="undo", to=0, seat="allied")
        assert dice_of(one, match) == [] or one.table(match)["match"]["entries"] < 5
    assert len(seen) > 1
