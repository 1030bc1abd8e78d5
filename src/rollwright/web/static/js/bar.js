/** The bar under the thumb: undo and redo, the clearly different pass, and the one main action. */

import { byId, rebuild, setAttribute, setText } from "./dom.js";
import { t } from "./words.js";

/** A press so soon after the bar has changed was meant for what stood there before. */
const TOO_SOON = 300;

/**
 * @typedef {object} BarState
 * @property {?{label: string, enabled: boolean, press: () => void}} main
 * @property {?{label: string, kind: string, press: () => void}} pass
 * @property {boolean} undo
 * @property {boolean} redo
 */

export class Bar {
  /** @param {{onUndo: () => void, onRedo: () => void}} handlers */
  constructor({ onUndo, onRedo }) {
    this.main = byId("main-action");
    this.pass = byId("pass");
    this.undo = byId("undo");
    this.redo = byId("redo");
    this.since = 0;
    this.isUsed = false;
    /** @type {?BarState} */
    this.state = null;
    this.main.addEventListener("click", () => this.press("main"));
    this.pass.addEventListener("click", () => this.press("pass"));
    this.undo.addEventListener("click", onUndo);
    this.redo.addEventListener("click", onRedo);
  }

  /** @param {"main"|"pass"} which */
  press(which) {
    if (Date.now() - this.since < TOO_SOON) return;
    this.isUsed = true;
    this.state?.[which]?.press();
  }

  /** @param {BarState} state */
  update(state) {
    const before = this.state;
    if (before && (!state.main !== !before.main || state.pass?.label !== before.pass?.label)) this.since = Date.now();
    this.state = state;
    this.main.hidden = !state.main;
    if (state.main) {
      setText(this.main, state.main.label);
      this.main.disabled = !state.main.enabled;
    }
    this.pass.classList.toggle("absent", !state.pass);
    this.pass.disabled = !state.pass;
    this.pass.classList.toggle("warn", state.pass?.kind === "misthrow");
    if (state.pass) setText(this.pass, state.pass.label);
    this.undo.disabled = !state.undo;
    this.redo.disabled = !state.redo;
    this.redo.classList.toggle("absent", !state.redo);
  }

  /**
   * After a press the button may be gone, and the focus with it: give it to what can be done next.
   * @param {() => boolean} focusSheet
   */
  passFocusOn(focusSheet) {
    if (!this.isUsed || document.activeElement !== document.body) return;
    if (this.state?.main?.enabled) this.main.focus({ preventScroll: true });
    else if (!focusSheet()) return;
    this.isUsed = false;
  }
}

/**
 * What a mark would do, in the words of the server.
 * @param {?import("./types.js").Action} action
 * @param {string} otherwise
 */
export function showPreview(action, otherwise) {
  const preview = byId("preview");
  rebuild(preview, [action?.action, action?.label, otherwise], () => {
    if (!action) return [otherwise];
    const parts = [action.label];
    if (action.short) parts.push(action.short);
    return [parts.join(" · ")];
  });
  setAttribute(preview, "class", action?.warning ? "preview warn" : action ? "preview active" : "preview");
  if (action?.warning) setText(preview, t("warned", { label: action.label, warning: action.warning }));
}

/** Keys for quick hands, as at a table: z takes back, y does again. @param {() => void} undo @param {() => void} redo */
export function listenForUndo(undo, redo) {
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector("dialog[open]")) return;
    const isRedo = event.key === "y" || (event.key === "Z" && event.shiftKey);
    if (!isRedo && event.key !== "z") return;
    event.preventDefault();
    if (isRedo) redo();
    else undo();
  });
}
