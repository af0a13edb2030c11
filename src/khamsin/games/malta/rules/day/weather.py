"""17.2, 17.5 The weather of a day, and the air raids it allows."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import AA, AXIS, NOBODY, SIDES, WEATHERS
from khamsin.games.malta.model.state import State
from khamsin.games.malta.model.tables import SHARES
from khamsin.games.malta.rules.combat.losses import eliminate
from khamsin.games.malta.rules.sea.gunnery import coast_guns
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option, Roll, listed


async def weather(g: State) -> None:
    """4.1.c, 16.41, 17.2 Two dice, except on the first day, which is clear."""
    tables = g.pack.tables
    g.weather = tables.first_weather
    if g.day != g.scenario.first_day:
        dice = await Roll(2, "weather", "17.2", SIDES[AXIS])
        g.weather = next(sky for most, sky, _, _ in tables.weather if sum(dice) <= most)
        g.tell("weather_roll", "17.2", dice=dice)
    air, share = next((air, share) for _, sky, air, share in tables.weather if sky == g.weather)
    g.air = max(0, air + g.air_cut[g.day])
    g.raids = 0
    if g.scenario.air_raids:
        g.raids = _share(_share(tables.raids[g.day], share), SHARES[g.raid_cut[g.day]])
    g.tell("weather", "17.2", weather=WEATHERS[g.weather], air=g.air)


def _share(count: int, share: str) -> int:
    """17.51 All, half or none."""
    return {"all": count, "half": count // 2, "none": 0}[share]


async def raids(g: State) -> None:
    """4.1.d, 17.5-17.53 All raids are assigned to coast guns before any die is rolled."""
    while g.raids and coast_guns(g):
        options: list[Option] = [
            ("raid", g.unit_id(gun), str(count))
            for gun in coast_guns(g)
            if all(gun != other for _, other, _ in g.shots)
            for count in range(1, g.raids + 1)
        ]
        if not options:
            break
        answer = await Choose("axis", "raid", listed([*options, DONE]), "17.52", raids=g.raids)
        if answer == DONE:
            break
        count = int(answer[2])
        g.raids -= count
        g.shots = (*g.shots, (NOBODY, g.pack.unit_index[answer[1]], count))
        await MARK
    for _, gun, count in g.shots:
        dice_left = count - raid_flak(g, gun)
        if dice_left < 1:
            g.tell("raid_driven_off", "17.52", unit=g.unit_id(gun))
            continue
        dice = await Roll(dice_left, "raid", "17.52", SIDES[AXIS])
        is_hit = g.pack.tables.numbers.raid_hit in dice
        g.tell("raid", "17.52", unit=g.unit_id(gun), dice=dice, hit=int(is_hit))
        if is_hit:
            eliminate(g, gun, "17.52")
    g.shots = ()
    g.raids = 0


def raid_flak(g: State, gun: int) -> int:
    """17.52 AA units within three hexes of a coast gun."""
    far = g.pack.tables.numbers.raid_aa_range
    return sum(
        1
        for unit in g.pack.of_kind[AA]
        if g.place[unit] >= 0 and g.pack.distance[g.place[unit]][g.place[gun]] <= far
    )
