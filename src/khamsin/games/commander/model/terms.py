"""options.1, R45 What the chosen options make of a campaign's numbers; it never changes in play."""

from __future__ import annotations

from .pack import Campaign, Pack
from .pieces import Link, OptionRow

AUTO_TIES = "break_ties"
ATTRITION = "tobruk_attrition"


class Terms:
    """The numbers of a campaign under its options; those of others do nothing (R55)."""

    def __init__(self, pack: Pack, c: Campaign, options: tuple[str, ...]) -> None:
        chosen: list[OptionRow] = [row for row in c.options if row.id in options]
        self.options = options
        self.operation_forces = c.operation_forces + _sum(chosen, "operation_forces")
        self.base_plans = c.points.allied_base + _sum(chosen, "allied_base_plans")
        self.resupply_bonus = _sum(chosen, "axis_resupply_points")
        self.axis_supplies = max(c.supplies[0] + _sum(chosen, "axis_supplies"), 0)
        self.delay = _sum(chosen, "axis_group_delay")
        self.plan_cost = dict(pack.plans.cost)
        for row in chosen:
            self.plan_cost.update(row.plan_cost)
        fortified = [name for row in chosen for name in row.fortify]
        self.forts = tuple(area.fortification or area.id in fortified for area in c.areas)
        self.ignore_storm = any(row.ignore_storm for row in chosen)
        self.start = [pair for row in chosen for pair in row.start]
        self.allied_random_at = [name for row in chosen for name in row.allied_random_at]
        self.option_vp = sum(row.vp for row in chosen)
        self.auto_ties = AUTO_TIES in options  # solo.1
        self.attrition = ATTRITION in options  # R6
        is_first = c.id == next(iter(pack.campaigns))  # link.1: nothing comes before it
        links = (
            [] if is_first else [link for key, link in pack.link_index.items() if key in options]
        )
        self.link: Link | None = links[0] if links else None
        self.link_vp = self.link.vp if self.link is not None else 0


def _sum(chosen: list[OptionRow], name: str) -> int:
    return sum(row.numbers.get(name, 0) for row in chosen)
