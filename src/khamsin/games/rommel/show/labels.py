"""Names for people: what is printed on blocks and hexes, and what the words of options are."""

from __future__ import annotations

from khamsin.games.rommel.model.pack import Pack
from khamsin.games.rommel.model.pieces import ALLIED, AXIS, CLASSES, SIDES, Block
from khamsin.kernel.show.summaries import Fact

from .drawing import road_classes

GRAMMAR: dict[str, tuple[str, ...]] = {
    # before play
    "deploy": ("block", "place"),
    "keep": (),
    "redraw": (),
    # supply checks
    "assign": ("block", "at", "source"),
    # Buildup
    "malta": (),
    "wait": (),
    "redeploy": ("block", "origin", "place"),
    "sail": ("block", "origin", "place", "points"),
    "refit": ("block", "origin"),
    "rebuild": ("block", "points"),
    "mine": ("place", "points"),
    "relay": ("place", "second"),
    "extra": ("points",),
    "discard": ("count",),
    # cards
    "challenge": ("card",),
    "answer": ("card",),
    "decline": (),
    "play": ("count", "real"),
    # movement
    "group": ("place",),
    "regroup": ("place",),
    "to": ("place",),
    "move": ("block", "origin", "place"),
    "rommel": ("block", "origin", "place"),
    "engage": ("block", "origin", "place", "via"),
    "rommel_engage": ("block", "origin", "place", "via"),
    "march": ("block", "origin", "place"),
    "march_engage": ("block", "origin", "place", "via"),
    "exit": ("block", "origin"),
    "rommel_exit": ("block", "origin"),
    "rout": ("place",),
    # retreats
    "retreat": ("place",),
    "probe": ("place",),
    "let_go": ("place",),
    "refuse": ("place",),
    "accept": ("place",),
    "fire": ("dice", "same", "faster"),
    "lose": ("*blocks",),
    "withdraw": ("block", "origin", "place"),
    # combat
    "fight": ("place",),
    "assault": ("place",),
    "resolve": ("place",),
    "fire_at": ("block", "class"),
    # everywhere
    "done": (),
}
"""The words of every option, by its verb. Where a block comes from is no goal to light up, so that
it is called its origin."""

BLOCK, PLACE = "unit", "place"
"""What players may ask about; in options and events a block is a block."""

_KINDS = {
    BLOCK: BLOCK, "block": BLOCK, "blocks": BLOCK,
    PLACE: PLACE, "places": PLACE, "assaults": PLACE, "origin": PLACE, "start": PLACE,
    "to": PLACE, "via": PLACE, "at": PLACE, "source": PLACE, "second": PLACE,
}  # fmt: skip


def label(pack: Pack, kind: str, name: str) -> str:
    """1.1.b, 2.2.s3 What is printed on a block; the name of a hex; anything else as it is."""
    kind = _KINDS.get(kind, "")
    if kind == BLOCK and name in pack.block_index:
        return pack.blocks[pack.block_index[name]].name
    if kind == PLACE and name in pack.board.index:
        return pack.hexes[pack.board.at(name)].label
    return name


def things(pack: Pack) -> dict[str, tuple[str, ...]]:
    """Every block and every place."""
    return {BLOCK: pack.block_ids, PLACE: pack.board.names}


def about(pack: Pack, kind: str, name: str) -> list[Fact]:
    """What can be told of one of them."""
    if kind == BLOCK:
        return about_block(pack, pack.blocks[pack.block_index[name]])
    return about_hex(pack, pack.board.at(name))


def about_block(pack: Pack, block: Block) -> list[Fact]:
    """Everything on a block, what the charts say of its type, and where it comes from."""
    kind = pack.types[block.type]
    facts = [
        Fact("name", {"name": block.full}),
        Fact("kind", {"side": SIDES[block.side], "nation": block.nationality, "type": block.type}),
        Fact("class", {"class": CLASSES[kind.combat_class], "speed": kind.speed}),
        Fact("cv", {"cv": tuple(str(cv) for cv in block.steps)}),
    ]
    if block.is_elite:
        facts.append(Fact("elite"))
    if block.is_itank:
        facts.append(Fact("itank"))
    step = pack.rp_per_step[pack.block_index[block.id]]
    facts += [
        Fact("cost", {"points": step}),
        Fact("arrival", {"arrival": block.month}),
        Fact("source", {"note": block.source}),
    ]
    return facts


def about_hex(pack: Pack, at: int) -> list[Fact]:
    """Everything drawn in and around a hex, and where it comes from."""
    each = pack.hexes[at]
    facts = [Fact("hex", {"place": each.id, "number": each.id, "country": each.country})]
    if at == pack.base[ALLIED] or at == pack.base[AXIS]:
        facts.append(Fact("base", {"side": SIDES[pack.base.index(at)]}))
    fortress = pack.fortress_at[at]
    if fortress >= 0:
        allied, axis = pack.fortresses[fortress].capacity
        facts.append(Fact("fortress", {"allied": allied, "axis": axis}))
    if at in pack.oases:
        facts.append(Fact("oasis"))
    roads = road_classes(pack, at)
    if roads:
        facts.append(Fact("roads", {"road": roads}))
    for edge, terrain, crossing in pack.rough:
        a, b = pack.board.ends[edge]
        if at in (a, b):
            other = pack.hexes[b if at == a else a].id
            facts.append(
                Fact("hexside", {"place": other, "terrain": terrain, "crossing": crossing})
            )
    facts.append(Fact("source", {"note": each.source}))
    return facts
