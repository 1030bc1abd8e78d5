/**
 * Keeps a page up to date. The pages that were used last have an event stream each; the others,
 * and those that are not seen, look now and then: browsers allow six connections to a server, and
 * a seventh tab must not wait. When the line is lost a new stream is tried with growing pauses.
 */

import { get } from "./api.js";

const MOST_STREAMS = 4;
const HIDE_AFTER = 3_000;
const LOOK_EVERY = 4_000;
const SILENCE = 40_000;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;

/**
 * @typedef {object} Following
 * @property {string} path
 * @property {() => number} number the event number of the view that is shown
 * @property {(view: import("./types.js").View) => void} onView
 * @property {(state: "open"|"lost") => void} onState
 */

/** Follows one table for one page. */
export class Follower {
  /** @param {Following} options */
  constructor(options) {
    this.options = options;
    /** @type {?EventSource} */
    this.source = null;
    this.failures = 0;
    this.heard = 0;
    this.hasPings = false;
    this.name = Math.random().toString(36).slice(2);
    /** Other pages of this browser that have opened a stream since this one did. @type {Set<string>} */
    this.newer = new Set();
    this.channel = "BroadcastChannel" in window ? new BroadcastChannel("rollwright.streams") : null;
    this.channel?.addEventListener("message", (event) => this.onOther(event.data));
    this.listen();
    if (document.hidden) this.look();
    else this.open();
  }

  listen() {
    document.addEventListener("visibilitychange", () => this.onSeen());
    for (const name of ["focus", "pointerdown", "keydown"]) {
      window.addEventListener(name, () => !this.source && !this.retry && this.open(), { passive: true });
    }
    window.addEventListener("online", () => this.open());
    window.addEventListener("offline", () => this.options.onState("lost"));
    window.addEventListener("pageshow", (event) => event.persisted && this.open());
    window.addEventListener("pagehide", () => this.close());
    window.setInterval(() => {
      if (this.source && this.hasPings && Date.now() - this.heard > SILENCE) this.later();
    }, 5_000);
  }

  /** Open a stream, in place of one that may be there. */
  open() {
    this.close();
    window.clearInterval(this.looking);
    const { path, number, onView, onState } = this.options;
    const source = new EventSource(`${path}/stream?after=${number()}`);
    this.source = source;
    this.heard = Date.now();
    this.newer.clear();
    this.channel?.postMessage(this.name);
    source.addEventListener("open", () => {
      this.failures = 0;
      onState("open");
    });
    source.addEventListener("view", (event) => {
      this.heard = Date.now();
      onState("open");
      onView(JSON.parse(event.data));
    });
    source.addEventListener("ping", () => {
      this.hasPings = true;
      this.heard = Date.now();
    });
    source.addEventListener("error", () => {
      if (this.source === source) this.later();
    });
  }

  close() {
    window.clearTimeout(this.retry);
    this.retry = 0;
    this.source?.close();
    this.source = null;
  }

  /** The line is lost: try again after a pause that grows. */
  later() {
    this.close();
    this.options.onState("lost");
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.failures);
    this.failures += 1;
    this.retry = window.setTimeout(() => this.open(), pause * (0.75 + Math.random() / 2));
  }

  /** Look now and then in place of a stream. */
  look() {
    this.close();
    window.clearInterval(this.looking);
    this.looking = window.setInterval(() => this.lookOnce(), LOOK_EVERY);
  }

  async lookOnce() {
    const { path, number, onView, onState } = this.options;
    try {
      const view = await get(`${path}?after=${number()}`);
      onState("open");
      if (view.phase) onView(view);
    } catch {
      onState("lost");
    }
  }

  /** Another page has opened a stream. @param {string} name */
  onOther(name) {
    this.newer.add(name);
    if (this.source && this.newer.size >= MOST_STREAMS) this.look();
  }

  onSeen() {
    window.clearTimeout(this.hiding);
    if (document.hidden) this.hiding = window.setTimeout(() => this.look(), HIDE_AFTER);
    else if (!this.source) this.open();
  }
}
