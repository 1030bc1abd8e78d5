/** The score sheet of somebody who plays with real dice: marks go to the server for its rules. */

import { say, toast } from "./announce.js";
import { Refusal, post } from "./api.js";
import { Bar, listenForUndo, showPreview } from "./bar.js";
import { CallPad } from "./callpad.js";
import { byId, el, pageData, setText } from "./dom.js";
import { preparePreferences } from "./menu.js";
import { Notebook, keepNotebook, readNotebook } from "./notebook.js";
import { preference } from "./prefs.js";
import { showScore } from "./score.js";
import { Sheet } from "./sheet.js";
import { t, useWords } from "./words.js";

/** @typedef {import("./types.js").Action} Action */

/** With more numbers than these, they are chosen by tens and ones. */
const MOST_AT_ONCE = 20;
/** After how long a sheet that could not be shown is asked for again. */
const AGAIN = 3_000;

const data = pageData();
useWords(data.words);

class ScorePage {
  constructor() {
    this.layout = data.layout;
    this.key = `rollwright.sheet.${data.game}`;
    this.view = data.view;
    this.book = new Notebook();
    /** What is written next, where fields have no printed numbers. @type {?number} */
    this.number = null;
    this.busy = false;
    this.sheet = new Sheet(this.layout, {
      onAnswer: (action) => this.write(action),
      onPreview: (action) => showPreview(action, ""),
      onLock: (line) => this.turnLock(line),
    });
    byId("sheet").append(this.sheet.root);
    if (this.layout.misthrows) byId("own-foot").prepend(this.sheet.foot);
    this.bar = new Bar({ onUndo: () => this.undo(), onRedo: () => this.redo() });
    this.pad = data.numbers.length ? this.makePad() : null;
    preparePreferences(() => this.render());
    this.listen();
    this.render();
    document.body.dataset.phase = "play";
    this.open(readNotebook(this.key));
  }

  /** What chooses a number: all at once where they are few. */
  makePad() {
    const root = byId("number-pad");
    const calls = data.numbers.map((/** @type {number} */ number) => ({ action: String(number), label: String(number), number }));
    if (calls.length > MOST_AT_ONCE) {
      const pad = new CallPad(root, (action) => action && this.choose(action.number ?? null));
      pad.update(calls);
      return pad;
    }
    root.append(el("div", { class: "numbers" }, ...data.numbers.map((/** @type {number} */ number) =>
      el("button", { type: "button", class: "call one", onclick: () => this.choose(number) }, String(number)))));
    return null;
  }

  listen() {
    const confirm = byId("confirm-dialog");
    byId("new-sheet").addEventListener("click", () => {
      byId("menu-dialog").close();
      confirm.showModal();
    });
    byId("confirm-new").addEventListener("click", () => {
      confirm.close();
      this.show(this.book.fresh(), t("sheet_new"));
    });
    listenForUndo(() => this.undo(), () => this.redo());
  }

  /** Show what the browser has kept, as soon as the server answers. @param {Notebook} book */
  async open(book) {
    if (!book.canUndo && !book.canRedo) return;
    const refusal = await this.show(book, "");
    if (refusal && !["illegal", "field", "input"].includes(refusal.code)) window.setTimeout(() => this.open(book), AGAIN);
  }

  /**
   * Ask what the sheet looks like with other entries, and show it; without an answer nothing changes.
   * @param {Notebook} book @param {string} news @param {?number} [number] what is written next
   * @returns {Promise<?Refusal>}
   */
  async show(book, news, number = null) {
    if (this.busy) return null;
    this.busy = true;
    this.render();
    let refusal = null;
    try {
      this.view = await post(`/score/${this.layout.family}`, { options: data.options, entries: book.entries, number });
      const isNew = book !== this.book;
      [this.book, this.number] = [book, number];
      if (isNew && !keepNotebook(this.key, book)) toast(t("sheet_not_kept"), "warn");
      say(`${news} ${this.view.sentence}`.trim());
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusal = error;
      toast(error.message, "warn");
    } finally {
      this.busy = false;
      this.render();
    }
    return refusal;
  }

  // What can be done

  /** @param {?number} number */
  choose(number) {
    return this.show(this.book, "", number);
  }

  /** @param {Action} action */
  write(action) {
    const entry = { write: String(action.field), ...(this.number === null ? {} : { number: this.number }) };
    return this.show(this.book.with(entry), `${action.label}.`);
  }

  /** Somebody else has closed a row, or has not after all. @param {string} name */
  turnLock(name) {
    const row = this.view.closable.find((/** @type {any} */ line) => line.line === name);
    if (!row || row.mine) return;
    const word = this.layout.lines.find((/** @type {any} */ line) => line.name === name).word;
    this.show(this.book.with(row.closed ? { open: name } : { close: name }), t(row.closed ? "row_open_again" : "row_closed_by_other", { row: word }));
  }

  undo() {
    if (this.book.canUndo) this.show(this.book.undo(), t("sheet_undone"));
  }

  redo() {
    if (this.book.canRedo) this.show(this.book.redo(), t("sheet_redone"));
  }

  // What is seen

  render() {
    const { view, busy } = this;
    const legal = new Map();
    if (!busy) for (const field of view.fields) legal.set(field.field, { ...field, action: field.field });
    const locks = new Map(view.closable.map((/** @type {any} */ row) => [row.line, row]));
    this.sheet.update({ title: t("your_sheet"), data: view.sheet, legal, lost: view.lost, locks });
    const isPad = data.numbers.length > 0 && this.number === null && !view.over;
    byId("number-pad").hidden = !isPad;
    document.body.classList.toggle("choosing", isPad);
    setText(byId("sentence"), view.sentence);
    showScore(/** @type {any} */ ({ scores: [view.score], phase: "play" }), this.layout, 0, preference("score") === "shown");
    this.showBar();
    if (!this.sheet.isPointedAt()) showPreview(null, "");
    this.bar.passFocusOn(() => this.sheet.focusLegal());
  }

  showBar() {
    const { view, book, busy } = this;
    const canMisthrow = view.misthrows.count < view.misthrows.most;
    this.bar.update({
      main: this.mainAction(),
      pass: canMisthrow ? { label: t("misthrow"), kind: "misthrow", press: () => this.show(book.with({ misthrow: true }), t("misthrow_entered")) } : null,
      undo: book.canUndo && !busy,
      redo: book.canRedo && !busy,
    });
  }

  mainAction() {
    if (this.number !== null) return { label: t("number_other", { number: this.number }), enabled: !this.busy, press: () => this.choose(null) };
    if (this.view.over) return { label: t("sheet_new_go"), enabled: !this.busy, press: () => byId("confirm-dialog").showModal() };
    return null;
  }
}

new ScorePage();
