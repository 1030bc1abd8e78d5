/** The page of a table: applies views in order, and sends what its reader wants. */

import { callAttention, listenForAttention, say, toast } from "./announce.js";
import { Refusal, get, post } from "./api.js";
import { Bar, showPreview } from "./bar.js";
import { CallPad } from "./callpad.js";
import { DiceChoice, Tray } from "./dice.js";
import { byId, pageData, setText } from "./dom.js";
import { HintButton } from "./hint.js";
import { Lobby } from "./lobby.js";
import { showLog } from "./log.js";
import { prepareMenu, showTools } from "./menu.js";
import { People } from "./people.js";
import { preference } from "./prefs.js";
import { offerVerification, showResult } from "./result.js";
import { showScore } from "./score.js";
import { Sheet } from "./sheet.js";
import { Follower } from "./stream.js";
import { askFaces } from "./typed.js";
import { t, useWords } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Action} Action */
/** @typedef {import("./types.js").Ask} Ask */

/** After an accepted answer the view should come at once; else the page asks for it. */
const VIEW_LATE = 1_200;

const data = pageData();
useWords(data.words);

class TablePage {
  constructor() {
    this.path = `/t/${data.code}`;
    this.layout = data.layout;
    /** @type {View} */
    this.view = data.view;
    this.shown = this.view.you[0] ?? 0;
    /** Who holds the device, where several people share it. @type {?number} */
    this.holder = null;
    this.busy = false;
    this.askedOf = "";
    /** An answer that waits for its second tap. @type {?Action} */
    this.chosen = null;
    /** @type {?Action} */
    this.call = null;
    /** @type {string[]} */
    this.takenDice = [];
    this.asked = "";
    this.announced = newsNumber(this.view);
    this.sheet = new Sheet(this.layout, {
      onAnswer: (action) => this.tap(action),
      onPreview: (action) => this.preview(action),
    });
    byId("sheet").append(this.sheet.root);
    if (this.layout.misthrows) byId("own-foot").prepend(this.sheet.foot);
    this.tray = new Tray(byId("tray"), data.layout.dice);
    this.diceChoice = new DiceChoice(byId("dice-choice"), data.layout.dice, (taken) => {
      this.takenDice = taken;
      this.render();
    });
    this.callPad = new CallPad(byId("call-pad"), (action) => {
      this.call = action;
      this.render();
    });
    this.bar = new Bar({ onUndo: () => this.send("undo", { seat: this.shown }), onRedo: () => this.send("redo", { seat: this.shown }) });
    this.coach = new HintButton((body) => this.send("hint", body));
    this.people = new People(this.layout, (seat) => this.turnTo(seat));
    this.lobby = new Lobby({
      join: (seat, name, avatar) => this.join({ seat, name, avatar }),
      leave: (seat) => this.send("leave", { seat }),
      fill: (seat, bot) => this.send(`seats/${seat}`, bot === null ? { open: true } : { bot }),
      start: () => this.send("start"),
    }, data.avatars);
    prepareMenu({
      change: () => this.render(),
      help: (seat, what) => this.send(`seats/${seat}`, what === "pass" ? { pass: true } : { bot: data.standIn }),
      link: () => this.send(`seats/${this.shown}/link`),
      away: () => this.send("leave", { seat: this.shown }),
    });
    offerVerification();
    listenForAttention();
    this.listen();
    this.render();
    this.stream = new Follower({
      path: this.path,
      number: () => this.view.number,
      onView: (view) => this.apply(view),
      onState: (state) => this.showConnection(state),
    });
  }

  listen() {
    byId("hand-over-go").addEventListener("click", () => {
      this.holder = this.shown;
      this.render();
      this.sheet.focusLegal();
    });
    byId("correct").addEventListener("click", () => this.correct());
    byId("rematch").addEventListener("click", () => this.rematch());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  // Views

  /** @param {View} view */
  apply(view) {
    if (view.number < this.view.number) return;
    this.view = view;
    this.render();
  }

  get ask() {
    return this.view.asks.find((ask) => ask.seat === this.shown) ?? null;
  }

  /** Whether this reader may roll, or enter what real dice show. */
  get roller() {
    return this.view.roll?.seats.find((seat) => this.view.you.includes(seat)) ?? null;
  }

  /** Whether the sheet stays covered until the right person holds the device. */
  get covered() {
    return this.view.node === "setup" && this.view.you.length > 1 && this.holder !== this.shown;
  }

  render() {
    const view = this.view;
    document.body.dataset.phase = view.phase;
    this.chooseSheet();
    this.forgetOldChoices();
    this.showSheet();
    this.showDice();
    this.showBar();
    const isScoreShown = preference("score") === "shown";
    this.people.update(view, this.shown, isScoreShown);
    showScore(view, this.layout, this.shown, isScoreShown && !this.covered);
    showLog(view);
    this.lobby.update(view);
    showResult(view, this.layout);
    showTools(view);
    this.showWords();
    this.showRematch();
    this.bar.passFocusOn(() => this.sheet.focusLegal());
  }

  /**
   * Show the own sheet that is asked; with one device for several people the one after the other.
   * Who looks at another sheet may do so until something else is asked.
   */
  chooseSheet() {
    const { you, asks, roll, seats } = this.view;
    const asked = JSON.stringify([asks.map((ask) => [ask.seat, ask.decision]), roll?.turn]);
    if (asked === this.askedOf) return;
    this.askedOf = asked;
    const waiting = asks.map((ask) => ask.seat);
    if (waiting.length) this.shown = waiting.includes(this.shown) ? this.shown : waiting[0];
    else if (this.roller !== null) this.shown = this.roller;
    else if (!you.length) this.shown = seats.find((seat) => seat.active)?.seat ?? 0;
    else if (!you.includes(this.shown)) this.shown = you[0];
  }

  /** @param {number} seat */
  turnTo(seat) {
    this.shown = seat;
    this.render();
  }

  /** What was chosen for one question must not answer the next. */
  forgetOldChoices() {
    const asked = this.ask ? `${this.ask.seat}:${this.ask.decision}` : "";
    if (asked === this.asked) return;
    this.asked = asked;
    this.chosen = null;
    this.call = null;
    this.takenDice = [];
    this.diceChoice.take([]);
    this.callPad.reset();
  }

  showSheet() {
    const { view, ask } = this;
    const legal = new Map();
    if (ask && !this.busy) {
      for (const action of ask.actions) if (action.field) legal.set(action.field, action);
    }
    const seat = view.seats[this.shown];
    const isPlaying = view.phase !== "lobby";
    byId("own").hidden = !isPlaying;
    byId("hand-over").hidden = !this.covered;
    byId("sheet").hidden = this.covered;
    setText(byId("hand-over-title"), this.covered ? t("hand_over_to", { name: seat.name }) : "");
    setText(byId("hand-over-go"), this.covered ? t("hand_over_go", { name: seat.name }) : "");
    setText(byId("own-name"), view.you.length === 1 ? "" : t("sheet_of", { name: seat?.name ?? "" }));
    if (!isPlaying) return;
    this.sheet.update({
      title: view.you.length === 1 ? t("your_sheet") : t("sheet_of", { name: seat.name }),
      data: this.covered ? null : view.sheets[this.shown],
      legal: this.covered ? new Map() : legal,
      pending: view.pending[this.shown] ?? null,
      fresh: view.you.includes(this.shown) ? [] : view.fresh[this.shown],
      lost: view.lost[this.shown],
      chosen: this.chosen?.field ?? null,
      threat: ask?.pass?.kind === "misthrow",
    });
  }

  showDice() {
    const { view, ask } = this;
    const isChoosing = ask?.actions.some((action) => action.dice?.length) ?? false;
    const isCalling = ask?.phase === "call";
    byId("dice-choice").hidden = !isChoosing;
    byId("call-pad").hidden = !isCalling;
    document.body.classList.toggle("calling", isCalling);
    byId("tray").hidden = isChoosing;
    byId("table-dice").hidden = view.phase !== "play" || view.node === "setup";
    if (isCalling) this.callPad.update(/** @type {Ask} */ (ask).actions);
    const rolled = view.dice.length ? JSON.stringify([view.dice_turn, view.dice.map((die) => die.face)]) : "";
    this.tray.update(view.dice, rolled, view.roll !== null, this.layout.family === "qwinto");
    const called = byId("called");
    called.hidden = view.called === null;
    setText(byId("called-number"), view.called === null ? "" : String(view.called));
    byId("correct").hidden = !view.correct;
  }

  showBar() {
    const seat = String(this.shown);
    const reroll = this.ask?.actions.find((action) => action.action === "reroll");
    const pass = this.ask?.pass ?? reroll ?? null;
    this.bar.update({
      main: this.mainAction(),
      pass: pass && !this.covered ? { label: pass.label, kind: pass.kind ?? "pass", press: () => this.answer(pass, pass === reroll) } : null,
      undo: Boolean(this.view.undo[seat]) && !this.busy,
      redo: Boolean(this.view.redo[seat]) && !this.busy,
    });
    if (!this.ask || !this.sheet.isPointedAt()) this.preview(null);
    this.coach.update(this.view.hints && !this.covered && !this.busy ? this.ask : null);
    byId("actions").hidden = this.view.phase !== "play" || this.view.you.length === 0;
  }

  hint() {
    if (!this.ask || this.covered) return "";
    if (this.ask.actions.some((action) => action.field)) return t("tap_field");
    return this.ask.pass ? t("only_pass") : "";
  }

  /** The one thing to press now. */
  mainAction() {
    const { view, ask } = this;
    if (this.covered) return null;
    if (!ask && this.roller !== null && view.roll) {
      const isTyped = view.dice_source === "typed";
      return { label: isTyped ? t("enter_dice") : view.roll.label ?? t("roll"), enabled: !this.busy, press: () => this.roll() };
    }
    if (!ask) return null;
    if (ask.actions.some((action) => action.dice?.length)) {
      const wanted = ask.actions.find((action) => sameNames(action.dice ?? [], this.takenDice));
      return { label: t(wanted ? "roll_chosen" : "take_dice_first"), enabled: Boolean(wanted) && !this.busy, press: () => wanted && this.answer(wanted, true) };
    }
    if (ask.phase === "call") {
      const call = this.call;
      return { label: call ? call.label : t("call_first"), enabled: Boolean(call) && !this.busy, press: () => call && this.answer(call, true) };
    }
    const keep = ask.actions.find((action) => action.action === "keep");
    if (keep) return { label: keep.label, enabled: !this.busy, press: () => this.answer(keep) };
    if (this.chosen) {
      const chosen = this.chosen;
      return { label: chosen.label, enabled: !this.busy, press: () => this.answer(chosen) };
    }
    return null;
  }

  showWords() {
    const { view } = this;
    const sentence = this.ask?.sentence && view.you.length > 1 ? this.ask.sentence : view.sentence;
    setText(byId("sentence"), sentence);
    byId("sentence").classList.toggle("asked", Boolean(this.ask) || this.roller !== null);
    const number = newsNumber(view);
    const news = number > this.announced ? view.announce : null;
    this.announced = number;
    if (news && view.phase === "play") toast(news);
    say(sentence);
    setText(byId("turn-number"), view.phase === "play" && view.turn ? t("turn", { n: view.turn }) : "");
    setText(byId("watching"), view.spectators ? t("watching", { n: view.spectators }) : "");
    byId("spectator").hidden = view.you.length > 0 || view.phase === "lobby";
    callAttention(view.asks.length > 0 || this.roller !== null);
    this.showTimer();
  }

  showTimer() {
    const timer = this.view.timer;
    const node = byId("timer");
    window.clearInterval(this.clock);
    node.hidden = !timer || timer.left === null || timer.left === undefined || this.view.phase !== "play";
    if (node.hidden || !timer) return;
    const end = performance.now() + 1000 * Number(timer.left);
    const show = () => setText(node, t("seconds_left", { n: Math.max(0, Math.ceil((end - performance.now()) / 1000)) }));
    show();
    this.clock = window.setInterval(show, 500);
  }

  showRematch() {
    const { rematch } = this.view;
    const link = byId("rematch-link");
    link.hidden = !rematch;
    byId("rematch").hidden = Boolean(rematch) || this.view.you.length === 0;
    if (rematch) link.href = rematch;
  }

  /** @param {?Action} action */
  preview(action) {
    showPreview(action ?? this.chosen, this.hint());
  }

  /** @param {"open"|"lost"} state */
  showConnection(state) {
    const node = byId("connection");
    node.dataset.state = state;
    setText(node.querySelector(".unseen"), t(state === "open" ? "connected" : "connection_lost"));
    byId("lost-line").hidden = state === "open";
  }

  // What the reader does

  /** @param {Action} action */
  tap(action) {
    const needsTwo = preference("tap") === "twice" || Boolean(action.warning);
    if (needsTwo && this.chosen?.action !== action.action) {
      this.chosen = action;
      this.render();
      this.preview(action);
      return;
    }
    this.answer(action);
  }

  /** @param {Action} action @param {boolean} [thenRoll] */
  async answer(action, thenRoll = false) {
    const ask = this.ask;
    if (!ask || this.busy) return;
    this.chosen = action;
    const rolls = thenRoll && this.view.dice_source === "rolled";
    const roll = () => this.ask === null && this.roller !== null ? { turn: this.view.roll?.turn, seat: ask.seat } : null;
    await this.send("answer", { seat: ask.seat, decision: ask.decision, action: action.action }, rolls ? roll : null);
    this.chosen = null;
  }

  /** Sit down. The stream of a stranger does not tell what is one's own, so another is opened.
   * @param {{seat: number, name: string, avatar: string}} wish */
  async join(wish) {
    if (!(await this.send("join", wish))) return;
    this.stream.open();
    await this.catchUp();
  }

  async roll() {
    const { roll, dice_source: source } = this.view;
    const seat = this.roller;
    if (!roll || seat === null || this.busy) return;
    if (source === "rolled") {
      await this.send("roll", { turn: roll.turn, seat });
      return;
    }
    const faces = await askFaces(roll.dice, t("enter_dice"));
    if (faces) await this.send("roll", { turn: roll.turn, seat, faces });
  }

  async correct() {
    const { correct } = this.view;
    if (!correct) return;
    const faces = await askFaces(correct.dice, t("correct_dice"), correct.faces);
    if (faces) await this.send("correct", { faces });
  }

  async rematch() {
    const answer = await this.send("rematch");
    if (answer?.url) window.location.assign(answer.url);
  }

  /**
   * Send a wish and wait for what comes of it; a refusal is explained, and the page catches up.
   * @param {string} what @param {Object<string, any>} [body]
   * @param {?() => ?Object<string, any>} [thenRoll] what to send for the roll that belongs to it
   */
  async send(what, body = {}, thenRoll = null) {
    if (this.busy) return null;
    this.busy = true;
    this.render();
    try {
      const answer = await post(`${this.path}/${what}`, body);
      await this.seen(answer?.number ?? 0);
      const roll = thenRoll?.();
      if (roll) await this.seen((await post(`${this.path}/roll`, roll)).number);
      return answer ?? {};
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      toast(error.message, "warn");
      await this.catchUp();
      return null;
    } finally {
      this.busy = false;
      this.render();
    }
  }

  /** Wait until a view of at least that number is shown. @param {number} number */
  async seen(number) {
    const end = Date.now() + VIEW_LATE;
    while (this.view.number < number && Date.now() < end) await new Promise((resolve) => window.setTimeout(resolve, 20));
    if (this.view.number < number) await this.catchUp();
  }

  async catchUp() {
    try {
      const view = await get(this.path);
      if (view?.phase) this.apply(view);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.showConnection("lost");
    }
  }

  /** Keys for quick hands: z takes back, y does again. @param {KeyboardEvent} event */
  key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector("dialog[open]")) return;
    const isText = /** @type {any} */ (event.target).matches?.("input, select, textarea");
    if (isText) return;
    const what = event.key === "z" && !event.shiftKey ? "undo" : event.key === "y" || (event.key === "Z" && event.shiftKey) ? "redo" : null;
    if (!what || !this.view[what][String(this.shown)]) return;
    event.preventDefault();
    this.send(what, { seat: this.shown });
  }
}

/** The number of the newest important thing that has happened. @param {View} view */
function newsNumber(view) {
  return view.log.findLast((entry) => entry.important)?.number ?? -1;
}

/** @param {string[]} some @param {string[]} others */
function sameNames(some, others) {
  return some.length === others.length && some.every((name) => others.includes(name));
}

new TablePage();
