/** The words of the page, in the reader's language; the server sends them along. */

/** @type {Object<string, string>} */
let words = {};

/** @param {Object<string, string>} all */
export function useWords(all) {
  words = all;
}

/**
 * The wording for a key; `{name}` in it stands for the argument of that name.
 * @param {string} key
 * @param {Object<string, string|number>} [names]
 */
export function t(key, names = {}) {
  const text = words[key];
  if (text === undefined) throw new Error(`no word for ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name) => String(names[name]));
}
