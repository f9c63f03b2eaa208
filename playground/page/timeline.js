/** The conversation of one channel as one person sees it: a log that stays at its end and edits in place. */

import { byId, h } from "./dom.js";
import { isPrivate, messageElement } from "./message.js";
import { morph } from "./morph.js";

const AT_END = 40;
const SHOWN = 150;
const TOGETHER = 7 * 60 * 1000;

const fresh = () => ({ pending: null, open: null, drafts: new Map(), error: null, leaving: false });

export class Timeline {
  /** `room()` gives who and what is there; `prefix` makes ids unique on the page. */
  constructor({ room, prefix, label }) {
    this.room = room;
    this.prefix = prefix;
    this.channel = null;
    this.records = new Map();
    this.stuck = true;
    this.measured = "";
    this.list = h("div", { class: "messages" });
    this.empty = h("p", { class: "empty" });
    this.waiting = h("div", { class: "sending" });
    this.element = h("div", { class: "log", role: "log", tabindex: 0, "aria-label": label, "aria-live": "off", "aria-relevant": "additions" },
      this.empty, this.list, this.waiting);
    this.latest = h("button", { type: "button", class: "to-end", hidden: true, on: { click: () => this.toEnd() } }, "New messages ↓");
    this.element.addEventListener("scroll", () => this.scrolled());
    new ResizeObserver(() => this.keepEnd()).observe(this.list);
    new ResizeObserver(() => this.keepEnd()).observe(this.element);
  }

  /** Shows another channel. */
  show(channel) {
    if (channel === this.channel) return;
    this.channel = channel;
    this.list.replaceChildren();
    this.stuck = true;
    this.refresh();
  }

  /** Takes over everything there is; what the reader had begun on messages that are still there stays. */
  load(messages) {
    const old = this.records;
    this.records = new Map();
    for (const message of messages) {
      this.records.set(message.id, { message, local: old.get(message.id)?.local ?? fresh() });
    }
    this.refresh();
  }

  refresh() {
    const ids = this.visible();
    for (const element of [...this.list.children]) {
      if (!ids.includes(element.dataset.messageId)) this.remove(element);
    }
    for (const id of ids) this.render(id);
    this.note();
    this.keepEnd();
  }

  /** A new or a changed message. */
  put(message) {
    const record = this.records.get(message.id);
    if (record) {
      keepLocal(record, message);
      record.message = message;
    } else {
      this.records.set(message.id, { message, local: fresh() });
    }
    if (message.channel_id !== this.channel) return;
    this.render(message.id);
    const ids = this.visible();
    const next = ids[ids.indexOf(message.id) + 1];
    if (next && !record) this.render(next);
    while (this.list.children.length > SHOWN) this.list.firstElementChild.remove();
    this.note();
    if (this.stuck) this.keepEnd();
    else if (!record) this.latest.hidden = false;
  }

  drop(id) {
    this.records.delete(id);
    const element = this.find(id);
    if (element) this.remove(element);
    this.note();
  }

  /** Changes the reader's own state of a message and draws it again. */
  change(id, changes) {
    const record = this.records.get(id);
    if (!record) return;
    Object.assign(record.local, changes);
    this.render(id);
  }

  find(id) {
    return this.list.querySelector(`:scope > [data-message-id="${CSS.escape(id)}"]`);
  }

  visible() {
    return [...this.records.values()].map(({ message }) => message)
      .filter((message) => message.channel_id === this.channel)
      .map((message) => message.id).sort(byId).slice(-SHOWN);
  }

  render(id) {
    const record = this.records.get(id);
    if (!record || record.message.channel_id !== this.channel) return;
    const ids = this.visible();
    const at = ids.indexOf(id);
    if (at < 0) return;
    const before = this.records.get(ids[at - 1])?.message;
    const element = messageElement(record.message, {
      room: this.room(), prefix: this.prefix, local: record.local, grouped: continues(before, record.message),
    });
    const current = this.find(id);
    if (!current) {
      const after = ids.slice(at + 1).map((each) => this.find(each)).find(Boolean) ?? null;
      this.list.insertBefore(element, after);
      return;
    }
    const active = document.activeElement;
    const held = current.contains(active) && active !== current ? active : null;
    const key = held?.dataset.customId ?? null;
    morph(current, element);
    if (held) restoreFocus(current, held, key);
  }

  remove(element) {
    const held = element.contains(document.activeElement);
    const neighbour = element.nextElementSibling ?? element.previousElementSibling ?? this.element;
    element.remove();
    if (held) neighbour.focus({ preventScroll: true });
  }

  note() {
    const channel = this.room().channels.find((each) => each.id === this.channel);
    this.empty.textContent = this.list.children.length || !channel
      ? "" : `Nothing in #${channel.name} yet. Type / below to see what the bot can do.`;
    this.empty.hidden = !this.empty.textContent;
  }

  scrolled() {
    // A change of layout scrolls too, but nobody meant to leave the end by it.
    if (this.stuck && this.measure() !== this.measured) {
      this.keepEnd();
      return;
    }
    this.stuck = this.element.scrollHeight - this.element.scrollTop - this.element.clientHeight < AT_END;
    if (this.stuck) this.latest.hidden = true;
  }

  keepEnd() {
    if (!this.stuck) return;
    this.element.scrollTop = this.element.scrollHeight;
    this.measured = this.measure();
  }

  measure() {
    return `${this.element.scrollHeight} ${this.element.clientHeight} ${this.element.clientWidth}`;
  }

  /** Goes to the end and stays there. */
  stick() {
    this.stuck = true;
    this.latest.hidden = true;
    this.keepEnd();
  }

  toEnd() {
    this.stick();
    this.list.lastElementChild?.focus({ preventScroll: true });
  }

  /** Scrolls to a message and points it out; false when it is not here. */
  jump(id) {
    const element = this.find(id);
    if (!element) return false;
    this.stuck = false;
    element.scrollIntoView({ block: "center" });
    element.focus({ preventScroll: true });
    element.classList.remove("pointed");
    requestAnimationFrame(() => element.classList.add("pointed"));
    setTimeout(() => element.classList.remove("pointed"), 2000);
    return true;
  }

  /** Up and down from message to message. */
  step(from, direction) {
    const target = direction < 0 ? from.previousElementSibling : from.nextElementSibling;
    if (!target) return;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: "nearest" });
  }
}

/** A select's own choice outlives an edit that leaves the select as it was; everything else begins anew. */
function keepLocal(record, message) {
  const before = selectsIn(record.message.components);
  const after = selectsIn(message.components);
  for (const id of [...record.local.drafts.keys()]) {
    if (!after.has(id) || after.get(id) !== before.get(id)) record.local.drafts.delete(id);
  }
  record.local.error = null;
}

function selectsIn(components, found = new Map()) {
  for (const component of components ?? []) {
    if (component.options || (component.type >= 5 && component.type <= 8)) {
      const { id: _id, ...rest } = component;
      found.set(component.custom_id, JSON.stringify(rest));
    }
    selectsIn(component.components, found);
    if (component.accessory) selectsIn([component.accessory], found);
  }
  return found;
}

function restoreFocus(article, held, key) {
  const active = document.activeElement;
  if (active === held && article.contains(held) && !held.disabled) return;
  const same = key && [...article.querySelectorAll("[data-custom-id]")].find((each) => each.dataset.customId === key);
  (same && !same.disabled ? same : article).focus({ preventScroll: true });
}

function continues(before, message) {
  if (!before || before.author?.id !== message.author?.id) return false;
  if (isPrivate(before) || isPrivate(message)) return false;
  if (message.interaction_metadata || message.components?.length || before.components?.length) return false;
  return new Date(message.timestamp) - new Date(before.timestamp) < TOGETHER;
}
