"""Names for people: what is printed on Forces and areas, and what the words of options are."""

from __future__ import annotations

from khamsin.games.commander.model.pack import Campaign, Pack
from khamsin.games.commander.model.pieces import NEVER, SIDES, TYPES, Area, Unit
from khamsin.kernel.show.summaries import Fact

_RAISED = ("", "¹", "²", "³", "⁴", "⁵", "⁶")

GRAMMAR: dict[str, tuple[str, ...]] = {
    # moves
    "move": ("unit", "place"),
    "from": ("place", "supplies"),
    "exploit": ("unit", "place"),
    "to": ("place",),
    # battles
    "fight": ("place",),
    "plan": ("plan",),
    "pair": ("unit", "other"),
    "again": ("unit", "die"),
    "again_plan": ("plan", "die"),
    "keep": (),
    "hit": ("unit",),
    "draw": (),
    "veteran": ("unit",),
    "elite": ("unit",),
    # refit and supply
    "refit": ("unit",),
    "recover": ("unit",),
    "sacrifice": ("unit",),
    "pay": (),
    "supplies": (),
    "buy": ("unit", "place"),
    "remove": ("unit",),
    # the Allied procedure
    "region": ("region",),
    "garrison": ("unit",),
    "go": ("unit",),
    "send": ("unit", "place"),
    "toward": ("place",),
    "roll": ("unit",),
    # everywhere
    "yes": (),
    "no": (),
    "done": (),
}
"""The words of every option, by its verb."""

UNIT, PLACE, REGION, BOX, ORDERS = "unit", "place", "region", "box", "orders"
_KINDS = {
    UNIT: UNIT, "other": UNIT, "units": UNIT, "attackers": UNIT, "defenders": UNIT,
    PLACE: PLACE, "at": PLACE, "aim": PLACE, "near": PLACE,
    REGION: REGION, BOX: BOX, ORDERS: ORDERS,
}  # fmt: skip


def label(pack: Pack, kind: str, name: str) -> str:
    """What is printed on a Force, an area, a region or a box of the track; else the name."""
    kind = _KINDS.get(kind, "")
    if kind == UNIT:
        return " + ".join(_unit(pack, each) for each in name.split("+"))
    if kind in (PLACE, ORDERS):
        return _place(pack, name.removeprefix("area:"))
    if kind == REGION:
        for campaign in pack.campaigns.values():
            for region in campaign.regions:
                if region.id == name:
                    return region.name
    if kind == BOX:
        campaign_id, _, turn = name.partition("_")
        return pack.campaigns[campaign_id].boxes[int(turn) - 1].label
    return name


def _unit(pack: Pack, name: str) -> str:
    campaign = pack.home.get(name)
    if campaign is None or name not in campaign.unit_index:
        return name
    return campaign.units[campaign.unit_index[name]].name


def _place(pack: Pack, name: str) -> str:
    campaign = pack.home.get(name)
    if campaign is None or name not in campaign.board.index:
        return name
    return campaign.areas[campaign.board.at(name)].name


def printed(values: tuple[int, ...]) -> str:
    """Attack with its superior value, Defence, movement: "5(2)-3-3"."""
    superior = f"({values[1]})" if values[1] else ""
    return f"{values[0]}{superior}-{values[2]}-{values[3]}"


def on_counter(values: tuple[int, ...]) -> list[str]:
    """The same in the corners of a counter: Attack with its superior value raised."""
    return [f"{values[0]}{_RAISED[values[1]]}", str(values[2]), str(values[3])]


def things(pack: Pack) -> dict[str, tuple[str, ...]]:
    """Every Force and every area, of all campaigns."""
    campaigns = pack.campaigns.values()
    return {
        UNIT: tuple(name for c in campaigns for name in c.unit_ids),
        PLACE: tuple(name for c in campaigns for name in c.place_ids),
    }


def about(pack: Pack, kind: str, name: str) -> list[Fact]:
    """What can be told of one of them."""
    c = pack.home[name]
    if kind == UNIT:
        return about_unit(c.units[c.unit_index[name]])
    return about_area(c, c.areas[c.board.at(name)])


def about_unit(unit: Unit) -> list[Fact]:
    """Everything on a counter, and where it comes from."""
    kind = {"side": SIDES[unit.side], "nation": unit.nation, "type": TYPES[unit.type]}
    return [
        Fact("name", {"name": unit.name}),
        Fact("kind", kind),
        Fact("values", {"full": printed(unit.full), "reduced": printed(unit.reduced)}),
        Fact("group", {"group": unit.group}),
        Fact("source", {"note": unit.source}),
    ]


def about_area(c: Campaign, area: Area) -> list[Fact]:
    """Everything printed on an area, its neighbours, and where it comes from."""
    number = c.board.at(area.id)
    near = tuple(c.place_ids[other] for other in c.neighbours[number])
    region = c.regions[area.region]
    facts = [Fact("region", {"region": region.id, "limit": region.limit})]
    if area.flag:
        facts.append(Fact("flag", {"nation": area.flag}))
    if number in c.victory:
        facts.append(Fact("goal"))
    if area.fortification:
        facts.append(Fact("fortification"))
    if area.axis_placement != NEVER:
        facts.append(Fact(f"axis_{area.axis_placement}"))
    if area.allied_placement:
        facts.append(Fact("allied_placement"))
    return [*facts, Fact("near", {"near": near}), Fact("source", {"note": area.source})]
