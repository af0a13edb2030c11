"""Status phases, returning leaders, surrender (4.21, 4.31, 14.4, 20)."""

from __future__ import annotations

from tests.referee.malta.board import (
    AIRFIELDS,
    ALLIED,
    AXIS,
    BEACHES,
    DAYS,
    LAND,
    TABLES,
    ZONES,
)
from tests.referee.malta.books import BREAKDOWN, ELIMINATED, TURN_RECORD
from tests.referee.malta.dropping import Dropping
from tests.referee.malta.flow import DONE, Ended, Flow, Option
from tests.referee.malta.pieces import HQ_OF, LEADER_OF, LEADERS, PIECES


class Status(Dropping):
    """What is done at the beginning of a player turn and at the end of a turn."""

    zone_of: dict[str, str]

    def box_of(self, formation: str) -> str:
        """The follow-up box where a division began the game."""
        zone = self.zone_of.get(formation) or {"div4": "north", "div20": "west"}[formation]
        return f"followup_{zone}"

    def leader_back(self, leader: str, *, with_boxes: bool) -> Flow:
        """To his HQ; without one with another unit, or in a box (14.42, 14.43, 4.21.c, R11)."""
        books = self.books
        piece = PIECES[leader]
        hq = HQ_OF[piece.formation]
        if books.on_map(hq):
            books.put(leader, books.place[hq])
            return
        if piece.side == ALLIED and with_boxes:
            units = [u for u in books.units(ALLIED) if PIECES[u].type == "infantry"]
        elif with_boxes:
            units = []
        elif piece.side == ALLIED:
            units = [u for u in books.units(ALLIED) if PIECES[u].type == "infantry"]
        else:
            units = books.units(AXIS)
        hexes = sorted({books.place[u] for u in units})
        if hexes:
            answer = yield from self.ask(
                piece.side,
                "place_leader",
                [("place", leader, h) for h in hexes],
                "14.43",
                unit=leader,
            )
            books.put(leader, answer[2])
        elif piece.side == AXIS:
            self.leader_to_box(leader)

    def leader_to_box(self, leader: str) -> None:
        """Parachutists: breakdown box; 4th Division: follow-up box, or out (18.33)."""
        books = self.books
        formation = PIECES[leader].formation
        if formation != "div4":
            books.put(leader, BREAKDOWN)
            return
        box = self.box_of("div4")
        if any(books.formation[u] == "div4" for u in books.at(box)):
            books.put(leader, box)
        else:
            books.put(leader, ELIMINATED)

    # -- status (4.21, 4.31)

    def judge_supply(self, side: str) -> None:
        """8.53: everybody is supplied on 29 June AM and Noon."""
        books = self.books
        if books.day == 0 and books.turn < 2:
            return
        mine = {u for u, p in PIECES.items() if p.side == side}
        books.unsupplied = (books.unsupplied - mine) | books.without_supply(side)
        books.changed()

    def axis_status(self) -> Flow:
        """Returns whether the landing phase is called off (22.39.b)."""
        books = self.books
        self.judge_supply(AXIS)
        yield from self.issue_axis()
        yield from self.leaders_due(AXIS)
        yield from self.stragglers()
        cancelled = False
        if "delayed_landings" in books.options:  # at night too: each Axis status phase
            cancelled = yield from self.delay()
        yield from self.end_phase()
        return cancelled

    def allied_status(self) -> Flow:
        self.judge_supply(ALLIED)
        books = self.books
        ends = {h for h in TABLES["ammunition"]["allied_sources"] if not books.real(h, AXIS)}
        for unit, piece in PIECES.items():
            ours = piece.side == ALLIED and piece.artillery and books.on_map(unit)
            fed = ours and unit not in books.unsupplied
            if fed and books.traced(books.place[unit], ALLIED, ends):
                books.ammo[unit] = 2
        books.changed()
        yield from self.leaders_due(ALLIED)
        yield from self.end_phase()

    def leaders_due(self, side: str) -> Flow:
        books = self.books
        for leader in LEADER_OF.values():
            away = PIECES[leader].side == side and books.place[leader] == TURN_RECORD
            if away and books.due[leader] <= self.now():
                yield from self.leader_back(leader, with_boxes=False)

    def issue_axis(self) -> Flow:
        """12.56, R49: supplied artillery with a route to a beach or port of the Axis."""
        books = self.books
        ends = {
            h for h, land in LAND.items() if books.control[h] == AXIS and (land.zone or land.port)
        }
        while books.stockpile:
            guns = [
                u
                for u, p in PIECES.items()
                if p.side == AXIS
                and p.artillery
                and books.on_map(u)
                and books.ammo[u] < 2
                and u not in books.unsupplied
                and books.traced(books.place[u], AXIS, ends)
            ]
            if not guns:
                return
            need = sum(2 - books.ammo[u] for u in guns)
            options: list[Option] = [("load", u) for u in guns]
            if 1 < need <= books.stockpile:  # one answer for what several would do
                options.append(("all",))
            answer = yield from self.ask(
                AXIS, "ammunition", [*options, DONE], "12.56", stockpile=books.stockpile
            )
            if answer == DONE:
                return
            if answer == ("all",):
                books.stockpile -= need
                for unit in guns:
                    books.ammo[unit] = 2
                books.changed()
                return
            books.ammo[answer[1]] += 1
            books.stockpile -= 1
            books.changed()

    def stragglers(self) -> Flow:
        """17.8: reduced parachute companies that are not next to an enemy."""
        books = self.books
        while True:
            units = [
                u
                for u in books.units(AXIS)
                if PIECES[u].two_sided
                and books.level[u] == 1
                and u not in books.gathering
                and not books.next_to_enemy(books.place[u], AXIS)
            ]
            answer = yield from self.ask(
                AXIS, "straggler", [*(("try", u) for u in units), DONE], "17.82"
            )
            if answer == DONE:
                return
            books.gathering.add(answer[1])
            (die,) = yield from self.dice("stragglers", 1)
            if die in TABLES["stragglers"]["recovers_on"]:
                books.level[answer[1]] = 0
                books.changed()

    def delay(self) -> Flow:
        books = self.books
        table = TABLES["delayed_landings"]
        (die,) = yield from self.dice("delay", 1)
        total = die
        if not any(books.control[h] == AXIS for h in AIRFIELDS):
            total += table["no_axis_airfield"]
        if books.para_lost >= 9:
            total += table["nine_or_more_parachute_steps_lost"]
        gone = (ELIMINATED,)
        total += table["per_parachute_hq_eliminated"] * sum(
            books.place[hq] in gone for hq in ("hq_ram", "hq_185")
        )
        if books.weather == "rain":
            total += table["rain"]
        self.told_sums.append(("delay", "22.39.b", total))
        return total >= table["cancelled_at"]

    # -- surrender (20)

    def surrender_modifiers(self) -> list[tuple[str, int]]:
        books = self.books
        table = TABLES["surrender"]
        signs = table["modifiers"]
        held = [h for h in LAND if books.control[h] == AXIS]
        towns = sum(LAND[h].terrain == "town" for h in held)
        occupied = {z for z in ZONES if any(u not in LEADERS for u in books.at(f"followup_{z}"))}
        beaches = sum(books.control[h] == ALLIED and LAND[h].zone in occupied for h in BEACHES)
        if books.day < DAYS.index(table["beach_line_counts_from"]):
            beaches = 0
        hqs = sum(books.place[hq] == ELIMINATED for hq in HQ_OF.values() if PIECES[hq].side == AXIS)
        fleet = [row for row in TABLES["royal_navy"]["row"] if books.navy in row["roll"]]
        found = [
            ("cities", sum(h in held for h in table["city_hexes"]) * signs["per_axis_city_hex"]),
            ("airfields", sum(h in held for h in AIRFIELDS) * signs["per_axis_airfield"]),
            ("towns", towns // table["towns_counted"] * signs["per_axis_towns"]),
            ("forts", signs["two_or_more_forts_destroyed"] * (len(books.forts_destroyed) >= 2)),
            (
                "allied_steps",
                books.lost[ALLIED] // table["steps_counted"] * signs["per_allied_steps"],
            ),
            ("axis_steps", books.lost[AXIS] // table["steps_counted"] * signs["per_axis_steps"]),
            ("hqs", hqs * signs["per_axis_hq_currently_eliminated"]),
            (
                "beaches",
                beaches * signs["per_allied_controlled_beach_linked_to_occupied_followup_box"],
            ),
            ("navy", sum(row.get("surrender", 0) for row in fleet)),
            ("date", table["date"].get(DAYS[books.day], 0)),
        ]
        return [(name, value) for name, value in found if value]

    def surrender(self, *, final: bool) -> Flow:
        table = TABLES["surrender"]
        rolled = yield from self.dice("surrender", 2)
        modifiers = self.surrender_modifiers()
        total = sum(rolled) + sum(value for _, value in modifiers)
        names = tuple(f"{name}:{value:+}" for name, value in modifiers)
        self.told_sums.append(("surrender_roll", "20.0", (total, names)))
        if total <= table["axis_wins_at_or_below"]:
            self.result = (AXIS, "surrender")
        elif total >= table["allied_wins_at_or_above"]:
            self.result = (ALLIED, "called_off")
        elif final:
            self.result = (ALLIED, "held_out")
        if self.result:
            raise Ended
