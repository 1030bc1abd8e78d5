/** The menu of a table: what a reader likes, and what the host may do. */

import { byId, el, rebuild, setAttribute } from "./dom.js";
import { preference, setPreference, showTheme } from "./prefs.js";
import { t } from "./words.js";

/**
 * @typedef {object} MenuActions
 * @property {() => void} change a preference has changed
 * @property {(seat: number, what: string) => void} help the host acts for somebody who is away
 * @property {() => Promise<?{url: string, qr: string}>} link a new personal link for the own seat
 * @property {() => void} away a bot plays on for the own seat
 */

/** The menu itself, and what a reader likes. @param {() => void} onChange a preference has changed */
export function preparePreferences(onChange) {
  const dialog = byId("menu-dialog");
  byId("menu").addEventListener("click", () => dialog.showModal());
  for (const input of dialog.querySelectorAll("[data-preference]")) {
    const name = input.dataset.preference;
    if (input.type === "checkbox") input.checked = preference(name) === input.dataset.on;
    else input.value = preference(name);
    input.addEventListener("change", () => {
      setPreference(name, input.type === "checkbox" ? (input.checked ? input.dataset.on : input.dataset.off) : input.value);
      if (name === "theme") showTheme(input.value);
      onChange();
    });
  }
  const language = dialog.querySelector("[data-submit]");
  language.addEventListener("change", () => language.form.requestSubmit());
  closeOnBackdrop();
}

/** @param {MenuActions} actions */
export function prepareMenu(actions) {
  const dialog = byId("menu-dialog");
  preparePreferences(actions.change);
  byId("host-tools").addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const button = /** @type {any} */ (event.target).closest("button");
    if (button) actions.help(Number(button.dataset.seat), button.dataset.what);
  });
  byId("step-away").addEventListener("click", () => {
    dialog.close();
    actions.away();
  });
  byId("make-link").addEventListener("click", async () => showLink(await actions.link()));
  dialog.addEventListener("close", () => { byId("seat-link").hidden = true; });
}

/** @param {?{url: string, qr: string}} link */
function showLink(link) {
  if (!link) return;
  const node = byId("seat-link");
  const picture = new DOMParser().parseFromString(link.qr, "text/html").querySelector("svg");
  if (picture) {
    setAttribute(picture, "role", "img");
    setAttribute(picture, "aria-label", t("link_picture"));
  }
  node.hidden = false;
  node.replaceChildren(el("p", {}, t("link_help")), el("div", { class: "qr" }, picture), el("code", {}, link.url));
}

/** A tap beside a dialog closes it, as does Escape. */
export function closeOnBackdrop() {
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close("");
    });
    for (const button of dialog.querySelectorAll("[data-close]")) button.addEventListener("click", () => dialog.close(""));
  }
}

/** What this reader may do about seats. @param {import("./types.js").View} view */
export function showTools(view) {
  byId("seat-tools").hidden = view.phase !== "play" || view.you.length === 0;
  const tools = view.phase === "play" ? view.host_tools : [];
  const root = byId("host-tools");
  root.hidden = tools.length === 0;
  rebuild(root, tools, () => [
    el("h3", {}, t("host_tools")),
    ...tools.map((tool) => el("p", { class: "host-tool" }, el("span", {}, tool.name),
      ...tool.can.map((what) => el("button", { type: "button", class: "button small", "data-seat": tool.seat, "data-what": what,
        "aria-label": t(`host_${what}_long`, { name: tool.name }) }, t(`host_${what}`))))),
  ]);
}
