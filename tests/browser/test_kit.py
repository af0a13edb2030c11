"""What games can show: a hex map, hidden blocks, cards, a battle board, procedures, overlays."""


import pytest
from playwright.sync_api import expect


def begin(player):
    player.new_match(game="skirmish", allied="you", axis="screen")
    curtain(player)
    expect(player.prompt).to_contain_text("play a card")


def curtain(player):
    dialog = player.page.locator("dialog")
    if dialog.count() or player.page.locator("body.veiled").count():
        dialog.locator(".main").click()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_hex_map_with_everything_on_it(sit, ground, scheme):
    player = sit(ground, color_scheme=scheme)
    begin(player)
    player.shot(f"kit-{scheme}")
    expect(player.page.locator("[data-place='0704'] .light")).to_be_visible()
    assert player.page.locator(".hexes .soil").count() <= 3  # few elements for all the hexes
