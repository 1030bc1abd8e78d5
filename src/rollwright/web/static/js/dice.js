/** Dice: pips or a symbol, and a letter beside the colour; they tumble when they are rolled. */

import { el, setAttribute, setText, svg } from "./dom.js";
import { t } from "./words.js";

const PLACES = {
  1: [[50, 50]],
  2: [[28, 28], [72, 72]],
  3: [[26, 26], [50, 50], [74, 74]],
  4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[27, 27], [73, 27], [50, 50], [27, 73], [73, 73]],
  6: [[29, 25], [71, 25], [29, 50], [71, 50], [29, 75], [71, 75]],
};
const TUMBLE = 340;

/**
 * The face of a die as a drawing; null is a die that has not been rolled.
 * @param {?number|string} face
 */
export function faceDrawing(face) {
  const parts = [svg("rect", { x: 3, y: 3, width: 94, height: 94, rx: 22 })];
  if (typeof face === "string") {
    parts.push(svg("svg", { x: 14, y: 14, width: 72, height: 72, viewBox: "0 0 48 48" }, svg("use", { href: `#symbol-${face}` })));
  } else if (face !== null) {
    const places = PLACES[/** @type {keyof typeof PLACES} */ (face)] ?? [];
    parts.push(...places.map(([cx, cy]) => svg("circle", { cx, cy, r: 9.5 })));
  }
  return svg("svg", { class: "face", viewBox: "0 0 100 100", "aria-hidden": "true" }, ...parts);
}

/** @typedef {{name: string, word: string, letter: string, colour: string, face: ?number|string}} Shown */

/** The dice of the table, each at its place for the whole game. */
export class Tray {
  /**
   * @param {HTMLElement} root
   * @param {Shown[]} dice every die of the game, in order
   */
  constructor(root, dice) {
    this.dice = dice.map((die) => {
      const node = el("div", { class: `die c-${die.colour} blank` }, faceDrawing(null),
        die.letter ? el("span", { class: "tag", "aria-hidden": "true" }, die.letter) : null);
      return { ...die, node, key: "" };
    });
    this.words = el("p", { class: "unseen" });
    this.list = el("div", { class: "dice" }, ...this.dice.map((die) => die.node));
    root.append(this.list, this.words);
    this.isFirst = true;
    this.turn = "";
  }

  /**
   * @param {Shown[]} shown the last roll
   * @param {string} turn changes with every roll, so that equal faces tumble too
   * @param {boolean} isOld whether it has been used up
   * @param {boolean} hideMissing dice that do not lie there take no place
   */
  update(shown, turn, isOld, hideMissing = false) {
    const isRolled = turn !== this.turn && shown.length > 0;
    this.turn = turn;
    for (const die of this.dice) {
      const face = shown.find((other) => other.name === die.name)?.face ?? null;
      die.node.classList.toggle("gone", face === null && shown.length > 0);
      die.node.classList.toggle("blank", face === null);
      die.node.classList.toggle("old", isOld && face !== null);
      die.node.hidden = hideMissing && face === null && shown.length > 0;
      if (die.key === String(face) && !isRolled) continue;
      die.key = String(face);
      this.show(die.node, face, isRolled && face !== null && !this.isFirst);
    }
    this.isFirst = false;
    setText(this.words, shown.map((die) => t("die_shows", { die: die.word, face: faceWord(die.face) })).join(", "));
  }

  /** @param {HTMLElement} node @param {?number|string} face @param {boolean} tumbles */
  show(node, face, tumbles) {
    const put = (/** @type {?number|string} */ shown) => node.firstElementChild?.replaceWith(faceDrawing(shown));
    node.classList.remove("rolling");
    put(face);
    if (!tumbles || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    void node.offsetWidth;
    node.classList.add("rolling");
    if (typeof face !== "number") return;
    put((face % 6) + 1);
    window.setTimeout(() => put(((face + 2) % 6) + 1), TUMBLE / 3);
    window.setTimeout(() => put(face), (2 * TUMBLE) / 3);
  }
}

/** @param {?number|string} face */
export function faceWord(face) {
  return typeof face === "string" ? t(`symbol_${face}`) : String(face ?? "");
}

/** Dice that can be taken or left, for a roll that one puts together. */
export class DiceChoice {
  /** @param {HTMLElement} root @param {Shown[]} dice @param {(taken: string[]) => void} onChange */
  constructor(root, dice, onChange) {
    /** @type {Set<string>} */
    this.taken = new Set();
    this.nodes = dice.map((die) => {
      const node = el("button", { type: "button", class: `die choice c-${die.colour}`, "aria-pressed": "false", "aria-label": t("die_take", { die: die.word }),
        onclick: () => {
          if (this.taken.has(die.name)) this.taken.delete(die.name);
          else this.taken.add(die.name);
          this.show();
          onChange([...this.taken]);
        } }, faceDrawing(null), el("span", { class: "tag", "aria-hidden": "true" }, die.letter));
      return { name: die.name, node };
    });
    this.list = el("div", { class: "dice", role: "group", "aria-label": t("choose_dice") }, ...this.nodes.map((die) => die.node));
    root.append(this.list);
  }

  /** @param {string[]} names */
  take(names) {
    this.taken = new Set(names);
    this.show();
  }

  show() {
    for (const { name, node } of this.nodes) setAttribute(node, "aria-pressed", String(this.taken.has(name)));
  }
}
