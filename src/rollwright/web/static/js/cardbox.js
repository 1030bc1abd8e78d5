/**
 * What somebody has practised, kept in this browser only: each exercise is a card in one of some
 * boxes. A right answer moves it one box on, where it stays longer; a wrong one back to the first.
 *
 * @typedef {{box: number, due: string}} Card
 */

const DAYS = [0, 1, 3, 7, 21, 60];
const DAY = 86_400_000;

export class Cardbox {
  /** @param {string} family @param {string[]} keys of all exercises, in order @param {string} today */
  constructor(family, keys, today) {
    this.key = `rollwright.practice.${family}`;
    this.keys = keys;
    this.today = today;
    /** @type {Object<string, Card>} */
    this.cards = {};
    try {
      const kept = JSON.parse(localStorage.getItem(this.key) ?? "{}");
      for (const key of keys) {
        const card = kept?.cards?.[key];
        if (Number.isInteger(card?.box) && typeof card?.due === "string") this.cards[key] = { box: Math.max(0, Math.min(DAYS.length - 1, card.box)), due: card.due };
      }
    } catch {
      // What cannot be read is begun anew.
    }
  }

  /** Cards that should be seen today, the longest due first. */
  get due() {
    return this.keys.filter((key) => this.cards[key] && this.cards[key].due <= this.today).sort((a, b) => (this.cards[a].due < this.cards[b].due ? -1 : 1));
  }

  get fresh() {
    return this.keys.filter((key) => !this.cards[key]);
  }

  get known() {
    return this.keys.filter((key) => this.cards[key] && this.cards[key].due > this.today);
  }

  /** The next exercise: what is due, then something new; not the last one again, if there is another.
   * @param {string} last @param {boolean} [goesOn] with the oldest, if nothing is left for today
   * @returns {?string} */
  next(last, goesOn = false) {
    const rest = [...this.due, ...this.fresh];
    const known = goesOn ? [...this.known].sort((a, b) => (this.cards[a].due < this.cards[b].due ? -1 : 1)) : [];
    const all = rest.length ? rest : known;
    return all.find((key) => key !== last) ?? all[0] ?? null;
  }

  /** @param {string} key @param {boolean} isRight @returns {boolean} whether the browser keeps it */
  note(key, isRight) {
    const box = isRight ? Math.min(DAYS.length - 1, (this.cards[key]?.box ?? 0) + 1) : 0;
    const due = new Date(Date.parse(`${this.today}T00:00:00Z`) + DAYS[box] * DAY).toISOString().slice(0, 10);
    this.cards[key] = { box, due };
    try {
      localStorage.setItem(this.key, JSON.stringify({ cards: this.cards }));
      return true;
    } catch {
      return false;
    }
  }
}
