/** The sheet explorer: a position is changed by clicking, and the server says what that comes to. */

import { say, toast } from "./announce.js";
import { Refusal, post } from "./api.js";
import { Bar, listenForUndo, showPreview } from "./bar.js";
import { CallPad } from "./callpad.js";
import { Candidates } from "./candidates.js";
import { byId, el, pageData, rebuild, setAttribute, setText } from "./dom.js";
import { preparePreferences } from "./menu.js";
import { minus, showScore } from "./score.js";
import { Sheet } from "./sheet.js";
import { t, useWords } from "./words.js";

/** @typedef {import("./candidates.js").Candidate} Candidate */

/** With more numbers than these, they are chosen by tens and ones. */
const MOST_AT_ONCE = 20;
const AGAIN = 2_500;

const data = pageData();
useWords(data.words);

class ExplorerPage {
  constructor() {
    this.layout = data.layout;
    this.path = `/explore/${data.family}`;
    this.view = data.view;
    /** Positions that can be gone back to, and forward again. @type {any[]} */
    this.before = [];
    /** @type {any[]} */
    this.undone = [];
    this.busy = false;
    this.isEditing = false;
    /** @type {?{value: string, unit: string, judge: string, candidates: Candidate[]}} */
    this.ranking = null;
    this.asking = 0;
    this.chosen = "";
    /** The number that is written next. @type {?number} */
    this.number = null;
    this.hasNumbers = !this.layout.locks;
    this.sheet = new Sheet(this.layout, {
      onAnswer: (action) => this.tap(action),
      onPreview: (action) => this.preview(action),
      onLock: (line) => this.turnLock(line),
    });
    byId("sheet").append(this.sheet.root);
    if (this.layout.misthrows) byId("own-foot").prepend(this.sheet.foot);
    this.candidates = new Candidates(byId("candidates"), (row) => this.choose(row));
    this.bar = new Bar({ onUndo: () => this.undo(), onRedo: () => this.redo() });
    this.makePad();
    preparePreferences(() => this.render());
    this.listen();
    document.body.dataset.phase = "play";
    this.render();
    this.rank();
  }

  get position() {
    return this.view.position;
  }

  /** Whose sheet is looked at. */
  get seat() {
    return this.position.seat;
  }

  listen() {
    /** @type {[string, (value: string) => Object<string, any>][]} */
    const parts = [
      ["players", (value) => ({ players: Number(value) })],
      ["phase", (value) => ({ phase: value, white: "-", ...this.sheetsFor(value) })],
      ["active", (value) => ({ active: Number(value), white: "-" })],
      ["white", (value) => ({ white: value })],
    ];
    for (const [id, change] of parts) byId(id).addEventListener("change", () => this.change(change(byId(id).value)));
    byId("misthrow-less").addEventListener("click", () => this.countMisthrows(-1));
    byId("misthrow-more").addEventListener("click", () => this.countMisthrows(1));
    listenForUndo(() => this.undo(), () => this.redo());
  }

  /** The set-up has sheets of its own: it begins anew, and so does the game after it. @param {string} phase */
  sheetsFor(phase) {
    return (phase === "setup") === (this.position.phase === "setup") ? {} : { sheets: [] };
  }

  makePad() {
    if (!this.hasNumbers) return;
    const root = byId("number-pad");
    const most = this.layout.symbols.length ? 100 : this.layout.lines.length * data.faces;
    const numbers = Array.from({ length: most }, (_, i) => i + 1);
    const pick = (/** @type {?number} */ number) => {
      this.number = number;
      this.render();
    };
    if (most > MOST_AT_ONCE) {
      new CallPad(root, (action) => pick(action?.number ?? null)).update(numbers.map((number) => ({ action: String(number), label: String(number), number })));
      return;
    }
    root.append(el("div", { class: "numbers" }, ...numbers.map((number) =>
      el("button", { type: "button", class: "call one", "data-number": number, onclick: () => pick(number) }, String(number)))));
  }

  // Changes

  /** Ask what a changed position looks like; without an answer nothing changes.
   * @param {Object<string, any>} parts */
  async change(parts) {
    const kept = this.position;
    if (!(await this.show({ ...this.position, ...parts }))) return;
    this.before.push(kept);
    this.undone = [];
    this.render();
  }

  /** @param {any} position @returns {Promise<boolean>} whether it is shown now */
  async show(position) {
    if (this.busy) return false;
    this.busy = true;
    let isShown = false;
    try {
      this.view = await post(this.path, position);
      history.replaceState(null, "", this.view.url);
      [this.ranking, this.chosen] = [null, ""];
      isShown = true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      toast(error.message, "warn");
    } finally {
      this.busy = false;
      this.render();
    }
    if (isShown) this.rank();
    return isShown;
  }

  /** The values of all answers; only those of the position that is shown now. */
  async rank() {
    const asking = ++this.asking;
    if (this.view.problem || this.isEditing) return;
    try {
      const ranking = await post(`${this.path}/ranking`, this.position);
      if (asking !== this.asking) return;
      this.ranking = ranking;
      this.trouble = "";
      this.chosen = ranking.candidates[0]?.action ?? "";
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (asking !== this.asking) return;
      if (["thinking", "busy", "network", "rate"].includes(error.code)) window.setTimeout(() => asking === this.asking && this.rank(), AGAIN);
      else this.trouble = error.message;
    }
    this.render();
  }

  /** @param {any} sheet */
  changeSheet(sheet) {
    const sheets = this.position.sheets.map((/** @type {any} */ other, /** @type {number} */ seat) => seat === this.seat ? sheet : other);
    return this.change({ sheets, white: "-" });
  }

  /** @param {import("./types.js").Action} action */
  tap(action) {
    if (this.isEditing) this.turnField(String(action.field));
    else {
      const row = this.ranking?.candidates.find((other) => other.field === action.field);
      if (row) this.choose(row);
    }
  }

  /** Write into an empty field, or erase a written one. @param {string} id */
  turnField(id) {
    const line = this.layout.lines.find((/** @type {any} */ other) => other.fields.some((/** @type {any} */ field) => field.id === id));
    const place = line.fields.findIndex((/** @type {any} */ field) => field.id === id);
    const field = line.fields[place];
    const sheet = this.position.sheets[this.seat];
    const entries = sheet[line.name];
    if (this.hasNumbers) {
      const isWritten = entries[place] !== null;
      if (!isWritten && this.number === null) {
        toast(t("explore_pick_number"));
        return;
      }
      this.changeSheet({ ...sheet, [line.name]: entries.map((/** @type {?number} */ entry, /** @type {number} */ i) => i === place ? (isWritten ? null : this.number) : entry) });
      return;
    }
    const isCrossed = entries.includes(field.number);
    const crossed = line.fields.filter((/** @type {any} */ other) => other === field ? !isCrossed : entries.includes(other.number)).map((/** @type {any} */ other) => other.number);
    if (isCrossed && place === line.fields.length - 1) this.closeRow(line.name, false, crossed);
    else this.changeSheet({ ...sheet, [line.name]: crossed });
  }

  /** A lock that is tapped: somebody has closed the row, or not after all. @param {string} name */
  turnLock(name) {
    if (!this.isEditing) return;
    const line = this.layout.lines.find((/** @type {any} */ other) => other.name === name);
    const last = line.fields[line.fields.length - 1].number;
    const sheets = this.position.sheets;
    if (sheets.some((/** @type {any} */ sheet) => sheet[name].includes(last))) return;
    this.closeRow(name, !sheets[0].closed.includes(name));
  }

  /** Close a row for everybody, or open it. @param {string} name @param {boolean} closed @param {number[]} [crossed] what is crossed in it on the own sheet */
  closeRow(name, closed, crossed) {
    const sheets = this.position.sheets.map((/** @type {any} */ sheet, /** @type {number} */ seat) => {
      const rows = sheet.closed.filter((/** @type {string} */ row) => row !== name);
      const own = crossed && seat === this.seat ? { [name]: crossed } : {};
      return { ...sheet, ...own, closed: closed ? [...rows, name] : rows };
    });
    this.change({ sheets, white: "-" });
  }

  /** @param {number} step */
  countMisthrows(step) {
    const sheet = this.position.sheets[this.seat];
    const misthrows = Math.max(0, Math.min(this.layout.misthrows, sheet.misthrows + step));
    if (misthrows !== sheet.misthrows) this.changeSheet({ ...sheet, misthrows });
  }

  async undo() {
    const position = this.before[this.before.length - 1];
    const kept = this.position;
    if (!position || !(await this.show(position))) return;
    this.before.pop();
    this.undone.push(kept);
    this.render();
  }

  async redo() {
    const position = this.undone[this.undone.length - 1];
    const kept = this.position;
    if (!position || !(await this.show(position))) return;
    this.undone.pop();
    this.before.push(kept);
    this.render();
  }

  turnEditing() {
    this.isEditing = !this.isEditing;
    this.render();
    if (!this.isEditing && !this.ranking) this.rank();
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(location.href);
      toast(t("explore_copied"));
    } catch {
      toast(location.href);
    }
  }

  /** @param {Candidate} row */
  choose(row) {
    this.chosen = row.action;
    this.render();
    this.preview(null);
    const why = row.why ?? "";
    say(why);
  }

  // What is seen

  render() {
    document.body.classList.toggle("editing", this.isEditing);
    this.showSetting();
    this.showSheet();
    this.showRanking();
    this.bar.update({
      main: { label: t(this.isEditing ? "explore_answers" : "explore_change"), enabled: !this.busy, press: () => this.turnEditing() },
      pass: { label: t("explore_copy"), kind: "copy", press: () => this.copy() },
      undo: this.before.length > 0 && !this.busy,
      redo: this.undone.length > 0 && !this.busy,
    });
    if (!this.sheet.isPointedAt()) this.preview(null);
  }

  showSetting() {
    const { position, view } = this;
    const letters = view.sheets.map((/** @type {any} */ row) => row.letter);
    byId("players").value = String(position.players);
    byId("phase").value = position.phase;
    const active = byId("active");
    rebuild(active, letters, () => letters.map((/** @type {string} */ letter, /** @type {number} */ seat) => el("option", { value: seat }, letter)));
    active.value = String(position.active);
    byId("active-part").hidden = position.players === 1;
    const white = byId("white");
    byId("white-part").hidden = view.white_answers.length === 0;
    rebuild(white, view.white_answers, () => view.white_answers.map((/** @type {any} */ answer) => el("option", { value: answer.action }, answer.label)));
    white.value = position.white;
    this.showSeats(letters);
    this.showRoll();
    const sentence = byId("sentence");
    setText(sentence, view.sentence);
    sentence.classList.toggle("asked", !view.problem);
    const pad = byId("number-pad");
    pad.hidden = !this.isEditing || !this.hasNumbers;
    for (const button of pad.querySelectorAll("[data-number]")) setAttribute(button, "aria-pressed", String(Number(button.dataset.number) === this.number));
    document.body.classList.toggle("choosing", !pad.hidden);
  }

  /** @param {string[]} letters */
  showSeats(letters) {
    const root = byId("seats");
    root.hidden = letters.length === 1;
    const { position, view } = this;
    rebuild(root, [letters, position.seat, position.active, view.asked, view.sheets.map((/** @type {any} */ row) => row.score.total)], () =>
      letters.map((letter, seat) => el("button", { type: "button", class: "seat-tab", "aria-pressed": String(seat === position.seat), onclick: () => this.change({ seat }),
        "aria-label": t(seat === view.asked ? "explore_seat_asked" : seat === position.active ? "explore_seat_rolls" : "explore_seat", { letter }) },
      el("strong", {}, letter.toUpperCase()), el("span", {}, minus(view.sheets[seat].score.total)), seat === position.active ? el("span", { class: "rolls", "aria-hidden": "true" }, "⚄") : null)));
  }

  /** The dice as choices, since every roll is possible. */
  showRoll() {
    const { position } = this;
    const root = byId("roll");
    root.hidden = ["setup", "choose", "call", "roll"].includes(position.phase);
    rebuild(root, [position.roll, position.players], () => this.dice());
  }

  dice() {
    const { roll } = this.position;
    if ("face" in roll) return this.callParts(roll);
    const faces = Array.from({ length: data.faces }, (_, i) => i + 1);
    return this.layout.dice.map((/** @type {any} */ die) => {
      const number = die.name.startsWith("white ") ? Number(die.name.slice(6)) - 1 : null;
      const face = number === null ? roll[die.name] : roll.white[number];
      const isAlways = this.layout.locks;
      if (isAlways && face === undefined) return el("span", { class: "unseen" });
      const select = el("select", { class: `die-select c-${die.colour}`, "aria-label": t("explore_die", { die: die.word }) },
        isAlways ? null : el("option", { value: "" }, "–"), ...faces.map((value) => el("option", { value }, String(value))));
      select.value = face === undefined ? "" : String(face);
      select.addEventListener("change", () => this.rolled(die, number, select.value));
      return el("label", { class: "die-part" }, select, el("span", { class: "tag", "aria-hidden": "true" }, die.letter.toUpperCase()));
    });
  }

  /** @param {any} die @param {?number} number which white die @param {string} value */
  rolled(die, number, value) {
    const roll = { ...this.position.roll };
    if (number !== null) roll.white = roll.white.map((/** @type {number} */ face, /** @type {number} */ i) => i === number ? Number(value) : face);
    else if (value) roll[die.name] = Number(value);
    else delete roll[die.name];
    if (Object.keys(roll).length) this.change({ roll, white: "-" });
    else this.render();
  }

  /** @param {{called: number, face: string}} roll */
  callParts(roll) {
    const called = el("input", { type: "number", class: "called-input", min: 1, max: 100, inputmode: "numeric", value: roll.called, "aria-label": t("explore_number") });
    called.addEventListener("change", () => this.change({ roll: { ...roll, called: Math.round(Number(called.value)) } }));
    const face = el("select", { "aria-label": t("explore_face") }, ...this.layout.symbols.map((/** @type {string} */ name) => el("option", { value: name }, t(`symbol_${name}`))));
    face.value = roll.face;
    face.addEventListener("change", () => this.change({ roll: { ...roll, face: face.value } }));
    return [called, face];
  }

  showSheet() {
    const { view, isEditing } = this;
    const row = view.sheets[this.seat];
    const legal = new Map();
    const isAsked = view.asked === this.seat;
    if (isEditing) {
      for (const line of this.layout.lines) for (const field of line.fields) legal.set(field.id, { action: field.id, label: field.label, field: field.id });
    } else if (isAsked) for (const action of view.ask?.actions ?? []) if (action.field) legal.set(action.field, action);
    const shown = isEditing ? this.position.sheets[this.seat] : row.sheet;
    const drawn = isEditing || !isAsked ? null : this.ranking?.candidates.find((other) => other.action === this.chosen);
    const pending = drawn?.field ? { action: drawn.action, field: drawn.field, number: drawn.number, label: drawn.label } : null;
    const locks = new Map(this.layout.locks ? this.layout.lines.map((/** @type {any} */ line) => [line.name, { closed: shown.closed.includes(line.name), mine: !isEditing || shown[line.name].includes(line.fields[line.fields.length - 1].number) }]) : []);
    this.sheet.update({ title: t("explore_seat", { letter: row.letter }), data: shown, legal, lost: isEditing ? [] : row.lost, pending, locks });
    this.sheet.strike(drawn ? /** @type {any} */ (drawn) : null);
    showScore(/** @type {any} */ ({ scores: view.sheets.map((/** @type {any} */ other) => other.score), phase: "play" }), this.layout, this.seat, true);
    byId("misthrow-keys").hidden = !isEditing || !this.layout.misthrows;
  }

  showRanking() {
    const { ranking, view } = this;
    const root = byId("ranking");
    root.hidden = this.isEditing || Boolean(view.problem);
    const note = ranking ? `${t("explore_value", { unit: ranking.unit, value: ranking.value })} (${ranking.judge})` : this.trouble || t("explore_looking");
    setText(byId("ranking-note"), note);
    this.candidates.update(ranking?.candidates ?? NONE, this.chosen);
  }

  /** @param {?import("./types.js").Action} action */
  preview(action) {
    if (this.isEditing) {
      showPreview(null, this.hasNumbers ? (this.number === null ? t("explore_pick_number") : t("explore_number_to_write", { n: this.number })) : t("explore_tap"));
      return;
    }
    const rows = this.ranking?.candidates ?? [];
    const row = rows.find((other) => (action ? other.field === action.field : other.action === this.chosen));
    showPreview(null, row ? row.why ?? row.label : "");
    if (!action) this.sheet.strike(row ? /** @type {any} */ (row) : null);
  }
}

/** @type {Candidate[]} */
const NONE = [];

new ExplorerPage();
