"""Tracks and stacks, odds, and what can be asked about Forces and areas."""

import re
from io import StringIO

import pytest

from khamsin.games.commander.rules.rounds import Die
from khamsin.games.commander.show.odds import plain_spread, told
from khamsin.kernel.game import Setup
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import Match
from khamsin.kernel.text.narrator import Narrator
from khamsin.text.board import Board
from khamsin.text.screen import Screen
from tests.games.commander.staging import GAME, go, scene, table, why

SAY = Narrator(GAME)
DRAWINGS = sorted(GAME.folder.glob("text_map*.txt"))


def shown(m):
    return GAME.presentation.display(m.view("axis")["position"])


def test_the_status_tells_turn_step_and_supplies():
    m = scene(table({"15pz": "sirte", "6aus": "cairo"}, step="moves", supplies=(3, 4), turn=9))
    status = [SAY.fact("track", fact) for fact in shown(m).status]
    assert status == [
        "July to Aug. 1942 (12 VP)", "Non-battle moves", "Supplies: Axis 3, Allies 4", "Torch 4+",
    ]  # fmt: skip


def test_stacks_show_values_with_upgrades_and_marks():
    g = table({"15pz": "sirte", "7aus": "tobruk"}, reduced=["15pz"], elite={"15pz": "upg_spear"},
              step="moves")  # fmt: skip
    stacks = {stack.place: stack for stack in shown(scene(g)).stacks}
    (piece,) = stacks["na_sirte"].pieces
    assert (piece.values, piece.marks) == ("5(2)-3-3", ("reduced", "elite"))
    assert stacks["na_tobruk"].control == "allied"
    assert [fact.key for fact in stacks["na_tobruk"].facts] == ["fortification"]


def test_piles_and_the_battle_are_on_the_tracks():
    g = table({"15pz": "benghazi", "2arm": "agedabia"}, box=["70"], pool=["9light"])
    m = go(scene(g), "move 15pz agedabia", ["press"])
    display = shown(m)
    status = [SAY.fact("track", fact) for fact in display.status]
    assert "Battle of Agedabia, round 0" in status
    assert "Allied plans: Press" in status
    tracks = [SAY.fact("track", fact) for fact in display.tracks]
    assert "Operations box: 70th" in tracks
    assert "Axis reinforcements: 9th Light" in tracks


def test_the_chances_of_hits_add_up():
    chances = dict(told(plain_spread([Die((0,), "", 5, 2), Die((1,), "", 1, 0)])))
    assert sum(chances.values()) == pytest.approx(1)
    assert chances["0"] == pytest.approx(1 / 6 * 5 / 6)
    assert chances["3"] == pytest.approx(2 / 6 * 1 / 6)


def test_odds_of_an_attack_that_could_be_made_and_of_the_battle_at_hand():
    m = scene(table({"15pz": "benghazi", "pavia": "msus", "2arm": "agedabia"}))
    (every,) = m.game.presentation.odds(m.state, "axis", "battle_moves", ())
    assert every.title.values["attackers"] == ("na_15pz", "na_pavia")
    (one,) = m.game.presentation.odds(
        m.state, "axis", "battle_moves", ("move", "na_15pz", "na_agedabia")
    )
    assert one.title.values["attackers"] == ("na_15pz",)
    assert dict(one.rows[0].outcomes)["0"] == pytest.approx(1 / 6)
    assert dict(one.rows[1].outcomes)["1"] == pytest.approx(2 / 6)
    assert one.rows[0].row.values["steps"] == 2
    go(m, "move 15pz agedabia", "done", ["dig_in"])
    (now,) = m.game.presentation.odds(m.state, "axis", "plans", ())
    assert now.rows[0].row.values["steps"] == 3  # two sides of the counter and a Dig-In
    assert SAY.fact("odds", now.title)
    assert m.game.presentation.odds(table({}, step="moves"), "axis", "moves", ()) == []


def test_what_can_be_asked_about_a_force_and_an_area():
    facts = [SAY.fact("about", fact) for fact in GAME.presentation.about("unit", "na_15pz")]
    assert "Attack (superior), Defence, movement: 5(2)-3-3, reduced 3(1)-2-3." in facts
    area = [SAY.fact("about", fact) for fact in GAME.presentation.about("place", "na_tobruk")]
    assert "Fortification: Defence +1." in area
    assert "Decides the campaign." in [
        SAY.fact("about", fact) for fact in GAME.presentation.about("place", "na_cairo")
    ]


@pytest.mark.parametrize(
    ("step", "words", "reason"),
    [
        ("refit", "refit 15pz", "refit.1 already_full"),
        ("refit", "refit pavia", "move.1 not_on_map"),
        ("refit", "move 15pz sirte", "seq.1 other_step"),
        ("moves", "move pavia sirte", "move.1 not_on_map"),
        ("moves", "move 15pz buerat", "move.1 already_there"),
        ("moves", "recover pavia", "seq.1 other_step"),
        ("moves", "buy 9light tripoli", "seq.1 other_step"),
        ("moves", "plan at_guns", "seq.1 other_step"),
        ("moves", "dance", "nbmove.1 not_an_answer"),
        ("moves", "move 15pz", ""),
    ],
)
def test_every_refusal_has_its_reason(step, words, reason):
    g = table({"15pz": "buerat", "trento": "sirte", "6aus": "cairo"}, step=step, pool=["9light"],
              destroyed=["pavia"], reduced=["trento"], supplies=(2, 0))  # fmt: skip
    assert why(scene(g), words) == reason


def test_during_a_battle_nobody_moves():
    m = go(scene(table({"15pz": "benghazi", "2arm": "agedabia"})), "move 15pz agedabia", ["press"])
    assert why(m, "15pz msus") == "battle.1 battle_first"


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.stem)
def test_a_map_in_letters_has_every_area_of_its_campaign(path):
    names, _, drawing = path.read_text(encoding="utf-8").partition("\n\n")
    places = dict(line.split(" = ") for line in names.splitlines())
    campaign = GAME.data.campaigns[path.stem.split("_")[2]]
    assert sorted(places.values()) == sorted(campaign.place_ids)
    for kind in "@:":
        assert sorted(re.findall(rf"<(\w){kind}\.*>", drawing)) == sorted(places)
    goals = {places[short] for short in re.findall(r"\*<(\w)@", drawing)}
    assert goals == {campaign.place_ids[area] for area in campaign.victory}
    room = 80 if path.stem.endswith("small") else 120
    assert max(len(line) for line in drawing.splitlines()) <= room


@pytest.mark.parametrize("campaign", ["gd", "na", "dd"])
@pytest.mark.parametrize("columns", [80, 120])
def test_the_map_of_the_campaign_is_drawn(campaign, columns, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    out = StringIO()
    m = Match(GAME, Setup(campaign), SeededDice("1940"))
    Board(SAY, Screen(out, StringIO())).map(shown(m))
    first, last = {"gd": ("St. Vith", "Cherb"), "na": ("Tripoli", "Cairo"), "dd": ("Cher", "Caen")}[
        campaign
    ]
    drawn = out.getvalue()
    assert f"[X] {first}" in drawn
    assert last in drawn
    assert SAY.words.say("map.legend") in " ".join(drawn.split())


def test_the_menu_says_where_a_force_stands():
    option = ("move", "na_15pz", "na_agedabia")
    assert SAY.heading(option, "na_sirte") == "Move 15th Panzer (Sirte) to"


# -- what the log says ---------------------------------------------------------------------------


def log_of(m, kind):
    return [SAY.event(event) for _, event in m.events if event.kind == kind]


def test_the_log_says_the_way_only_of_those_who_are_still_on_it():
    m = go(scene(table({"15pz": "benghazi", "1arm": "eladem"}, step="orders")), (4,))
    assert log_of(m, "ordered") == [
        "1st Arm: Advance, to Fortress Tobruk on the way to Benghazi; Supplies paid: 0."
    ]
    m = go(scene(table({"15pz": "benghazi", "1arm": "mechili"}, step="orders")), (4,))
    assert log_of(m, "ordered") == ["1st Arm: Advance, to Benghazi; Supplies paid: 0."]


def test_the_log_of_a_battle_fits_one_force_and_many():
    m = go(scene(table({"15pz": "benghazi", "2arm": "agedabia"})), "move 15pz agedabia", ["press"])
    assert log_of(m, "battle") == [
        "The battle of Agedabia. Axis attackers: 15th Panzer; defenders: 2nd Arm."
    ]
    assert log_of(m, "allied_plan_count") == [
        "Allied plans: 1 for Forces and campaign, 0 more for Supplies (0 paid); plans drawn: 1."
    ]
