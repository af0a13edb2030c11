"""Skirmish as the table sees it, and a table that has it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from khamsin import games
from khamsin.kernel.game import Finished, Game, Presentation, Rules, Variant
from khamsin.kernel.show.hexmap import HexMap
from khamsin.kernel.show.panels import BattleNow, HandNow, Record
from khamsin.kernel.show.scene import Overlay, Picture, PieceNow, Scene, SceneSpace, unknown
from khamsin.kernel.show.summaries import Chances, Columns, Fact, Factor, Odds
from khamsin.table.command import main
from tests.browser.skirmish_rules import (
    BLOCKS,
    BOARD,
    COLUMNS,
    ENDINGS,
    FULL,
    HIT,
    LAND,
    SEA,
    SIDES,
    Field,
    blocks_at,
    goals,
    play,
    side_of,
    start,
)

CHART = HexMap(BOARD, spacing=130, margin=(60, 60, 60, 330))
TERRAIN = {
    "0304": "hill", "0404": "hill", "0306": "mountain", "0307": "mountain", "0507": "woods",
    "0508": "woods", "0607": "fields", "0707": "fields", "0907": "marsh", "1007": "marsh",
    "1006": "rough", "1106": "dunes", "1207": "salt", "0704": "town", "0803": "city",
    "0905": "fortified", "0504": "beach", "0103": "hill",
}  # fmt: skip
SIGNS = {
    "0704": ["town", "port"], "0803": ["city", "major_port"], "0905": ["fort"],
    "1105": ["airfield"], "1208": ["oasis"], "0208": ["depot"], "1405": ["base"],
    "0504": ["beach"], "1308": ["victory"],
}  # fmt: skip
NAMES = {"0704": "Sollum", "0803": "Bardia", "0905": "Capuzzo", "1208": "Siwa", "1105": "El Adem"}
CARD_TITLES = {"ace": "Full Supply", "two": "Fuel", "blank": "Dummy"}


def check(g: Field) -> None:
    """Everybody stands on land."""
    assert all(at in LAND for at in g.at)


def known(g: Field, side: str | None) -> Field:
    """Enemy blocks that were not seen are whole, and enemy cards blank."""
    new = g.copy()
    for n, seen in enumerate(g.seen):
        if not seen and SIDES[side_of(n)] != side:
            new.strength[n] = FULL
    new.hands = [
        hand if SIDES[owner] == side else ["blank"] * len(hand)
        for owner, hand in enumerate(g.hands)
    ]
    return new


class Skirmish(Game[Field]):
    """A toy with hidden blocks, cards, a battle board, a procedure."""

    slug = "skirmish"
    title = "Skirmish"
    sides = SIDES
    rules_version = 1
    scenarios = (Variant("only", "The only one", "1.1"),)
    options = ()
    pack = "0123456789abcdef"
    endings = ENDINGS
    folder = Path(__file__).parent / "skirmish"

    def __init__(self) -> None:
        super().__init__()
        self.rules = Rules(
            start=start,
            play=play,
            why_not=lambda g, side, words: None,
            check=check,
            known=known,
            view=lambda g, side: {"turn": g.turn, "at": list(g.at), "side": side},
            imagine=lambda g, side, rng, told: known(g, side),
        )
        self.presentation = Presentation(
            grammar={
                "play": ("card",),
                "hold": (),
                "move": ("block", "hex"),
                "attack": ("hex",),
                "done": (),
            },
            gambles=("attack",),
            odds=self.odds,
            scene=self.scene,
            picture=self.picture,
            overlays=self.overlays,
            record=self.record,
        )

    def odds(self, g: Field, side: str, prompt: str, words: tuple[str, ...]) -> list[Odds]:
        return [
            Odds(
                Fact("attack"),
                (Chances(Fact("each"), (("miss", 2 / 3), ("hit", 1 / 3))),),
                (Factor(Fact("strength"), "4", "1.3"), Factor(Fact("terrain"), "\u22121", "1.2")),
                Columns(("1:1", "2:1", "3:1"), 0, 1, (Factor(Fact("behind"), "1R", "1.3"),)),
            )
        ]

    # -- what a browser draws ------------------------------------------------------------------

    def scene(self, narrator: Any) -> Scene:
        width, height = CHART.size
        return {
            "size": [width, height],
            "shapes": [
                *CHART.sea(SEA),
                *CHART.sides([("0506", "0605"), ("0605", "0606"), ("0706", "0705")], "escarpment"),
                *CHART.sides([("1006", "1005"), ("1005", "1106")], "ridge"),
                *CHART.sides([("1206", "1205"), ("1205", "1306")], "ridge", broken=True),
                *CHART.sides([("0206", "0207"), ("0207", "0307")], "creek"),
                *CHART.sides([("1307", "1306"), ("1306", "1406")], "marsh"),
                *CHART.sides([("0905", "0805"), ("0805", "0906")], "works"),
                CHART.road(["0104", "0204", "0305", "0405", "0505", "0604", "0704"], "highway",
                           "Via Balbia"),
                *CHART.roads([("0704", "0804"), ("0804", "0904"), ("0904", "1004")], "road"),
                CHART.road(["0405", "0406", "0507", "0607", "0708", "0808"], "track", "Trigh"),
                CHART.road(["0905", "0906", "0907", "0908"], "trail"),
                CHART.road(["1004", "1105", "1205", "1305", "1404"], "railway"),
                {"layer": "sea_name", "kind": "text", "points": [[300, 150], [700, 150]],
                 "text": "Mediterranean"},
            ],
            "spaces": [self._space(name) for name in BOARD.names],
            "boxes": [
                {"id": "turns", "name": "Turns", "rect": [60, height - 290, 700, 120],
                 "cells": ["1", "2", "3"]},
                {"id": "arrivals", "name": "Reinforcements", "folds": True, "side": "axis",
                 "rect": [800, height - 290, 560, 240], "cells": ["Turn 2", "Turn 3"]},
            ],
            "pieces": [
                {
                    "id": block, "side": SIDES[side_of(n)], "nation": SIDES[side_of(n)],
                    "label": f"{block} Bde", "name": f"Block {block}", "facts": [], "kind": "block",
                    "symbol": {"branch": ("armour", "infantry", "recon")[n % 3],
                               "motorised": n % 3 == 1, "size": "X"},
                    "faces": [{"values": [str(FULL - step), "6"], "reduced": bool(step)}
                              for step in range(FULL)],
                }
                for n, block in enumerate(BLOCKS)
            ],
            "sides": {"allied": {"label": "Allied", "colour": "a"},
                      "axis": {"label": "Axis", "colour": "b"}},
            "marks": {"revealed": "revealed", "moved": "has moved", "minefield": "minefield"},
            "sources": [],
            "piece_size": 84,
            "sheets": [{"id": "map", "name": "Map", "rect": [0, 0, width, height - 310]},
                       {"id": "boxes", "name": "Boxes", "rect": [0, height - 330, width, 330]}],
        }  # fmt: skip

    def _space(self, name: str) -> SceneSpace:
        terrain = "sea" if name in SEA else TERRAIN.get(name, "clear")
        return CHART.space(name, terrain, title=NAMES.get(name, ""), signs=SIGNS.get(name, ()))

    def picture(self, g: Field, side: str | None, narrator: Any) -> Picture:
        pieces: dict[str, PieceNow] = {}
        hidden: dict[tuple[str, str], int] = {}
        for n, block in enumerate(BLOCKS):
            mine = SIDES[side_of(n)]
            if mine == side or g.seen[n]:
                marks = ["moved"] if n in g.moved else []
                marks += ["revealed"] if g.seen[n] else []
                pieces[block] = {"at": g.at[n], "face": FULL - g.strength[n], "marks": marks}
            else:
                key = (g.at[n], mine)
                hidden[key] = hidden.get(key, 0) + 1
                name, piece = unknown(g.at[n], mine, "block", hidden[key])
                pieces[name] = piece
        for number in range(2):
            name, piece = unknown("arrivals", "axis", "block", number + 1, "?")
            piece["cell"] = number
            pieces[name] = piece
        battle = self._battle(g, pieces) if g.fight else None
        return {
            "spaces": {
                name: {"control": SIDES[int(name[:2]) > COLUMNS // 2], "marks":
                       ["minefield"] if name == "1206" else []}
                for name in LAND
            },
            "pieces": pieces,
            "markers": [{"id": "turn", "label": "Turn", "text": "Turn", "at": "turns",
                         "cell": min(g.turn, 2)}],
            "bar": [f"Turn {g.turn + 1}", SIDES[g.mover], g.phase],
            "facts": [],
            "battle": battle,
            "edges": [{"between": ["1206", "1205"], "layer": "minefield", "label": "Minefield"},
                      {"between": ["1204", "1205"], "layer": "breach", "label": "Breach"}],
            "arrows": [{"through": ["0604", "0704"], "kind": "attack"},
                       {"through": ["0405", "0604"], "kind": "plan", "side": "allied"}],
            "hands": self._hands(g, side),
            "procedure": {
                "title": "Reinforcements", "rule": "1.4",
                "steps": [
                    {"title": "Roll a die", "rule": "1.4", "state": "done", "dice": [3],
                     "result": "nothing arrives"},
                    {"title": "Look at the table", "rule": "1.4", "state": "now",
                     "note": "A tie goes to the eastern one."},
                    {"title": "Place the units", "rule": "1.2", "state": "next"},
                ],
            },
            "sequence": [
                {"label": phase, "rule": rule, "state": state}
                for phase, rule, state in (
                    ("Cards", "1.1", "now" if g.phase == "cards" else "done"),
                    ("Movement", "1.2", "now" if g.phase == "move" else "next"),
                    ("Reinforcements", "1.4", "next"),
                )
            ],
        }  # fmt: skip

    def _hands(self, g: Field, side: str | None) -> list[HandNow]:
        hands: list[HandNow] = []
        for n, name in enumerate(SIDES):
            seen = g.hands[n] if name == side else []
            hands.append({
                "id": f"hand_{name}", "name": f"{name.title()} hand", "kind": "hand", "side": name,
                "count": len(g.hands[n]),
                "cards": [{"id": card, "title": CARD_TITLES[card], "value": str(len(card)),
                           "text": "Moves two more blocks.", "rule": "1.1"} for card in seen],
            })  # fmt: skip
        hands.append({"id": "cup", "name": "The cup", "kind": "cup", "count": 9, "cards": []})
        return hands

    def _battle(self, g: Field, pieces: dict[str, PieceNow]) -> BattleNow:
        here = [BLOCKS[n] for n in blocks_at(g, g.fight)]
        mine = [name for name, now in pieces.items() if now["at"] and name in BLOCKS[:3]]
        return {
            "title": f"Battle in {g.fight}", "place": g.fight, "attackers": [], "defenders": [],
            "rows": [],
            "lines": [{"label": "Front line", "side": SIDES[g.mover], "pieces": mine},
                      {"label": "Defenders", "side": SIDES[1 - g.mover], "pieces": here}],
            "targets": [{"by": name, "at": here[0], "text": "fires"} for name in mine[:1]],
            "plans": [{"title": "Flank", "text": "One column more.", "rule": "1.3",
                       "side": SIDES[g.mover]}],
            "ladder": {"columns": ["1:2", "1:1", "2:1", "3:1", "4:1"], "start": 1, "end": 3,
                       "shifts": [{"label": "Armour", "value": "1R", "rule": "1.3"},
                                  {"label": "From behind", "value": "1R", "rule": "1.3"}]},
            "sums": [{"title": "Strength", "total": "9", "rows": [
                {"label": "Blocks", "value": "10", "rule": "1.3"},
                {"label": "Terrain", "value": "\u22121", "rule": "1.2"}]}],
            "throws": [{"label": "Fire", "dice": list(g.dice), "rule": "1.3",
                        "hits": [n for n, die in enumerate(g.dice) if die >= HIT],
                        "side": SIDES[g.mover]}],
            "table": {"title": "Results", "columns": ["1:1", "2:1", "3:1"], "rule": "1.3",
                      "rows": [{"label": "1-3", "cells": ["A", "-", "D"]},
                               {"label": "4-6", "cells": ["-", "D", "DD"]}], "column": 2, "row": 1},
        }  # fmt: skip

    def overlays(self, g: Field, side: str | None, narrator: Any, piece: str) -> list[Overlay]:
        found: list[Overlay] = [
            {"id": "supply", "label": "Supply", "side": "allied",
             "spaces": {name: 2 for name in LAND if int(name[:2]) < 6},
             "lines": [{"through": ["0104", "0305", "0405"], "kind": "supply", "side": "allied"}]},
            {"id": "fire", "label": "Line of fire", "spaces": {},
             "lines": [{"through": ["0405", "0605"], "kind": "fire", "text": "2"},
                       {"through": ["0405", "0207"], "kind": "blocked"}],
             "rings": [{"at": "0405", "radius": 260, "text": "Range 2"}]},
        ]  # fmt: skip
        if piece in BLOCKS and SIDES[side_of(BLOCKS.index(piece))] == side:
            reach = goals(g, BLOCKS.index(piece))
            found.append(
                {"id": "range", "label": "Range", "auto": True, "side": side or "",
                 "spaces": dict.fromkeys(reach, 2), "text": dict.fromkeys(reach, "1")}
            )  # fmt: skip
        return found

    def record(self, finished: Sequence[Finished], narrator: Any) -> Record | None:
        return {
            "title": "Career",
            "columns": ["Day", "Side"],
            "rows": [{"cells": [one.ended, one.side], "match": one.match} for one in finished],
            "summary": [f"{len(finished)} finished"],
        }


if __name__ in ("__main__", "__mp_main__"):  # a server, or a worker process of its bots
    games.GAMES.offered["skirmish"] = Skirmish

if __name__ == "__main__":
    sys.exit(main())
