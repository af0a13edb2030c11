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
  let words = null;
  try {
    const found = bots.answer(data.edition, data.side, data.bot, data.seed, data.world);
    words = found.toJs();
    found.destroy();
  } catch (error) {
    console.error(error);
  }
  postMessage({ id: data.id, words });
};
