"""Combat: attackers, odds, results, breakthrough (9, 10.3)."""

from __future__ import annotations

from collections.abc import Sequence

from tests.referee.malta.aftermath import Aftermath, Battle
from tests.referee.malta.board import AXIS, LAND, TABLES, crossable, distance, neighbours
from tests.referee.malta.books import DEMORALISED, enemy, half
from tests.referee.malta.flow import DONE, Flow, Option
from tests.referee.malta.pieces import GROUPS, LEADER_OF, PIECES

PARTNERS = (
    "infantry",
    "glider",
    "commando",
    "parachute",
    "marine",
    "motorcycle",
    "engineer",
    "para_engineer",
)
"""Who gives a tank its bonus (9.92.arm_a, R61)."""


def level_of(odds: str) -> int:
    """Odds as a number: 1:1 is 0, 2:1 is 1, 1:2 is -1."""
    left, right = (int(part) for part in odds.split(":"))
    return left - 1 if right == 1 else 1 - right


def name_of(level: int) -> str:
    return f"{level + 1}:1" if level >= 0 else f"1:{1 - level}"


def basic_odds(attack: int, defence: int) -> int:
    """9.3.d, R24: rounded against the attacker."""
    if attack >= defence:
        return attack // defence - 1
    return 1 - -(-defence // attack)


class Fighting(Aftermath):
    """Attacks on hexes."""

    def can_attack(self, unit: str) -> bool:
        """Whether a unit may attack at all in this phase (9.13, 9.16, 10.21)."""
        books = self.books
        return (
            unit not in books.attacked
            and unit not in books.arrived
            and books.attack(unit) > 0
            and not (books.night and books.order[unit] == DEMORALISED)
        )

    def able(self, place: str, side: str) -> list[str]:
        """Units that can attack a hex (9.11, R23)."""
        books = self.books
        return books.sort(
            unit
            for hex_ in neighbours(place)
            for unit in books.real(hex_, side)
            if self.can_attack(unit) and crossable(hex_, place, PIECES[unit].move_class)
        )

    def attackable(self, side: str, *, seeming: bool = False) -> list[str]:
        """Hexes with real enemy units that somebody can attack (9.15).

        `seeming`: as the enemy sees it, to whom face-down militia may be able to attack.
        """
        books = self.books
        hexes = {books.place[u] for u in books.units(enemy(side)) if not books.soft(u)}
        return sorted(h for h in hexes if self.able(h, side) or (seeming and self.veiled(h, side)))

    def veiled(self, place: str, side: str) -> list[str]:
        """Militia next to a hex that lies face down."""
        books = self.books
        return [
            unit
            for hex_ in neighbours(place)
            for unit in books.at(hex_, side)
            if PIECES[unit].type == "militia"
            and unit not in books.seen
            and crossable(hex_, place, PIECES[unit].move_class)
        ]

    def attacks(self, side: str) -> Flow:
        """One hex after the other, in any order (9.3)."""
        fought: set[str] = set()
        while True:
            hexes = [h for h in self.attackable(side) if h not in fought]
            answer = yield from self.ask(
                side, "attack", [*(("attack", h) for h in hexes), DONE], "9.3.a"
            )
            if answer == DONE:
                return
            fought.add(answer[1])
            attackers = yield from self.name_attackers(side, answer[1], self.able(answer[1], side))
            self.books.attacked |= set(attackers)
            yield from self.fight(answer[1], attackers)

    def name_attackers(
        self, side: str, place: str, able: Sequence[str], *, led: bool = False
    ) -> Flow:
        """The player names who attacks, at least one (9.3.a); if `led`, one with his leader."""
        named: list[str] = []
        if len({*able, *self.veiled(place, side)}) == 1:
            return list(able)
        while True:
            options: list[Option] = [("with", unit) for unit in able if unit not in named]
            if options:
                options.append(("all",))
            if any(not led or self.leaders_near(unit) for unit in named):
                options.append(DONE)
            answer = yield from self.ask(
                side, "attackers", options, "9.3.a", place=place, named=len(named)
            )
            if answer == DONE:
                break
            if answer == ("all",):
                named = list(able)
                break
            named.append(answer[1])
        return self.books.sort(named)

    # -- one combat

    def fight(
        self,
        place: str,
        attackers: Sequence[str],
        *,
        drop: bool = False,
        breakthrough: bool = False,
        air: int = 0,
    ) -> Flow:
        """9.3.b to 9.3.j."""
        books = self.books
        side = PIECES[attackers[0]].side
        battle = Battle(place, side, list(attackers), books.real(place, enemy(side)), drop)
        battle.came_from = {unit: books.place[unit] for unit in attackers}
        for unit in (*battle.attackers, *battle.defenders):
            if PIECES[unit].hides:
                books.seen.add(unit)
        books.changed()
        if not drop and not breakthrough:
            battle.offensive = [f for f in self.fires if f[1] == place and "support" in f[2]]
            battle.defensive = [g for g in self.guards if g[1] == place]
            self.drop_idle(battle)
            air = self.air_on.count(place)
            yield from self.leave_out(battle)
            self.air_on = [h for h in self.air_on if h != place]
        battle.air = air
        for who in (side, enemy(side)):
            yield from self.lead(battle, who)
        level = self.odds(battle)
        columns = [level_of(o) for o in TABLES["crt"]["line"][battle.line]["odds"]]
        possible = level >= columns[0]
        for marker in [*battle.offensive, *battle.defensive]:
            if PIECES[marker[0]].ship:
                (die,) = yield from self.dice("communications", 1)
                if die in TABLES["ship_communications"]["fails_on"]:
                    books.silent.add(marker[0])
                    for markers in (battle.offensive, battle.defensive):
                        if marker in markers:
                            markers.remove(marker)
                    level = self.odds(battle)
        possible = possible or level >= columns[0]  # guns of the defence out of contact (9.3.e)
        self.told_sums.append(("odds", "9.3.e", battle.sums))
        if not possible:  # ships that fail do not cancel an attack that was possible (16.73, R65)
            yield from self.called_off(battle)
            return False
        column = max((at for at, low in enumerate(columns) if low <= level), default=0)
        rolled = yield from self.dice("combat", 2)
        result = TABLES["crt"]["result"][str(sum(rolled))][column]
        self.told_sums.append(("combat", "9.3.h", result))
        yield from self.carry_out(battle, result)
        return True

    def drop_idle(self, battle: Battle) -> None:
        """Guns that cannot fire any more when their combat comes add and spend nothing (R73)."""
        for markers, all_ in ((battle.offensive, self.fires), (battle.defensive, self.guards)):
            for marker in list(markers):
                if not self.can_fire(marker[0]):
                    markers.remove(marker)
                    all_.remove(marker)

    def can_fire(self, unit: str) -> bool:
        raise NotImplementedError

    def called_off(self, battle: Battle) -> Flow:
        """9.3.g, R65: nobody has fired; in a drop the attackers are gone (19.53)."""
        self.remove_markers(battle)
        if battle.drop:
            for unit in battle.attackers:
                self.eliminate(unit)
        yield from ()

    def leave_out(self, battle: Battle) -> Flow:
        """Support beyond the limits: the owner leaves markers out until the rest fits (R51)."""
        books = self.books
        for markers, who, most in (
            (
                battle.offensive,
                battle.side,
                2 * sum(books.printed(u).attack for u in battle.attackers),
            ),
            (
                battle.defensive,
                enemy(battle.side),
                sum(books.printed(u).defence for u in battle.defenders),
            ),
        ):
            offensive = markers is battle.offensive
            while sum(PIECES[m[0]].off if offensive else PIECES[m[0]].deff for m in markers) > most:
                options = [("omit", m[0]) for m in markers]
                answer = yield from self.ask(who, "omit", options, "12.21")
                gone = next(m for m in markers if m[0] == answer[1])
                markers.remove(gone)
                (self.fires if offensive else self.guards).remove(gone)

    def lead(self, battle: Battle, who: str) -> Flow:
        """A leader of either side may help (14.2, 14.21, R46)."""
        books = self.books
        ours = battle.attackers if who == battle.side else battle.defenders
        leaders = []
        for formation, leader in LEADER_OF.items():
            if PIECES[leader].side != who or not books.on_map(leader):
                continue
            if self.leader_uses.get(leader, 0) >= 2 and leader not in self.guides:
                continue
            if any(
                books.in_formation(u) == formation
                and distance(books.place[u], books.place[leader]) <= 1
                for u in ours
            ):
                leaders.append(leader)
        if not leaders:
            return
        options: list[Option] = [("lead", leader) for leader in books.sort(leaders)]
        answer = yield from self.ask(who, "lead", [*options, ("alone",)], "14.2")
        if answer == ("alone",):
            return
        leader = answer[1]
        if leader not in self.guides:  # every round of a fight for a hex is one hex (14.21)
            self.leader_uses[leader] = self.leader_uses.get(leader, 0) + 1
        if battle.drop:
            self.guides.add(leader)
        (die,) = yield from self.dice("command", 1)
        if die <= self.tactical(leader):
            battle.helped.add(who)

    def tactical(self, leader: str) -> int:
        kind = "adc" if leader in self.books.adc else "front"
        return int(PIECES[leader].raw[kind]["tactical"])

    # -- odds

    def odds(self, battle: Battle) -> int:
        """Final odds as a level, and what the rules tell about them (9.3.b to 9.3.f)."""
        books = self.books
        land = LAND[battle.place]
        stands = books.fort(battle.place)
        attack = sum(books.attack(u) for u in battle.attackers)
        attack += self.support_sum(battle, offensive=True)
        defence = sum(books.defence(u) for u in battle.defenders)
        if land.terrain == "city" or stands:
            defence *= 2
        defence += self.support_sum(battle, offensive=False)
        modifiers = self.modifiers(battle)
        level = basic_odds(attack, defence) + sum(value for _, value in modifiers)
        kinds = [land.terrain, "fort" if stands else land.terrain]
        lines = [TABLES["terrain_lines"][kind] for kind in kinds]
        order = ["city_fort", "woods_town", "other_day"]
        battle.line = "night" if books.night else min(lines, key=order.index)
        battle.sums = (
            attack,
            defence,
            name_of(level),
            battle.line,
            tuple(f"{name}:{value:+}" for name, value in modifiers),
        )
        return level

    def support_sum(self, battle: Battle, *, offensive: bool) -> int:
        """The support of one side, all halvings done (9.91, R25)."""
        books = self.books
        total = 0
        units = battle.attackers if offensive else battle.defenders
        for unit, _, kind in battle.offensive if offensive else battle.defensive:
            value = books.support(unit, offensive=offensive)
            formations = {books.in_formation(u) for u in units}
            foreign = books.formation[unit] not in formations
            if PIECES[unit].artillery and PIECES[unit].side == AXIS and foreign:
                value = half(value)
            total += 2 * value if kind.startswith("storm") else value
        if books.night:
            total = half(total)
        if offensive and LAND[battle.place].terrain in ("town", "city"):
            total = half(total)
        return total

    def modifiers(self, battle: Battle) -> list[tuple[str, int]]:
        """9.92, all that are not 0."""
        books = self.books
        table = TABLES["odds_modifiers"]
        attackers, defenders = battle.attackers, battle.defenders
        found: list[tuple[str, int]] = []

        def add(name: str, value: int) -> None:
            if value:
                found.append((name, value))

        if self.armour(attackers):
            add("arm_a", table["armour_attacks"])
        if self.armour(defenders):
            add("arm_d", table["armour_defends"])
        if self.engineers_help(battle):
            add("eng", table["engineers_vs_fort"])
        if len({books.place[u] for u in attackers}) >= 4:
            add("env", table["envelopment_four_hexes"])
        if any(books.whole(group, set(attackers)) for group in GROUPS):
            add("int_a", table["attacker_integrity"])
        if any(books.whole(group, set(defenders)) for group in GROUPS):
            add("int_d", table["defender_integrity"])
        kinds = {u if books.remnant(u) else books.formation[u] for u in attackers}
        if len(kinds) > 1:
            add("mix", table["mixed_formations"])
        morale = self.average(attackers) - self.average(defenders)
        add("mor", max(table["morale_min"], min(table["morale_max"], morale)))
        add("air", battle.air * table["per_air_support"])
        if battle.side in battle.helped:
            add("cmd_a", table["leader_attack"])
        if enemy(battle.side) in battle.helped:
            add("cmd_d", table["leader_defence"])
        return found

    def average(self, units: Sequence[str]) -> int:
        """Mean morale, rounded up (11.1)."""
        return -(-sum(self.books.morale(u) for u in units) // len(units))

    def armour(self, units: Sequence[str]) -> bool:
        """A tank that is not demoralised, stacked with a partner in the same combat (9.92, R61)."""
        books = self.books
        return any(
            PIECES[tank].type == "tank"
            and books.order[tank] != DEMORALISED
            and books.place[tank] == books.place[other]
            and PIECES[other].type in PARTNERS
            for tank in units
            for other in units
        )

    def engineers_help(self, battle: Battle) -> bool:
        """Against a fort, with an attacking engineer in every attacking hex (9.92.eng)."""
        books = self.books
        hexes = {books.place[u] for u in battle.attackers}
        sappers = {books.place[u] for u in battle.attackers if PIECES[u].engineer}
        return books.fort(battle.place) and hexes == sappers

    # -- breakthrough (10.3)

    def breakthrough_phase(self, side: str) -> Flow:
        books = self.books
        self.leader_uses = {}
        books.strides = {}
        self.guides = set()
        tried: set[str] = set()
        eligible = set(books.advanced)
        while True:
            hexes = {}
            for place in sorted(
                {books.place[u] for u in books.units(enemy(side)) if not books.soft(u)}
            ):
                able = [
                    u
                    for hex_ in neighbours(place)
                    for u in books.real(hex_, side)
                    if u in eligible
                    and u not in tried
                    and books.attack(u) > 0
                    and u not in books.arrived
                    and not (books.night and books.order[u] == DEMORALISED)
                    and crossable(hex_, place, PIECES[u].move_class)
                ]
                if any(self.leaders_near(u) for u in able):
                    hexes[place] = books.sort(able)
            options: list[Option] = [("attack", h) for h in hexes]
            answer = yield from self.ask(side, "breakthrough", [*options, DONE], "10.3")
            if answer == DONE:
                break
            place = answer[1]
            attackers = yield from self.name_attackers(side, place, hexes[place], led=True)
            tried |= set(attackers)
            yield from self.try_breakthrough(side, place, attackers)
        yield from self.end_phase()

    def leaders_near(self, unit: str) -> set[str]:
        """The leader of a unit's formation, if he is stacked with it or next to it."""
        books = self.books
        leader = LEADER_OF.get(books.in_formation(unit), "")
        if (
            leader
            and books.on_map(leader)
            and distance(books.place[leader], books.place[unit]) <= 1
        ):
            return {leader}
        return set()

    def try_breakthrough(self, side: str, place: str, attackers: Sequence[str]) -> Flow:
        """10.31, 10.32."""
        books = self.books
        leaders = books.sort({leader for u in attackers for leader in self.leaders_near(u)})
        if not leaders:
            return
        answer = yield from self.ask(
            side, "breakthrough_leader", [("lead", u) for u in leaders], "10.31"
        )
        (die,) = yield from self.dice("breakthrough", 1)
        if die > self.tactical(answer[1]):
            return
        air = 0
        while side == AXIS and books.air > 0 and not books.night:
            answer = yield from self.ask(side, "add_air", [("air",), DONE], "16.42")
            if answer == DONE:
                break
            air += 1
            books.air -= 1
        yield from self.fight(place, attackers, breakthrough=True, air=air)
