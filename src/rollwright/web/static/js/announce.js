/** How the page draws attention: one polite live region, toasts, a quiet sound and the title. */

import { byId, el, setText } from "./dom.js";
import { preference } from "./prefs.js";
import { t } from "./words.js";

const TOAST_TIME = 5_000;
/** A sound is for somebody who has looked away, not for every question of a quick game. */
const ATTENTION = 6_000;

/** @type {?AudioContext} */
let audio = null;
let touched = Date.now();
let asked = "";
let held = "";
let heldUntil = 0;

export function listenForAttention() {
  for (const name of ["pointerdown", "keydown"]) {
    document.addEventListener(name, () => {
      touched = Date.now();
      if (!audio && preference("sound") === "on" && "AudioContext" in window) audio = new AudioContext();
    }, { passive: true });
  }
}

/** Say to a screen reader what is asked, after the news of the last moments. @param {string} sentence */
export function say(sentence) {
  asked = sentence;
  const news = heldUntil > Date.now() ? `${held} ` : "";
  setText(byId("live"), news + asked);
}

/** Show something for a while, and say it. @param {string} text @param {"plain"|"warn"} [kind] */
export function toast(text, kind = "plain") {
  const list = byId("toasts");
  const node = el("p", { class: `toast ${kind}` }, text);
  list.append(node);
  while (list.children.length > 3) list.firstElementChild.remove();
  window.setTimeout(() => node.remove(), TOAST_TIME);
  [held, heldUntil] = [text, Date.now() + TOAST_TIME];
  say(asked);
}

/** Two soft notes. */
function chime() {
  if (!audio || audio.state !== "running") return;
  const start = audio.currentTime;
  for (const [pitch, delay] of [[523.25, 0], [783.99, 0.12]]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, start + delay);
    volume.gain.exponentialRampToValueAtTime(0.06, start + delay + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + delay + 0.5);
    tone.connect(volume).connect(audio.destination);
    tone.start(start + delay);
    tone.stop(start + delay + 0.55);
  }
}

const quietTitle = document.title;
let wasAsked = false;

/** @param {boolean} isAsked whether the reader is asked something now */
export function callAttention(isAsked) {
  document.title = isAsked ? `● ${t("your_turn")} · ${quietTitle}` : quietTitle;
  const isAway = document.hidden || !document.hasFocus() || Date.now() - touched > ATTENTION;
  if (isAsked && !wasAsked && isAway && preference("sound") === "on") chime();
  wasAsked = isAsked;
}
