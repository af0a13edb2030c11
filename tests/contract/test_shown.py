"""What is shown is what happens: a few looks at every game; `python -m tests.contract.shown` is
the long run.
"""

import pytest

from tests.contract.meeting.pairs import FOLDER as MEETING
from tests.contract.meeting.pairs import golden, met, procedures_of, staged
from tests.contract.shown.__main__ import SHOWN
from tests.contract.shown.comparing import look_at

LOOKS = 6


@pytest.mark.parametrize(
    ("slug", "number"), [(slug, number) for slug in SHOWN for number in (0, 1)]
)
def test_what_is_shown_is_what_happens(slug, number):
    seen = look_at(slug, number, LOOKS)
    assert seen.faults == []
    assert seen.counts["why-not of what is offered"] > 0
    assert seen.counts["why-not of what is not offered"] > 0


@pytest.mark.parametrize("slug", [path.stem for path in sorted(MEETING.glob("*.toml"))])
def test_procedures_meet_only_where_they_can(slug):
    """Positions made by hand say in themselves what must follow; nothing impossible happens."""
    known = procedures_of(slug)
    names = set(known.of.values())
    assert all(one in names and other in names for one, other in known.unreachable)
    seen = [pair for match in (*golden(slug), *staged(slug)) for pair in met(match, known)]
    assert seen
    assert sorted(set(seen) & set(known.unreachable)) == []
