/** A review: the course of a game, its steps one by one, and what would have been better. */

import { say, toast } from "./announce.js";
import { Refusal, get } from "./api.js";
import { Candidates } from "./candidates.js";
import { Tray } from "./dice.js";
import { byId, el, pageData, rebuild, setText } from "./dom.js";
import { Graph } from "./graph.js";
import { preparePreferences } from "./menu.js";
import { decimal, percent, signed, signedPercent } from "./numbers.js";
import { minus } from "./score.js";
import { Sheet } from "./sheet.js";
import { t, useWords } from "./words.js";

/** @typedef {import("./candidates.js").Candidate} Candidate */

const AGAIN = 2_500;
/** So many mistakes are listed at first. */
const LISTED = 10;
const PARTS = ["start", "luck", "loss", "others", "drift", "result", "without_luck"];
/** Parts that are no changes. */
const WHOLE = ["start", "result", "without_luck"];

const data = pageData();
useWords(data.words);

class ReviewPage {
  /** @param {any} review */
  constructor(review) {
    this.review = review;
    this.layout = data.layout;
    /** The step that is shown; the last is the end. */
    this.at = 0;
    this.seat = 0;
    /** The answer of the shown decision that is drawn. */
    this.chosen = "";
    this.steps = review.steps;
    this.graph = new Graph(byId("graph"), (step) => this.go(step));
    this.tray = new Tray(byId("tray"), this.layout.dice);
    this.candidates = new Candidates(byId("candidates"), (row) => this.choose(row));
    this.sheets = review.seats.map((/** @type {any} */ seat) => this.figure(seat));
    byId("moment-sheets").append(...this.sheets.map((/** @type {any} */ figure) => figure.node));
    for (const id of ["account", "course", "moment", "mistakes", "foot-actions"]) byId(id).hidden = false;
    byId("working").hidden = true;
    const range = byId("at");
    range.max = String(this.steps.length);
    range.addEventListener("input", () => this.go(Number(range.value)));
    byId("first").addEventListener("click", () => this.go(0));
    byId("back").addEventListener("click", () => this.go(this.at - 1));
    byId("on").addEventListener("click", () => this.go(this.at + 1));
    byId("last").addEventListener("click", () => this.go(this.steps.length));
    byId("copy").addEventListener("click", () => this.copy());
    byId("print").addEventListener("click", () => window.print());
    document.addEventListener("keydown", (event) => this.press(event));
    window.addEventListener("hashchange", () => this.go(this.linked()));
    this.showAccount();
    this.showSlips();
    this.go(this.linked(), false);
  }

  /** The step that the address names. */
  linked() {
    const found = /^#step-(\d+)$/.exec(location.hash);
    return found ? Number(found[1]) : 0;
  }

  /** @param {any} seat */
  figure(seat) {
    const sheet = new Sheet(this.layout);
    const said = el("p", { class: "seat-answer" });
    const score = el("span", { class: "seat-score" });
    const node = el("figure", { class: "seat-figure" }, el("figcaption", {}, el("strong", {}, seat.name), score, said), sheet.root);
    return { node, sheet, said, score };
  }

  /** @param {number} step @param {boolean} [isLinked] whether the address follows */
  go(step, isLinked = true) {
    this.at = Math.max(0, Math.min(this.steps.length, step));
    const answers = this.steps[this.at]?.answers ?? [];
    const worst = answers.filter((/** @type {any} */ answer) => answer.chosen).sort((/** @type {any} */ a, /** @type {any} */ b) => lossOf(b) - lossOf(a))[0];
    if (worst && lossOf(worst) > 0) this.seat = worst.seat;
    this.chosen = "";
    if (isLinked) history.replaceState(null, "", `#step-${this.at}`);
    this.render();
    say(`${byId("moment-title").textContent}: ${byId("moment-text").textContent}`);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (/** @type {any} */ (event.target).matches?.("input, select, textarea, [tabindex='0']")) return;
    const steps = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.steps.length };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (step === undefined) return;
    event.preventDefault();
    this.go(step);
  }

  /** @param {Candidate} row */
  choose(row) {
    this.chosen = row.action;
    this.render();
  }

  get answer() {
    return this.steps[this.at]?.answers.find((/** @type {any} */ answer) => answer.seat === this.seat) ?? null;
  }

  // What is seen

  render() {
    this.showCourse();
    this.showMoment();
    this.showDecision();
  }

  /** A value in the unit of the game. @param {number} value */
  format(value) {
    const { unit } = this.review;
    return unit === "chance" ? percent(value) : decimal(unit === "turns" ? -value : value);
  }

  /** A change, with its sign. @param {number} value */
  change(value) {
    const { unit } = this.review;
    return unit === "chance" ? signedPercent(value) : signed(unit === "turns" ? -value : value);
  }

  /** One row for each part that adds up to the result; in company points stand below chances. */
  showAccount() {
    const { seats, unit } = this.review;
    const hasMargin = unit === "chance";
    const head = el("tr", {}, el("td", {}), ...seats.map((/** @type {any} */ seat) => el("th", { scope: "col" }, seat.name)));
    const cell = (/** @type {any} */ seat, /** @type {string} */ part) => {
      const { mean, margin } = seat.shown;
      const isWhole = WHOLE.includes(part);
      const main = hasMargin ? (isWhole ? percent : signedPercent)(mean[part] / 100) : (isWhole ? decimal : signed)(mean[part]);
      return el("td", {}, el("span", {}, main), hasMargin ? el("span", { class: "margin" }, signed(margin[part])) : null);
    };
    const isShown = (/** @type {string} */ part) => !["others", "drift"].includes(part) || seats.some((/** @type {any} */ seat) => seat.shown.mean[part] || seat.shown.margin[part]);
    const rows = PARTS.filter(isShown).map((part) => el("tr", { class: part === "result" ? "sum" : null }, el("th", { scope: "row" }, t(`review_${part}`)),
      ...seats.map((/** @type {any} */ seat) => cell(seat, part))));
    const grade = (/** @type {string} */ key, /** @type {(seat: any) => string} */ text) => el("tr", { class: "words" }, el("th", { scope: "row" }, t(key)), ...seats.map((/** @type {any} */ seat) => el("td", {}, text(seat))));
    byId("account-table").replaceChildren(el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows,
      grade("review_decisions", (seat) => String(seat.decisions)),
      grade("review_rate", (seat) => seat.error_rate === null ? "–" : (hasMargin ? percent : decimal)(seat.error_rate, 2)),
      grade("review_accuracy", (seat) => seat.accuracy === null ? "–" : percent(seat.accuracy / 100)), grade("review_rating", (seat) => seat.rating ?? "–"))));
    setText(byId("judge"), `${this.review.unit_word}: ${this.review.judge}.${hasMargin ? ` ${this.review.margin_word}` : ""}`);
  }

  showCourse() {
    const { seats, start, unit } = this.review;
    const values = [start, ...this.steps.map((/** @type {any} */ step) => step.values)];
    const own = seats[this.seat];
    const luck = this.steps.map((/** @type {any} */ step) => step.luck?.[this.seat] ?? null);
    const label = t("review_graph", { name: own.name, first: this.format(values[0][this.seat]), last: this.format(values[values.length - 1][this.seat]) });
    this.graph.update({ values, luck, letters: seats.map((/** @type {any} */ seat) => seat.letter), seat: this.seat, isChance: unit === "chance", format: (value) => this.short(value) }, label, this.at);
    setText(byId("graph-help"), t("review_graph_help", { name: own.name }));
    const tabs = byId("seats");
    tabs.hidden = seats.length === 1;
    rebuild(tabs, this.seat, () => seats.map((/** @type {any} */ seat) => el("button", { type: "button", class: "seat-tab", "aria-pressed": String(seat.seat === this.seat), onclick: () => this.look(seat.seat) },
      el("strong", {}, seat.letter.toUpperCase()), el("span", {}, seat.name))));
    const range = byId("at");
    range.value = String(this.at);
    range.setAttribute("aria-valuetext", t("review_step", { n: this.at, most: this.steps.length }));
  }

  /** @param {number} seat */
  look(seat) {
    this.seat = seat;
    this.chosen = "";
    this.render();
  }

  /** @param {number} value */
  short(value) {
    const { unit } = this.review;
    return unit === "chance" ? percent(value, 0) : minus(Math.round(unit === "turns" ? -value : value));
  }

  showMoment() {
    const { review } = this;
    const isEnd = this.at === this.steps.length;
    const step = isEnd ? { ...review.end, dice: [], called: null, answers: [], values: this.steps[this.at - 1]?.values ?? review.start } : this.steps[this.at];
    setText(byId("moment-title"), isEnd ? t("review_result") : t("review_step_of", { turn: step.turn, n: this.at + 1, most: this.steps.length }));
    setText(byId("moment-text"), step.text);
    const before = this.at === 0 ? review.start : this.steps[this.at - 1].values;
    const shown = step.luck ? step.values : before;
    const luck = step.luck ? ` · ${t("review_luck_of", { name: review.seats[this.seat].name, value: this.change(step.luck[this.seat]) })}` : "";
    setText(byId("moment-values"), t("review_values", { values: review.seats.map((/** @type {any} */ seat) => `${seat.name} ${this.format((isEnd ? step.values : shown)[seat.seat])}`).join(", ") }) + luck);
    byId("moment-dice").hidden = step.dice.length === 0 && step.called === null;
    this.tray.update(step.dice, "", false, true);
    byId("called").hidden = step.called === null;
    setText(byId("called-number"), String(step.called ?? ""));
    this.sheets.forEach((/** @type {any} */ figure, /** @type {number} */ seat) => {
      const answer = step.answers.find((/** @type {any} */ other) => other.seat === seat);
      const drawn = candidateOf(answer, seat === this.seat && this.chosen ? this.chosen : answer?.chosen);
      const best = answer?.candidates[0];
      const better = best && drawn && best.action !== drawn.action && best.field ? best : null;
      figure.sheet.update({
        title: t("sheet_of", { name: review.seats[seat].name }),
        data: step.sheets[seat],
        legal: better ? new Map([[better.field, { ...better, label: t("review_better", { answer: better.label }) }]]) : new Map(),
        pending: drawn?.field ? { action: drawn.action, field: drawn.field, number: drawn.number, label: drawn.label } : null,
      });
      figure.sheet.strike(drawn ?? null);
      setText(figure.score, minus(step.scores[seat]));
      const change = candidateOf(answer, answer?.chosen)?.change;
      const words = answer ? answer.label + (change ? ` (${change})` : "") : "";
      setText(figure.said, words);
      figure.node.classList.toggle("looked-at", seat === this.seat && review.seats.length > 1);
    });
    document.body.classList.toggle("many-seats", review.seats.length > 2);
    byId("back").disabled = byId("first").disabled = this.at === 0;
    byId("on").disabled = byId("last").disabled = isEnd;
  }

  showDecision() {
    const { answer } = this;
    const root = byId("decision");
    root.hidden = !answer || answer.candidates.length < 2;
    if (root.hidden) return;
    setText(byId("decision-title"), t("review_answer", { name: this.review.seats[this.seat].name, answer: answer.label }));
    setText(byId("why"), answer.why ?? t("review_best"));
    const explore = byId("explore");
    explore.hidden = !answer.explore;
    if (answer.explore) explore.href = answer.explore;
    this.candidates.update(answer.candidates, this.chosen || answer.chosen);
  }

  showSlips() {
    const { slips, seats } = this.review;
    byId("slips").replaceChildren(...slips.map((/** @type {any} */ slip, /** @type {number} */ n) => el("li", { class: n < LISTED ? null : "beyond" }, el("button", { type: "button", class: `slip ${slip.mark}`, onclick: () => this.visit(slip) },
      el("span", { class: "slip-head" }, el("strong", {}, slip.change), el("span", { class: "slip-mark" }, slip.mark_word), el("span", { class: "quiet" }, `${seats[slip.seat].name}, ${t("turn", { n: slip.turn })}`)),
      el("span", {}, `${slip.label} → ${slip.better}`),
      el("span", { class: "quiet" }, slip.why)))));
    if (!slips.length) byId("slips").replaceWith(el("p", {}, t("review_no_mistakes")));
    const all = byId("all-slips");
    all.hidden = slips.length <= LISTED;
    all.textContent = t("review_all_slips", { n: slips.length });
    all.addEventListener("click", () => {
      all.hidden = true;
      byId("slips").classList.add("whole");
      byId("slips").querySelectorAll("button")[LISTED].focus();
    });
  }

  /** @param {any} slip */
  visit(slip) {
    this.go(slip.step);
    this.look(slip.seat);
    byId("moment").scrollIntoView({ block: "start" });
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(location.href);
      toast(t("review_copied"));
    } catch {
      toast(location.href);
    }
  }
}

/** @param {any} answer @param {?string} [action] @returns {?Candidate} */
function candidateOf(answer, action) {
  return answer?.candidates.find((/** @type {Candidate} */ row) => row.action === action) ?? null;
}

/** @param {any} answer */
function lossOf(answer) {
  return candidateOf(answer, answer.chosen)?.loss ?? 0;
}

/** Ask for the review until it is there. */
async function begin() {
  preparePreferences(() => {});
  document.body.dataset.phase = "review";
  try {
    new ReviewPage(await get(location.pathname));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (["thinking", "busy", "network", "rate"].includes(error.code)) window.setTimeout(begin, AGAIN);
    else setText(byId("working"), error.message);
  }
}

begin();
