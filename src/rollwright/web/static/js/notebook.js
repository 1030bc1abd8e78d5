/**
 * What somebody has entered on a score sheet. It never changes: each deed gives another notebook.
 *
 * @typedef {{write?: string, number?: number, misthrow?: true, close?: string, open?: string}} Entry
 * @typedef {{entries: Entry[], undone: Entry[], before: ?Entry[]}} Kept
 */

export class Notebook {
  /** @param {Partial<Kept>} [kept] */
  constructor({ entries = [], undone = [], before = null } = {}) {
    this.entries = entries;
    this.undone = undone;
    /** The entries of the sheet that was put away for this one. */
    this.before = before;
  }

  get canUndo() {
    return this.entries.length > 0 || this.before !== null;
  }

  get canRedo() {
    return this.undone.length > 0;
  }

  /** @param {Entry} entry */
  with(entry) {
    return new Notebook({ entries: [...this.entries, entry], before: this.before });
  }

  /** Without the last entry; on an empty sheet, the one that was put away. */
  undo() {
    if (!this.entries.length) return new Notebook({ entries: this.before ?? [] });
    const last = this.entries[this.entries.length - 1];
    return new Notebook({ entries: this.entries.slice(0, -1), undone: [...this.undone, last], before: this.before });
  }

  redo() {
    const next = this.undone[this.undone.length - 1];
    return new Notebook({ entries: [...this.entries, next], undone: this.undone.slice(0, -1), before: this.before });
  }

  /** An empty sheet; the old one comes back by `undo`. */
  fresh() {
    return new Notebook({ before: this.entries.length ? this.entries : this.before });
  }
}

/** The notebook that this browser has kept. @param {string} key */
export function readNotebook(key) {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "{}");
    const lists = [kept.entries ?? [], kept.undone ?? [], kept.before ?? []];
    return new Notebook(lists.every(Array.isArray) ? kept : {});
  } catch {
    return new Notebook();
  }
}

/** @param {string} key @param {Notebook} book @returns {boolean} whether the browser keeps it */
export function keepNotebook(key, book) {
  try {
    localStorage.setItem(key, JSON.stringify(book));
    return true;
  } catch {
    return false;
  }
}
