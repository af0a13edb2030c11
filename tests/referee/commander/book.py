"""The printed data of one campaign, read from the data pack: map, Forces, charts, options."""

from __future__ import annotations

import tomllib
from collections import deque
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

AXIS, ALLIED = "axis", "allied"


class Force(NamedTuple):
    """One counter; values are attack, superior attack, defence, movement."""

    id: str
    side: str
    nation: str
    type: str
    full: tuple[int, int, int, int]
    reduced: tuple[int, int, int, int]
    group: str
    start: str
    airborne: bool


@cache
def pack(name: str) -> dict[str, Any]:
    """One file of the data pack."""
    text = (files("khamsin.games.commander") / "data" / f"{name}.toml").read_text("utf-8")
    return tomllib.loads(text)


class Book:
    """Everything printed for one campaign, with the options chosen for it (R55)."""

    def __init__(self, campaign: str, options: Iterable[str]) -> None:
        tables, maps, plays = pack("tables"), pack("map"), pack("scenarios")

        def mine(rows: Iterable[dict[str, Any]], key: str = "campaign") -> list[dict[str, Any]]:
            return [row for row in rows if row[key] == campaign]

        self.campaign = campaign
        self.options = tuple(options)
        self.scenario = mine(plays["scenario"], "id")[0]
        self.turns = {row["turn"]: row for row in mine(plays["turn"], "scenario")}
        self.arrivals = mine(plays["arrival"], "scenario")
        self.effects = [
            row for row in mine(plays["option"], "scenario") if row["id"] in self.options
        ]
        self.link: dict[str, Any] | None = None
        if campaign != "gd":
            for row in tables["link_adjustment"]:
                if row["id"] and row["id"] in self.options:
                    self.link = row
        self.break_ties = "break_ties" in self.options
        self.attrition = campaign == "na" and "tobruk_attrition" in self.options

        self.areas = {row["id"]: row for row in mine(maps["area"])}
        self.order = {name: at for at, name in enumerate(self.areas)}
        self.regions = {row["id"]: row for row in mine(maps["region"])}
        self.near: dict[str, list[str]] = {name: [] for name in self.areas}
        for row in mine(maps["link"]):
            self.near[row["a"]].append(row["b"])
            self.near[row["b"]].append(row["a"])
        for name in self.near:
            self.near[name].sort(key=self.order.__getitem__)
        self.far = {name: self._distances(name) for name in self.areas}
        fortify = {name for row in self.effects for name in row["effect"].get("fortify", ())}
        self.forts = {
            name for name, row in self.areas.items() if row["fortification"] or name in fortify
        }

        self.forces: dict[str, Force] = {}
        for row in mine(pack("units")["unit"]):
            self.forces[row["id"]] = Force(
                row["id"],
                row["side"],
                row["nation"],
                row["type"],
                tuple(row["full"]),
                tuple(row["reduced"]),
                row["group"],
                row.get("start_area", ""),
                row.get("airborne", False),
            )
        self.rank = {name: at for at, name in enumerate(self.forces)}

        self.plans = {row["id"]: row for row in tables["plan"]}
        mix = mine(tables["plan_mix"])[0]
        self.axis_plans: list[str] = mix["axis"]
        self.plan_cup = [name for name, count in mix["allied"].items() for _ in range(count)]
        self.cost = {name: self.plans[name]["axis_cost"] for name in self.axis_plans}
        for row in self.effects:
            self.cost.update(row["effect"].get("axis_plan_cost", {}))
        self.points = mine(tables["plan_points"])[0]
        self.base_plans = self.points["allied_base"] + self.effect("allied_base_plans")
        self.chits = {row["id"]: row for row in tables["upgrade_chit"]}
        self.ops_chits = {row["id"]: row for row in tables["ops_chit"]}
        self.entry = mine(tables["ops_placement"])[0]["rows"]
        self.orders = {row["region"]: row for row in mine(tables["orders"])}
        self.allied_resupply = mine(tables["allied_resupply"])[0]
        self.axis_resupply = mine(tables["axis_resupply"])[0]
        self.operation = self.scenario["operation_forces"] + self.effect("operation_forces")

    def effect(self, name: str) -> int:
        """What all options together add to a number (R45)."""
        return sum(row["effect"].get(name, 0) for row in self.effects)

    def _distances(self, start: str) -> dict[str, int]:
        """Fewest links from an area to each other one, ignoring all Forces (R11)."""
        found, wait = {start: 0}, deque([start])
        while wait:
            here = wait.popleft()
            for there in self.near[here]:
                if there not in found:
                    found[there] = found[here] + 1
                    wait.append(there)
        return found

    def flag_side(self, area: str) -> str:
        """Whose flag an Objective shows; nothing if there is none (objective.1, nations.1)."""
        flag = self.areas[area]["flag"]
        if not flag:
            return ""
        return AXIS if flag in ("de", "it") else ALLIED

    @staticmethod
    def row(rows: list[dict[str, Any]], number: int) -> dict[str, Any]:
        """The row of a table for this number."""
        return next(row for row in rows if row["min"] <= number <= row["max"])
