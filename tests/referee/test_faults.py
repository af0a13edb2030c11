"""The faults that are planted to try the referees can still be planted."""

import pytest

from khamsin.games import GAMES
from tests.referee.planting import FAULTS, ROOT, faults_of, place

PLANTED = [slug for slug in GAMES if (FAULTS / f"{slug}.toml").exists()]


@pytest.mark.parametrize("slug", PLANTED)
def test_forty_faults_can_be_planted(slug):
    faults = faults_of(slug)
    assert len(faults) == 40
    assert len({fault.name for fault in faults}) == 40
    for fault in faults:
        assert place(fault, ROOT / "src").is_file()
        assert fault.old != fault.new
        assert fault.says
