/** A form that the bot asks one person to fill in, over that person's column. */

import { h } from "./dom.js";
import { TYPE, components, limitsOf, optionsOf } from "./components.js";

const PARAGRAPH = 2;

export class Modal {
  /** `submit(fields)` resolves to `{ ok, error }`; `closed(sent)` is called when the form is gone. */
  constructor({ modal, room, prefix, submit, closed }) {
    this.room = room;
    this.prefix = prefix;
    this.submit = submit;
    this.closed = closed;
    this.inputs = [];
    const titleId = `${prefix}-modal-title`;
    this.error = h("p", { class: "failed", role: "alert" });
    this.send = h("button", { class: "button primary", dataset: { submit: true } }, "Submit");
    const form = h("form", { class: "modal-form", novalidate: true },
      h("div", { class: "modal-head" }, h("h2", { id: titleId }, modal.title),
        h("button", { type: "button", class: "icon", "aria-label": "Close form", on: { click: () => this.close() } }, "✕")),
      h("div", { class: "modal-body" }, (modal.components ?? []).map((each) => this.part(each)), this.error),
      h("div", { class: "modal-foot" }, h("button", { type: "button", class: "button secondary", on: { click: () => this.close() } }, "Cancel"), this.send));
    this.element = h("div", { class: "modal-layer" },
      h("div", { class: "modal", role: "dialog", "aria-labelledby": titleId, dataset: { modal: modal.custom_id } }, form));
    form.addEventListener("submit", (event) => this.sent(event));
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  part(component) {
    if (component.type === TYPE.row) return (component.components ?? []).map((each) => this.control(each, each.label ?? "", ""));
    if (component.type === TYPE.label) return this.control(component.component, component.label, component.description ?? "");
    return components([component], { room: this.room, prefix: this.prefix, local: { drafts: new Map() }, media: new Map() });
  }

  control(component, label, description) {
    const id = `${this.prefix}-field-${this.inputs.length}`;
    const required = component.required ?? true;
    const entry = { component, required, id, label };
    this.inputs.push(entry);
    entry.error = h("p", { class: "field-error", id: `${id}-error`, role: "alert" });
    const hint = description ? h("p", { class: "hint", id: `${id}-hint` }, description) : null;
    const about = [hint ? `${id}-hint` : "", `${id}-error`].filter(Boolean).join(" ");
    const common = { id, class: "field-input", "aria-describedby": about, "aria-required": required ? "true" : null, dataset: { customId: component.custom_id } };
    const mark = required ? h("span", { class: "required" }, " required") : null;
    const single = this.single(component, common, entry);
    if (single) return h("div", { class: "field" }, h("label", { for: id }, label || component.label, mark), hint, single, entry.error);
    return this.several(component, common, entry, [label, mark], hint);
  }

  /** A text, one choice or one tick: a field with a label. */
  single(component, common, entry) {
    if (component.type === TYPE.textInput) {
      const long = component.style === PARAGRAPH;
      const input = h(long ? "textarea" : "input", {
        ...common, type: long ? null : "text", rows: long ? 4 : null, maxlength: component.max_length ?? 4000,
        placeholder: component.placeholder ?? null, autocomplete: "off",
      });
      input.value = component.value ?? "";
      entry.value = () => input.value;
      entry.problem = () => textProblem(component, entry.required, input.value);
      return input;
    }
    if (component.type === TYPE.checkbox) {
      const input = h("input", { ...common, class: "tickbox", type: "checkbox" });
      input.checked = component.default ?? false;
      entry.value = () => input.checked;
      entry.problem = () => "";
      return input;
    }
    if (this.offers(component) && limitsOf(component)[1] === 1 && component.type !== TYPE.radioGroup && component.type !== TYPE.checkboxGroup) {
      const input = h("select", common, h("option", { value: "" }, component.placeholder ?? "Choose…"),
        this.offers(component).map((each) => h("option", { value: each.value, selected: each.default }, each.label)));
      entry.value = () => (input.value ? [input.value] : []);
      entry.problem = () => (entry.required && !input.value ? "Choose one." : "");
      return input;
    }
    return null;
  }

  several(component, common, entry, label, hint) {
    const options = this.offers(component);
    if (!options) {
      entry.value = () => [];
      entry.problem = () => (entry.required ? "This kind of field cannot be filled in here." : "");
      return h("div", { class: "field" }, h("p", {}, label), h("p", { class: "unknown" }, "This kind of field cannot be filled in here."), entry.error);
    }
    const radio = component.type === TYPE.radioGroup;
    const boxes = options.map((each) => {
      const input = h("input", { type: radio ? "radio" : "checkbox", name: common.id, value: each.value });
      input.checked = each.default ?? false;
      return { input, row: h("label", { class: "tick-row" }, input, h("span", {}, each.label), each.description ? h("span", { class: "option-description" }, each.description) : null) };
    });
    const [least, most] = radio ? [1, 1] : limitsOf({ min_values: component.min_values ?? (component.type === TYPE.checkboxGroup ? 0 : 1), max_values: component.max_values ?? (component.type === TYPE.checkboxGroup ? options.length : 1) });
    const values = () => boxes.filter((each) => each.input.checked).map((each) => each.input.value);
    entry.value = radio ? () => values()[0] ?? null : values;
    entry.problem = () => countProblem(values().length, entry.required ? Math.max(1, least) : 0, most);
    return h("fieldset", { class: "field", ...common, "aria-required": null }, h("legend", {}, label), hint, boxes.map((each) => each.row), entry.error);
  }

  offers(component) {
    const list = component.type === TYPE.radioGroup || component.type === TYPE.checkboxGroup ? component.options : null;
    if (list) return list;
    return component.type === TYPE.stringSelect || (component.type >= TYPE.userSelect && component.type <= TYPE.channelSelect)
      ? optionsOf(component, this.room) : null;
  }

  focus() {
    (this.element.querySelector(".modal-body :is(input, textarea, select)") ?? this.send).focus();
  }

  key(event) {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.close();
    }
  }

  async sent(event) {
    event.preventDefault();
    let wrong = null;
    for (const entry of this.inputs) {
      const problem = entry.problem();
      entry.error.textContent = problem;
      this.element.querySelector(`#${CSS.escape(entry.id)}`)?.setAttribute("aria-invalid", problem ? "true" : "false");
      if (problem) wrong ??= entry;
    }
    if (wrong) {
      this.element.querySelector(`#${CSS.escape(wrong.id)}`)?.focus();
      return;
    }
    this.send.disabled = true;
    this.error.textContent = "";
    const answer = await this.submit(Object.fromEntries(this.inputs.map((each) => [each.component.custom_id, each.value()])));
    this.send.disabled = false;
    if (answer.ok) this.close(true);
    else {
      this.error.textContent = answer.error ?? "Something went wrong. Try again.";
      this.send.focus();
    }
  }

  /** `sent` tells whether the bot has the form now. */
  close(sent = false) {
    this.element.remove();
    this.closed(sent);
  }
}

function textProblem(component, required, text) {
  const length = [...text].length;
  if (!length) return required ? "This is needed." : "";
  if (length < (component.min_length ?? 0)) return `Write at least ${component.min_length} characters.`;
  return length > (component.max_length ?? 4000) ? `Write at most ${component.max_length ?? 4000} characters.` : "";
}

function countProblem(count, least, most) {
  if (count < least) return least === 1 ? "Choose one." : `Choose at least ${least}.`;
  return count > most ? `Choose no more than ${most}.` : "";
}
