/**
 * A sheet: built once from its layout, then only changed where something changes, so that the
 * focus stays and nothing jumps. It knows no rule: what may be answered is told to it.
 */

import { drawing, el, rebuild, setAttribute, setText, svg } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Layout} Layout */
/** @typedef {import("./types.js").Action} Action */

const STROKES = [
  "M9 10C15 15 25 24 31.5 31M31 9C25 14 15 25 8.5 31",
  "M8.5 8.5C16 16 23 23 31 32M32 10.5C24 16 15 24 9.5 31.5",
  "M10 9C14 15 26 25 31 30.5M30.5 8C24 16 16 23 8 30",
  "M8 11C16 15 24 24 32 30M31.5 10C26 15 14 24 9 32",
];
const LONG_PRESS = 450;

/** A pen's cross; neighbours get different ones.
 * @param {number} variant */
export function cross(variant) {
  return svg("svg", { class: "mark", viewBox: "0 0 40 40", "aria-hidden": "true" },
    svg("path", { d: STROKES[variant % STROKES.length] }));
}

/**
 * What is written in which field: true for a cross, else the number.
 * @param {Layout} layout
 * @param {?import("./types.js").SheetData} data
 * @returns {Map<string, number|true>}
 */
export function written(layout, data) {
  const found = new Map();
  for (const line of layout.lines) {
    const entries = data?.[line.name] ?? [];
    line.fields.forEach((field, place) => {
      if (field.number !== null) {
        if (entries.includes(field.number)) found.set(field.id, true);
      } else if (entries[place] !== null && entries[place] !== undefined) {
        found.set(field.id, entries[place]);
      }
    });
  }
  return found;
}

/** How a layout is drawn: rows with printed numbers, rows that cross columns, or columns.
 * @param {Layout} layout */
function shapeOf(layout) {
  if (layout.locks) return "rows";
  return layout.symbols.length ? "columns" : "crossing";
}

/**
 * @typedef {object} SheetState
 * @property {string} title
 * @property {?import("./types.js").SheetData} data
 * @property {Map<string, Action>} [legal] what may be answered in which field
 * @property {?import("./types.js").Pending} [pending]
 * @property {string[]} [fresh]
 * @property {string[]} [lost]
 * @property {?string} [chosen]
 * @property {boolean} [threat] a misthrow is near
 * @property {Map<string, {closed: boolean, mine: boolean}>} [locks] the rows, where locks can be tapped
 */

export class Sheet {
  /**
   * @param {Layout} layout
   * @param {{tiny?: boolean, onAnswer?: (action: Action) => void, onPreview?: (action: ?Action) => void, onLock?: (line: string) => void}} [options]
   */
  constructor(layout, options = {}) {
    this.layout = layout;
    this.onAnswer = options.onAnswer;
    this.onPreview = options.onPreview ?? (() => {});
    this.onLock = options.onLock;
    this.playable = Boolean(options.onAnswer);
    /** @type {Map<string, any>} */
    this.fields = new Map();
    /** @type {Map<string, any>} */
    this.lineNodes = new Map();
    /** @type {Map<string, Action>} */
    this.legal = new Map();
    this.isFirst = true;
    this.lines = el("div", { class: "lines", role: this.playable ? "grid" : "table" },
      ...this.bands(), ...layout.lines.map((line, index) => this.line(line, index)));
    /** The misthrows; beside the score on a sheet that is played, else at the foot. */
    this.foot = el("div", { class: "sheet-foot" });
    this.root = el("div", { class: `sheet ${shapeOf(layout)}${options.tiny ? " tiny" : ""}` },
      this.lines, layout.misthrows && !this.playable ? this.foot : null);
    if (this.playable) this.listen();
  }

  /** The grounds of rows that cross columns, and the frames of their bonus columns. */
  bands() {
    if (shapeOf(this.layout) !== "crossing") return [];
    const nodes = [];
    const bonus = this.layout.lines.flatMap((line) => line.fields.filter((field) => field.bonus));
    this.layout.lines.forEach((line, row) => {
      const columns = line.fields.map((field) => field.column);
      const [first, last] = [columns[0], columns[columns.length - 1]];
      for (const [from, to, half] of [[first, Math.min(last, 5), 0], [Math.max(first, 6), last, 1]]) {
        const node = el("span", { class: `line-band c-${line.colour} ${half ? "goes-on" : "opens"}` });
        place(node, { row: row + 1, from: from + 1, to: to + 2, "half-row": row + 1 + 4 * half,
          "half-from": from % 6 + 1, "half-to": to % 6 + 2 });
        nodes.push(node);
      }
    });
    for (const field of bonus) {
      const node = el("span", { class: "column-band" });
      place(node, { column: field.column + 1, "half-column": field.column % 6 + 1,
        "half-top": field.column < 6 ? 1 : 5 });
      nodes.push(node);
    }
    return nodes;
  }

  /** @param {import("./types.js").LineLayout} line @param {number} index */
  line(line, index) {
    const columns = line.fields.map((field) => field.column);
    const head = el("span", { class: "line-head", role: "rowheader" },
      this.layout.symbols.length ? drawing(`symbol-${line.name}`, "symbol") : el("span", { "aria-hidden": "true" }, line.letter.toUpperCase()),
      el("span", { class: "unseen" }, line.word));
    if (shapeOf(this.layout) === "crossing") {
      const gap = columns[columns.findIndex((column, i) => columns[i + 1] > column + 1)] + 1;
      head.classList.add(`c-${line.colour}`);
      placeField(head, gap, index);
    }
    const node = el("div", { class: `line c-${line.colour}`, role: "row" }, head,
      ...line.fields.map((field, position) => this.field(field, index, position)),
      this.layout.locks ? this.lock(line) : null);
    this.lineNodes.set(line.name, node);
    return node;
  }

  /** @param {import("./types.js").FieldLayout} field @param {number} line @param {number} position */
  field(field, line, position) {
    const num = el("span", { class: "num" }, field.number === null ? "" : String(field.number));
    const node = el(this.playable ? "button" : "span", {
      class: `field c-${field.colour}${field.bonus ? " bonus" : ""}`,
      type: this.playable ? "button" : null,
      tabindex: this.playable ? "-1" : null,
      "data-field": this.playable ? field.id : null,
    }, field.bonus ? pentagon() : null, num);
    const cell = el("span", { class: "cell", role: this.playable ? "gridcell" : "cell" }, node);
    if (shapeOf(this.layout) === "crossing") placeField(cell, field.column, line);
    this.fields.set(field.id, { node, cell, num, layout: field, variant: line * 3 + position, ghost: null, mark: null, key: "" });
    return cell;
  }

  /** @param {import("./types.js").LineLayout} line */
  lock(line) {
    const shackle = svg("path", { class: "shackle", d: "M8 11V8a4 4 0 0 1 8 0v3" });
    const { onLock } = this;
    const role = this.playable ? "gridcell" : "cell";
    const node = el(onLock ? "button" : "span", { class: "lock", type: onLock ? "button" : null, role: onLock ? null : role, onclick: () => onLock?.(line.name) },
      svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, shackle,
        svg("rect", { class: "body", x: 5, y: 11, width: 14, height: 9, rx: 2.5 })),
      el("span", { class: "unseen" }, ""));
    this.fields.set(`lock ${line.name}`, { node, shackle, mark: null, key: "" });
    return onLock ? el("span", { class: "cell", role }, node) : node;
  }

  /** @param {SheetState} state */
  update(state) {
    this.legal = state.legal ?? new Map();
    const contents = written(this.layout, state.data);
    const closed = state.data?.closed ?? [];
    setAttribute(this.lines, "aria-label", state.title);
    for (const line of this.layout.lines) {
      const isClosed = closed.includes(line.name);
      const node = this.lineNodes.get(line.name);
      node.classList.toggle("closed", isClosed);
      node.classList.toggle("full", !this.layout.locks && line.fields.every((field) => contents.has(field.id)));
      for (const field of line.fields) this.showField(field.id, contents.get(field.id), state);
      if (this.layout.locks) {
        const last = line.fields[line.fields.length - 1].id;
        this.showLock(line, isClosed, contents.get(last) === true, state.pending?.field === last);
        this.showLockButton(line, state.locks?.get(line.name));
      }
    }
    if (this.layout.misthrows) this.showMisthrows(state.data?.misthrows ?? 0, Boolean(state.threat));
    if (this.playable) this.keepOneStop();
    this.isFirst = false;
  }

  /** @param {string} id @param {number|true|undefined} content @param {SheetState} state */
  showField(id, content, state) {
    const field = this.fields.get(id);
    const action = this.legal.get(id);
    const isPending = content === undefined && state.pending?.field === id;
    const shown = isPending ? state.pending?.number ?? true : content;
    const has = (/** @type {string[]|undefined} */ list) => Boolean(list?.includes(id));
    const key = JSON.stringify([shown, isPending, action?.action, action?.label, action?.number, has(state.fresh), has(state.lost), state.chosen === id]);
    if (field.key === key) return;
    const wasEmpty = field.shown === undefined;
    field.key = key;
    field.shown = shown;
    const classes = field.node.classList;
    classes.toggle("marked", shown === true);
    classes.toggle("written", typeof shown === "number");
    classes.toggle("pending", isPending);
    classes.toggle("drawn", shown !== undefined && wasEmpty && !this.isFirst);
    classes.toggle("fresh", has(state.fresh) && !isPending);
    classes.toggle("lost", has(state.lost));
    classes.toggle("legal", Boolean(action));
    classes.toggle("chosen", state.chosen === id);
    classes.toggle("warned", Boolean(action?.warning));
    this.showMark(field, shown === true);
    if (field.layout.number === null) setText(field.num, typeof shown === "number" ? String(shown) : "");
    this.showGhost(field, action);
    const label = this.label(field.layout, shown, isPending, action, has(state.lost));
    setAttribute(field.node, "aria-label", label);
    if (this.playable) setAttribute(field.node, "aria-disabled", action ? null : "true");
    else setAttribute(field.node, "role", "img");
  }

  /** @param {any} field @param {boolean} isMarked */
  showMark(field, isMarked) {
    if (isMarked && !field.mark) {
      field.mark = cross(field.variant ?? 1);
      field.node.append(field.mark);
    } else if (!isMarked && field.mark) {
      field.mark.remove();
      field.mark = null;
    }
  }

  /** The number that would be written, seen when pointed at. @param {any} field @param {Action|undefined} action */
  showGhost(field, action) {
    const number = field.layout.number === null ? action?.number ?? null : null;
    if (number !== null && !field.ghost) {
      field.ghost = el("span", { class: "ghost", "aria-hidden": "true" });
      field.node.append(field.ghost);
    }
    if (number === null && field.ghost) {
      field.ghost.remove();
      field.ghost = null;
    }
    if (field.ghost) setText(field.ghost, String(number));
  }

  /** @param {import("./types.js").FieldLayout} layout @param {number|true|undefined} shown @param {boolean} isPending @param {Action|undefined} action @param {boolean} isLost */
  label(layout, shown, isPending, action, isLost) {
    if (action) return action.warning ? `${action.label}. ${action.warning}` : action.label;
    const field = layout.label;
    if (shown === true) return t(isPending ? "field_pending" : "field_crossed", { field });
    if (shown !== undefined) return t(isPending ? "field_number_pending" : "field_number", { field, number: shown });
    return isLost ? t("field_lost", { field }) : field;
  }

  /** @param {import("./types.js").LineLayout} line @param {boolean} isClosed @param {boolean} isMine @param {boolean} isPending */
  showLock(line, isClosed, isMine, isPending) {
    const lock = this.fields.get(`lock ${line.name}`);
    const key = `${isClosed} ${isMine} ${isPending}`;
    if (lock.key === key) return;
    lock.key = key;
    setAttribute(lock.shackle, "d", isClosed || isMine ? "M8 11V8a4 4 0 0 1 8 0v3" : "M8 11V8a4 4 0 0 1 7.6-1.7");
    this.showMark(lock, isMine || isPending);
    lock.node.classList.toggle("pending", isPending);
    const words = isMine ? "lock_mine" : isClosed ? "lock_closed" : "lock_open";
    setText(lock.node.lastElementChild.classList.contains("unseen") ? lock.node.lastElementChild : lock.node.children[1], t(words));
  }

  /** A lock that can be tapped, because somebody else may close the row.
   * @param {import("./types.js").LineLayout} line @param {{closed: boolean, mine: boolean}|undefined} row */
  showLockButton(line, row) {
    if (!row) return;
    const { node } = this.fields.get(`lock ${line.name}`);
    setAttribute(node, "aria-label", t(row.mine ? "row_closed_here" : "row_closed_by_other_button", { row: line.word }));
    setAttribute(node, "aria-pressed", row.mine ? null : String(row.closed));
    setAttribute(node, "aria-disabled", row.mine ? "true" : null);
  }

  /** @param {number} count @param {boolean} threat */
  showMisthrows(count, threat) {
    rebuild(this.foot, [count, threat], () => [
      el("span", { class: "misthrows", role: "img", "aria-label": t("misthrows_count", { n: count, most: this.layout.misthrows }) },
        ...Array.from({ length: this.layout.misthrows }, (_, i) =>
          el("span", { class: `misthrow${threat && i === count ? " threat" : ""}` }, i < count ? cross(i) : "−5"))),
    ]);
  }

  /** Strike the numbers that a mark would give up. @param {?Action} action */
  strike(action) {
    const skipped = new Set(action?.skipped ?? []);
    for (const [id, field] of this.fields) field.node.classList.toggle("would-skip", skipped.has(id));
  }

  // Keys and pointers

  listen() {
    this.lines.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      const action = this.actionAt(event.target);
      if (this.wasLong) this.wasLong = false;
      else if (action) this.onAnswer?.(action);
    });
    this.lines.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.move(event));
    this.lines.addEventListener("pointerover", (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && this.preview(this.actionAt(event.target)));
    this.lines.addEventListener("focusin", (/** @type {FocusEvent} */ event) => {
      if (/** @type {Element} */ (event.target).matches(":focus-visible")) this.preview(this.actionAt(event.target));
    });
    this.lines.addEventListener("pointerleave", () => this.preview(null));
    this.lines.addEventListener("focusout", (/** @type {FocusEvent} */ event) => {
      this.preview(null);
      if (!this.lines.contains(event.relatedTarget)) this.keepOneStop();
    });
    this.lines.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      this.wasLong = false;
      if (event.pointerType === "mouse") return;
      const action = this.actionAt(event.target);
      this.press = window.setTimeout(() => {
        this.wasLong = Boolean(action);
        this.preview(action);
      }, LONG_PRESS);
    });
    for (const name of ["pointerup", "pointercancel", "pointermove"]) {
      this.lines.addEventListener(name, () => window.clearTimeout(this.press));
    }
    this.lines.addEventListener("contextmenu", (/** @type {Event} */ event) => this.wasLong && event.preventDefault());
  }

  /** @param {any} target @returns {?Action} */
  actionAt(target) {
    const node = target.closest?.("[data-field]");
    return (node && this.legal.get(node.dataset.field)) ?? null;
  }

  /** @param {?Action} action */
  preview(action) {
    this.strike(action);
    this.onPreview(action);
  }

  /** One field can be reached by Tab: the one with the focus, else the first possible one. */
  keepOneStop() {
    const nodes = [...this.fields.values()].filter((field) => field.layout).map((field) => field.node);
    const focused = nodes.find((node) => node === document.activeElement);
    const stop = focused ?? nodes.find((node) => node.classList.contains("legal")) ?? nodes.find((node) => node.tabIndex === 0) ?? nodes[0];
    for (const node of nodes) {
      const wanted = node === stop ? 0 : -1;
      if (node.tabIndex !== wanted) node.tabIndex = wanted;
    }
  }

  /** @param {KeyboardEvent} event */
  move(event) {
    const from = /** @type {any} */ (event.target).closest("[data-field]");
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
    const nodes = [...this.fields.values()].filter((field) => field.layout).map((field) => field.node);
    const legal = nodes.filter((node) => node.classList.contains("legal"));
    let next = null;
    if (event.key.startsWith("Arrow")) next = nearest(from, nodes, event.key);
    else if (event.key === "Home") next = legal[0] ?? nodes[0];
    else if (event.key === "End") next = legal[legal.length - 1] ?? nodes[nodes.length - 1];
    else return;
    event.preventDefault();
    if (!next) return;
    from.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  /** Whether the pointer or the focus is on a field that can be answered with. */
  isPointedAt() {
    return this.lines.querySelector(".legal:hover, .legal:focus-visible") !== null;
  }

  /** Put the focus on the first possible field. */
  focusLegal() {
    for (const field of this.fields.values()) {
      if (field.layout && field.node.classList.contains("legal")) {
        field.node.focus({ preventScroll: true });
        return true;
      }
    }
    return false;
  }
}

function pentagon() {
  return svg("svg", { class: "pentagon", viewBox: "0 0 44 44", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("path", { d: "M22 1.5 42.5 17 35 42.5H9L1.5 17z" }));
}

/** @param {HTMLElement} node @param {Object<string, number>} values */
function place(node, values) {
  for (const [name, value] of Object.entries(values)) node.style.setProperty(`--${name}`, String(value));
}

/** The place of a field on a sheet of crossing rows, as one grid and as two halves.
 * @param {HTMLElement} node @param {number} column @param {number} row */
function placeField(node, column, row) {
  const half = column < 6 ? 0 : 1;
  place(node, { column: column + 1, row: row + 1, "half-column": column % 6 + 1, "half-row": row + 1 + 4 * half });
}

/** The field nearest in the direction of an arrow key, as it is seen on the screen.
 * @param {HTMLElement} from @param {HTMLElement[]} nodes @param {string} key */
function nearest(from, nodes, key) {
  const start = centre(from);
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
  let best = null;
  let least = Infinity;
  for (const node of nodes) {
    const there = centre(node);
    const ahead = (there.x - start.x) * dx + (there.y - start.y) * dy;
    const aside = Math.abs((there.x - start.x) * dy) + Math.abs((there.y - start.y) * dx);
    const cost = ahead + 3 * aside;
    if (ahead > 2 && cost < least) [best, least] = [node, cost];
  }
  return best;
}

/** @param {HTMLElement} node */
function centre(node) {
  const box = node.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
