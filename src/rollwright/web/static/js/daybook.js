/**
 * The days of one game's challenge, kept in this browser only: the moves of the day that is being
 * played, and the results of all days.
 *
 * @typedef {{total: number, judge: number}} DayResult
 */

const MOST_DAYS = 400;
const DAY = 86_400_000;

export class Daybook {
  /** @param {string} family */
  constructor(family) {
    this.key = `rollwright.daily.${family}`;
    /** The day that is being played. */
    this.day = "";
    /** @type {string[]} */
    this.moves = [];
    /** @type {Object<string, DayResult>} */
    this.results = {};
    this.read();
  }

  read() {
    try {
      const kept = JSON.parse(localStorage.getItem(this.key) ?? "{}");
      if (typeof kept.day === "string" && Array.isArray(kept.moves)) [this.day, this.moves] = [kept.day, kept.moves.map(String)];
      for (const [day, result] of Object.entries(kept.results ?? {})) {
        if (isDay(day) && Number.isFinite(result?.total) && Number.isFinite(result?.judge)) this.results[day] = { total: result.total, judge: result.judge };
      }
    } catch {
      // What cannot be read is begun anew.
    }
  }

  /** @returns {boolean} whether the browser keeps it */
  keep() {
    const days = Object.keys(this.results).sort().slice(-MOST_DAYS);
    const results = Object.fromEntries(days.map((day) => [day, this.results[day]]));
    try {
      localStorage.setItem(this.key, JSON.stringify({ day: this.day, moves: this.moves, results }));
      return true;
    } catch {
      return false;
    }
  }

  /** @param {string} day @param {string[]} moves */
  note(day, moves) {
    [this.day, this.moves] = [day, moves];
    return this.keep();
  }

  /** The first result of a day counts. @param {string} day @param {DayResult} result */
  finish(day, result) {
    this.results[day] ??= result;
    return this.keep();
  }

  /** All days with a result, the newest first. */
  get days() {
    return Object.keys(this.results).sort().reverse();
  }

  /** So many days in a row have been played up to today, or up to yesterday. @param {string} today */
  streak(today) {
    let at = this.results[today] ? today : before(today);
    let count = 0;
    for (; this.results[at]; at = before(at)) count += 1;
    return count;
  }

  /** The longest row of days ever. */
  get longest() {
    return Math.max(0, ...this.days.map((day) => this.streak(day)));
  }

  /** What was reached on average; null before the first day. */
  get average() {
    const totals = Object.values(this.results).map((result) => result.total);
    return totals.length ? totals.reduce((sum, total) => sum + total, 0) / totals.length : null;
  }
}

/** @param {string} day @returns {string} */
function before(day) {
  return new Date(Date.parse(`${day}T00:00:00Z`) - DAY).toISOString().slice(0, 10);
}

/** @param {string} text */
function isDay(text) {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
