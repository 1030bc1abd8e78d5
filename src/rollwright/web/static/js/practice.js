/** Practice: one position after the other, each answered on the sheet and then explained. */

import { say, toast } from "./announce.js";
import { Refusal, get, post } from "./api.js";
import { Bar, showPreview } from "./bar.js";
import { Candidates } from "./candidates.js";
import { Cardbox } from "./cardbox.js";
import { Tray } from "./dice.js";
import { byId, el, pageData, setText } from "./dom.js";
import { preparePreferences } from "./menu.js";
import { preference } from "./prefs.js";
import { showScore } from "./score.js";
import { Sheet } from "./sheet.js";
import { t, useWords } from "./words.js";

/** @typedef {import("./types.js").Action} Action */

const AGAIN = 2_500;

const data = pageData();
useWords(data.words);

class PracticePage {
  constructor() {
    this.layout = data.layout;
    this.path = `/practice/${data.family}`;
    this.box = new Cardbox(data.family, data.keys, new Date().toISOString().slice(0, 10));
    /** @type {?{key: string, view: any}} */
    this.exercise = null;
    /** What came of the answer. @type {any} */
    this.judged = null;
    this.given = "";
    /** The answer that is drawn. */
    this.chosen = "";
    /** An answer that waits for its second tap. @type {?Action} */
    this.held = null;
    this.busy = false;
    this.sheet = new Sheet(this.layout, { onAnswer: (action) => this.tap(action), onPreview: (action) => this.preview(action) });
    byId("sheet").append(this.sheet.root);
    if (this.layout.misthrows) byId("own-foot").prepend(this.sheet.foot);
    this.tray = new Tray(byId("tray"), this.layout.dice);
    this.candidates = new Candidates(byId("candidates"), (row) => {
      this.chosen = row.action;
      setText(byId("why"), row.why ?? "");
      this.render();
    });
    this.bar = new Bar({ onUndo: () => {}, onRedo: () => {} });
    preparePreferences(() => this.render());
    document.body.dataset.phase = "play";
    this.go(false);
  }

  /** Show the next exercise. @param {boolean} goesOn also when nothing is due */
  async go(goesOn) {
    const key = this.box.next(this.exercise?.key ?? "", goesOn);
    [this.judged, this.given, this.chosen, this.held] = [null, "", "", null];
    if (key === null) {
      this.exercise = null;
      this.render();
      return;
    }
    this.busy = true;
    try {
      this.exercise = await get(`${this.path}/${key}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      toast(error.message, "warn");
      window.setTimeout(() => this.go(goesOn), AGAIN);
      return;
    } finally {
      this.busy = false;
    }
    this.showRivals();
    this.render();
    window.scrollTo(0, 0);
    say(this.exercise?.view.sentence ?? "");
  }

  /** @param {Action} action */
  tap(action) {
    if (preference("tap") === "twice" && this.held?.action !== action.action) {
      this.held = action;
      this.render();
      return;
    }
    this.answer(action.action);
  }

  /** @param {string} answer */
  async answer(answer) {
    if (this.busy || this.judged || !this.exercise) return;
    [this.busy, this.given, this.chosen, this.held] = [true, answer, answer, null];
    this.render();
    try {
      this.judged = await post(`${this.path}/${this.exercise.key}`, { answer });
      if (!this.box.note(this.exercise.key, this.judged.right)) toast(t("practice_not_kept"), "warn");
      setText(byId("why"), this.judged.why ?? "");
      say(`${this.judged.verdict} ${this.judged.why ?? ""}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (["thinking", "busy", "rate"].includes(error.code)) {
        window.setTimeout(() => this.answer(answer), AGAIN);
        setText(byId("sentence"), error.message);
        return;
      }
      toast(error.message, "warn");
      [this.given, this.chosen] = ["", ""];
    } finally {
      this.busy = false;
      this.render();
    }
  }

  // What is seen

  render() {
    const { exercise, judged, box } = this;
    setText(byId("progress"), t("practice_progress", { due: box.due.length, fresh: box.fresh.length, known: box.known.length }));
    const isDone = exercise === null && !this.busy;
    for (const id of ["own", "table-dice", "rivals"]) byId(id).hidden = isDone;
    byId("ranking").hidden = !judged;
    if (isDone) {
      byId("sentence").className = "sentence asked";
      setText(byId("sentence"), t("practice_all_done"));
      this.bar.update({ main: { label: t("practice_go_on"), enabled: true, press: () => this.go(true) }, pass: null, undo: false, redo: false });
      return;
    }
    if (!exercise) return;
    this.showSheet(exercise.view);
    setText(byId("sentence"), judged ? judged.verdict : exercise.view.sentence);
    byId("sentence").className = `sentence ${judged ? (judged.right ? "right" : "wrong") : "asked"}`;
    if (judged) this.showVerdict();
    const pass = exercise.view.ask?.pass;
    this.bar.update({
      main: judged ? { label: t("practice_next"), enabled: !this.busy, press: () => this.go(true) } : this.held ? { label: this.held.label, enabled: true, press: () => this.held && this.answer(this.held.action) } : null,
      pass: pass && !judged && !this.busy ? { label: pass.label, kind: pass.kind, press: () => this.answer(pass.action) } : null,
      undo: false, redo: false,
    });
    if (!this.sheet.isPointedAt()) this.preview(null);
    this.bar.passFocusOn(() => this.sheet.focusLegal());
    if (judged && document.activeElement === document.body) byId("main-action").focus({ preventScroll: true });
  }

  /** @param {any} view */
  showSheet(view) {
    const { judged, layout } = this;
    const own = view.sheets[view.asked];
    const actions = view.ask?.actions ?? [];
    const legal = new Map();
    if (!judged && !this.busy) for (const action of actions) if (action.field) legal.set(action.field, { ...action, warning: null });
    const rows = judged?.ranking.candidates ?? [];
    const drawn = (judged ? rows : actions).find((/** @type {any} */ row) => row.action === this.chosen);
    const best = rows[0];
    if (judged && best.field && best.action !== this.chosen) legal.set(best.field, { ...best, label: best.label });
    this.sheet.onAnswer = judged ? undefined : (action) => this.tap(action);
    this.sheet.update({
      title: t("practice_yours"), data: own.sheet, legal, lost: own.lost,
      pending: drawn?.field ? { action: drawn.action, field: drawn.field, number: drawn.number, label: drawn.label } : null,
      chosen: this.held?.field ?? null,
      threat: !judged && view.ask?.pass?.kind === "misthrow",
    });
    this.sheet.strike(judged ? drawn ?? null : null);
    showScore(/** @type {any} */ ({ scores: [own.score], phase: "play" }), layout, 0, true);
    const { roll } = view.position;
    const dice = layout.dice.map((/** @type {any} */ die) => {
      const face = die.name === "symbol" ? roll.face : die.name.startsWith("white ") ? roll.white?.[Number(die.name.slice(6)) - 1] : roll[die.name];
      return { ...die, face };
    }).filter((/** @type {any} */ die) => die.face !== undefined);
    this.tray.update(dice, "", false, layout.family === "qwinto");
    byId("called").hidden = roll.called === undefined;
    setText(byId("called-number"), String(roll.called ?? ""));
  }

  /** The other sheets, small. */
  showRivals() {
    const view = this.exercise?.view;
    byId("rivals").replaceChildren(...(view?.sheets ?? []).flatMap((/** @type {any} */ row, /** @type {number} */ seat) => {
      if (seat === view.asked) return [];
      const sheet = new Sheet(this.layout, { tiny: true });
      const title = t("practice_other", { letter: row.letter.toUpperCase(), n: row.score.total });
      sheet.update({ title, data: row.sheet, lost: row.lost });
      return [el("article", { class: "card paper" }, el("h2", { class: "card-head card-name" }, title), sheet.root)];
    }));
  }

  showVerdict() {
    const { judged } = this;
    const verdict = byId("verdict");
    setText(verdict, t("practice_why"));
    const isUsual = judged.usual && judged.ranking.candidates.find((/** @type {any} */ row) => row.label === judged.usual)?.action === this.given;
    setText(byId("usual"), judged.usual && !isUsual ? t("practice_usual", { answer: judged.usual }) : "");
    setText(byId("ranking-note"), `${t("explore_value", { unit: judged.ranking.unit, value: judged.ranking.value })} (${judged.ranking.judge})`);
    this.candidates.update(judged.ranking.candidates, this.chosen);
  }

  /** @param {?Action} action */
  preview(action) {
    if (this.judged) showPreview(null, "");
    else showPreview(action ?? this.held, this.exercise?.view.ask?.actions.length ? t("tap_field") : "");
  }
}

new PracticePage();
