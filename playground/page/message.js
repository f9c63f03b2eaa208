/** One message as an element: who, when, what, and what only its reader sees. */

import { append, avatar, h, nameOf } from "./dom.js";
import { attachments, components } from "./components.js";
import { markdown } from "./markdown.js";
import { posted } from "./times.js";

const EPHEMERAL = 1 << 6;
const COMMAND = 2;

export const isPrivate = (message) => (Number(message.flags ?? 0) & EPHEMERAL) !== 0;

/**
 * Renders a message. `view` is `{ room, prefix, local, grouped }`; `local` is the reader's own state:
 * `pending` and `open` (custom_ids), `drafts` (custom_id to values), `error` (text) and `leaving` (dismissal asked for).
 */
export function messageElement(message, view) {
  const author = view.room.members.get(message.author?.id) ?? message.author;
  const secret = isPrivate(message);
  const labelId = `${view.prefix}-${message.id}`;
  const full = { ...view, media: new Map((message.attachments ?? []).map((each) => [each.filename, each])) };
  const body = h("div", { class: "body" });
  const article = h("article", {
    class: ["message", secret ? "private" : "", view.grouped ? "grouped" : ""].filter(Boolean).join(" "),
    tabindex: -1,
    "aria-labelledby": labelId,
    dataset: { messageId: message.id, private: secret },
  }, usedLine(message, view), view.grouped ? h("span", { class: "avatar-gap" }) : avatar(author), body);
  append(body, [
    heading(message, author, labelId, view.grouped),
    content(message, full),
    (message.embeds ?? []).map((each) => embed(each, full)),
    components(message.components, full),
    attachments(loose(message), full),
    view.local.error
      ? h("p", { class: "failed", role: "alert", dataset: { error: true } }, h("span", { "aria-hidden": "true" }, "⚠ "), view.local.error)
      : null,
    secret ? privateFoot(view) : null,
  ]);
  stepHeadings(article);
  return article;
}

function usedLine(message, view) {
  const about = message.interaction_metadata ?? message.interaction;
  if (!about || about.type !== COMMAND) return null;
  const name = about.name ?? message.interaction?.name;
  const user = view.room.members.get(about.user?.id) ?? about.user;
  return h("div", { class: "used" }, avatar(user), h("span", {}, h("strong", {}, nameOf(user)), " used ",
    name ? h("span", { class: "mention" }, `/${name}`) : "a command"));
}

function heading(message, author, labelId, grouped) {
  return h("header", { class: grouped ? "sr-only" : "head", id: labelId },
    h("span", { class: "author" }, nameOf(author)), " ",
    (author?.bot ?? message.author?.bot) ? [h("span", { class: "badge" }, "APP"), " "] : null,
    posted(message.timestamp ?? new Date().toISOString()),
    message.edited_timestamp ? [" ", h("span", { class: "edited", title: new Date(message.edited_timestamp).toLocaleString("en-GB") }, "(edited)")] : null);
}

function content(message, view) {
  if (message.deferred) {
    return h("p", { class: "thinking" }, `${nameOf(view.room.members.get(message.author?.id) ?? message.author)} is thinking`,
      h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")));
  }
  return message.content ? h("div", { class: "text" }, markdown(message.content, view.room)) : null;
}

/** Attachments not already shown by a gallery, a thumbnail or a file component. */
function loose(message) {
  if (!(message.components ?? []).length) return message.attachments;
  const shown = JSON.stringify(message.components);
  return (message.attachments ?? []).filter((each) => !shown.includes(`attachment://${each.filename}"`) && !shown.includes(JSON.stringify(each.url)));
}

function embed(data, view) {
  const box = h("div", { class: "container embed", dataset: { accent: true } },
    data.author?.name ? h("div", { class: "embed-author" }, data.author.name) : null,
    data.title ? h("div", { class: "md-heading md-3", role: "heading", "aria-level": 3 }, markdown(data.title, view.room)) : null,
    data.description ? h("div", { class: "text" }, markdown(data.description, view.room)) : null,
    (data.fields ?? []).map((field) => h("div", { class: "embed-field" },
      h("strong", {}, markdown(field.name, view.room)), h("div", { class: "text" }, markdown(field.value, view.room)))),
    data.footer?.text ? h("div", { class: "md-subtext" }, data.footer.text) : null);
  if (data.color != null) box.style.setProperty("--accent", `#${Number(data.color).toString(16).padStart(6, "0")}`);
  return box;
}

function privateFoot(view) {
  return h("footer", { class: "private-foot" }, h("span", { class: "mark mark-eye", "aria-hidden": "true" }),
    h("span", {}, "Only you can see this"), " • ",
    h("button", { type: "button", class: "dismiss", dataset: { dismiss: true, key: "dismiss" }, "aria-disabled": view.local.leaving ? "true" : null },
      "Dismiss message"));
}

/** No heading skips a level, whatever mixture of # and ### a message uses. */
function stepHeadings(article) {
  let above = 2;
  for (const element of article.querySelectorAll("[role=heading]")) {
    above = Math.min(above + 1, Number(element.getAttribute("aria-level")));
    element.setAttribute("aria-level", above);
  }
}
