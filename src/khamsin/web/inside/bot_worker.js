// Bots that play inside a page: they think here, so that the table goes on meanwhile. What comes
// is what a bot's seat may know, and nothing else (khamsin.table.bots.job).

import { loadPython } from "./python.js";

const opening = loadPython("program.zst", () => {}).then((python) => {
  const thinking = python.pyimport("khamsin.page.thinking");
  thinking.prepare();
  return thinking;
});

onmessage = async ({ data }) => {
  const bots = await opening;
  let answer = null;
  try {
    if (data.seconds !== undefined) answer = bots.advise(data.edition, data.side, data.seconds, data.seed, data.world, data.kind);
    else {
      const found = bots.answer(data.edition, data.side, data.bot, data.seed, data.world, data.memory);
      answer = found.toJs();
      found.destroy();
    }
  } catch (error) {
    console.error(error);
  }
  postMessage({ id: data.id, answer });
};
