/** What a reader likes: kept in this browser only, and forgotten where it may not be kept. */

const PREFIX = "rollwright.";
const DEFAULTS = { sound: "on", score: "shown", tap: "once", theme: "auto" };

/** @param {string} name @returns {string} */
export function preference(name) {
  try {
    return localStorage.getItem(PREFIX + name) ?? DEFAULTS[/** @type {keyof typeof DEFAULTS} */ (name)] ?? "";
  } catch {
    return DEFAULTS[/** @type {keyof typeof DEFAULTS} */ (name)] ?? "";
  }
}

/** @param {string} name @param {string} value */
export function setPreference(name, value) {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** @param {string} theme auto, light or dark */
export function showTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
