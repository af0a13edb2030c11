// What becomes of advice that was asked for: it is told, followed step by step, or dropped by a new
// decision. The store holds it; nothing is drawn or sent from here.

/** @typedef {import("./types.js").Plan} Plan */
/**
 * `ref`: by which the question is known; `number`: the decision it is about. `seconds`: so long it is thought about, `began` at this moment. `plans`: the best first; the one `shown` is on the board. `at`: which of
 * its steps is to be taken now, once it is followed.
 * @typedef {Readonly<{ ref: string, number: number, state: "asked" | "waiting" | "thinking" | "done" | "failed", text: string, seconds: number, began: number, plans: Plan[], isAlone: boolean,
 *   shown: number, at: number, isFollowed: boolean }>} Advice
 */

/** A plan is still followed if one of so many next steps is asked for: others may have answered otherwise. */
const PASSED = 3;

/** Asked for. @param {string} ref @param {number} number @returns {Advice} */
export const askedFor = (ref, number) => ({ ref, number, state: "asked", text: "", seconds: 0, began: 0, plans: [], isAlone: false, shown: 0, at: 0, isFollowed: false });

/** What is told of it. @param {Advice | null} advice @param {any} news @returns {Advice | null} */
export function withNews(advice, news) {
  if (!advice || news.ref !== advice.ref) return advice;
  if (news.state === "dropped") return null;
  return { ...advice, state: news.state, text: news.text ?? "", seconds: news.seconds ?? 0, began: performance.now(), plans: news.hint?.plans ?? [], isAlone: news.hint?.alone ?? false };
}

/** The step that is to be taken now, of the plan that is shown. @param {Advice | null} advice */
export function stepOf(advice) {
  return advice?.state === "done" ? advice.plans[advice.shown]?.steps[advice.at] ?? null : null;
}

/** An answer is given: the plan goes on if it is its own. @param {Advice | null} advice @param {string[]} words @returns {Advice | null} */
export function withAnswer(advice, words) {
  const step = stepOf(advice);
  if (!advice || !step || step.words.join(" ") !== words.join(" ")) return advice?.isFollowed ? null : advice;
  return { ...advice, at: advice.at + 1, isFollowed: true };
}

/** Something is asked now: a plan that is followed goes on at the next of its steps that can be taken, anything else is for nothing. @param {Advice | null} advice @param {import("./types.js").Decision | null} decision @returns {Advice | null} */
export function withDecision(advice, decision) {
  if (!advice || (decision?.yours && decision.number === advice.number)) return advice;
  if (!advice.isFollowed) return null;
  if (!decision?.yours) return decision ? advice : null; // others answer in between
  const steps = advice.plans[advice.shown].steps.slice(advice.at, advice.at + PASSED);
  // The same word may answer another question: then it says something else.
  const next = steps.findIndex(({ words, text }) => decision.options?.some((option) => option.words.join(" ") === words.join(" ") && option.text.startsWith(text)));
  return next < 0 ? null : { ...advice, number: decision.number, at: advice.at + next };
}
