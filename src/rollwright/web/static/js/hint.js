/** Asking the coach at the table, where hints are allowed. */

import { Candidates } from "./candidates.js";
import { byId, setText } from "./dom.js";
import { t } from "./words.js";

export class HintButton {
  /** @param {(body: {seat: number, decision: number}) => Promise<any>} ask */
  constructor(ask) {
    this.ask = ask;
    this.button = byId("hint");
    this.dialog = byId("hint-dialog");
    /** @type {?import("./types.js").Ask} */
    this.asked = null;
    this.candidates = new Candidates(byId("candidates"), (row) => this.explain(row));
    /** @type {import("./candidates.js").Candidate[]} */
    this.rows = [];
    this.button.addEventListener("click", () => this.open());
  }

  /** @param {?import("./types.js").Ask} asked what the reader may ask about now */
  update(asked) {
    this.asked = asked;
    this.button.hidden = !asked;
  }

  async open() {
    const { asked } = this;
    if (!asked) return;
    const answer = await this.ask({ seat: asked.seat, decision: asked.decision });
    if (!answer?.ranking) return;
    const { ranking } = answer;
    this.rows = ranking.candidates;
    setText(byId("hint-note"), t("hint_best", { unit: ranking.unit, value: ranking.value, judge: ranking.judge }));
    this.explain(this.rows[0]);
    this.dialog.showModal();
  }

  /** @param {import("./candidates.js").Candidate} row */
  explain(row) {
    this.candidates.update(this.rows, row.action);
    setText(byId("hint-why"), row.why ?? "");
  }
}
