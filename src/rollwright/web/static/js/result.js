/** The end of a game: who won, the scores broken down, and what to do next. */

import { avatar, byId, drawing, el, rebuild, setText } from "./dom.js";
import { minus } from "./score.js";
import { t } from "./words.js";

/** @param {import("./types.js").View} view @param {import("./types.js").Layout} layout */
export function showResult(view, layout) {
  const root = byId("result");
  const result = view.result;
  root.hidden = !result;
  if (!result) return;
  setText(byId("winner"), result.winner_sentence);
  setText(byId("rating"), result.rating ? t("rating", { rating: result.rating }) : "");
  const order = view.seats.map((seat) => seat.seat).sort((a, b) => result.places[a] - result.places[b] || a - b);
  rebuild(byId("podium"), [order, result], () => order.map((seat) => podiumPlace(view, result, seat)));
  rebuild(byId("result-table"), [result, view.seats.map((seat) => seat.name)], () => [breakdown(view, result, layout)]);
  byId("verify").hidden = !view.secret;
  if (view.secret) {
    setText(byId("secret"), view.secret);
    setText(byId("commitment"), view.commitment ?? "");
  }
}

/** @param {import("./types.js").View} view @param {import("./types.js").Result} result @param {number} seat */
function podiumPlace(view, result, seat) {
  const place = result.places[seat];
  const who = view.seats[seat];
  return el("li", { class: `podium-place place-${place}` },
    el("span", { class: "place" }, t("place", { n: place })),
    avatar(who.kind === "bot" ? "bot" : who.avatar), el("span", { class: "podium-name" }, who.name),
    place === 1 ? drawing("icon-crown") : null,
    el("span", { class: "podium-total" }, minus(result.totals[seat])));
}

/** @param {import("./types.js").View} view @param {import("./types.js").Result} result @param {import("./types.js").Layout} layout */
function breakdown(view, result, layout) {
  const names = view.seats.map((seat) => el("th", { scope: "col" }, seat.name));
  const rows = result.rows.map((row) => {
    const line = layout.lines.find((other) => other.word === row.label);
    return el("tr", { class: line ? `c-${line.colour}` : null },
      el("th", { scope: "row" }, line && layout.symbols.length ? drawing(`symbol-${line.name}`, "symbol") : line ? el("span", { class: "line-badge", "aria-hidden": "true" }, line.letter.toUpperCase()) : null, el("span", {}, row.label)),
      ...row.values.map((value) => el("td", {}, minus(value))));
  });
  return el("table", {}, el("caption", { class: "unseen" }, t("score_broken_down")),
    el("thead", {}, el("tr", {}, el("td", {}), ...names)), el("tbody", {}, ...rows),
    el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, el("span", {}, t(`unit_${result.unit}`))), ...result.totals.map((total) => el("td", {}, minus(total))))));
}

/** Let the browser itself check that the dice were fixed before the game. */
export function offerVerification() {
  const button = byId("verify-now");
  const verdict = byId("verdict");
  if (!window.crypto?.subtle) {
    button.hidden = true;
    return;
  }
  button.addEventListener("click", async () => {
    const bytes = new TextEncoder().encode(byId("secret").textContent ?? "");
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    const hex = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const isRight = hex === byId("commitment").textContent;
    setText(verdict, t(isRight ? "dice_verified" : "dice_wrong"));
    verdict.className = isRight ? "good" : "notice";
  });
}
