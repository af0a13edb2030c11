"""Preparation (3.0): plans, attachments, zones, the Allied set-up."""

from __future__ import annotations

from tests.referee.malta.board import AIRFIELDS, ALLIED, AXIS, BEACHES, LAND, ZONES, neighbours
from tests.referee.malta.books import AT_SEA, BREAKDOWN, BROKEN, ELIMINATED, OFF
from tests.referee.malta.daily import Daily
from tests.referee.malta.flow import Flow, Option
from tests.referee.malta.pieces import COAST_GUNS, GROUPS, PIECES, POOLS, STRONGPOINTS

DIVISIONS = ("div4", "div20")
TO_PLACE = "to_place"


class Game(Daily):
    """A whole game."""

    def prepare(self) -> Flow:
        books = self.books
        self.put_boxes()
        self.put_absent()
        if books.scenario["id"] == "hercules":
            yield from self.prepare_hercules()
        else:
            self.put_units()
            self.losses_before()
        books.changed()
        for unit in STRONGPOINTS:  # R70
            if books.on_map(unit) and any(
                books.real(h, AXIS) for h in neighbours(books.place[unit])
            ):
                books.seen.add(unit)
        for unit, piece in PIECES.items():
            if piece.artillery and books.on_map(unit):
                answer = yield from self.ask(
                    piece.side,
                    "artillery_side",
                    [("deployed", unit), ("limbered", unit)],
                    "12.53",
                    unit=unit,
                )
                if answer[0] == "deployed":
                    books.deployed.add(unit)
        books.changed()

    def put_boxes(self) -> None:
        books = self.books
        for row in books.scenario["box"]:
            box = row["box"]
            place = box if box in (BREAKDOWN, *(f"followup_{z}" for z in ZONES)) else AT_SEA
            for unit in row["units"]:
                books.place[unit] = place
                if "attach_to" in row and PIECES[unit].formation == "unassigned":
                    books.formation[unit] = row["attach_to"]
        books.changed()

    def put_absent(self) -> None:
        """Ships wait at sea; what the scenario does not have is gone."""
        books = self.books
        hercules = books.scenario["id"] == "hercules"
        rows = books.scenario["setup"]
        listed = {u for row in rows for u in row["units"] if u not in row.get("face_down", ())}
        for unit, piece in PIECES.items():
            if books.place[unit] != "off" or piece.parent or piece.type == "militia":
                continue
            if piece.ship:
                books.place[unit] = AT_SEA if unit in books.scenario["warships"] else ELIMINATED
            elif (
                unit not in listed
                and not hercules
                and "enters_by" not in piece.raw
                and not (piece.size == "company" and piece.pool)
            ):
                books.place[unit] = ELIMINATED
        if hercules:
            for unit in books.scenario["broken_down_at_start"]:
                books.place[unit] = BROKEN
            if "variable_setup" in books.options:
                for unit in (*listed, *POOLS["br_inf_co"][:6]):
                    books.place[unit] = TO_PLACE
            else:
                self.put_units()
        books.changed()

    def put_units(self) -> None:
        """The listed units; what lies face down is put by the referee's start."""
        books = self.books
        axis = books.scenario["axis_control"]
        for place in LAND:
            if axis["columns"] and axis["columns"][0] <= int(place[:2]) <= axis["columns"][1]:
                books.control[place] = AXIS
        for place in axis["hexes"]:
            books.control[place] = AXIS
        for row in books.scenario["setup"]:
            units = [u for u in row["units"] if u not in row.get("face_down", ())]
            for pool, count in row.get("pool", {}).items():
                units += [n for n in POOLS[pool] if books.place[n] == "off"][:count]
            for unit in units:
                books.place[unit] = row["hex"]
                books.level[unit] = row.get("levels", {}).get(unit, 0)
                if "attach_to" in row and PIECES[unit].formation == "unassigned":
                    books.formation[unit] = row["attach_to"]
                if PIECES[unit].formation == "as parent":
                    books.formation[unit] = "div20"  # R41
            for marker in row.get("markers", ()):
                books.drop_zone[marker] = row["hex"]
        books.changed()

    def losses_before(self) -> None:
        """Battalions that are not in the scenario are lost: no integrity (22.24, 22.28, 9.95)."""
        books = self.books
        for group, members in GROUPS.items():
            if any(books.place[u] == ELIMINATED for u in members):
                books.groups_broken.add(group)

    def prepare_hercules(self) -> Flow:
        books = self.books
        if not books.solo:
            yield from self.plan_markers()
            yield from self.plan_series([0, 1])
        row = next(r for r in books.scenario["box"] if r["box"].startswith("axis_choice"))
        for unit in books.sort(row["units"]):
            answer = yield from self.ask(
                AXIS, "attach_first", [("attach", unit, d) for d in DIVISIONS], "15.21", unit=unit
            )
            books.formation[unit] = answer[2]
        if not books.solo:
            for division in DIVISIONS:
                answer = yield from self.ask(
                    AXIS,
                    "choose_zone",
                    [("zone", division, z) for z in ZONES],
                    "18.21",
                    formation=division,
                )
                self.zone_of[division] = answer[2]
        if "variable_setup" in books.options:
            yield from self.place_freely()
        yield from self.place_hidden()

    def place_freely(self) -> Flow:
        """22.39.a."""
        books = self.books
        listed = [u for row in books.scenario["setup"] for u in row["units"]]
        companies = POOLS["br_inf_co"][:6]
        waiting = [*books.sort(listed), *companies]
        whole = sorted(books.scenario["broken_down_at_start"])
        while waiting:
            unit = waiting[0]
            hexes = [h for h in LAND if books.stacked(h, ALLIED, [unit]) <= 8]
            if unit.startswith("rn_"):
                hexes = [h for h in hexes if LAND[h].port]
            elif unit.startswith("raf_"):
                free = [h for h in AIRFIELDS if not any(u.startswith("raf_") for u in books.at(h))]
                hexes = [h for h in hexes if h in free]
            options: list[Option] = [("place", unit, h) for h in hexes]
            left = [u for u in waiting if u in companies]
            if unit in companies and len(left) >= 3 and whole:
                options.append(("whole", whole[0]))
            answer = yield from self.ask(ALLIED, "place_unit", options, "22.39.a", unit=unit)
            if answer[0] == "whole":
                whole.remove(answer[1])
                for company in left[:3]:
                    books.place[company] = OFF
                books.put(answer[1], TO_PLACE)
                waiting = [answer[1], *[u for u in waiting if u not in left[:3]]]
                continue
            books.put(unit, answer[2])
            waiting.pop(0)

    def place_hidden(self) -> Flow:
        """16.2, 16.51, R7, R56; then nobody can tell the counters apart."""
        books = self.books
        near_beach = {h for b in BEACHES for h in neighbours(b)} - set(BEACHES)
        where: dict[str, str] = {}
        for unit in (*STRONGPOINTS, *COAST_GUNS):
            if PIECES[unit].type == "strongpoint":
                rule = "16.2"
                hexes = [
                    h
                    for h in LAND
                    if h in near_beach
                    and not any(
                        PIECES[u].type == "strongpoint" and p == h for u, p in where.items()
                    )
                    and books.stacked(h, ALLIED, [unit]) <= 8
                ]
            else:
                rule = "16.51"
                hexes = [
                    h
                    for h in LAND
                    if h not in BEACHES
                    and sum(PIECES[u].type == "coast_gun" and p == h for u, p in where.items()) < 2
                ]
            answer = yield from self.ask(
                ALLIED, "place_hidden", [("place", unit, h) for h in hexes], rule, value=unit
            )
            where[unit] = answer[2]
        drawn = yield from self.draw("face_down", len(where))
        free = {"strongpoint": list(STRONGPOINTS), "coast_gun": list(COAST_GUNS)}
        for value in drawn:
            slot = free[PIECES[value].type].pop(0)
            books.place[slot] = where[value]
            books.face[slot] = value
        books.changed()
