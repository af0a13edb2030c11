"""What would you do? Asked, thought about, shown on the board, done; and refused against people."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_company import invite

THOUGHT = 240_000
"""Milliseconds: six seconds of the processor are long while others use it."""
PHONE = {"width": 390, "height": 844}
SIDES = {
    "battleaxe": ("allied", "axis"),
    "commander": ("axis",),
    "gazala": ("allied", "axis"),
    "malta": ("allied", "axis"),
    "rommel": ("allied", "axis"),
}


def ask(player):
    """Ask by the button, and wait for the plans."""
    page = player.page
    page.locator(".advice-ask").click()
    expect(page.locator(".advice")).to_be_visible()
    expect(page.locator(".plan-head")).not_to_have_count(0, timeout=THOUGHT)


def begin(player, game, *options):
    """Against the computer, at the first question for which there is advice."""
    mine, *others = SIDES[game]
    player.new_match(*options, game=game, **{mine: "you"}, **dict.fromkeys(others, "bot:greedy"))
    expect(player.page.locator(".advice-ask, .usual").first).to_be_visible()


def prepared(player):
    """Past the preparations, in the usual way."""
    page = player.page
    while page.locator(".usual").count():
        number = page.locator(".prompt").get_attribute("data-number")
        page.locator(".usual").click()
        player.moved_on(number)
        expect(page.locator(".advice-ask, .usual").first).to_be_visible()


@pytest.mark.parametrize("game", SIDES)
def test_what_would_you_do(sit, home, game):
    """The plans with their chances and reasons, one of them on the board; then it is done."""
    player = sit(home)
    page = player.page
    begin(player, game)
    prepared(player)
    ask(player)
    player.shot(f"hint-{game}")
    plans = page.locator(".plan-line")
    assert 1 <= plans.count() <= 3
    expect(page.locator(".plan-line.shown")).to_have_count(1)
    expect(page.locator(".plan-chance").first).to_contain_text("%")
    first = page.locator(".plan-first").first.text_content()
    for n in range(plans.count()):
        page.locator(".plan-head").nth(n).click()
        expect(page.locator(".plan-line.shown .plan-number")).to_have_text(str(n + 1))
        player.shot(f"hint-{game}-{n + 1}")
    page.locator(".plan-head").first.click()
    number = page.locator(".prompt").get_attribute("data-number")
    page.locator(".advice-do").click()
    dialog = page.locator("dialog[open] button.main")
    page.wait_for_function(
        "(number) => document.querySelector('dialog[open]')"
        " || document.querySelector('.prompt')?.dataset.number !== number",
        arg=number,
    )
    if dialog.count():
        dialog.click()
    player.moved_on(number)
    assert first
    player.shot(f"hint-{game}-done")


@pytest.mark.parametrize("game", SIDES)
def test_on_a_phone(sit, home, game):
    player = sit(home, viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark")
    page = player.page
    begin(player, game)
    prepared(player)
    ask(player)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.locator(".advice").scroll_into_view_if_needed()
    player.shot(f"hint-{game}-phone")
    page.locator(".advice-away").click()
    expect(page.locator(".advice")).to_have_count(0)


def test_never_where_another_person_plays(sit, club):
    """There is no button, and the key says why."""
    host, guest = sit(club, "Auchinleck"), sit(club, "Ritchie")
    invite(host, guest)
    page = host.page
    expect(page.locator(".option")).not_to_have_count(0)
    expect(page.locator(".advice-ask")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(".toast")).to_contain_text("Another person plays here")
    page.locator(".preferences").click()
    page.locator("input[name=chances]").check()  # nor are there chances to be seen
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    expect(page.locator(".goal")).not_to_have_count(0)
    expect(page.locator(".chances")).to_have_count(0)


def test_it_can_be_called_off_and_a_decision_drops_it(sit, home):
    player = sit(home)
    page = player.page
    begin(player, "battleaxe", "historical_setup")
    page.keyboard.press("h")
    expect(page.locator(".advice progress")).to_be_visible()
    player.shot("hint-thinking")
    page.locator(".advice-away").click()
    expect(page.locator(".advice")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(".advice progress")).to_be_visible()
    player.choose("Regroup")
    expect(page.locator(".advice")).to_have_count(0)
    expect(page.locator(".trails .plan-way")).to_have_count(0)
    ask(player)
    page.keyboard.press("h")
    expect(page.locator(".advice")).to_have_count(0)


def test_a_plan_is_shown_on_the_board_and_followed_step_by_step(sit, home):
    player = sit(home)
    page = player.page
    begin(player, "battleaxe", "historical_setup")
    ask(player)
    plans = page.locator(".plan-line")
    for n in range(plans.count()):
        page.locator(".plan-head").nth(n).click()
        if page.locator(".plan-steps").count() and page.locator(".trails .plan-way").count():
            break
    expect(page.locator(".trails .plan-way")).not_to_have_count(0)
    page.locator(".plan-steps summary").click()
    said = page.locator(".plan-steps li").all_text_contents()
    for step in said[:3]:
        number = page.locator(".prompt").get_attribute("data-number")
        expect(page.locator(".advice-do")).to_contain_text(re.compile(f"Do this|{step[:12]}"))
        page.locator(".advice-do").click()
        player.moved_on(number)
    expect(page.locator(".trails .plan-way")).not_to_have_count(0)
    player.shot("hint-followed")
    # Whoever does something else has left the plan.
    number = page.locator(".prompt").get_attribute("data-number")
    next_one = page.locator(".advice-do").text_content() or ""
    for option in page.locator(".option").all():
        if (option.get_attribute("aria-label") or "") not in next_one:
            option.click()
            break
    player.moved_on(number)
    expect(page.locator(".advice")).to_have_count(0)


def test_in_a_sandbox_of_a_match_against_people(sit, club):
    host, guest = sit(club, "Norrie"), sit(club, "Gott")
    invite(host, guest)
    page = host.page
    expect(page.locator(".option")).not_to_have_count(0)
    address = page.url
    page.locator("[role=tab]", has_text="Match").click()
    page.get_by_role("button", name="sandbox").first.click()
    page.wait_for_function("(address) => location.href !== address", arg=address)
    expect(page.locator(".sandbox-mark")).to_be_visible()
    ask(host)


def test_chances_of_victory_if_the_player_wants_them(sit, home):
    player = sit(home)
    page = player.page
    begin(player, "battleaxe", "historical_setup")
    expect(page.locator(".chances")).to_have_count(0)
    page.locator(".preferences").click()
    page.locator("input[name=chances]").check()
    page.keyboard.press("Escape")
    strip = page.locator(".goal-strip .chances")
    expect(strip).to_contain_text(re.compile(r"estimate: Allied \d+(\.\d)?% · Axis \d+(\.\d)?%"))
    player.shot("chances-strip")
    page.keyboard.press("g")
    expect(page.locator(".goal-list .chances")).to_contain_text("It can be wrong")
    player.shot("chances-open")


@pytest.mark.parametrize("language", ["es", "pl"])
def test_in_the_reader_s_language(sit, home, language):
    player = sit(home, locale=language)
    page = player.page
    begin(player, "battleaxe", "historical_setup")
    ask(player)
    words = {"es": ("Lo que haría el ordenador", "gana"), "pl": ("Co zrobiłby komputer", "wygrana")}
    title, wins = words[language]
    expect(page.locator(".advice h3")).to_have_text(title)
    expect(page.locator(".plan-chance").first).to_contain_text(wins)
    player.shot(f"hint-{language}")


FOLLOWED = """async ([asked, offered]) => {
  const { askedFor, withNews, withAnswer, withDecision } = await import("/advice.js");
  const step = (words, text) => ({ words, text, pieces: [], places: [] });
  const steps = [step(["move", "a"], "Move a"), step(["fire"], "Fire"), step(["done"], "End it"),
    step(["move", "b"], "Move b"), step(["done"], "End all")];
  const news = { ref: "r", state: "done", hint: { plans: [{ steps }], alone: false } };
  let advice = withNews(askedFor("r", 1), news);
  for (const words of asked) advice = withAnswer(advice, words);
  const options = offered.map(([words, text]) => ({ words, text }));
  const found = withDecision(advice, { number: 2, yours: true, to_answer: [], options });
  return found && steps[found.at].text;
}"""


STEPS = [
    ([["move", "a"]], [[["fire"], "Fire (odds 3:1)"]], "Fire"),  # with a remark behind it
    ([["move", "a"]], [[["done"], "End it"]], "End it"),  # nobody asked for the second step
    ([["move", "a"]], [[["done"], "No more support"]], None),  # the same word, another question
    ([["move", "a"]], [[["move", "c"], "Move c"]], None),
    ([["move", "c"]], [[["fire"], "Fire"]], None),  # something else was done
    ([["move", "a"], ["done"]], [[["move", "b"], "Move b"]], None),  # or later
    ([["move", "a"]], [[["done"], "End all"]], None),  # too far on
]
"""What was answered, what is offered now, and which step of the plan that is."""


def test_a_plan_goes_on_only_while_its_next_steps_are_asked_for(sit, home):
    page = sit(home).page
    found = [page.evaluate(FOLLOWED, [answers, offered]) for answers, offered, _ in STEPS]
    assert found == [following for _, _, following in STEPS]


SEATS = """async (next) => {
  const { begin, reduce } = await import("/store.js");
  const scene = { sides: {}, pieces: [], spaces: [], boxes: [] };
  const options = [{ words: ["done"], text: "End it", pieces: [], places: [] }];
  const table = (seat, number) => ({ match: { entries: number, you: { seat, sides: [seat] } },
    picture: { pieces: {}, spaces: {} }, log: { from: 0, lines: [] }, result: null, offers: {},
    decision: { number, yours: true, to_answer: [seat], prompt: "", rule: "", options } });
  const step = (words, text) => ({ words, text, pieces: [], places: [] });
  const steps = [step(["move"], "Move"), step(["done"], "End it")];
  let state = begin("m", scene, {}, table("allied", 1));
  for (const event of [{ type: "hintAsked", ref: "r" },
    { type: "hint", ref: "r", state: "done", hint: { plans: [{ steps }], alone: false } },
    { type: "choosing", number: 1, seat: "allied", words: ["move"] },
    { type: "table", ...table(next, 2) }]) state = reduce(state, event);
  return state.advice?.at ?? null;
}"""


def test_a_plan_is_for_the_eyes_of_its_seat(sit, home):
    """Two at one screen: whoever sits down next does not see what the other was told."""
    page = sit(home).page
    assert [page.evaluate(SEATS, seat) for seat in ("allied", "axis")] == [1, None]
