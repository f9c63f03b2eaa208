/** A list of options with one active entry: for commands, autocompletion and selects. */

import { h } from "./dom.js";

export class Listbox {
  /**
   * `choose(item, index)` is called with an entry that is clicked or confirmed; `render(item)` gives an entry's children;
   * `several` marks a list of which more than one may be chosen, `chosen(item)` tells which are.
   */
  constructor({ label, choose, render, several = false, chosen = null, attributes = null }) {
    this.id = `list-${crypto.randomUUID()}`;
    this.items = [];
    this.active = -1;
    this.several = several;
    this.choose = choose;
    this.render = render;
    this.chosen = chosen;
    this.attributes = attributes;
    this.element = h("div", { class: "listbox", role: "listbox", id: this.id, "aria-label": label, "aria-multiselectable": several ? "true" : null });
    // Keeps the focus where it is: the list is steered from its input or from itself.
    this.element.addEventListener("mousedown", (event) => event.preventDefault());
    this.element.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (option) this.confirm(Number(option.dataset.index));
    });
  }

  show(items, active = items.length ? 0 : -1) {
    this.items = items;
    this.element.replaceChildren(...items.map((item, index) => h("div", {
      role: "option",
      id: `${this.id}-${index}`,
      class: "option",
      "aria-selected": "false",
      ...(this.attributes?.(item) ?? {}),
      dataset: { index, ...(this.attributes?.(item)?.dataset ?? {}) },
    }, this.render(item))));
    this.activate(active);
  }

  activate(index) {
    this.active = index;
    [...this.element.children].forEach((option, at) => {
      option.classList.toggle("active", at === index);
      const selected = this.chosen ? this.chosen(this.items[at]) : at === index;
      option.setAttribute("aria-selected", selected ? "true" : "false");
    });
    this.element.children[index]?.scrollIntoView({ block: "nearest" });
  }

  /** Call after the set of chosen entries has changed. */
  refresh() {
    this.activate(this.active);
  }

  confirm(index = this.active) {
    if (this.items[index] === undefined) return false;
    this.activate(index);
    this.choose(this.items[index], index);
    return true;
  }

  /** Moves the active entry for an arrow key, Home, End or a page; true when the key was one of those. */
  steer(event) {
    const last = this.items.length - 1;
    if (last < 0) return false;
    const targets = {
      ArrowDown: this.active >= last ? (this.several ? last : 0) : this.active + 1,
      ArrowUp: this.active <= 0 ? (this.several ? 0 : last) : this.active - 1,
      PageDown: Math.min(last, this.active + 8),
      PageUp: Math.max(0, this.active - 8),
    };
    const target = targets[event.key];
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return false;
    event.preventDefault();
    this.activate(target);
    return true;
  }

  get activeId() {
    return this.active < 0 ? null : `${this.id}-${this.active}`;
  }
}
