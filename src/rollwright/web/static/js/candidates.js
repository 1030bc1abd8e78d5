/** A list of answers, the best first: what each is worth, and a bar for what it loses. */

import { byId, el, rebuild, setAttribute } from "./dom.js";
import { t } from "./words.js";

/**
 * @typedef {{action: string, label: string, field: ?string, number: ?number, skipped: string[],
 *   value: string, margin: ?string, loss: number, cost: string, change: string, mark: ?string, mark_word: ?string, why: ?string}} Candidate
 */

const SHOWN = 10;

export class Candidates {
  /** @param {HTMLElement} root an ordered list @param {(candidate: Candidate) => void} onChoose */
  constructor(root, onChoose) {
    this.root = root;
    this.onChoose = onChoose;
    this.more = byId("all-candidates");
    this.more.addEventListener("click", () => {
      this.isWhole = true;
      this.show();
      this.root.querySelectorAll("button")[SHOWN]?.focus();
    });
    /** @type {Candidate[]} */
    this.rows = [];
    this.isWhole = false;
    this.chosen = "";
  }

  /** @param {Candidate[]} rows @param {string} chosen the action that is drawn */
  update(rows, chosen) {
    if (rows !== this.rows) this.isWhole = false;
    this.rows = rows;
    this.chosen = chosen;
    this.show();
  }

  show() {
    const { rows, isWhole } = this;
    const shown = isWhole ? rows : rows.slice(0, SHOWN);
    const worst = Math.max(...rows.map((row) => row.loss), 1e-9);
    rebuild(this.root, shown, () => shown.map((row) => this.row(row, worst)));
    for (const button of this.root.querySelectorAll("button")) setAttribute(button, "aria-pressed", String(button.dataset.action === this.chosen));
    this.more.hidden = shown.length === rows.length;
    this.more.textContent = t("explore_more", { n: rows.length });
  }

  /** @param {Candidate} row @param {number} worst */
  row(row, worst) {
    const bar = el("span", { class: "loss-bar", "aria-hidden": "true" });
    bar.style.setProperty("--part", String(row.loss / worst));
    return el("li", {}, el("button", { type: "button", class: `candidate${row.loss === 0 ? " best" : ""}`, "data-action": row.action, "aria-pressed": "false", onclick: () => this.onChoose(row) },
      el("span", { class: "candidate-label" }, row.label),
      el("span", { class: "candidate-value" }, row.value),
      el("span", { class: "candidate-cost" }, row.change),
      row.margin ? el("span", { class: "candidate-margin" }, row.margin) : null, bar));
  }
}
