/** Pages that are read: the language and theme switches, and what a form remembers. */

import { preference, setPreference, showTheme } from "./prefs.js";

for (const node of document.querySelectorAll("[data-without-script]")) node.remove();

for (const select of document.querySelectorAll("[data-submit]")) {
  select.addEventListener("change", () => /** @type {HTMLSelectElement} */ (select).form?.requestSubmit());
}

const theme = document.getElementById("theme");
if (theme) {
  theme.hidden = false;
  theme.addEventListener("click", () => {
    const chosen = preference("theme");
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const shown = chosen === "auto" ? system : chosen;
    const next = shown === "dark" ? "light" : "dark";
    setPreference("theme", next === system ? "auto" : next);
    showTheme(preference("theme"));
  });
}

/** The last opponent is remembered for each game. @param {?string} game */
const lastBot = (game) => `bot.${game}`;

for (const form of document.querySelectorAll("form[data-remember]")) {
  const key = lastBot(/** @type {HTMLElement} */ (form).dataset.remember ?? null);
  const select = /** @type {HTMLSelectElement} */ (form.querySelector("select"));
  const kept = preference(key);
  if ([...select.options].some((option) => option.value === kept)) select.value = kept;
  const meaning = /** @type {HTMLElement} */ (form.querySelector(".meaning"));
  const explain = () => { meaning.textContent = select.selectedOptions[0]?.dataset.meaning ?? ""; };
  select.addEventListener("change", explain);
  explain();
  const name = /** @type {HTMLInputElement} */ (form.querySelector("[name=seat_name]"));
  name.value ||= preference("name");
  form.addEventListener("submit", () => setPreference(key, select.value));
}

// Names are asked of people only; one empty seat more than are taken can be filled.
const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".seat-row")]);

function showSeats() {
  const kinds = rows.map((row) => row.querySelector("select")?.value ?? "none");
  const last = kinds.findLastIndex((kind) => kind !== "none");
  rows.forEach((row, seat) => {
    row.hidden = seat > last + 1;
    row.classList.toggle("name-less", kinds[seat] !== "person");
  });
}

for (const row of rows) row.querySelector("select")?.addEventListener("change", showSeats);

const table = /** @type {?HTMLFormElement} */ (document.getElementById("new-table"));
if (table) {
  const seats = rows.map((row) => /** @type {HTMLSelectElement} */ (row.querySelector("select")));
  const key = lastBot(table.dataset.game ?? null);
  const kept = preference(key);
  const isKnown = [...(seats[1]?.options ?? [])].some((option) => option.value === kept);
  if (isKnown && table.dataset.filled === undefined) seats[1].value = kept;
  table.addEventListener("submit", () => {
    const bot = seats.map((seat) => seat.value).find((kind) => kind.startsWith("bot:"));
    if (bot) setPreference(key, bot);
  });
}
showSeats();

const own = /** @type {?HTMLInputElement} */ (document.querySelector("#new-table [name=seat_name]"));
if (own) {
  own.value ||= preference("name");
  own.form?.addEventListener("submit", () => setPreference("name", own.value));
}
