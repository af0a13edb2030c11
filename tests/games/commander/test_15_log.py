"""4 and 15 The player's log and the career that it tells."""

import pytest

from khamsin.games.commander.show.career import Entry, band, careers, total
from khamsin.kernel.game import Finished, Setup
from khamsin.kernel.play.state import Result
from khamsin.kernel.text.narrator import Narrator
from tests.games.commander.staging import GAME, PACK


def finished(campaign, vp, *options, reason="time"):
    """A finished campaign."""
    result = Result(None, "end.1", reason, {"vp": vp, "box": vp, "adjustment": 0})
    return Finished("m1", "2026-11-16", Setup(campaign, options), "axis", result)


@pytest.mark.rule("commander", "link.4", "link.2")
@pytest.mark.parametrize(
    ("vp", "option"),
    [(41, "after_40"), (40, "after_40"), (39, "after_35"), (30, "after_30"), (29, ""), (20, ""),
     (19, "after_14"), (7, "after_7"), (6, "after_6"), (-5, "after_6")],
)  # fmt: skip
def test_each_result_has_its_row(vp, option):
    assert band(PACK, vp).id == option


@pytest.mark.rule("commander", "link.1", "log.1", "R15")
def test_a_career_is_three_linked_campaigns_in_order():
    log = [
        Entry("gd", (), "objectives", 15),
        Entry("na", ("after_14", "na_malta"), "cairo", 22),
        Entry("dd", (), "lost_ground", 25),
        Entry("na", (), "cairo", 28),  # not begun from anything
        Entry("gd", (), "time", 0),
        Entry("na", ("after_40",), "cairo", 28),  # not what came of it
        Entry("dd", ("after_6",), "held", 40),  # North Africa is left out
    ]
    (whole, broken) = careers(PACK, log)
    assert [entry.campaign for entry in whole] == ["gd", "na", "dd"]
    assert total(whole) == 15 + 22 + 25
    assert [entry.campaign for entry in broken] == ["gd"]


@pytest.mark.rule("commander", "log.1", "options.2")
def test_the_log_tells_campaign_options_and_result():
    done = [finished("gd", 15, "gd_bold", reason="objectives"), finished("na", 0, "after_14")]
    record = GAME.presentation.record(done, Narrator(GAME))
    assert record is not None
    assert len(record["columns"]) == 5
    newest, oldest = record["rows"]
    assert newest["cells"][1].startswith("North Africa")
    assert "Ahead of orders" in oldest["cells"][2]
    assert oldest["cells"][3] == "All three objectives are yours: 15 VP."
    assert oldest["cells"][4] == "15"
    assert record["summary"] == [
        "Campaigns finished: 2.",
        "Present career: campaigns 2, VP 15.",
        'Next: D-Day, begun with the option "the last campaign scored 6 VP or less" (10 VP).',
    ]


@pytest.mark.rule("commander", "log.1")
@pytest.mark.parametrize("language", ["en", "es", "pl"])
def test_an_empty_log_can_be_told(language):
    record = GAME.presentation.record([], Narrator(GAME, language))
    assert record is not None
    assert record["rows"] == []
    assert len(record["summary"]) == 1
