// Plays by clicking the list, in the page: fast, and through the same code as a hand.
async ({most, seed, quick}) => {
  let state = seed;
  const random = () => { state = (state * 1103515245 + 12345) % 2147483648; return state / 2147483648; };
  const prompt = () => document.querySelector(".prompt");
  const wait = (what) => new Promise((resolve, reject) => {
    const end = performance.now() + 60000;
    const look = () => {
      const found = what();
      if (found) resolve(found);
      else if (performance.now() > end) reject(new Error("nothing happened at " + prompt()?.textContent));
      else setTimeout(look, 4);
    };
    look();
  });
  let made = 0;
  while (made < most) {
    const found = await wait(() => document.querySelector("dialog .main") || document.querySelector(".option, .prompt.over"));
    if (found.closest("dialog")) {
      found.click(); // a curtain between two at one screen
      await wait(() => !document.querySelector("dialog"));
      continue;
    }
    if (document.querySelector(".prompt.over")) break;
    const number = prompt().dataset.number;
    const seat = prompt().dataset.seat;
    const options = [...document.querySelectorAll(".option")];
    const last = options.filter((option) => option.matches(".last"));
    const pick = last.length && random() < quick ? last[0] : options[Math.floor(random() * options.length)];
    pick.click();
    const next = await wait(() => document.querySelector("dialog .main")
      || (prompt().dataset.number !== number || prompt().dataset.seat !== seat || document.querySelector(".prompt.over") ? "on" : null));
    if (next !== "on") {
      next.click();
      await wait(() => prompt().dataset.number !== number || prompt().dataset.seat !== seat || document.querySelector(".prompt.over"));
    }
    made += 1;
  }
  return made;
}
