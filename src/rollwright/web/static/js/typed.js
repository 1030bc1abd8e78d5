/** Entering what real dice show, by tapping faces. */

import { faceDrawing, faceWord } from "./dice.js";
import { byId, el, setAttribute } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").DieToRoll} DieToRoll */

/**
 * Ask for the faces of some dice in a dialog; gives them in order from 1, or null.
 * @param {DieToRoll[]} dice
 * @param {string} title
 * @param {number[]} [before] faces to begin with
 * @returns {Promise<?number[]>}
 */
export function askFaces(dice, title, before = []) {
  const dialog = byId("typed-dialog");
  /** @type {(number|undefined)[]} */
  const faces = dice.map((_, i) => before[i]);
  const done = el("button", { type: "button", class: "button main" }, t("typed_done"));
  const rows = dice.map((die, i) => {
    const buttons = Array.from({ length: die.faces }, (_, n) => {
      const face = die.symbols ? die.symbols[n] : n + 1;
      return el("button", { type: "button", class: `face-button c-${die.colour}`, role: "radio",
        "aria-checked": "false", "aria-label": t("die_shows", { die: die.word, face: faceWord(face) }),
        onclick: () => choose(i, n + 1) }, die.faces > 6 ? String(face) : faceDrawing(face));
    });
    return { buttons, node: el("div", { class: "typed-row", role: "radiogroup", "aria-label": die.word },
      el("span", { class: "typed-letter", "aria-hidden": "true" }, die.letter.toUpperCase()), ...buttons) };
  });

  function show() {
    rows.forEach((row, i) => row.buttons.forEach((button, n) => setAttribute(button, "aria-checked", String(faces[i] === n + 1))));
    done.disabled = faces.some((face) => face === undefined);
  }

  /** @param {number} die @param {number} face */
  function choose(die, face) {
    faces[die] = face;
    show();
    if (faces.every((known) => known !== undefined)) done.focus();
  }

  dialog.replaceChildren(
    el("h2", {}, title),
    el("p", { class: "quiet small" }, t("typed_help")),
    ...rows.map((row) => row.node),
    el("div", { class: "dialog-actions" },
      el("button", { type: "button", class: "button", onclick: () => dialog.close("") }, t("cancel")), done),
  );
  show();
  return new Promise((resolve) => {
    done.addEventListener("click", () => dialog.close("done"));
    dialog.addEventListener("close", () => {
      resolve(dialog.returnValue === "done" ? /** @type {number[]} */ (faces) : null);
      dialog.returnValue = "";
    }, { once: true });
    dialog.showModal();
  });
}
