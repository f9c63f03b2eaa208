/** One option of a command as a labelled field. */

import { h, nameOf } from "./dom.js";
import { KIND, accepts, read } from "./commands.js";
import { Listbox } from "./listbox.js";

const SETTLE = 120;

export class Field {
  /**
   * `suggest(option, text)` resolves to an autocompletion's choices; `remove(field)` is offered for options that may be left out.
   */
  constructor({ option, room, prefix, suggest, remove }) {
    this.option = option;
    this.suggest = suggest;
    this.chosen = null;
    const id = `${prefix}-${option.name}`;
    this.hint = h("p", { class: "hint", id: `${id}-hint` }, describe(option));
    this.error = h("p", { class: "field-error", id: `${id}-error`, role: "alert" });
    this.input = this.control(option, room, id);
    this.input.classList.add("field-input");
    this.input.setAttribute("aria-describedby", `${id}-hint ${id}-error`);
    if (option.required) this.input.setAttribute("aria-required", "true");
    this.element = h("div", { class: "field", dataset: { option: option.name } },
      h("label", { for: id }, option.name, option.required ? h("span", { class: "required" }, " required") : null),
      h("div", { class: "field-row" }, this.input,
        option.required ? null : h("button", { type: "button", class: "icon", "aria-label": `Leave out ${option.name}`, on: { click: () => remove(this) } }, "✕")),
      this.list?.element, this.hint, this.error);
    this.input.addEventListener("input", () => this.complain(""));
    this.input.addEventListener("change", () => this.complain(""));
  }

  control(option, room, id) {
    const choices = choicesOf(option, room);
    if (choices) {
      return h("select", { id, name: option.name }, h("option", { value: "" }, option.required ? "Choose…" : "Not set"),
        choices.map((each) => h("option", { value: each.value }, each.name)));
    }
    const numeric = option.type === KIND.integer || option.type === KIND.number;
    const input = h("input", { id, name: option.name, type: "text", autocomplete: "off", inputmode: numeric ? "numeric" : null, maxlength: numeric ? 18 : null });
    if (option.autocomplete) this.completing(input);
    return input;
  }

  completing(input) {
    this.list = new Listbox({
      label: `Suggestions for ${this.option.name}`,
      choose: (choice) => this.take(choice),
      render: (choice) => choice.name,
      attributes: (choice) => ({ dataset: { value: choice.value } }),
    });
    this.list.element.hidden = true;
    for (const [name, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": this.list.id })) {
      input.setAttribute(name, value);
    }
    input.addEventListener("input", () => this.ask());
    input.addEventListener("focus", () => this.ask());
    input.addEventListener("blur", () => this.fold());
    input.addEventListener("keydown", (event) => {
      if (this.list.element.hidden) return;
      if (this.list.steer(event)) input.setAttribute("aria-activedescendant", this.list.activeId);
      else if (event.key === "Enter") {
        event.preventDefault();
        event.stopPropagation();
        this.list.confirm();
      } else if (event.key === "Tab") this.list.confirm();
      else if (event.key === "Escape") {
        event.stopPropagation();
        this.fold();
      }
    });
  }

  ask() {
    if (this.chosen && this.chosen.name !== this.input.value) this.chosen = null;
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      if (!this.input.isConnected) return; // sent or given up meanwhile: there is no command to ask for
      const asked = this.input.value;
      const choices = await this.suggest(this.option, asked);
      if (asked !== this.input.value || document.activeElement !== this.input || this.chosen) return;
      this.list.show(choices, -1);
      this.list.element.hidden = !choices.length;
      this.input.setAttribute("aria-expanded", choices.length ? "true" : "false");
      this.input.removeAttribute("aria-activedescendant");
    }, SETTLE);
  }

  take(choice) {
    this.chosen = choice;
    this.input.value = choice.name;
    this.complain("");
    this.fold();
  }

  fold() {
    this.list.element.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  /** `{ value }`, `{ absent: true }`, or `{ error }`. */
  read() {
    return this.chosen ? { value: this.chosen.value } : read(this.option, this.input.value);
  }

  complain(text) {
    this.error.textContent = text;
    if (text) this.input.setAttribute("aria-invalid", "true");
    else this.input.removeAttribute("aria-invalid");
  }
}

function describe(option) {
  const limits = accepts(option);
  const text = option.description ?? "";
  return limits ? `${text}${text ? " " : ""}(${limits})` : text;
}

/** What a field lets one choose from, or null when it is typed. */
function choicesOf(option, room) {
  if (option.choices?.length) return option.choices;
  const users = () => [...room.members.values()].map((each) => ({ value: each.id, name: each.bot ? `${nameOf(each)} (app)` : nameOf(each) }));
  const roles = () => [...(room.roles?.values() ?? [])].map((each) => ({ value: each.id, name: `@${each.name}` }));
  switch (option.type) {
    case KIND.boolean: return [{ name: "True", value: "true" }, { name: "False", value: "false" }];
    case KIND.user: return users();
    case KIND.role: return roles();
    case KIND.mentionable: return [...users(), ...roles()];
    case KIND.channel: return room.channels
      .filter((each) => !option.channel_types?.length || option.channel_types.includes(each.type ?? 0))
      .map((each) => ({ value: each.id, name: `#${each.name}` }));
    default: return null;
  }
}
