/** The message box: plain messages, the list of commands, and a command's form. */

import { h } from "./dom.js";
import { flatten, matching, typedOut } from "./commands.js";
import { Field } from "./fields.js";
import { Listbox } from "./listbox.js";

export class Composer {
  /** `say(text)`, `run(entry, options)` and `suggest(entry, options, focused, text)` carry out what was written. */
  constructor({ prefix, room, say, run, suggest }) {
    this.prefix = prefix;
    this.room = room;
    this.say = say;
    this.run = run;
    this.suggest = suggest;
    this.entries = [];
    this.place = "";
    this.list = new Listbox({
      label: "Commands",
      choose: (entry) => this.begin(entry),
      attributes: (entry) => ({ dataset: { commandName: entry.name } }),
      render: (entry) => [h("span", { class: "command-name" }, `/${entry.name}`), h("span", { class: "option-description" }, entry.description)],
    });
    this.list.element.classList.add("completion");
    this.nothing = h("p", { class: "completion nothing", role: "status" });
    this.input = h("input", {
      type: "text", id: `${prefix}-box`, class: "box", role: "combobox", autocomplete: "off", maxlength: 2000, enterkeyhint: "send",
      "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": this.list.id, dataset: { box: true },
    });
    this.label = h("label", { class: "sr-only", for: `${prefix}-box` });
    this.textForm = h("form", { class: "text-form" }, this.label, this.input, h("button", { class: "send", "aria-label": "Send message" }, h("span", { class: "mark mark-send", "aria-hidden": "true" })));
    this.element = h("div", { class: "composer" }, this.list.element, this.nothing, this.textForm);
    this.fold();
    this.textForm.addEventListener("submit", (event) => this.submitText(event));
    this.input.addEventListener("input", () => this.complete());
    this.input.addEventListener("focus", () => this.complete());
    this.input.addEventListener("blur", () => this.fold());
    this.input.addEventListener("keydown", (event) => this.key(event));
  }

  setCommands(commands) {
    this.entries = flatten(commands);
    if (document.activeElement === this.input) this.complete();
  }

  /** Which channel this box writes to, and as whom. */
  setPlace(channel, person) {
    this.place = channel;
    this.label.textContent = `Message #${channel} as ${person}`;
    this.input.placeholder = `Message #${channel}, or / for commands`;
  }

  focus() {
    (this.form?.querySelector("input, select, [data-send]") ?? this.input).focus();
  }

  complete() {
    const text = this.input.value;
    const whole = typedOut(this.entries, text);
    if (whole) {
      this.begin(whole);
      return;
    }
    if (!text.startsWith("/")) {
      this.fold();
      return;
    }
    const found = matching(this.entries, text.slice(1));
    this.list.show(found);
    this.list.element.hidden = !found.length;
    this.nothing.hidden = found.length > 0;
    this.nothing.textContent = found.length ? "" : this.entries.length ? `No command begins with ${text.trim()}` : "The bot has no commands here yet";
    this.input.setAttribute("aria-expanded", found.length ? "true" : "false");
    this.mark();
  }

  mark() {
    if (this.list.activeId) this.input.setAttribute("aria-activedescendant", this.list.activeId);
    else this.input.removeAttribute("aria-activedescendant");
  }

  fold() {
    this.list.element.hidden = true;
    this.nothing.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  key(event) {
    if (this.list.element.hidden || event.isComposing) return;
    if (this.list.steer(event)) this.mark();
    else if (event.key === "Enter" || event.key === "Tab") {
      if (event.shiftKey) return;
      event.preventDefault();
      this.list.confirm();
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.fold();
    }
  }

  submitText(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (!text) return;
    if (text.startsWith("/")) {
      this.complete();
      return;
    }
    this.say(text);
    this.input.value = "";
  }

  /** Opens the form of a command found by its full name; false when there is none. */
  beginNamed(name) {
    const entry = this.entries.find((each) => each.name === name || each.name.startsWith(`${name} `));
    if (entry) this.begin(entry);
    return Boolean(entry);
  }

  begin(entry) {
    this.end();
    this.fold();
    this.input.value = "";
    this.entry = entry;
    this.fields = [];
    this.fieldBox = h("div", { class: "fields" });
    this.more = h("div", { class: "more-options", role: "group", "aria-label": "Options that may be added" });
    this.form = h("form", { class: "command-form", "aria-label": `/${entry.name}`, novalidate: true, dataset: { commandForm: entry.name } },
      h("div", { class: "command-head" },
        h("span", { class: "command-name" }, `/${entry.name}`), h("span", { class: "option-description" }, entry.description),
        h("button", { type: "button", class: "icon", "aria-label": `Cancel /${entry.name}`, on: { click: () => this.cancel() } }, "✕")),
      this.fieldBox, h("div", { class: "command-foot" }, this.more, h("button", { class: "button primary small", dataset: { send: true } }, "Send")));
    this.form.addEventListener("submit", (event) => this.submitCommand(event));
    this.form.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        event.preventDefault();
        event.stopPropagation();
        this.cancel();
      } else if (event.key === "Enter" && event.target.nodeName === "SELECT") {
        event.preventDefault();
        this.form.requestSubmit();
      }
    });
    for (const option of entry.options) if (option.required) this.add(option, false);
    this.offer();
    this.textForm.hidden = true;
    this.element.append(this.form);
    this.focus();
  }

  add(option, focus = true) {
    const field = new Field({
      option, room: this.room(), prefix: `${this.prefix}-option`,
      suggest: (which, text) => this.suggest(this.entry, this.known(), which.name, text),
      remove: (which) => this.leaveOut(which),
    });
    this.fields.push(field);
    this.fieldBox.append(field.element);
    this.offer();
    if (focus) field.input.focus();
  }

  leaveOut(field) {
    this.fields = this.fields.filter((each) => each !== field);
    field.element.remove();
    this.offer();
    this.more.querySelector(`[data-add-option="${CSS.escape(field.option.name)}"]`)?.focus();
  }

  /** The options not yet in the form, to be added by a press. */
  offer() {
    const used = new Set(this.fields.map((each) => each.option.name));
    this.more.replaceChildren(...this.entry.options.filter((each) => !used.has(each.name)).map((option) => h("button", {
      type: "button", class: "add-option", title: option.description ?? null, dataset: { addOption: option.name }, on: { click: () => this.add(option) },
    }, `+ ${option.name}`)));
  }

  known() {
    const values = {};
    for (const field of this.fields) {
      const result = field.read();
      if (result.value !== undefined) values[field.option.name] = result.value;
    }
    return values;
  }

  submitCommand(event) {
    event.preventDefault();
    let wrong = null;
    const values = {};
    for (const field of this.fields) {
      const result = field.read();
      field.complain(result.error ?? "");
      if (result.error) wrong ??= field;
      else if (result.value !== undefined) values[field.option.name] = result.value;
    }
    if (wrong) {
      wrong.input.focus();
      return;
    }
    const entry = this.entry;
    this.end();
    this.input.focus();
    this.run(entry, values);
  }

  cancel() {
    this.end();
    this.input.focus();
  }

  end() {
    this.form?.remove();
    this.form = null;
    this.entry = null;
    this.textForm.hidden = false;
  }
}
