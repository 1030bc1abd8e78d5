/** A guided first game: a few steps on a sheet; each says something, and some ask for a mark. */

import { Tray } from "./dice.js";
import { byId, el, pageData, setText } from "./dom.js";
import { Sheet } from "./sheet.js";
import { t, useWords } from "./words.js";

/**
 * @typedef {{text: string[], sheet: import("./types.js").SheetData, dice: {name: string, face: number|string}[],
 *   called: ?number, marks: Mark[], right: string[], done: ?string, wrong: ?string}} Step
 * @typedef {import("./types.js").Action & {after: import("./types.js").SheetData}} Mark
 */

const data = pageData();
useWords(data.words);

class Lesson {
  constructor() {
    /** @type {Step[]} */
    this.steps = data.lesson;
    this.at = 0;
    /** What the reader tapped rightly. @type {?Mark} */
    this.made = null;
    this.sheet = new Sheet(data.layout, { onAnswer: (action) => this.answer(action) });
    byId("learn-sheet").append(this.sheet.root);
    const dice = el("div", {});
    this.called = el("p", { class: "learn-called" });
    byId("learn-dice").append(this.called, dice);
    this.tray = new Tray(dice, data.layout.dice);
    byId("learn-dots").append(...this.steps.map(() => el("li")));
    byId("learn-back").addEventListener("click", () => this.go(this.at - 1));
    byId("learn-next").addEventListener("click", () => this.go(this.at + 1));
    this.show();
  }

  /** @param {number} step */
  go(step) {
    this.at = Math.max(0, Math.min(this.steps.length - 1, step));
    this.made = null;
    this.show();
  }

  get step() {
    return this.steps[this.at];
  }

  show() {
    const { step } = this;
    byId("learn-text").replaceChildren(...step.text.map((line) => el("p", {}, line)));
    [...byId("learn-dots").children].forEach((dot, i) => dot.classList.toggle("now", i === this.at));
    byId("learn-dice").hidden = step.dice.length === 0 && step.called === null;
    setText(this.called, step.called === null ? "" : String(step.called));
    const shown = data.layout.dice.map((/** @type {any} */ die) => ({ ...die, face: step.dice.find((other) => other.name === die.name)?.face }))
      .filter((/** @type {any} */ die) => die.face !== undefined);
    this.tray.update(shown, shown.length ? String(this.at) : "", false, true);
    const waits = step.marks.length > 0 && !this.made;
    const isLast = this.at === this.steps.length - 1;
    const next = byId("learn-next");
    next.hidden = isLast;
    next.disabled = waits;
    byId("learn-back").disabled = this.at === 0;
    byId("learn-play").hidden = !isLast;
    this.say("", "");
    this.showSheet(waits ? new Map(step.marks.map((mark) => [String(mark.field), mark])) : new Map());
  }

  /** @param {Map<string, import("./types.js").Action>} legal */
  showSheet(legal) {
    this.sheet.update({ title: t("your_sheet"), data: this.made?.after ?? this.step.sheet, legal });
  }

  /** @param {import("./types.js").Action} action */
  answer(action) {
    if (!this.step.right.includes(String(action.field))) {
      this.say(this.step.wrong ?? "", "wrong");
      return;
    }
    this.made = /** @type {Mark} */ (action);
    this.showSheet(new Map());
    this.say(this.step.done ?? "", "right");
    const next = byId("learn-next");
    next.disabled = false;
    if (!next.hidden) next.focus({ preventScroll: true });
  }

  /** @param {string} text @param {string} kind */
  say(text, kind) {
    const node = byId("learn-feedback");
    setText(node, text);
    node.className = `learn-feedback ${kind}`;
  }
}

new Lesson();
