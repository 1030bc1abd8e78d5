/** The running score of the own sheet, line by line. */

import { byId, drawing, el, rebuild } from "./dom.js";
import { scoreOf } from "./people.js";
import { t } from "./words.js";

/**
 * @param {import("./types.js").View} view
 * @param {import("./types.js").Layout} layout
 * @param {number} seat
 * @param {boolean} isShown
 */
export function showScore(view, layout, seat, isShown) {
  const root = byId("score");
  const score = view.scores[seat];
  root.hidden = !score || view.phase === "lobby";
  if (!score) return;
  const lines = Object.entries(score.lines ?? score.columns ?? {});
  const bonus = Object.values(score.bonus ?? {}).reduce((sum, n) => sum + Number(n), 0);
  const total = scoreOf(view, seat);
  rebuild(root, [lines, bonus, score.misthrows, total, isShown], () => {
    if (!isShown) return [el("span", { class: "quiet" }, t("score_hidden"))];
    const parts = lines.map(([name, points]) => part(layout, name, Number(points)));
    if (bonus) parts.push(el("span", { class: "points plain bonus" }, el("span", { class: "points-of" }, t("bonus")), String(bonus)));
    if (score.misthrows) parts.push(el("span", { class: "points plain lost" }, el("span", { class: "points-of" }, t("misthrows")), minus(score.misthrows)));
    parts.push(el("span", { class: "points total" }, el("span", { class: "unseen" }, t("total")), total));
    return parts;
  });
}

/** @param {import("./types.js").Layout} layout @param {string} name @param {number} points */
function part(layout, name, points) {
  const line = layout.lines.find((other) => other.name === name);
  const head = layout.symbols.length ? drawing(`symbol-${name}`, "symbol") : el("span", { class: "points-of", "aria-hidden": "true" }, line?.letter.toUpperCase() ?? "");
  return el("span", { class: `points c-${name}` }, head, el("span", { class: "unseen" }, line?.word ?? name), String(points));
}

/** @param {number} points */
export function minus(points) {
  return String(points).replace("-", "−");
}
