/** Before the game: the code, who is there, and taking a seat. */

import { avatar, byId, drawing, el, rebuild, setText } from "./dom.js";
import { preference, setPreference } from "./prefs.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").View} View */

/**
 * @typedef {object} LobbyActions
 * @property {(seat: number, name: string, avatar: string) => void} join
 * @property {(seat: number) => void} leave
 * @property {(seat: number, bot: ?string) => void} fill
 * @property {() => void} start
 */

export class Lobby {
  /** @param {LobbyActions} actions @param {Object<string, string>} avatars */
  constructor(actions, avatars) {
    this.actions = actions;
    this.root = byId("lobby");
    this.list = byId("lobby-seats");
    this.form = byId("join-form");
    this.form.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const data = new FormData(this.form);
      setPreference("name", String(data.get("name")));
      this.actions.join(Number(data.get("seat")), String(data.get("name")), String(data.get("avatar")));
    });
    this.form.elements.name.value = preference("name");
    byId("copy-link").addEventListener("click", () => this.copy());
    byId("start-game").addEventListener("click", () => actions.start());
    this.avatars = avatars;
  }

  /** @param {View} view */
  update(view) {
    this.root.hidden = view.phase !== "lobby";
    if (view.phase !== "lobby") return;
    const link = view.join_url;
    setText(byId("join-link"), link.replace(/^https?:\/\//, ""));
    byId("join-link").dataset.link = link;
    rebuild(this.list, [view.seats, view.host, view.bots], () => view.seats.map((seat) => this.seat(seat, view)));
    const open = view.seats.filter((seat) => seat.kind === "open");
    this.form.hidden = open.length === 0 || view.you.length > 0;
    const taken = view.seats.map((seat) => seat.avatar);
    rebuild(byId("join-avatars"), [taken], () => this.choices(taken));
    this.form.elements.seat.value = String(open[0]?.seat ?? "");
    const start = byId("start-game");
    start.hidden = !view.host;
    start.disabled = !view.can_start;
    setText(byId("why-not"), view.host ? view.why_not ?? "" : t("host_starts"));
    rebuild(byId("table-options"), view.options, () => view.options.map((line) => el("li", {}, line)));
    byId("table-options").hidden = view.options.length === 0;
  }

  /** @param {(?string)[]} taken */
  choices(taken) {
    const first = Object.keys(this.avatars).find((name) => !taken.includes(name));
    return Object.entries(this.avatars).map(([name, title]) =>
      el("label", { class: "avatar-choice" },
        el("input", { type: "radio", name: "avatar", value: name, checked: name === first, class: "unseen" }),
        avatar(name), el("span", { class: "unseen" }, title)));
  }

  /** @param {import("./types.js").SeatView} seat @param {View} view */
  seat(seat, view) {
    const isMine = view.you.includes(seat.seat);
    const tools = [];
    if (isMine && view.you.length > 0) tools.push(this.button(t("leave_seat"), () => this.actions.leave(seat.seat), t("leave_seat_of", { name: seat.name })));
    if (view.host && seat.kind === "open" && view.bots.length) tools.push(this.botChoice(seat, view.bots));
    if (view.host && seat.kind === "bot") tools.push(this.button(t("free_seat"), () => this.actions.fill(seat.seat, null), t("free_seat_of", { name: seat.name })));
    return el("li", { class: `lobby-seat ${seat.kind}` },
      seat.kind === "open" ? el("span", { class: "avatar" }, drawing("icon-plus", "")) : avatar(seat.kind === "bot" ? "bot" : seat.avatar),
      el("span", { class: "lobby-name" }, seat.kind === "open" ? t("open_seat") : seat.name,
        isMine ? el("span", { class: "quiet small" }, ` ${t("you_mark")}`) : null),
      el("span", { class: "lobby-tools" }, ...tools));
  }

  /** @param {string} label @param {() => void} onclick @param {string} long */
  button(label, onclick, long) {
    return el("button", { type: "button", class: "button small", onclick, "aria-label": long }, label);
  }

  /** @param {import("./types.js").SeatView} seat @param {View["bots"]} bots */
  botChoice(seat, bots) {
    const select = el("select", { "aria-label": t("add_bot"), onchange: () => select.value && this.actions.fill(seat.seat, select.value) },
      el("option", { value: "" }, t("add_bot")), ...bots.map((bot) => el("option", { value: bot.name, title: bot.meaning }, bot.label)));
    return select;
  }

  async copy() {
    const field = byId("join-link");
    const button = byId("copy-link");
    try {
      await navigator.clipboard.writeText(field.dataset.link);
    } catch {
      const range = document.createRange();
      range.selectNodeContents(field);
      window.getSelection()?.removeAllRanges();
      window.getSelection()?.addRange(range);
      document.execCommand("copy");
    }
    setText(button, t("copied"));
    window.setTimeout(() => setText(button, t("copy")), 2_000);
  }
}
