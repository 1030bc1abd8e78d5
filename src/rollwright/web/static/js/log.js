/** What has happened, the newest first. */

import { byId, el } from "./dom.js";
import { t } from "./words.js";

/** @type {number} */
let newest = -1;
let count = 0;

/** @param {import("./types.js").View} view */
export function showLog(view) {
  const list = byId("log-list");
  const last = view.log[view.log.length - 1]?.number ?? -1;
  if (last === newest && view.log.length === count) return;
  newest = last;
  count = view.log.length;
  let turn = -1;
  /** @type {Node[]} */
  const items = [];
  for (const entry of [...view.log].reverse()) {
    if (entry.turn !== turn) {
      turn = entry.turn;
      if (turn > 0) items.push(el("li", { class: "log-turn" }, t("turn", { n: turn })));
    }
    items.push(el("li", { class: entry.important ? "important" : null }, entry.text));
  }
  list.replaceChildren(...items);
}
