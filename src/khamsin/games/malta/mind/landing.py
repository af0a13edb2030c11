"""How the greedy bot judges landings, drops and what waits for them on Malta.

The plain posture plans for the goals alone; prudence also heeds who may be waiting there.
"""

from __future__ import annotations

from functools import cached_property

from khamsin.games.malta.model.pieces import ALLIED, CLEAR, ENGINEERS, HQ, NOBODY, STRONGPOINT
from khamsin.games.malta.rules.air.drop_plans import marker_of, origin
from khamsin.games.malta.rules.air.scatter import aa_near
from khamsin.games.malta.rules.combat.pledges import defenders_in
from khamsin.games.malta.rules.combat.strength import gun_of, steps_left
from khamsin.games.malta.rules.sea.gunnery import (
    box_units,
    coast_guns,
    gun_range,
    has_line,
    least_hit,
    named_box,
)
from khamsin.kernel.play.decision import Option

from .appraisal import HQ_WORTH, Ground, offshore

THIN = {"north": 1.0, "west": 1.1}  # zones where the garrison is thin
PATIENCE = 2  # days that an HQ waits for a safe beach
AWAITED = 3.0  # the danger in which nobody lands on the first day


class Landing(Ground):
    """What every plan and every shot at the coast is worth to one side."""

    def danger(self, beach: int) -> float:
        """18.5, 18.61 Who is near a beach."""
        g, pack = self.g, self.g.pack
        near = sum(1 for n in pack.within[beach][2] if defenders_in(g, ALLIED, n))
        return self.threat[beach] * 0.3 + near * 0.5

    def _may_land(self, beach: int) -> bool:
        """16.56 An HQ is alone in its box: one hit on the water and it is lost. It waits for a
        beach that is won, out of the fire of coast guns; not for ever.
        """
        g = self.g
        near = (beach, *g.pack.touch[beach])
        if not any(self.guards(h) for h in near) or any(defenders_in(g, ALLIED, h) for h in near):
            return False
        waits = g.day - g.scenario.first_day < PATIENCE
        return not waits or not any(
            g.pack.distance[g.place[gun]][beach] <= gun_range(g, gun)
            and has_line(g, g.place[gun], beach)
            for gun in coast_guns(g)
        )

    def fill(self, option: Option) -> float:
        """18.31 Everybody ashore, first where nobody waits."""
        if option == ("done",):
            return 0.0
        if option[0] == "break":
            return 0.5
        beach = named_box(self.g, option[2])[1]
        danger = self.danger(beach) * self.posture.dangers
        kind = self.g.pack.kind[self.unit[option[1]]]
        if kind == HQ and not self._may_land(beach):
            return -1.0
        value = 4.0 + (option[0] == "first") + (kind == HQ) + 0.5 * (kind in ENGINEERS)
        late = self.g.day > self.g.scenario.first_day
        bearable = danger < AWAITED * (1 - self.posture.prudence / 2)
        return value - danger if late or bearable else -danger

    def engage(self, option: Option) -> float:
        """16.55 Every gun that is one."""
        if option == ("done",):
            return 0.0
        return 0.5 if gun_of(self.g, self.unit[option[1]]).offensive else -1.0

    def shell(self, option: Option) -> float:
        """16.56 Where most hits will fall; best of all where they leave no HQ a way out."""
        if option == ("done",):
            return 0.0
        g, pack = self.g, self.g.pack
        gun = self.unit[option[1]]
        if not gun_of(g, gun).offensive:
            return -1.0  # a dummy does more face down
        box, beach = named_box(g, option[2])
        units = box_units(g, box)
        hits = gun_of(g, gun).offensive * (7 - least_hit(g, g.place[gun], beach)) / 6
        steps = sum([steps_left(g, unit) for unit in units])
        value = 0.1 + min(hits, steps)
        if any(pack.kind[unit] == HQ for unit in units):
            value += HQ_WORTH * max(0.0, min(1.0, hits / steps) - 0.3)
        return value

    def drop_at(self, option: Option) -> float:
        """19.33 Open ground away from flak, near an airfield that is still to be taken."""
        if option == ("done",):
            return -5.0
        if option[0] == "roll":
            return -10.0
        h = self.hex(option[-1])
        g, pack = self.g, self.g.pack
        value = -5.0 * bool(g.here[ALLIED][h]) - aa_near(g, h) * self.posture.dangers
        value -= pack.terrain[h] != CLEAR
        fields = pack.airfields if self.prize == NOBODY else (self.prize,)
        nearest = min((pack.distance[h][field] for field in fields), default=0)
        value -= 0.3 * max(0, nearest - 2) + self.threat[h] * 0.2 * self.posture.dangers
        ashore = min([pack.distance[h][beach] for beach in self.landings])
        value -= self.posture.prudence * (2.0 * self.dropping.count(h) + 0.6 * ashore)
        return value - 0.1 * pack.distance[h][fields[0]]

    @cached_property
    def landings(self) -> list[int]:
        """18.21 The beaches of the zones in which divisions land, or may be expected to."""
        pack = self.g.pack
        zones = [zone for zone in self.g.zones if zone >= 0]
        zones = zones or [pack.zone_ids.index(name) for name in THIN]
        return [beach for zone in zones for beach in pack.zones[zone].beaches]

    @cached_property
    def dropping(self) -> list[int]:
        """19.32 Where series are to come down."""
        g, board = self.g, self.g.pack.board
        found = []
        for _, formation, q, r, *_ in g.series_plans:
            at = board.hexes[origin(g, marker_of(g, formation))]
            h = board.space((at[0] + q, at[1] + r))
            found.append(NOBODY if h is None else h)
        return found

    def early(self, option: Option) -> float:
        """19.3 The sooner the better."""
        return -float(self.g.pack.turn_number(option[1]))

    def zone(self, option: Option) -> float:
        """18.21 North and west, where the garrison is thin; or where the prize is near."""
        pack = self.g.pack
        taken = 2.0 if option[2] in [pack.zone_ids[z] for z in self.g.zones if z >= 0] else 0.0
        if self.prize != NOBODY:
            beaches = pack.zones[pack.zone_ids.index(option[2])].beaches
            return -taken - 0.2 * min(pack.distance[self.prize][beach] for beach in beaches)
        return THIN.get(option[2], 0.0) - taken

    def ambush(self, option: Option) -> float:
        """16.2, 16.51 Behind the beaches nearest to what counts, or where fewest wait as yet."""
        h, pack = self.hex(option[2]), self.g.pack
        kind = pack.kind[self.unit[option[1]]]
        far = 1 if kind == STRONGPOINT else 3
        beaches = [beach for beach in pack.beaches if pack.distance[h][beach] <= far]
        there = [at for other, at in self.g.hidden_setup if pack.kind[other] == kind]
        waiting = [sum([pack.distance[at][beach] <= far for at in there]) for beach in beaches]
        even = sum([1 / (1 + others) for others in waiting])
        prudence, pull = self.posture.prudence, self.pull[h]
        worth = len(beaches) * pull * (1 - prudence) + (even + 0.02 * pull) * prudence
        return worth + 0.1 * (pack.terrain[h] != CLEAR)

    def raid(self, option: Option) -> float:
        """17.52 A few raids on each gun, more where there is flak."""
        if option == ("done",):
            return -0.5
        flak = aa_near(self.g, self.g.place[self.unit[option[1]]])
        dice = max(0, int(option[2]) - flak)
        return float(1 - (5 / 6) ** dice - 0.1 * int(option[2]))

    def aim(self, option: Option) -> float:
        """16.79 On the first day ships fight guns; later they help the troops."""
        if option == ("done",):
            return 0.5
        return float(int(option[3]) if self.g.day == self.g.scenario.first_day else 0)

    def ship(self, option: Option) -> float:
        """16.7 Off the coast, in reach of what counts."""
        h = self.hex(option[-1])
        far = self.g.pack.distance[h]
        drawn = sum([0.1 * value for goal, value in self.goals if far[goal] <= 6])
        return drawn - abs(offshore(self.g.pack, h) - 2)
