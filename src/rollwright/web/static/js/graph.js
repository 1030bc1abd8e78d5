/** The course of a game as a drawing: what each seat had after each step, and the luck of one. */

import { rebuild, svg } from "./dom.js";

const WIDTH = 640;
const HEIGHT = 200;
const LUCK = 56;
/** Room for the values on the left, and for the letters of the seats on the right, at any size of text. */
const SIDE = 64;
const END = 20;
const TOP = 10;
/** Lines are told apart without colour. */
const DASHES = ["", "7 4", "2 4", "10 4 2 4", "1 3", "12 3"];

/**
 * @typedef {object} Course
 * @property {number[][]} values after each step, by seat; the first is the start
 * @property {(?number)[]} luck of the seat, for each step
 * @property {string[]} letters of the seats
 * @property {number} seat that is looked at
 * @property {boolean} isChance values from 0 to 1
 * @property {(value: number) => string} format
 */

export class Graph {
  /** @param {HTMLElement} root @param {(step: number) => void} onChoose */
  constructor(root, onChoose) {
    this.root = root;
    this.cursor = svg("line", { class: "cursor", y1: TOP, y2: HEIGHT + LUCK });
    root.addEventListener("click", (event) => {
      const box = root.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * (WIDTH + SIDE + END) - SIDE;
      onChoose(Math.max(0, Math.min(this.last, Math.round((x / WIDTH) * this.last))));
    });
    this.last = 1;
  }

  /** @param {Course} course @param {string} label @param {number} at */
  update(course, label, at) {
    this.last = Math.max(1, course.values.length - 1);
    rebuild(this.root, [course.values, course.seat], () => [this.draw(course, label)]);
    const x = this.x(at);
    this.cursor.setAttribute("x1", String(x));
    this.cursor.setAttribute("x2", String(x));
  }

  /** @param {number} step */
  x(step) {
    return SIDE + (step / this.last) * WIDTH;
  }

  /** @param {Course} course @param {string} label */
  draw(course, label) {
    const all = course.values.flat();
    let [low, high] = course.isChance ? [0, 1] : [Math.min(...all), Math.max(...all)];
    if (high - low < 1e-9) [low, high] = [low - 1, high + 1];
    const y = (/** @type {number} */ value) => TOP + (1 - (value - low) / (high - low)) * (HEIGHT - TOP);
    const marks = course.isChance ? [0, 0.5, 1] : [low, (low + high) / 2, high];
    const lines = course.letters.map((letter, seat) => {
      const points = course.values.map((row, step) => `${this.x(step).toFixed(1)},${y(row[seat]).toFixed(1)}`).join(" ");
      return svg("polyline", { points, class: seat === course.seat ? "line own-line" : "line", "stroke-dasharray": DASHES[seat] || null });
    });
    const reach = Math.max(...course.luck.map((luck) => Math.abs(luck ?? 0)), 1e-9);
    const middle = HEIGHT + LUCK / 2;
    const bars = course.luck.map((luck, step) => {
      if (!luck) return null;
      const height = (Math.abs(luck) / reach) * (LUCK / 2 - 3);
      return svg("rect", { class: luck > 0 ? "luck good" : "luck bad", x: this.x(step + 1) - 2, width: 4, y: luck > 0 ? middle - height : middle, height });
    });
    return svg("svg", { viewBox: `0 0 ${WIDTH + SIDE + END} ${HEIGHT + LUCK + 4}`, role: "img", "aria-label": label },
      ...marks.map((mark) => svg("g", { class: "grid" }, svg("line", { x1: SIDE, x2: SIDE + WIDTH, y1: y(mark), y2: y(mark) }), svg("text", { x: SIDE - 4, y: y(mark) + 4 }, course.format(mark)))),
      svg("line", { class: "base", x1: SIDE, x2: SIDE + WIDTH, y1: middle, y2: middle }),
      ...bars, ...lines,
      ...(course.letters.length > 1 ? course.letters.map((letter, seat) => svg("text", { class: "line-name", x: SIDE + WIDTH + 2, y: y(course.values[course.values.length - 1][seat]) + 4 }, letter.toUpperCase())) : []),
      this.cursor);
  }
}

