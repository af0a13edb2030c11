"""What is written on a map can be read where a board opens, on a laptop and on a phone."""

import pytest

LETTERS = """() => {
  const frame = document.querySelector(".board-view").getBoundingClientRect();
  return [...document.querySelectorAll(".board text")].flatMap((text) => {
    const box = text.getBoundingClientRect();
    const seen = box.width && box.right > frame.left && box.left < frame.right && box.bottom > frame.top && box.top < frame.bottom;
    const style = getComputedStyle(text);
    if (!seen || !text.textContent || style.visibility === "hidden") return [];
    const {a, b} = text.getScreenCTM();
    return [[text.textContent, parseFloat(style.fontSize) * Math.hypot(a, b)]];
  });
}"""  # noqa: E501
LEAST = 10.9
"""Eleven pixels, but for what is lost in rounding."""
SIZES: dict[str, dict[str, object]] = {
    "laptop": {"viewport": {"width": 1440, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
SEATS = {
    "battleaxe": {"allied": "you"},
    "commander": {"axis": "you"},
    "gazala": {"axis": "you"},
    "malta": {"allied": "you"},
    "rommel": {"allied": "you", "axis": "bot:random"},
}


@pytest.mark.parametrize("game", SEATS)
def test_no_letters_are_too_small(sit, home, game):
    address, told, small = "", 0, {}
    for name, size in SIZES.items():
        player = sit(home, **size)
        if address:
            player.go(address)
        else:
            player.new_match(game=game, **SEATS[game])
        player.prompt.wait_for()
        player.rest()
        player.shot(f"letters-{game}-{name}")
        address = player.page.evaluate("location.hash")
        letters = player.page.evaluate(LETTERS)
        told += len(letters)
        small.update({(name, text): high for text, high in letters if high < LEAST})
    assert told > 0
    assert small == {}


def test_other_campaigns_do_not_show_below_this_one(sit, home):
    player = sit(home, **SIZES["phone"])
    player.new_match(game="commander", axis="you")
    player.prompt.wait_for()
    player.rest()
    sheet = player.page.locator(".beside-sheet")
    assert sheet.evaluate("(path) => getComputedStyle(path).visibility") == "visible"
    covers = """(path, [x, y]) => path.isPointInFill(new DOMPoint(x, y))"""
    france, africa = [
        player.place(name).evaluate("(place) => { const b = place.getBBox(); return [b.x, b.y]; }")
        for name in ("gd_namur", "na_tobruk")
    ]
    assert not sheet.evaluate(covers, france)
    assert sheet.evaluate(covers, africa)
