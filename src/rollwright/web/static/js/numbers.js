/** Numbers that are not whole, as the language of the page writes them; zero has no sign. */

/** @param {number} value @param {number} [digits] after the decimal mark */
export function decimal(value, digits = 1) {
  return signed(value, digits).replace("+", "");
}

/** A change, with its sign. @param {number} value @param {number} [digits] @param {string} [style] */
export function signed(value, digits = 1, style = "decimal") {
  const options = { style, minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false, signDisplay: "exceptZero" };
  return value.toLocaleString(document.documentElement.lang, /** @type {any} */ (options)).replace("-", "−");
}

/** @param {number} share of 1 @param {number} [digits] */
export function percent(share, digits = 1) {
  return signedPercent(share, digits).replace("+", "");
}

/** A change of a share. @param {number} share of 1 @param {number} [digits] */
export function signedPercent(share, digits = 1) {
  return signed(share, digits, "percent");
}
