"""What the words of options are, and what is printed on units and hexes."""

from __future__ import annotations

UNIT, PLACE = "unit", "place"

GRAMMAR: dict[str, tuple[str, ...]] = {
    "place": (UNIT, PLACE),
    "unit": (UNIT,),
    "stack": (PLACE,),
    "to": (PLACE,),
    "leave": (),
    "breach": (PLACE,),
    "assisted": (PLACE, "engineer"),
    "split": (UNIT,),
    "land": (),
    "react": (UNIT, PLACE),
    "stay": (),
    "attack": (PLACE,),
    "all": (),
    "join": (UNIT,),
    "back": (),
    "done": (),
    "yes": (),
    "no": (),
    "lose": (UNIT,),
    "retreat": (),
    "stand": (),
    "apart": (),
    "advance": (UNIT,),
    "aside": (UNIT, PLACE),
    "stop": (),
    "remove": (UNIT,),
    "rejoin": (UNIT, "battalion"),
    "merge": (UNIT, "other"),
    "return": (PLACE,),
    "reassign": (UNIT,),
    "formation": ("formation",),
    "rebuild": (UNIT,),
    "comeback": (UNIT, PLACE),
    "chit": ("chit",),
    "note": (PLACE,),
}
