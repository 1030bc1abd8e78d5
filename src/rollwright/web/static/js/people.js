/** Who plays: a strip with everybody, and the sheets of the others, small and to be enlarged. */

import { avatar, byId, drawing, el, rebuild, setAttribute, setText } from "./dom.js";
import { Sheet } from "./sheet.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").SeatView} SeatView */

export class People {
  /** @param {import("./types.js").Layout} layout @param {(seat: number) => void} onOwn shows an own sheet */
  constructor(layout, onOwn) {
    this.layout = layout;
    this.onOwn = onOwn;
    this.strip = byId("people");
    this.others = byId("others");
    this.dialog = byId("sheet-dialog");
    this.large = new Sheet(layout);
    this.largeTitle = byId("sheet-title");
    byId("sheet-large").append(this.large.root);
    /** @type {?number} */
    this.enlarged = null;
    this.dialog.addEventListener("close", () => { this.enlarged = null; });
    /** @type {Map<number, any>} */
    this.cards = new Map();
    /** Whose turn the strip has scrolled to. */
    this.active = -1;
  }

  /** @param {View} view @param {number} shown @param {boolean} showScore */
  update(view, shown, showScore) {
    this.view = view;
    this.showScore = showScore;
    const chips = view.seats.map((seat) => [seat, seat.hints, status(seat, view), showScore ? scoreOf(view, seat.seat) : "", seat.seat === shown]);
    const place = this.strip.scrollLeft;
    rebuild(this.strip, chips, () => view.seats.map((seat) => this.chip(seat, shown)));
    this.strip.scrollLeft = place;
    this.showActive(view.seats.findIndex((seat) => seat.active));
    const seats = view.phase === "lobby" ? [] : view.seats.filter((seat) => seat.seat !== shown);
    rebuild(this.others, seats.map((seat) => seat.seat), () => {
      this.cards = new Map(seats.map((seat) => [seat.seat, this.card(seat)]));
      return [...this.cards.values()].map((card) => card.root);
    });
    for (const seat of seats) this.updateCard(seat);
    if (this.enlarged !== null) this.updateLarge();
  }

  /** Let the strip, but not the page, scroll to whose turn it is. @param {number} seat */
  showActive(seat) {
    if (seat === this.active || seat < 0) return;
    this.active = seat;
    const chip = this.strip.children[seat];
    this.strip.scrollLeft = chip.offsetLeft - this.strip.offsetLeft - (this.strip.clientWidth - chip.offsetWidth) / 2;
  }

  /** @param {SeatView} seat @param {number} shown */
  chip(seat, shown) {
    const view = /** @type {View} */ (this.view);
    const state = status(seat, view);
    const isMine = view.you.includes(seat.seat);
    const node = el("button", {
      type: "button", class: `chip${seat.active ? " active" : ""}${seat.seat === shown ? " shown" : ""}${isMine ? " mine" : ""} ${state}`,
      "aria-current": seat.seat === shown ? "true" : null,
      "aria-label": t("chip_label", { name: seat.name, state: t(`state_${state}`), turn: seat.active ? t("has_turn") : "" }),
      onclick: () => (isMine && view.you.length > 1 ? this.onOwn(seat.seat) : this.enlarge(seat.seat)),
    }, el("span", { class: "chip-who" }, avatar(seat.kind === "bot" ? "bot" : seat.avatar || "bot"), el("span", { class: "chip-state" }, stateDrawing(state))),
    el("span", { class: "chip-name" }, seat.name || t("open_seat")),
    seat.hints ? el("span", { class: "chip-hints", title: t("hints_used", { n: seat.hints }) }, "?", el("span", { class: "unseen" }, t("hints_used", { n: seat.hints })), el("span", { "aria-hidden": "true" }, String(seat.hints))) : null,
    this.showScore && view.phase !== "lobby" ? el("span", { class: "chip-score" }, scoreOf(view, seat.seat)) : null);
    return node;
  }

  /** @param {SeatView} seat */
  card(seat) {
    const sheet = new Sheet(this.layout, { tiny: true });
    const name = el("span", { class: "card-name" });
    const score = el("span", { class: "card-score" });
    const open = el("button", { type: "button", class: "enlarge", onclick: () => this.enlarge(seat.seat) }, drawing("icon-enlarge"));
    const hidden = el("p", { class: "quiet small" });
    const root = el("article", { class: "card paper" }, el("header", { class: "card-head" }, avatar(seat.kind === "bot" ? "bot" : seat.avatar || "bot"), name, score, open), hidden, sheet.root);
    return { root, sheet, name, score, hidden, open };
  }

  /** @param {SeatView} seat */
  updateCard(seat) {
    const view = /** @type {View} */ (this.view);
    const card = this.cards.get(seat.seat);
    const data = this.seen(seat.seat);
    setText(card.name, seat.name);
    setText(card.score, this.showScore && data ? scoreOf(view, seat.seat) : "");
    setAttribute(card.open, "aria-label", t("enlarge", { name: seat.name }));
    card.root.classList.toggle("active", seat.active);
    card.sheet.root.hidden = !data;
    setText(card.hidden, data ? "" : t("sheet_hidden"));
    card.hidden.hidden = Boolean(data);
    if (data) card.sheet.update(this.sheetState(seat.seat));
  }

  /**
   * The sheet of a seat, unless it is secret. The server hides those of other devices; several
   * people may share this one, and what one of them writes in secret is not for the next.
   * @param {number} seat
   */
  seen(seat) {
    const view = /** @type {View} */ (this.view);
    return view.node === "setup" ? null : view.sheets[seat];
  }

  /** @param {number} seat */
  sheetState(seat) {
    const view = /** @type {View} */ (this.view);
    return { title: t("sheet_of", { name: view.seats[seat].name }), data: view.sheets[seat], fresh: view.fresh[seat], lost: view.lost[seat], pending: view.pending[seat] ?? null };
  }

  /** @param {number} seat */
  enlarge(seat) {
    if (!this.view || this.view.phase === "lobby" || !this.seen(seat)) return;
    this.enlarged = seat;
    this.updateLarge();
    this.dialog.showModal();
  }

  updateLarge() {
    const view = /** @type {View} */ (this.view);
    if (this.enlarged === null || !this.seen(this.enlarged)) return;
    setText(this.largeTitle, t("sheet_of", { name: view.seats[this.enlarged].name }));
    this.large.update(this.sheetState(this.enlarged));
  }
}

/** What a seat is doing, for a small sign beside its name.
 * @param {SeatView} seat @param {View} view */
function status(seat, view) {
  if (seat.kind === "open") return "open";
  if (view.phase === "play" && seat.answered === true) return "ready";
  if (view.phase === "play" && seat.answered === false) return "thinking";
  if (seat.kind === "person" && !seat.online && !view.you.includes(seat.seat)) return "away";
  return "calm";
}

/** @param {string} state */
function stateDrawing(state) {
  if (state === "ready") return drawing("icon-check");
  if (state === "thinking") return drawing("icon-dots");
  if (state === "away") return drawing("icon-away");
  return "";
}

/** @param {View} view @param {number} seat */
export function scoreOf(view, seat) {
  const score = view.scores[seat];
  return score ? String(score.total).replace("-", "−") : "";
}
