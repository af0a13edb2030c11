"""What a player stumbled over once: each of these was found by somebody who played."""

import re

from playwright.sync_api import expect

ASSAULT = "Assault from A Buq-Buq, B Bir Nuh, C Sofafi and D Gasr el-Abid"


def begin(player, **seats):
    player.new_match(
        "historical_setup", game="battleaxe", **(seats or {"allied": "you", "axis": "screen"})
    )
    expect(player.prompt).to_contain_text("name your impulse")


def test_an_enemy_counter_tells_why_its_place_cannot_be_entered(sit, home):
    player = sit(home)
    page = player.page
    begin(player)
    player.choose(ASSAULT)
    player.piece("2rtr").press("Enter")
    page.mouse.click(*player.point("2_62"))
    expect(page.locator(".popover.why .rule")).to_have_count(1)
    expect(player.piece("2rtr")).to_have_class(re.compile("selected"))  # and is not put down


def test_the_log_keeps_its_height_beside_hands_and_options(sit, home):
    for size in ((1366, 768), (1440, 900)):
        player = sit(home, viewport={"width": size[0], "height": size[1]})
        player.new_match(game="commander")
        expect(player.prompt).to_contain_text("Battle moves")
        box = player.page.locator(".log-lines").bounding_box()
        assert box is not None
        assert box["height"] >= 120
        assert box["y"] + box["height"] <= size[1]


def test_the_map_stays_where_the_player_has_put_it(sit, home):
    player = sit(home)
    page = player.page
    player.new_match(game="rommel", axis="you", allied="bot:greedy")
    expect(player.prompt).to_contain_text("deploy your blocks")
    page.locator(".board-tools button").nth(1).click()  # zooms out
    before = player.seen()
    for _ in range(2):
        number = page.locator(".prompt").get_attribute("data-number")
        page.locator(".option-unit").first.click()
        page.locator(".options .option:not([hidden])").first.click()
        player.moved_on(number)
    assert player.seen() == before


def test_what_is_searched_is_taken_by_its_exact_name(sit, home):
    player = sit(home)
    page = player.page
    player.new_match(game="rommel", axis="you", allied="bot:greedy")
    expect(player.prompt).to_contain_text("deploy your blocks")
    page.locator(".option-unit").first.click()
    field = page.locator(".find-option")
    field.fill("no such place")
    expect(page.locator(".more")).to_have_text("Nothing found.")
    field.fill("Bardia")
    number = page.locator(".prompt").get_attribute("data-number")
    field.press("Enter")
    player.moved_on(number)
    expect(player.log.last).to_have_text(re.compile(r"is deployed in Bardia\.$"))
    expect(page.locator(".find-option:focus")).to_have_count(0)  # the next key is no letter for it


def test_escape_closes_the_help_at_once(sit, home):
    player = sit(home)
    begin(player)
    player.page.keyboard.press("?")
    expect(player.page.locator("dialog")).to_be_visible()
    player.page.keyboard.press("Escape")
    expect(player.page.locator("dialog")).to_have_count(0)


def test_the_computer_that_takes_over_is_chosen(sit, home):
    player = sit(home)
    page = player.page
    begin(player, allied="you", axis="bot:greedy")
    page.get_by_role("tab", name="Match").click()
    page.get_by_role("button", name="Let the computer play Allied").click()
    page.locator(".popover").get_by_role("button", name="random").click()
    expect(player.prompt).not_to_contain_text("name your impulse")
    expect(page.locator(".toast.error")).to_have_count(0)
    page.get_by_role("button", name="Play Allied myself").click()
    expect(page.get_by_role("button", name="Let the computer play Allied")).to_be_visible()


def test_computer_levels_are_described(sit, home):
    player = sit(home)
    player.go("#/new")
    page = player.page
    page.locator("select[name=seat-axis]").select_option("bot:veteran")
    expect(page.locator(".bot-about").last).to_contain_text("about 15 seconds")


def test_a_sandbox_says_what_it_is_and_an_end_leads_on(sit, home):
    player = sit(home)
    page = player.page
    begin(player)
    expect(page.locator(".sandbox-mark")).to_have_count(0)
    address = page.url
    page.get_by_role("tab", name="Match").click()
    page.get_by_role("button", name="Resign: Allied").click()
    page.locator("dialog .main").click()
    expect(page.locator(".prompt.over")).to_contain_text("Axis wins")
    page.get_by_role("button", name="Play again").click()
    expect(player.prompt).to_contain_text("name your impulse")
    expect(page).not_to_have_url(address)
    player.go("#/")
    expect(page.locator(".card-result").first).to_contain_text("Axis wins")
    page.goto(address)
    expect(page.locator(".prompt.over")).to_be_visible()
    page.get_by_role("tab", name="Match").click()
    page.get_by_role("button", name="Try it out in a sandbox").click()
    expect(page.locator(".sandbox-mark")).to_be_visible()


def test_a_stack_tells_how_many_lie_in_it(sit, home):
    player = sit(home)
    page = player.page
    player.new_match(game="commander")
    expect(player.prompt).to_contain_text("Battle moves")
    expect(page.locator(".stack-counts text").filter(has_text="7")).to_have_count(1)


def test_words_on_arrows_do_not_stand_on_each_other(sit, home):
    player = sit(home)
    levels = player.page.evaluate("""async () => {
      const { drawArrows } = await import("/board/dynamic_layers.js");
      const at = { a: [0, 0], b: [100, 0], c: [0, 4], d: [100, 4] };
      const arrow = (from, to, text) => ({ through: [from, to], kind: "plan", text });
      const both = [arrow("a", "b", "1 July AM"), arrow("c", "d", "2 July AM")];
      const drawn = drawArrows(both, (id) => at[id], () => "a");
      return drawn.map((one) => Number(one.querySelector("text").getAttribute("y")));
    }""")
    assert abs(levels[0] - levels[1]) > 20


def test_a_decision_out_of_sight_is_pointed_at(sit, home):
    player = sit(home)
    page = player.page
    begin(player)
    jump = page.locator(".jump")
    for _ in range(6):
        page.locator(".board-tools button").first.click()
    box = page.locator(".board-view").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 300, box["y"] + 300)
    page.mouse.down()
    page.mouse.move(box["x"] + 1500, box["y"] + 1500, steps=4)  # to the corner of the sheet
    page.mouse.up()
    player.choose("Regroup")
    expect(jump).to_have_class(re.compile("calls"))
    jump.click()
    expect(jump).not_to_have_class(re.compile("calls"))


def test_the_last_fight_stays_until_it_is_put_away(sit, home):
    player = sit(home)
    page = player.page
    begin(player)
    player.choose("Assault from H Tobruk")
    player.option("Attack").click()
    page.locator("dialog .main").click()
    expect(player.option("All of them")).to_be_visible()
    report = page.locator("details.report")
    for seed in range(40):  # the dice are the table's own: nobody knows how many questions it takes
        if report.count():
            break
        player.play(most=1, seed=seed, quick=0.3)
    expect(report.locator("summary")).to_contain_text(re.compile("attack", re.IGNORECASE))
    expect(report.locator(".die")).not_to_have_count(0)
    player.shot("report")
    report.evaluate("(one) => { one.open = true; }")
    page.locator(".report-continue").click()
    expect(report).to_have_count(0)
