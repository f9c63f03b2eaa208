/** One person's screen: channels, conversation and message box, on a connection of its own. */

import { avatar, h, nameOf } from "./dom.js";
import { TYPE, chosenIn } from "./components.js";
import { Composer } from "./composer.js";
import { Connection } from "./connection.js";
import { Modal } from "./modal.js";
import { SelectPopup } from "./selects.js";
import { Timeline } from "./timeline.js";

const FAILED = "This interaction failed";

export class Column extends EventTarget {
  /** `clock` is the playground's. Tells of itself by the events `bot`, `line`, `unread` and `close`. */
  constructor(member, clock) {
    super();
    this.member = member;
    this.prefix = `m${member.id}`;
    this.room = { me: member, guild: null, channels: [], members: new Map([[member.id, member]]), roles: new Map(), emojis: new Map(), clock };
    this.clock = clock;
    this.unread = new Set();
    this.online = true;
    this.connected = true;
    this.popup = null;
    this.modal = null;
    this.opener = null;
    this.timeline = new Timeline({ room: () => this.room, prefix: this.prefix, label: `Messages as ${nameOf(member)} sees them` });
    this.composer = new Composer({
      prefix: this.prefix,
      room: () => this.room,
      say: (content) => this.say(content),
      run: (entry, options) => this.run(entry, options),
      suggest: (entry, options, focused, text) => this.suggest(entry, options, focused, text),
    });
    this.tabs = h("nav", { class: "channels", "aria-label": `Channels, as ${nameOf(member)}` });
    this.layer = h("div", { class: "layer" });
    this.inner = h("div", { class: "column-inner" },
      h("header", { class: "column-head" }, avatar(member), h("h2", { id: `${this.prefix}-name` }, nameOf(member)),
        this.tabs,
        h("button", { type: "button", class: "icon close", "aria-label": `Close ${nameOf(member)}'s column`, on: { click: () => this.dispatchEvent(new Event("close")) } }, "✕")),
      h("div", { class: "conversation" }, this.timeline.element, this.timeline.latest), this.composer.element);
    this.element = h("section", { class: "column", "aria-labelledby": `${this.prefix}-name`, dataset: { member: member.id, memberName: nameOf(member), state: "connecting" } },
      this.inner, this.layer);
    this.listen();
    this.connect();
  }

  get channel() {
    return this.timeline.channel;
  }

  connect() {
    this.line = new Connection(this.member.id);
    const handlers = {
      hello: (data) => this.hello(data),
      message: ({ message }) => this.arrived(message),
      delete: ({ id }) => this.gone(id),
      commands: ({ commands }) => this.composer.setCommands(commands),
      channels: ({ channels }) => this.setChannels(channels),
      members: ({ members }) => this.setMembers(members),
      modal: ({ modal, nonce }) => this.openModal(modal, nonce),
      bot: ({ online }) => this.setOnline(online),
      emojis: ({ emojis }) => this.setEmojis(emojis),
      clock: ({ now }) => this.clock.set(now),
    };
    for (const [name, handle] of Object.entries(handlers)) this.line.addEventListener(name, ({ detail }) => handle(detail));
    this.line.addEventListener("open", () => this.setConnected(true));
    this.line.addEventListener("lost", () => this.setConnected(false));
  }

  hello(data) {
    this.room.guild = data.guild;
    this.room.roles = new Map((data.roles ?? []).map((each) => [each.id, each]));
    this.setEmojis(data.emojis ?? []);
    if (data.now) this.clock.set(data.now);
    this.setMembers(data.members, false);
    this.setChannels(data.channels);
    this.composer.setCommands(data.commands);
    this.timeline.load(data.messages);
    this.setOnline(data.online ?? true);
    this.element.dataset.state = "ready";
  }

  setMembers(members, refresh = true) {
    this.room.members = new Map(members.map((each) => [each.id, each]));
    this.room.me = this.room.members.get(this.member.id) ?? this.member;
    if (refresh) this.timeline.refresh();
  }

  setChannels(channels) {
    this.room.channels = channels;
    if (!channels.some((each) => each.id === this.channel)) this.show(channels[0]?.id ?? null);
    else this.drawTabs();
  }

  setEmojis(emojis) {
    this.room.emojis = new Map(emojis.map((each) => [each.id, { ...each, url: `/emojis/${each.id}.${each.animated ? "gif" : "png"}` }]));
  }

  setOnline(online) {
    this.online = online;
    this.dispatchEvent(new Event("bot"));
  }

  setConnected(connected) {
    this.connected = connected;
    this.element.dataset.state = connected ? this.element.dataset.state : "connecting";
    this.dispatchEvent(new Event("line"));
  }

  show(channel) {
    this.popup?.close(null);
    this.timeline.show(channel);
    this.unread.delete(channel);
    const known = this.room.channels.find((each) => each.id === channel);
    this.composer.setPlace(known?.name ?? "nowhere", nameOf(this.member));
    this.drawTabs();
  }

  drawTabs() {
    const held = this.tabs.contains(document.activeElement) ? document.activeElement.dataset.channel : null;
    this.tabs.replaceChildren(...this.room.channels.map((each) => h("button", {
      type: "button", class: "channel-tab", "aria-current": each.id === this.channel ? "true" : null, dataset: { channel: each.id, unread: this.unread.has(each.id) },
    }, h("span", { "aria-hidden": "true" }, "#"), each.name, this.unread.has(each.id) ? h("span", { class: "sr-only" }, " (new messages)") : null)));
    if (held) this.tabs.querySelector(`[data-channel="${CSS.escape(held)}"]`)?.focus();
  }

  arrived(message) {
    const known = this.timeline.records.has(message.id);
    const before = known ? this.popupComponent(message.id) : null;
    this.timeline.put(message);
    if (before !== this.popupComponent(message.id)) this.popup?.close(null, true);
    this.popup?.place();
    if (known) return;
    if (message.channel_id !== this.channel) {
      this.unread.add(message.channel_id);
      this.drawTabs();
    }
    this.dispatchEvent(new Event("unread"));
  }

  /** The select whose list is open, as text, if it is on this message. */
  popupComponent(id) {
    if (this.popup?.message !== id) return null;
    const found = findComponent(this.timeline.records.get(id)?.message.components, this.popup.component.custom_id);
    return found ? JSON.stringify(found) : null;
  }

  gone(id) {
    this.timeline.drop(id);
    if (this.popup && !this.popup.trigger.isConnected) this.popup.close(null);
  }

  /** Whether new messages are read out: only in the column where the reader is. */
  setLive(live) {
    this.timeline.element.setAttribute("aria-live", live ? "polite" : "off");
  }

  listen() {
    this.timeline.element.addEventListener("scroll", () => this.popup?.place());
    this.element.addEventListener("click", (event) => this.clicked(event));
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("error", (event) => {
      if (event.target.nodeName !== "IMG") return;
      event.target.replaceWith(h("span", { class: event.target.classList.contains("emoji") ? "emoji-name" : "missing" }, event.target.alt || "Picture"));
    }, true);
  }

  clicked(event) {
    const target = event.target.closest("[data-control], [data-dismiss], [data-spoiler], [data-channel], [data-command], [data-jump-channel]");
    if (!target || !this.element.contains(target)) return;
    const id = target.closest("[data-message-id]")?.dataset.messageId;
    if (target.dataset.control && id) this.use(id, target);
    else if (target.dataset.dismiss && id) this.dismiss(id);
    else if (target.dataset.spoiler) reveal(target);
    else if (target.dataset.command) this.composer.beginNamed(target.dataset.command);
    else if (target.dataset.channel) this.show(target.dataset.channel);
    else if (target.dataset.jumpChannel) this.jump(event, target.dataset.jumpChannel, target.dataset.jumpMessage);
  }

  key(event) {
    const article = event.target.closest("[data-message-id]");
    if (event.key === "Escape" && article) {
      event.preventDefault();
      this.composer.focus();
    } else if (event.altKey && event.key === "ArrowUp" && !article) {
      event.preventDefault();
      this.timeline.toEnd();
    } else if (event.target === article && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      event.preventDefault();
      this.timeline.step(article, event.key === "ArrowUp" ? -1 : 1);
    }
  }

  dismiss(id) {
    this.timeline.change(id, { leaving: true });
    this.line.send({ type: "dismiss", message_id: id });
  }

  jump(event, channel, message) {
    if (!this.room.channels.some((each) => each.id === channel)) return;
    event.preventDefault();
    if (channel !== this.channel) this.show(channel);
    if (message && !this.timeline.jump(message)) this.notice("That message is no longer here.");
  }

  use(id, target) {
    const record = this.timeline.records.get(id);
    if (!record || record.local.pending || target.getAttribute("aria-disabled") === "true") return;
    const component = findComponent(record.message.components, target.dataset.customId);
    if (!component) return;
    if (component.type === TYPE.button) this.press(id, component.custom_id, null);
    else this.openSelect(id, record, component, target);
  }

  async press(id, customId, values) {
    this.timeline.change(id, { pending: customId, error: null });
    const answer = await this.ask({ type: "press", message_id: id, custom_id: customId, ...(values ? { values } : {}) },
      () => this.find(id, customId));
    this.timeline.change(id, { pending: null, error: answer.ok ? null : (answer.error ?? FAILED) });
  }

  openSelect(id, record, component, trigger) {
    const wasOpen = record.local.open === component.custom_id;
    this.popup?.finish();
    if (wasOpen) return;
    const view = { room: this.room, local: record.local };
    const remember = (values) => {
      record.local.drafts.set(component.custom_id, values);
      this.timeline.render(id);
    };
    const before = chosenIn(component, view);
    this.timeline.change(id, { open: component.custom_id });
    this.popup = new SelectPopup({
      component, view, layer: this.layer, draft: remember,
      trigger: this.find(id, component.custom_id) ?? trigger,
      done: (values, refocus) => {
        this.popup = null;
        this.timeline.change(id, { open: null });
        if (refocus) this.find(id, component.custom_id)?.focus({ preventScroll: true });
        if (values === null) return;
        remember(values);
        if (values.join("\n") !== before.join("\n")) this.press(id, component.custom_id, values);
      },
    });
    this.popup.message = id;
  }

  find(id, customId) {
    const article = this.timeline.find(id);
    return [...(article?.querySelectorAll("[data-custom-id]") ?? [])].find((each) => each.dataset.customId === customId) ?? article;
  }

  /** Asks the bot; `opener()` is where the focus goes back to if it answers with a form. */
  ask(data, opener) {
    this.opener = opener;
    return this.line.ask(data);
  }

  async say(content) {
    this.timeline.stick();
    const answer = await this.line.ask({ type: "say", channel_id: this.channel, content });
    if (!answer.ok) this.notice(answer.error);
  }

  async run(entry, options) {
    const note = h("p", { class: "sending-note", role: "status" }, h("span", { class: "spinner", "aria-hidden": "true" }), ` Sending /${entry.name}…`);
    this.timeline.waiting.append(note);
    this.timeline.stick();
    const answer = await this.ask({ type: "command", channel_id: this.channel, command_id: entry.command.id, path: entry.path, options },
      () => this.composer.input);
    note.remove();
    if (!answer.ok) this.notice(`/${entry.name}: ${answer.error ?? "The application did not respond"}`);
  }

  /** A line at the foot of the conversation that only this page wrote. */
  notice(text) {
    const line = h("p", { class: "notice", role: "alert" }, h("span", { class: "failed" }, "⚠ ", text), " ",
      h("button", { type: "button", class: "dismiss", on: { click: () => { line.remove(); this.composer.focus(); } } }, "Dismiss"));
    this.timeline.waiting.append(line);
    this.timeline.keepEnd();
  }

  async suggest(entry, options, focused, text) {
    const answer = await this.line.ask({
      type: "autocomplete", channel_id: this.channel, command_id: entry.command.id, path: entry.path, options: { ...options, [focused]: text }, focused,
    });
    return answer.choices ?? [];
  }

  openModal(modal) {
    this.modal?.close();
    this.popup?.close(null);
    const opener = this.opener;
    this.modal = new Modal({
      modal, room: this.room, prefix: this.prefix,
      submit: (fields) => this.ask({ type: "submit", custom_id: modal.custom_id, fields }, opener),
      closed: (sent) => {
        if (!sent) this.line.send({ type: "close", custom_id: modal.custom_id });
        this.modal = null;
        this.inner.inert = false;
        (opener?.() ?? this.composer.input).focus({ preventScroll: true });
      },
    });
    this.inner.inert = true;
    this.layer.append(this.modal.element);
    this.modal.focus();
  }

  close() {
    this.popup?.close(null);
    this.line.close();
    this.element.remove();
  }
}

function reveal(target) {
  const box = target.dataset.spoiler === "box" ? target.closest(".spoiler-box") : target;
  box.dataset.revealed = "true";
  box.removeAttribute("aria-label");
}

function findComponent(list, customId) {
  for (const component of list ?? []) {
    if (component.custom_id === customId) return component;
    const inner = findComponent(component.components, customId) ?? findComponent(component.accessory ? [component.accessory] : [], customId);
    if (inner) return inner;
  }
  return null;
}
