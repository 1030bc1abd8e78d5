/** Calling a number: a pad of tens and ones that a thumb can use, and every number by two taps. */

import { drawing, el, rebuild, setAttribute, setText } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Action} Action */

export class CallPad {
  /** @param {HTMLElement} root @param {(action: ?Action) => void} onChoose */
  constructor(root, onChoose) {
    this.onChoose = onChoose;
    this.ten = 0;
    /** @type {?number} */
    this.number = null;
    /** @type {Map<number, Action>} */
    this.calls = new Map();
    this.tens = Array.from({ length: 10 }, (_, i) => this.button("ten", () => this.pickTen(i)));
    this.ones = Array.from({ length: 11 }, (_, i) => this.button("one", () => this.pickOne(i)));
    this.fits = el("p", { class: "fits" });
    root.append(
      el("div", { class: "tens", role: "group", "aria-label": t("call_tens") }, ...this.tens),
      el("div", { class: "ones", role: "group", "aria-label": t("call_ones") }, ...this.ones),
      this.fits,
    );
    this.root = root;
  }

  /** @param {string} name @param {() => void} onclick */
  button(name, onclick) {
    return el("button", { type: "button", class: `call ${name}`, onclick });
  }

  /** @param {Action[]} actions */
  update(actions) {
    this.calls = new Map(actions.map((action) => [action.number ?? NaN, action]));
    if (this.number !== null && !this.calls.has(this.number)) this.number = null;
    this.show();
  }

  reset() {
    this.number = null;
  }

  /** @param {number} ten */
  pickTen(ten) {
    this.ten = ten;
    this.number = null;
    this.show();
    this.onChoose(null);
  }

  /** @param {number} one */
  pickOne(one) {
    this.number = this.ten * 10 + one;
    this.show();
    this.onChoose(this.calls.get(this.number) ?? null);
  }

  show() {
    this.tens.forEach((node, i) => {
      setText(node, i === 0 ? "1–9" : i === 9 ? "90–100" : `${i * 10}–${i * 10 + 9}`);
      setAttribute(node, "aria-pressed", String(i === this.ten));
    });
    this.ones.forEach((node, i) => {
      const number = this.ten * 10 + i;
      const action = i === 10 && this.ten < 9 ? undefined : this.calls.get(number);
      node.hidden = !action;
      setText(node, String(number));
      setAttribute(node, "aria-pressed", String(number === this.number));
      setAttribute(node, "aria-label", action ? action.label : null);
      node.classList.toggle("useful", Boolean(action?.fits?.length));
    });
    const action = this.number === null ? undefined : this.calls.get(this.number);
    const fits = action?.fits;
    const words = t(fits ? (fits.length ? "call_fits" : "call_fits_nowhere") : "call_hint");
    rebuild(this.fits, [words, fits], () => [el("span", {}, words), ...(fits ?? []).map((name) => drawing(`symbol-${name}`, "symbol"))]);
  }
}
