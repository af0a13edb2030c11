"""The table with a game more: Patrol, which hides everything that can be hidden."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, ClassVar

from khamsin import games
from khamsin.table.command import main
from tests.kernel.patrol import Patrol


class TablePatrol(Patrol):
    """Patrol with words."""

    folder: ClassVar[Path] = Path(__file__).parent / "patrol"
    grammar: ClassVar[dict[str, tuple[str, ...]]] = {
        "play": ("card",),
        "hold": (),
        "march": ("token", "way"),
        "spy": ("token",),
        "pass": (),
        "on": (),
        "halt": (),
        "lay": ("card",),
        "wait": (),
        "ambush": ("token",),
        "let": (),
    }

    def picture(self, g: Any, side: str | None, telling: Any) -> Any:
        return {"spaces": {}, "pieces": {}, "view": self.view(g, side)}


if __name__ in ("__main__", "__mp_main__"):  # a server, or a worker process of its bots
    games.GAMES["patrol"] = TablePatrol

if __name__ == "__main__":
    sys.exit(main())
