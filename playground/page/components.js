/** Discord's message components as elements: a pure function of the component's JSON and what the reader did. */

import { append, avatar, h, nameOf } from "./dom.js";
import { emoji, link, markdown } from "./markdown.js";

export const TYPE = Object.freeze({
  row: 1, button: 2, stringSelect: 3, textInput: 4, userSelect: 5, roleSelect: 6, mentionableSelect: 7,
  channelSelect: 8, section: 9, text: 10, thumbnail: 11, gallery: 12, file: 13, separator: 14, container: 17,
  label: 18, upload: 19, radioGroup: 21, checkboxGroup: 22, checkbox: 23,
});
const BUTTON_STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };
const SELECTS = new Set([3, 5, 6, 7, 8]);

/**
 * Renders components. `view` is `{ room, prefix, local, media }`: who is there; what makes ids unique; the reader's
 * own state (`local.pending`, `local.drafts`), and attachments by name.
 */
export function components(list, view) {
  return (list ?? []).map((component) => render(component, view));
}

const RENDERERS = {
  [TYPE.row]: (component, view) => h("div", { class: "row" }, components(component.components, view)),
  [TYPE.button]: button,
  [TYPE.section]: section,
  [TYPE.text]: (component, view) => h("div", { class: "text" }, markdown(component.content ?? "", view.room)),
  [TYPE.thumbnail]: (component, view) => spoilable(component, picture(component.media, component.description, view, "thumbnail")),
  [TYPE.gallery]: (component, view) => h("div", { class: "gallery", dataset: { count: component.items?.length ?? 0 } },
    (component.items ?? []).map((item) => spoilable(item, picture(item.media, item.description, view, "picture")))),
  [TYPE.file]: (component, view) => spoilable(component, file(component.file, component, view)),
  [TYPE.separator]: (component) => (component.divider === false
    ? h("div", { class: "gap", dataset: { spacing: component.spacing ?? 1 } })
    : h("hr", { dataset: { spacing: component.spacing ?? 1 } })),
  [TYPE.container]: container,
};

function render(component, view) {
  const renderer = SELECTS.has(component.type) ? select : RENDERERS[component.type];
  if (renderer) return renderer(component, view);
  return h("p", { class: "unknown" }, `A component of type ${component.type} cannot be shown here.`);
}

function button(component, view) {
  const label = [
    component.emoji ? [emoji(component.emoji, view.room), component.label ? " " : ""] : null,
    component.label ? h("span", { class: "label" }, component.label) : null,
  ];
  const style = BUTTON_STYLES[component.style] ?? "secondary";
  if (component.style === 5 && component.url) {
    const attributes = { class: "button link", dataset: { key: component.url } };
    if (component.disabled) return h("span", { class: "button link", "aria-disabled": "true", role: "link" }, label);
    return link(component.url, [label, h("span", { class: "leaves", "aria-hidden": "true" }, "↗")], attributes);
  }
  const id = component.custom_id;
  const pending = view.local.pending;
  return h("button", {
    type: "button",
    class: `button ${style}`,
    disabled: component.disabled,
    "aria-disabled": pending && !component.disabled ? "true" : null,
    "aria-busy": pending === id ? "true" : null,
    "aria-label": component.label ? null : (component.emoji?.name ?? "Button"),
    dataset: { customId: id, key: id, control: "button", pending: pending === id },
  }, label, pending === id ? h("span", { class: "spinner", "aria-hidden": "true" }) : null);
}

function section(component, view) {
  return h("div", { class: "section" },
    h("div", { class: "section-text" }, components(component.components, view)),
    component.accessory ? h("div", { class: "section-accessory" }, render(component.accessory, view)) : null);
}

function container(component, view) {
  const box = h("div", { class: "container", dataset: { accent: component.accent_color != null } },
    components(component.components, view));
  if (component.accent_color != null) {
    box.style.setProperty("--accent", `#${Number(component.accent_color).toString(16).padStart(6, "0")}`);
  }
  return spoilable(component, box);
}

/** Behind a curtain until the reader opens it, when it is marked as a spoiler. */
function spoilable(component, element) {
  if (!component.spoiler) return element;
  return h("div", { class: "spoiler-box" },
    h("button", { type: "button", class: "spoiler-open", dataset: { spoiler: "box" } }, "Spoiler: show"),
    h("div", { class: "spoiler-content" }, element));
}

function resolve(media, view) {
  const url = media?.proxy_url || media?.url || "";
  const name = /^attachment:\/\/(.+)$/.exec(url)?.[1];
  return name ? (view.media.get(name)?.url ?? null) : url;
}

function picture(media, description, view, kind) {
  const url = resolve(media, view);
  if (!url || !/^(https?:|\/)/.test(url)) return h("span", { class: "missing" }, description || "Picture");
  return h("img", { class: kind, src: local(url), alt: description ?? "", loading: "lazy", title: description ?? null });
}

/** The stand-in serves its own files: asked for on this page's own address, they pass the content policy. */
function local(url) {
  const address = new URL(url, location.href);
  return address.port === location.port ? address.pathname + address.search : url;
}

function file(media, about, view) {
  const url = resolve(media, view);
  const name = about.name ?? about.filename ?? decodeURIComponent((media?.url ?? "").split(/[/?]/).filter(Boolean).at(-1) ?? "file");
  const size = about.size ?? media?.size;
  return h("div", { class: "file" },
    h("span", { class: "mark mark-file", "aria-hidden": "true" }),
    url ? h("a", { href: local(url), download: name, dataset: { file: name, key: `file:${name}` } }, name) : name,
    size == null ? null : h("span", { class: "file-size" }, bytes(size)));
}

function bytes(size) {
  if (size < 1024) return `${size} bytes`;
  return size < 1048576 ? `${(size / 1024).toFixed(1)} KB` : `${(size / 1048576).toFixed(1)} MB`;
}

/** Attachments that no component shows. */
export function attachments(list, view) {
  return (list ?? []).map((each) => (/^image\//.test(each.content_type ?? "")
    ? picture(each, each.description ?? each.filename, view, "picture")
    : file(each, each, view)));
}

/** What a select offers: `[{ value, label, description, emoji, default }]`. */
export function optionsOf(component, room) {
  if (component.type === TYPE.stringSelect) return component.options ?? [];
  const preset = new Set((component.default_values ?? []).map((each) => each.id));
  const users = [...room.members.values()].map((each) => ({ value: each.id, label: nameOf(each), description: each.bot ? "app" : "" }));
  const roles = [...(room.roles?.values() ?? [])].map((each) => ({ value: each.id, label: `@${each.name}` }));
  const wanted = new Set(component.channel_types ?? []);
  const places = room.channels
    .filter((each) => !wanted.size || wanted.has(each.type ?? 0))
    .map((each) => ({ value: each.id, label: `#${each.name}` }));
  const offer = {
    [TYPE.userSelect]: users, [TYPE.roleSelect]: roles, [TYPE.mentionableSelect]: [...users, ...roles], [TYPE.channelSelect]: places,
  }[component.type] ?? [];
  return offer.map((each) => ({ ...each, default: preset.has(each.value) }));
}

/** How many may be chosen: `[least, most]`. */
export function limitsOf(component) {
  return [component.min_values ?? 1, component.max_values ?? 1];
}

/** What is chosen now: the reader's own choice while it stands, else what the bot preset. */
export function chosenIn(component, view) {
  const draft = view.local.drafts.get(component.custom_id);
  return draft ?? optionsOf(component, view.room).filter((each) => each.default).map((each) => each.value);
}

const PLACEHOLDERS = { 3: "Make a selection", 5: "Select a user", 6: "Select a role", 7: "Select a user or role", 8: "Select a channel" };

function select(component, view) {
  const id = component.custom_id;
  const values = new Set(chosenIn(component, view));
  const chosen = optionsOf(component, view.room).filter((each) => values.has(each.value));
  const placeholder = component.placeholder || PLACEHOLDERS[component.type];
  const [least, most] = limitsOf(component);
  const pending = view.local.pending;
  const note = most > 1 && chosen.length > 0 && chosen.length < least ? `Choose ${least - chosen.length} more` : null;
  const trigger = h("button", {
    type: "button",
    class: "select",
    disabled: component.disabled,
    "aria-disabled": pending && !component.disabled ? "true" : null,
    "aria-busy": pending === id ? "true" : null,
    "aria-haspopup": "listbox",
    "aria-expanded": view.local.open === id ? "true" : "false",
    "aria-label": chosen.length ? `${placeholder}: ${chosen.map((each) => each.label).join(", ")}` : placeholder,
    dataset: { customId: id, key: id, control: "select", pending: pending === id },
  });
  append(trigger, [
    h("span", { class: "select-value" }, chosen.length === 0
      ? h("span", { class: "placeholder" }, placeholder)
      : chosen.map((each) => h("span", { class: most > 1 ? "chip" : "single" },
        component.type === TYPE.userSelect ? avatar(view.room.members.get(each.value)) : null,
        each.emoji ? [emoji(each.emoji, view.room), " "] : null, each.label))),
    pending === id ? h("span", { class: "spinner", "aria-hidden": "true" }) : h("span", { class: "arrow", "aria-hidden": "true" }, "▾"),
  ]);
  return h("div", { class: "select-box" }, trigger, note ? h("p", { class: "select-note" }, note) : null);
}
