"""What the others did: played back on the board, told in words, and there again at any time."""

from playwright.sync_api import expect

from tests.browser.test_company import invite

ASSAULT = "Assault from A Buq-Buq, B Bir Nuh, C Sofafi and D Gasr el-Abid"


def begin(sit, club, names, **how):
    """The Allies (another person) have their half; the Axis, whose page is given back, looks on."""
    host, guest = sit(club, f"{names[0]} of old"), sit(club, f"{names[1]} of old", **how)
    invite(host, guest)
    host.choose(ASSAULT)
    for text in ("Move 2RTR to 2 Bir el-Hurush", "Move 2RTR to 11 Sidi Omar"):
        host.choose(text)
    host.choose("Move 7RTR to 3 Sidi Suleiman")
    host.choose("End the Assault")
    host.choose("Keep it")
    return guest


def test_what_another_did_is_played_back_and_told(sit, club):
    player = begin(sit, club, ("Messervy", "Neumann"), reduced_motion="no-preference")
    page = player.page
    playing = page.locator(".playback.playing")
    expect(playing.locator("li")).not_to_have_count(0)
    expect(page.locator(".option")).to_have_count(0)  # nothing can be chosen in the past
    expect(page.locator(".trails .arrow")).not_to_have_count(0)
    player.shot("playback-playing")
    page.locator(".playback-skip").click()
    card = page.locator("details.playback")
    expect(card).to_contain_text("2RTR: D Gasr el-Abid → 11 Sidi Omar")
    expect(card).to_contain_text("Allied: took 2 Bir el-Hurush")
    expect(page.locator(".trails .arrow")).to_have_count(2)
    expect(player.prompt).to_contain_text("name your impulse")
    expect(page.locator(".option")).not_to_have_count(0)
    player.shot("playback-told")
    page.locator(".playback-again").click()
    expect(playing).to_be_visible()
    page.keyboard.press("c")  # skips
    expect(card).to_be_visible()
    page.keyboard.press("c")  # and puts away
    expect(card).to_have_count(0)
    expect(page.locator(".trails .arrow")).to_have_count(0)
    page.keyboard.press("b")
    expect(playing).to_be_visible()


def test_it_plays_to_its_end_by_itself_and_stays_until_it_is_put_away(sit, club):
    player = begin(sit, club, ("Beresford", "Bach"), reduced_motion="no-preference")
    page = player.page
    expect(page.locator("details.playback[open]")).to_contain_text("2RTR")
    player.choose("Regroup")  # who goes on has read it: it folds, and is not lost
    expect(page.locator("details.playback:not([open])")).to_have_count(1)
    page.locator(".playback summary").click()
    page.locator(".playback-continue").click()
    expect(page.locator(".playback")).to_have_count(0)


def test_without_motion_it_is_told_at_once(sit, club):
    player = begin(sit, club, ("Creagh", "Kirchheim"))  # prefers-reduced-motion
    page = player.page
    expect(page.locator("details.playback")).to_contain_text("2RTR: D Gasr el-Abid → 11 Sidi Omar")
    expect(page.locator(".playback.playing")).to_have_count(0)
    page.locator(".preferences").click()
    expect(page.locator("select[name=playback]")).to_have_value("off")


def test_what_happened_while_one_was_away_is_played_back(sit, club):
    player = begin(sit, club, ("Gatehouse", "Esebeck"), reduced_motion="no-preference")
    page = player.page
    expect(page.locator(".playback.playing")).to_be_visible()
    address = page.url
    page.goto("about:blank")  # before it has been seen
    page.goto(address)
    expect(page.locator(".playback.playing li")).not_to_have_count(0)
    page.locator(".playback-skip").click()
    page.locator(".playback-continue").click()
    page.reload()
    expect(player.prompt).to_contain_text("name your impulse")
    expect(page.locator(".playback")).to_have_count(0)  # it has been seen


def test_the_moves_of_a_bot_are_played_back(sit, home):
    player = sit(home, reduced_motion="no-preference")
    page = player.page
    player.new_match("historical_setup", game="battleaxe", allied="you", axis="bot:greedy")
    expect(player.prompt).to_contain_text("name your impulse")
    player.choose("Regroup")
    player.choose("End the Regroup")
    player.option("Keep it").click()
    expect(page.locator("details.playback[open]")).to_be_visible()


PICTURES = """async ([before, after, lines]) => {
  // Of the modules that the page has loaded, which know its words.
  const main = document.querySelector("script[src$='main.js']").src;
  const { recap } = await import(main.replace("main.js", "playback/recap.js"));
  const named = [["s", "Sollum"], ["b", "Bardia"], ["t", "Tobruk"], ["d", "Derna"]];
  const spaces = [...named, ["h", ""]].map(([id, name]) => (
    { id, name, said: name || "Bardia SE1", short: id, kind: "hex" }));
  const pieces = [["own", "allied"], ["known", "axis"]].map(([id, side]) => (
    { id, side, label: id, faces: [] }));
  const scene = { spaces, pieces, boxes: [{ id: "lost" }], sides: {}, marks: {} };
  const picture = (where) => ({ spaces: {}, pieces: Object.fromEntries(
    Object.entries(where).map(([id, at]) => [id, { at, marks: [], side: id.slice(1, 5) }])) });
  const state = { scene, table: { match: { you: { sides: ["allied"] } } } };
  const found = recap(state, picture(before), picture(after), lines);
  return found.map(({ text, more }) => [text, ...(more ?? [])]);
}"""


def told(player, before, after, *lines):
    """What the card would say of these two pictures of blocks, and of these lines."""
    return player.page.evaluate(PICTURES, [before, after, lines])


def test_what_cannot_be_told_apart_is_not_lost_where_it_only_moved_or_was_seen(sit, home):
    player = sit(home)
    player.page.locator(".hero .button.main").wait_for()  # the words are there
    before = {"?axis@s.1": "s", "?axis@s.2": "s"}
    assert told(player, before, {"?axis@s.1": "s", "?axis@b.1": "b"}) == [
        ["1 unit: Sollum → Bardia"]
    ]
    said = {"text": "In Sollum stands 21/5.", "places": ["s"]}
    assert told(player, before, {"?axis@s.1": "s", "known": "s"}, said) == [[said["text"]]]
    # Three came from two places: who is who cannot be known.
    before |= {"?axis@h.1": "h"}
    assert told(player, before, {f"?axis@b.{n}": "b" for n in (1, 2, 3)}) == [
        ["2 units: no longer in Sollum"],
        ["1 unit: no longer in Bardia SE1"],
        ["3 units: now in Bardia"],
    ]


def test_a_whole_army_arrives_in_one_line(sit, home):
    player = sit(home)
    player.page.locator(".hero .button.main").wait_for()
    army = {"?axis@s.1": "s", "?axis@b.1": "b", "?axis@t.1": "t", "?axis@d.1": "d", "known": "d"}
    assert told(player, {}, army) == [["5 units, now in Sollum, Bardia, Tobruk, Derna"]]
    assert len(told(player, {}, {"?axis@s.1": "s", "?axis@b.1": "b"})) == 2


def test_every_loss_is_told_once_with_the_fight_it_belongs_to(sit, home):
    player = sit(home)
    fight = {"text": "Combat in Sollum.", "fight": True, "topic": "combat", "places": ["s"]}
    step = {"text": "known falls to CV 2.", "setback": True, "topic": "combat"}
    end = {"text": "known is eliminated.", "setback": True, "topic": "combat", "pieces": ["known"]}
    turn = {"text": "Turn 2.", "heading": True}
    worn = {"text": "own falls to CV 1.", "setback": True, "pieces": ["own"]}
    before = {"known": "s", "own": "b"}
    assert told(player, before, {"known": "lost", "own": "b"}, fight, step, end, turn, worn) == [
        [fight["text"], step["text"], end["text"]],
        [worn["text"]],
    ]
