/** The list that opens below a select. */

import { avatar, h } from "./dom.js";
import { TYPE, chosenIn, limitsOf, optionsOf } from "./components.js";
import { emoji } from "./markdown.js";
import { Listbox } from "./listbox.js";

export class SelectPopup {
  /**
   * Opens at `trigger`. `done(values)` is called once: with what was chosen, or with null when nothing is to be sent.
   * `draft(values)` hears of each change in a list of several.
   */
  constructor({ component, view, trigger, layer, draft, done }) {
    this.component = component;
    this.view = view;
    this.trigger = trigger;
    this.draft = draft;
    this.done = done;
    [this.least, this.most] = limitsOf(component);
    this.before = chosenIn(component, view);
    this.values = [...this.before];
    this.open = true;
    this.typed = "";
    this.list = new Listbox({
      label: component.placeholder || "Options",
      several: this.most > 1,
      choose: (item) => this.take(item.value),
      chosen: (item) => this.values.includes(item.value),
      attributes: (item) => ({ dataset: { value: item.value } }),
      render: (item) => this.entry(item),
    });
    this.status = h("span", { class: "select-count", role: "status" });
    this.button = h("button", { type: "button", class: "button primary small", dataset: { done: true }, on: { click: () => this.finish() } }, "Done");
    this.element = h("div", { class: "select-popup", dataset: { selectFor: component.custom_id } }, this.list.element,
      this.most > 1 ? h("div", { class: "select-foot" }, this.status, this.button) : null);
    this.list.element.tabIndex = 0;
    const options = optionsOf(component, view.room);
    const first = options.findIndex((each) => this.values.includes(each.value));
    this.list.show(options, Math.max(0, first));
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("focusout", (event) => {
      if (event.relatedTarget && !this.element.contains(event.relatedTarget)) this.finish();
    });
    this.outside = (event) => {
      if (!this.element.contains(event.target) && !this.trigger.contains(event.target)) this.finish();
    };
    document.addEventListener("mousedown", this.outside, true);
    layer.append(this.element);
    this.place();
    this.say();
    this.list.element.focus({ preventScroll: true });
    this.mark();
  }

  entry(item) {
    return [
      this.component.type === TYPE.userSelect ? avatar(this.view.room.members.get(item.value)) : null,
      item.emoji ? h("span", { class: "option-emoji" }, emoji(item.emoji, this.view.room)) : null,
      h("span", { class: "option-text" }, h("span", { class: "option-label" }, item.label),
        item.description ? h("span", { class: "option-description" }, item.description) : null),
      h("span", { class: "tick", "aria-hidden": "true" }),
    ];
  }

  /** Below the trigger, or above it where there is more room; in sight also when the trigger is not. */
  place() {
    const box = this.trigger.getBoundingClientRect();
    const below = innerHeight - Math.max(0, box.bottom);
    const above = Math.min(innerHeight, box.top);
    this.element.style.removeProperty("top");
    this.element.style.removeProperty("bottom");
    const height = Math.min(360, Math.max(below, above) - 16);
    this.element.style.setProperty("max-height", `${height}px`);
    this.element.style.setProperty("left", `${Math.max(4, Math.min(box.left, innerWidth - box.width - 4))}px`);
    this.element.style.setProperty("width", `${box.width}px`);
    if (below >= Math.min(height, this.element.offsetHeight) + 8 || below >= above) {
      this.element.style.setProperty("top", `${Math.max(4, box.bottom + 4)}px`);
    } else {
      this.element.style.setProperty("bottom", `${Math.max(4, innerHeight - box.top + 4)}px`);
    }
  }

  take(value) {
    if (this.most === 1) {
      this.values = this.values.includes(value) && this.least === 0 ? [] : [value];
      this.finish();
      return;
    }
    if (this.values.includes(value)) this.values = this.values.filter((each) => each !== value);
    else if (this.values.length < this.most) this.values = [...this.values, value];
    else {
      this.say(`No more than ${this.most}: drop one first`);
      return;
    }
    this.list.refresh();
    this.draft(this.values);
    this.say();
  }

  say(text = null) {
    const wanted = this.least === this.most ? `${this.most}` : `${this.least} to ${this.most}`;
    this.status.textContent = text ?? `${this.values.length} chosen of ${wanted}`;
    this.button.setAttribute("aria-disabled", this.enough ? "false" : "true");
  }

  get enough() {
    return this.values.length >= this.least && this.values.length <= this.most;
  }

  key(event) {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.close(null, true);
      return;
    }
    if (event.target !== this.list.element) return;
    if (this.list.steer(event)) this.mark();
    else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      this.list.activate(event.key === "Home" ? 0 : this.list.items.length - 1);
      this.mark();
    } else if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      this.list.confirm();
    } else if (event.key === "Tab" && this.most === 1) {
      event.preventDefault();
      this.close(null, true);
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) this.jump(event.key);
  }

  mark() {
    if (this.list.activeId) this.list.element.setAttribute("aria-activedescendant", this.list.activeId);
  }

  /** Typing goes to the next entry that begins so. */
  jump(letter) {
    clearTimeout(this.forget);
    this.typed += letter.toLowerCase();
    this.forget = setTimeout(() => { this.typed = ""; }, 800);
    const found = this.list.items.findIndex((item) => item.label.toLowerCase().startsWith(this.typed));
    if (found >= 0) {
      this.list.activate(found);
      this.mark();
    }
  }

  /** Sends what was chosen, if it is a full and a new choice. */
  finish() {
    if (!this.open) return;
    const inside = this.element.contains(document.activeElement);
    if (!this.enough) {
      if (inside && document.activeElement === this.button) {
        const missing = this.least - this.values.length;
        this.say(`Choose ${missing} more`);
        return;
      }
      this.close(null, inside);
      return;
    }
    const same = this.values.length === this.before.length && this.values.every((each) => this.before.includes(each));
    this.close(same ? null : this.values, inside);
  }

  close(values, refocus = false) {
    if (!this.open) return;
    this.open = false;
    document.removeEventListener("mousedown", this.outside, true);
    this.element.remove();
    this.done(values, refocus);
  }
}
