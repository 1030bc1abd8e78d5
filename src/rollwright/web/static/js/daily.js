/** The daily challenge: the moves go to the server for its rules and dice, and stay in this browser. */

import { say, toast } from "./announce.js";
import { Refusal, post } from "./api.js";
import { Bar, listenForUndo, showPreview } from "./bar.js";
import { Daybook } from "./daybook.js";
import { DiceChoice, Tray } from "./dice.js";
import { byId, drawing, el, pageData, rebuild, setText } from "./dom.js";
import { preparePreferences } from "./menu.js";
import { decimal, signed } from "./numbers.js";
import { preference } from "./prefs.js";
import { minus, showScore } from "./score.js";
import { Sheet } from "./sheet.js";
import { t, useWords } from "./words.js";

/** @typedef {import("./types.js").Action} Action */

const ROLL = "roll";
/** After how long the comparison is asked for again while it is being worked out. */
const AGAIN = 2_500;
const SHOWN_DAYS = 14;

const data = pageData();
useWords(data.words);

class DailyPage {
  constructor() {
    this.layout = data.layout;
    this.path = `/daily/${data.family}`;
    this.view = data.view;
    this.book = new Daybook(data.family);
    /** @type {string[]} */
    this.moves = [];
    /** @type {string[]} */
    this.undone = [];
    this.busy = false;
    /** @type {?Action} */
    this.chosen = null;
    /** @type {string[]} */
    this.takenDice = [];
    this.sheet = new Sheet(this.layout, {
      onAnswer: (action) => this.tap(action),
      onPreview: (action) => this.preview(action),
    });
    byId("sheet").append(this.sheet.root);
    if (this.layout.misthrows) byId("own-foot").prepend(this.sheet.foot);
    this.tray = new Tray(byId("tray"), this.layout.dice);
    this.diceChoice = new DiceChoice(byId("dice-choice"), this.layout.dice, (taken) => {
      this.takenDice = taken;
      this.render();
    });
    this.bar = new Bar({ onUndo: () => this.undo(), onRedo: () => this.redo() });
    preparePreferences(() => this.render());
    byId("share").addEventListener("click", () => this.share());
    listenForUndo(() => this.undo(), () => this.redo());
    this.render();
    this.open();
  }

  /** Go on where this browser was today. */
  async open() {
    if (this.book.day !== this.view.day || !this.book.moves.length) return;
    const refusal = await this.show(this.book.moves);
    if (refusal && ["illegal", "moves", "field"].includes(refusal.code)) this.book.note("", []);
    else if (refusal) window.setTimeout(() => this.open(), AGAIN);
  }

  /**
   * Ask what moves come to, and show it; without an answer nothing changes.
   * @param {string[]} moves @returns {Promise<?Refusal>}
   */
  async show(moves) {
    if (this.busy) return null;
    this.busy = true;
    this.render();
    let refusal = null;
    try {
      this.view = await post(this.path, { day: this.view.day, moves });
      this.moves = moves;
      this.chosen = null;
      this.takenDice = [];
      this.diceChoice.take([]);
      if (!this.book.note(this.view.day, moves) && moves.length === 1) toast(t("daily_not_kept"), "warn");
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusal = error;
      toast(error.message, "warn");
    } finally {
      this.busy = false;
      this.render();
    }
    if (!refusal && this.view.step === "over") this.compare();
    return refusal;
  }

  // What can be done

  /** @param {...string} moves */
  move(...moves) {
    this.undone = [];
    return this.show([...this.moves, ...moves]);
  }

  /** @param {Action} action */
  tap(action) {
    if (preference("tap") === "twice" && this.chosen?.action !== action.action) {
      this.chosen = action;
      this.render();
      this.preview(action);
      return;
    }
    this.move(action.action);
  }

  undo() {
    if (!this.view.undo || this.busy) return;
    const last = this.moves[this.moves.length - 1];
    this.undone.push(last);
    this.show(this.moves.slice(0, -1));
  }

  redo() {
    const next = this.undone.pop();
    if (next !== undefined) this.show([...this.moves, next]);
  }

  mainAction() {
    const { view } = this;
    const enabled = !this.busy;
    if (view.step === "roll") return { label: view.roll, enabled, press: () => this.move(ROLL) };
    const actions = view.ask?.actions ?? [];
    if (actions.some((/** @type {Action} */ action) => action.dice?.length)) {
      const wanted = actions.find((/** @type {Action} */ action) => sameNames(action.dice ?? [], this.takenDice));
      return { label: t(wanted ? "roll_chosen" : "take_dice_first"), enabled: enabled && Boolean(wanted), press: () => this.move(wanted.action, ROLL) };
    }
    const keep = actions.find((/** @type {Action} */ action) => action.action === "keep");
    if (keep) return { label: keep.label, enabled, press: () => this.move(keep.action) };
    if (this.chosen) {
      const chosen = this.chosen;
      return { label: chosen.label, enabled, press: () => this.move(chosen.action) };
    }
    return null;
  }

  passAction() {
    const { ask } = this.view;
    const reroll = ask?.actions.find((/** @type {Action} */ action) => action.action === "reroll");
    if (reroll) return { label: reroll.label, kind: "reroll", press: () => this.move(reroll.action, ROLL) };
    return ask?.pass ? { label: ask.pass.label, kind: ask.pass.kind, press: () => this.move(ask.pass.action) } : null;
  }

  // What is seen

  render() {
    const { view, busy } = this;
    const isOver = view.step === "over";
    document.body.dataset.phase = isOver ? "over" : "play";
    const legal = new Map();
    if (!busy) for (const action of view.ask?.actions ?? []) if (action.field) legal.set(action.field, action);
    this.sheet.update({ title: t("your_sheet"), data: view.sheet, legal, lost: view.lost, chosen: this.chosen?.field ?? null, threat: view.ask?.pass?.kind === "misthrow" });
    this.showDice();
    setText(byId("day"), view.day);
    setText(byId("sentence"), view.sentence);
    byId("sentence").classList.toggle("asked", !isOver);
    const turn = view.turns ? t("daily_turn_of", { n: view.turn, most: view.turns }) : t("turn", { n: view.turn });
    setText(byId("turn-number"), isOver || !view.turn ? "" : turn);
    showScore(/** @type {any} */ ({ scores: [view.score], phase: "play" }), this.layout, 0, preference("score") === "shown");
    byId("intro").hidden = this.moves.length > 0 || isOver;
    byId("result").hidden = !isOver;
    byId("actions").hidden = isOver;
    byId("table-dice").hidden = isOver;
    this.showDays();
    this.bar.update({ main: this.mainAction(), pass: busy ? null : this.passAction(), undo: view.undo && !busy && !isOver, redo: this.undone.length > 0 && !busy });
    if (!this.sheet.isPointedAt()) this.preview(null);
    if (!busy) say(view.sentence);
    this.bar.passFocusOn(() => this.sheet.focusLegal());
  }

  showDice() {
    const { view } = this;
    const isChoosing = view.ask?.actions.some((/** @type {Action} */ action) => action.dice?.length) ?? false;
    byId("dice-choice").hidden = !isChoosing;
    byId("tray").hidden = isChoosing;
    this.tray.update(view.dice, view.dice.length ? `${view.turn} ${JSON.stringify(view.dice)}` : "", view.step === "roll", this.layout.family === "qwinto");
    byId("called").hidden = view.called === null;
    setText(byId("called-number"), String(view.called ?? ""));
    byId("coming").hidden = view.coming.length === 0;
    rebuild(byId("coming"), view.coming, () => view.coming.map((/** @type {any} */ line) =>
      el("li", {}, drawing(`symbol-${line.line}`, "symbol"), el("span", { class: "unseen" }, `${line.word}:`), el("span", {}, String(line.count)))));
  }

  /** @param {?Action} action */
  preview(action) {
    const actions = this.view.ask?.actions ?? [];
    const hint = actions.some((/** @type {Action} */ other) => other.field) ? t("tap_field") : "";
    showPreview(action ?? this.chosen, hint);
  }

  // The end

  /** The comparison with the best play, which may have to be worked out first. */
  async compare() {
    const verdict = byId("verdict");
    if (this.verdict) return;
    setText(byId("total-line"), this.view.sentence);
    setText(verdict, t("daily_comparing"));
    try {
      this.verdict = await post(`${this.path}/result`, { day: this.view.day, moves: this.moves });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (!["thinking", "busy", "network", "rate"].includes(error.code)) setText(verdict, error.message);
      else window.setTimeout(() => this.compare(), AGAIN);
      return;
    }
    this.book.finish(this.view.day, { total: this.verdict.total, judge: this.verdict.judge_total });
    this.showVerdict();
    this.showDays();
  }

  showVerdict() {
    const { verdict } = this;
    setText(byId("praise"), verdict.praise);
    const rows = [[t("daily_you"), minus(verdict.total), true], [verdict.judge, minus(verdict.judge_total), false]];
    if (verdict.mean !== null) {
      rows.push([t("daily_mean"), decimal(verdict.mean), false], [t("daily_luck"), signed(verdict.luck), false], [t("daily_loss"), signed(-verdict.loss), false]);
    }
    byId("verdict").replaceChildren(el("table", {}, el("tbody", {}, ...rows.map(([label, value, isOwn]) =>
      el("tr", { class: isOwn ? "own-row" : null }, el("th", { scope: "row" }, label), el("td", {}, value))))));
    byId("marks").hidden = byId("marks-meaning").hidden = !verdict.marks;
    setText(byId("marks"), verdict.marks);
    byId("share").disabled = false;
    say(`${this.view.sentence} ${verdict.praise}`);
  }

  showDays() {
    const { book, view } = this;
    const streak = book.streak(view.day);
    const known = book.days.length;
    const summary = known ? t("daily_summary", { days: known, streak, longest: book.longest, average: decimal(book.average ?? 0) }) : "";
    setText(byId("intro-history"), summary);
    setText(byId("streaks"), summary);
    const days = book.days.slice(0, SHOWN_DAYS);
    rebuild(byId("history"), days.map((day) => [day, book.results[day]]), () => days.map((day) => el("tr", {},
      el("th", { scope: "row" }, day), el("td", {}, minus(book.results[day].total)), el("td", {}, minus(book.results[day].judge)))));
    const hours = Math.max(1, Math.ceil((Date.parse(`${view.day}T24:00:00Z`) - Date.now()) / 3_600_000));
    setText(byId("next-day"), t("daily_next", { n: hours }));
  }

  async share() {
    const text = this.verdict.share;
    try {
      if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ text });
      else {
        await navigator.clipboard.writeText(text);
        toast(t("daily_copied"));
      }
    } catch (error) {
      if (/** @type {any} */ (error)?.name !== "AbortError") this.showText(text);
    }
  }

  /** Where nothing can be copied by itself, the text is there to be copied by hand. @param {string} text */
  showText(text) {
    let node = document.getElementById("share-text");
    if (!node) {
      node = el("textarea", { id: "share-text", rows: 4, readonly: true, "aria-label": t("daily_share_text") });
      byId("share").closest("p").after(node);
    }
    /** @type {HTMLTextAreaElement} */ (node).value = text;
    /** @type {HTMLTextAreaElement} */ (node).select();
  }
}

/** @param {string[]} some @param {string[]} others */
function sameNames(some, others) {
  return some.length === others.length && some.every((name) => others.includes(name));
}

new DailyPage();
