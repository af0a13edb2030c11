"""16.5, 16.7, 18.4 Warships and coast guns: placing, the duel, fire at landing craft."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import (
    ALLIED,
    AT_SEA,
    CITY,
    COAST_GUN,
    GONE,
    LEADER,
    NOBODY,
    RAIN,
    SIDES,
    TOWN,
    W1,
    W2,
    WOODS,
)
from khamsin.games.malta.model.state import ATTACKED, BOMBARDED, MOVED, SILENT, State
from khamsin.games.malta.rules.combat.losses import choose_losses, eliminate, kill_leader, reveal
from khamsin.games.malta.rules.combat.strength import gun_of, half
from khamsin.games.malta.rules.control import put
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option, Roll, listed


def is_held(g: State) -> bool:
    """4.22, 18.93, R63 Whether there is an amphibious landing phase this turn."""
    return g.turn in g.pack.amphibious_turns and not g.cancelled


# -- ships -------------------------------------------------------------------------------------


def sea_room(g: State) -> list[int]:
    """16.71, 16.72 The ocean hexes with room for one more ship."""
    pack = g.pack
    places, most = [g.place[ship] for ship in pack.ships], pack.limits.ships_in_hex
    return [h for h in range(pack.land, len(pack.board)) if places.count(h) < most]


def waiting_ships(g: State) -> list[int]:
    """16.7, 17.6 Ships that are to be put on the map now."""
    if g.ships_until != NOBODY and g.now < g.ships_until:
        return []
    return [ship for ship in g.pack.ships if g.place[ship] == AT_SEA]


async def warships_phase(g: State) -> None:
    """4.22, 16.7, R63 In the first landing phase that is held the ships are placed."""
    while is_held(g) and (ships := waiting_ships(g)):
        name = g.unit_id(ships[0])
        options: list[Option] = [("place", name, g.place_id(h)) for h in sea_room(g)]
        answer = await Choose("axis", "place_ship", listed(options), "16.7", unit=name)
        put(g, ships[0], g.pack.board.at(answer[2]))
        g.tell("placed", "16.7", unit=name, place=answer[2])
        await MARK


async def ships_phase(g: State) -> None:
    """4.24, 16.71 Ships go to any ocean hex."""
    while g.active:
        ships = [s for s in g.pack.ships if g.place[s] >= 0 and not g.did[s] & MOVED]
        if not ships:
            return
        options: list[Option] = [("unit", g.unit_id(ship)) for ship in ships]
        answer = await Choose("axis", "ships", listed([*options, DONE]), "16.71")
        if answer == DONE:
            return
        ship = g.pack.unit_index[answer[1]]
        hexes: list[Option] = [("go", g.place_id(h)) for h in sea_room(g)]
        to = await Choose("axis", "ship_to", listed(hexes), "16.71", unit=answer[1])
        put(g, ship, g.pack.board.at(to[1]))
        g.did[ship] |= MOVED
        g.tell("sailed", "16.71", unit=answer[1], place=to[1])
        await MARK


# -- the duel ----------------------------------------------------------------------------------


def coast_guns(g: State) -> list[int]:
    """16.5 The coast guns that still stand."""
    return [gun for gun in g.pack.of_kind[COAST_GUN] if g.place[gun] >= 0]


def gun_range(g: State, gun: int) -> int:
    """16.5, R54 How far a coast gun may be said to fire; the dummy as far as any other."""
    printed = gun_of(g, gun)
    if printed.offensive:
        return printed.range
    return max(gun_of(g, other).range for other in g.pack.of_kind[COAST_GUN])


def has_line(g: State, a: int, b: int) -> bool:
    """16.54, R59 A straight line that no city, town, fort, woods or rise blocks."""
    line = g.pack.fire_line(a, b)
    if line is None:
        return False
    terrain = g.pack.terrain
    for hexes in line:
        if hexes and all(terrain[h] in (WOODS, TOWN, CITY) or g.forts[h] for h in hexes):
            return False
    return True


def target_options(g: State) -> list[Option]:
    """16.79 Guns in range of each ship that has dice left, and how many dice."""
    options: list[Option] = []
    for ship in g.pack.ships:
        if g.place[ship] < 0:
            continue
        gun = gun_of(g, ship)
        left = half(gun.offensive) - sum(n for s, _, n in g.shots if s == ship)
        for target in coast_guns(g) if left > 0 else ():
            if g.pack.distance[g.place[target]][g.place[ship]] <= gun.range:
                for dice in range(1, left + 1):
                    options.append(("aim", g.unit_id(ship), g.unit_id(target), str(dice)))
    return options


def answers(g: State, fired: list[tuple[int, int]]) -> list[Option]:
    """16.55 Ships in range and sight of each coast gun that has not fired."""
    options: list[Option] = []
    for gun in coast_guns(g):
        if any(gun == other for other, _ in fired):
            continue
        far = gun_range(g, gun)
        for ship in g.pack.ships:
            place = g.place[ship]
            if place < 0 or (g.pack.distance[g.place[gun]][place] > far):
                continue
            if has_line(g, g.place[gun], place):
                options.append(("engage", g.unit_id(gun), g.unit_id(ship)))
    return options


async def duel_phase(g: State) -> None:
    """16.55, 16.79, 18.4 Targets of the ships, then of the guns; all dice at once."""
    if not is_held(g) or not coast_guns(g) or all(g.place[s] < 0 for s in g.pack.ships):
        return
    while g.weather != RAIN and (options := target_options(g)):
        answer = await Choose("axis", "target", listed([*options, DONE]), "16.79")
        if answer == DONE:
            break
        ship, gun = (g.pack.unit_index[name] for name in answer[1:3])
        g.shots = (*g.shots, (ship, gun, int(answer[3])))
        g.tell("targeted", "16.79", unit=answer[1], target=answer[2], dice=int(answer[3]))
        await MARK
    fired: list[tuple[int, int]] = []
    while len(fired) < len(coast_guns(g)):  # asked even if none can: that is for the Allies to know
        choices = [*answers(g, fired), DONE]
        answer = await Choose("allied", "answer_fire", listed(choices), "16.55")
        if answer == DONE:
            break
        gun, ship = (g.pack.unit_index[name] for name in answer[1:3])
        fired.append((gun, ship))
        reveal(g, gun, "16.52")
        g.tell("targeted", "16.55", unit=answer[1], target=answer[2], dice=gun_of(g, gun).offensive)
    await _exchange(g, fired)
    g.shots = ()


async def _exchange(g: State, fired: list[tuple[int, int]]) -> None:
    """16.55, 16.79 Ship and gun fire is simultaneous: losses come after all dice."""
    numbers = g.pack.tables.numbers
    hit: list[int] = []
    for ship, gun, count in g.shots:
        dice = await Roll(count, "ship_fire", "16.79", "axis")
        is_hit = numbers.gun_hit in dice
        g.tell("ship_fire", "16.79", unit=g.unit_id(ship), target=g.unit_id(gun), dice=dice,
               hit=int(is_hit))  # fmt: skip
        g.did[ship] |= SILENT | BOMBARDED  # R31
        if is_hit:
            hit.append(gun)
    for gun, ship in fired:
        g.did[gun] |= ATTACKED
        strength = gun_of(g, gun).offensive
        if not strength:
            continue  # R54
        dice = await Roll(strength, "gun_fire", "16.55", "allied")
        is_hit = _hits(g, dice, g.place[gun], g.place[ship]) > 0
        g.tell("gun_fire", "16.55", unit=g.unit_id(gun), target=g.unit_id(ship), dice=dice,
               hit=int(is_hit))  # fmt: skip
        if is_hit:
            hit.append(ship)
    for unit in sorted(set(hit)):
        eliminate(g, unit, "16.79" if unit in g.pack.of_kind[COAST_GUN] else "16.55")


def least_hit(g: State, a: int, b: int) -> int:
    """16.55, 16.56 The least die that hits: six, and within three hexes one less."""
    numbers = g.pack.tables.numbers
    close = g.pack.distance[a][b] <= numbers.gun_close
    return numbers.gun_hit - (numbers.gun_bonus if close else 0)


def _hits(g: State, dice: tuple[int, ...], a: int, b: int) -> int:
    least = least_hit(g, a, b)
    return sum(1 for die in dice if die >= least)


# -- landing craft -----------------------------------------------------------------------------


def box_units(g: State, box: int) -> tuple[int, ...]:
    """The units in a box of the planning map, leaders left out."""
    kind = g.pack.kind
    return tuple([u for u, place in enumerate(g.place) if place == box and kind[u] != LEADER])


def aboard(g: State) -> dict[int, list[int]]:
    """18.1 What is in each box of the first and second wave, leaders left out."""
    kind = g.pack.kind
    found: dict[int, list[int]] = {}
    for unit, place in enumerate(g.place):
        if place <= W1 and kind[unit] != LEADER:
            found.setdefault(place, []).append(unit)
    return found


def boxes(g: State) -> list[tuple[int, int]]:
    """18.1 The first and second wave boxes with units in them, and their beaches."""
    return [
        (box, g.pack.beaches[W2 - box if box <= W2 else W1 - box])
        for box in sorted(aboard(g), reverse=True)
    ]


def named_box(g: State, name: str) -> tuple[int, int]:
    """18.1 The first or second wave box of this name, and its beach."""
    wave, _, at = name.partition("_")
    beach = g.pack.board.at(at)
    return (W1 if wave == "w1" else W2) - g.pack.beach_number[beach], beach


def box_options(g: State) -> list[Option]:
    """16.56 Boxes whose beach is in range and sight of a gun that has not fired."""
    targets = boxes(g)
    options: list[Option] = []
    for gun in coast_guns(g):
        if g.did[gun] & ATTACKED:
            continue
        for box, beach in targets:
            if g.pack.distance[g.place[gun]][beach] > gun_range(g, gun):
                continue
            if has_line(g, g.place[gun], beach):
                wave = "w2" if box <= W2 else "w1"
                options.append(("shell", g.unit_id(gun), f"{wave}_{g.place_id(beach)}"))
    return options


async def guns_phase(g: State) -> None:
    """4.22, 16.56 Guns that are left and have not fired may fire at the landing craft."""
    while is_held(g) and boxes(g):
        if all(g.did[gun] & ATTACKED for gun in coast_guns(g)):
            return
        options = [*box_options(g), DONE]
        answer = await Choose("allied", "fire_box", listed(options), "16.56")
        if answer == DONE:
            return
        gun = g.pack.unit_index[answer[1]]
        box, beach = named_box(g, answer[2])
        g.did[gun] |= ATTACKED
        reveal(g, gun, "16.52")
        strength = gun_of(g, gun).offensive
        if strength:
            dice = await Roll(strength, "gun_fire", "16.56", SIDES[ALLIED])
            hits = _hits(g, dice, g.place[gun], beach)
            g.tell("box_fire", "16.56", unit=answer[1], place=answer[2], dice=dice, hits=hits)
            await box_losses(g, box, hits)
        await MARK


async def box_losses(g: State, box: int, hits: int) -> None:
    """16.56, 18.33 The Axis player chooses; the leader of a lost HQ is lost with it."""
    hqs = [hq for hq in g.pack.hqs if g.place[hq] == box]
    await choose_losses(g, 1, box_units(g, box), hits, "16.56")
    is_empty = not box_units(g, box)
    for leader in [u for u in g.pack.leaders if u != NOBODY and g.place[u] == box]:
        hq = g.pack.hqs[g.pack.leaders.index(leader)]
        if is_empty or (hq in hqs and g.place[hq] == GONE):
            kill_leader(g, leader)
