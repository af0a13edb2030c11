"""Whole sittings: playing, looking things up, going back, saving, leaving."""

from dataclasses import replace

import pytest

from khamsin.kernel.play.archive import journal_of
from khamsin.kernel.play.journal import parse
from khamsin.kernel.show.summaries import Factor
from khamsin.text.files import load_match
from tests.text.sitting import GAME, Sitting

START = ("4", "4", "1")  # both free units in D, then the first Assault


@pytest.fixture(autouse=True)
def terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LINES", "40")
    monkeypatch.setenv("TERM", "xterm")


def test_prompts_events_and_options_are_sentences_with_their_rules():
    text = Sitting(*START, "move 2rtr 1").text
    assert "Allied player, choose where 11H begins. [5.2.1e]" in text
    assert "11H begins in D Gasr el-Abid. [5.2.1e]" in text
    assert "2RTR moves from D Gasr el-Abid to 1 Bir Sheferzen. [9.1b]" in text
    assert "Some of the data are reconstructed" in text
    assert text.endswith("Goodbye.\n")


def test_a_bot_answers_for_its_side():
    sitting = Sitting(*START, "end", "2", axis="random")
    assert any(entry.startswith("axis") for entry in sitting.entries)
    assert "Axis>" not in sitting.text


def test_two_bots_play_to_the_end():
    sitting = Sitting(allied="random", axis="random")
    result = sitting.session.match.result
    assert result is not None
    assert sitting.text.rstrip().endswith(f"[{result.rule}]")
    assert "victory points" in sitting.text


def test_friends_share_the_keyboard():
    sitting = Sitting(*START, "end", "2", "pass")
    assert "Axis> pass" in sitting.text
    assert sitting.entries[-1] != "axis pass"  # the night was rolled
    assert "Night roll" in sitting.text


@pytest.mark.parametrize(
    "typed", ["banana", "99", "move", "info panther", "why", "odds", "units x"]
)
def test_bad_input_is_one_clear_line_and_changes_nothing(typed):
    before = Sitting(*START)
    after = Sitting(*START, typed)
    assert after.entries == before.entries
    assert after.after(typed)
    assert "move a unit one step" not in after.after(typed)  # the question is not put again
    assert journal_of(after.session.match).text() == journal_of(before.session.match).text()


def test_a_move_that_is_not_offered_is_refused_with_its_rule():
    sitting = Sitting(*START, "move 2rtr 9", "why 2rtr 9", "why attack 9", "why 2rtr 1")
    assert sitting.after("move 2rtr 9") == (
        "A Zone is entered and left along its printed lines only, "
        "and no line joins these two. [9.3.3]"
    )
    assert sitting.after("why 2rtr 9") == sitting.after("move 2rtr 9")
    assert sitting.after("why attack 9") == "No unit there can still attack. [11.0a]"
    assert sitting.after("why 2rtr 1") == "No rule forbids it: look among the options."


def test_undo_goes_back_until_the_dice_have_rolled():
    sitting = Sitting(*START, "move 2rtr 1", "undo", "undo", "undo", "undo", "undo")
    assert "Taken back: Move 2RTR to 1 Bir Sheferzen." in sitting.text
    assert "allied cannot undo: nothing has been decided yet" in sitting.text
    assert sitting.entries == []
    sitting = Sitting(*START, "end", "2", "pass", "undo")
    assert "cannot undo: the dice have been rolled since" in sitting.text


def test_friends_take_back_each_others_answers_but_not_a_bots():
    sitting = Sitting(*START, "end", "undo")
    assert "Taken back: End the Assault." in sitting.text
    assert sitting.entries[-1].startswith("allied assault")


def test_saving_and_loading(tmp_path):
    path = tmp_path / "a.khamsin"
    first = Sitting(*START, "move 2rtr 1", f"save {path}", "move 6rtr 1", f"load {path}", "units")
    assert f"Saved in {path}." in first.text
    assert first.entries[-1] == "allied move 2rtr 1"
    assert "(1) Bir Sheferzen +1                2RTR 4-5 (moved)" in first.text
    for command in ("save", "load", "load /nothing/there"):
        assert "Goodbye" in Sitting(command).text


def test_every_answer_is_in_the_file_before_the_next_question(tmp_path):
    path = tmp_path / "auto.khamsin"
    sitting = Sitting(*START, "move 2rtr 1", "undo", autosave=path)
    assert load_match(path, GAME).match.entries == sitting.session.match.entries
    assert parse(path.read_text(encoding="utf-8")).undone
    assert "not saved" not in Sitting(*START, "quit", autosave=tmp_path / "b").text


def test_leaving_offers_to_save(tmp_path):
    path = tmp_path / "late.khamsin"
    sitting = Sitting(*START, "quit", str(tmp_path), str(path))
    assert "is not a journal; it stays as it is" in " ".join(sitting.text.split())
    assert load_match(path, GAME).match.entries == sitting.session.match.entries
    assert "not saved" not in Sitting("quit").text


def test_looking_things_up():
    commands = ["help", "board", "units", "log 2", "rule 9.3.2", "rule overrun", "rule",
                "rule zeppelin", "info halfaya", "info 2rtr", "info point", "sources",
                "sources tables.toml", "odds 6 1/11 2/11", ""]  # fmt: skip
    sitting = Sitting(*START, *commands)
    assert "undo" in sitting.after("help")
    assert "(H) Tobruk" in sitting.after("board")
    assert "15 Bde 6-5" in sitting.after("units")
    assert "June 15, impulse 1: the Allied half begins." in sitting.after("log 2")
    assert "No unit ever crosses an escarpment" in sitting.after("rule 9.3.2")
    assert "11.4.4d Overrun" in sitting.after("rule overrun")
    assert "9 Movement" in sitting.after("rule")
    assert "No rule of Operation Battleaxe has the number" in sitting.after("rule zeppelin")
    assert "Worth 2 victory points." in sitting.after("info halfaya")
    assert "1/104 6-5 in 6 Halfaya Pass" in sitting.after("info halfaya")
    assert "reconstructed" in sitting.after("info 2rtr")
    assert '"point" may be 9 Point 206 or 13 Point 208' in sitting.after("info point")
    assert "units.toml: 43 tables" in sitting.after("sources")
    assert "[impulse_track]" in sitting.after("sources tables.toml")
    assert "Repulse Stalemate Success Overrun" in sitting.after("odds 6 1/11 2/11")
    assert sitting.text.count("move a unit one step, attack") == 2  # asked, and again for Enter


def test_everything_fits_a_narrow_terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    text = Sitting(*START, "odds 6 1/11 2/11", "board", "help", "info 6", "rule 9.2b").text
    assert max(len(line) for line in text.splitlines()) <= 60


@pytest.mark.parametrize(
    ("language", "typed", "told"),
    [
        ("es", ("mover 2rtr 1", "units eje", "rule exito", "terminar"),
         ("2RTR mueve de D Gasr el-Abid a 1 Bir Sheferzen. [9.1b]", "33 RECCE 4-8",
          "11.4.4c Éxito", "15 de junio, impulso 1: comienza la mitad del Eje.")),
        ("pl", ("ruch 2rtr 1", "units os", "rule przelamanie", "zakoncz"),
         ("2RTR przechodzi z pola D Gasr el-Abid na pole 1 Bir Sheferzen. [9.1b]", "33 RECCE 4-8",
          "11.4.4d Przełamanie", "15 czerwca, impuls 1: zaczyna się połowa Osi.")),
    ],
)  # fmt: skip
def test_answers_and_names_may_be_typed_in_the_language_without_its_accents(language, typed, told):
    text = Sitting(*START, *typed, language=language).text
    assert all(sentence in text for sentence in told)


@pytest.mark.parametrize("language", ["es", "pl"])
def test_odds_and_help_keep_their_columns_in_every_language(monkeypatch, language):
    commands = ("odds 6 1/11 2/11", "board", "help", "info 6", "rule 9.2b", "units x", "sources")
    text = Sitting(*START, *commands, language=language).text
    lines = text.splitlines()
    (head,) = [line for line in lines if line.split()[:1] in (["Rechazo"], ["Odparcie"])]
    row = lines[lines.index(head) + 1]
    assert len(head) == len(row)
    assert len(head.split()) == 4
    helped = lines[next(n for n, line in enumerate(lines) if line.startswith("  board  ")) :][:8]
    assert all(line[26:28].strip() == line[27] for line in helped)
    monkeypatch.setenv("COLUMNS", "60")
    text = Sitting(*START, *commands, language=language).text
    assert max(len(line) for line in text.splitlines()) <= 60


def test_odds_tell_what_they_are_made_of(monkeypatch):
    odds = GAME.presentation.odds

    def with_factors(g, side, prompt, words):
        first, *_ = odds(g, side, prompt, words)
        factor = Factor(first.rows[0].row, "+2", "11.4.2E")
        return [first._replace(factors=(factor,))]

    monkeypatch.setattr(GAME, "presentation", replace(GAME.presentation, odds=with_factors))
    text = Sitting(*START, "odds 6 1/11 2/11").text
    assert ": +2 (11.4.2E)\n" in text


def test_the_end_of_the_input_ends_the_sitting_quietly():
    assert Sitting().text.endswith("Goodbye.\n")
    assert Sitting(options=("bids",)).text.endswith("Goodbye.\n")


# -- secrets ---------------------------------------------------------------------------------


def test_a_curtain_falls_between_two_people_who_bid():
    sitting = Sitting("", "9", "", "12", options=("bids",), terminal=True)
    assert sitting.text.count("Press Enter when you are alone") == 2
    screens = sitting.text.split("\x1b[2J\x1b[3J\x1b[H")
    with_bid = [number for number, screen in enumerate(screens) if "Allied> 9" in screen]
    with_axis = [number for number, screen in enumerate(screens) if "Axis player" in screen]
    assert len(with_bid) == 1
    assert with_bid[0] < min(with_axis)  # wiped before the other may look


def test_nobody_looks_behind_the_curtain_with_undo():
    sitting = Sitting("", "9", "", "undo", options=("bids",))
    assert "axis cannot undo: allied has answered since" in sitting.text
    assert "Bid 9" not in sitting.text


def test_against_a_bot_there_is_no_curtain_and_the_higher_bid_changes_chairs():
    sitting = Sitting("0", options=("bids",), axis="random", terminal=True)
    assert "alone" not in sitting.text
    state = sitting.session.match.state
    human = "axis" if state.sides_swapped else "allied"
    assert sitting.session.bot_of(human) is None
    other = "allied" if human == "axis" else "axis"
    assert sitting.session.bot_of(other) is not None
