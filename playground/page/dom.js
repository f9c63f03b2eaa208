/** Making elements. Text only ever becomes a text node, so nothing a message says is read as HTML. */

/**
 * An element. Attributes: `class`, `dataset` (object), `style` (object of custom properties),
 * `on` (object of listeners), booleans as present or absent, everything else as text;
 * `null`, `undefined` and `false` are left out. Children: nodes, text, or arrays of them.
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "dataset") {
      for (const [key, text] of Object.entries(value)) {
        if (text !== null && text !== undefined && text !== false) element.dataset[key] = String(text);
      }
    } else if (name === "style") {
      for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text);
    } else if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  append(element, children);
  return element;
}

/** Adds children as `h` does. */
export function append(parent, children) {
  for (const child of [children].flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false && child !== "") parent.append(child);
  }
}

/** `first`, `second` and `third` as one phrase. */
export function listing(words, type = "conjunction") {
  return new Intl.ListFormat("en", { style: "long", type }).format(words);
}

/** One of nine background colours, the same each time for the same id. */
export function hue(id) {
  let sum = 0;
  for (const digit of String(id)) sum = (sum * 31 + digit.charCodeAt(0)) % 9973;
  return sum % 9;
}

/** The round mark with a person's initial that stands for an avatar. */
export function avatar(user) {
  const name = nameOf(user);
  return h("span", { class: "avatar", "aria-hidden": "true", dataset: { hue: hue(user?.id ?? name) } },
    [...name.trim()][0]?.toUpperCase() ?? "?");
}

/** What a person is called here. */
export function nameOf(user) {
  return user?.nick || user?.display_name || user?.global_name || user?.name || user?.username || "Unknown user";
}

/** Orders snowflakes, which are too big for numbers. */
export function byId(a, b) {
  if (a.length !== b.length) return a.length - b.length;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
