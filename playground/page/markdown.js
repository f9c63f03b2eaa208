/** Discord's markdown as elements. Everything becomes text nodes; links are http and https only. */

import { h, append, nameOf } from "./dom.js";
import { timestamp } from "./times.js";

const DEEPEST = 12;

/** Renders a message's text. `room` knows members, channels, roles and emojis by id. */
export function markdown(text, room) {
  const root = document.createDocumentFragment();
  append(root, blocks(String(text), room, 0));
  return root;
}

function blocks(text, room, depth) {
  const rest = /^>>> /m.exec(text);
  const fence = /```(?:([\w+#.-]*)\n)?([^]*?)```/.exec(text);
  if (rest && (!fence || rest.index < fence.index) && depth < DEEPEST) {
    return [
      ...lines(text.slice(0, rest.index), room, depth),
      h("blockquote", {}, blocks(text.slice(rest.index + 4), room, depth + 1)),
    ];
  }
  if (!fence || !fence[2].trim()) return lines(text, room, depth);
  return [
    ...lines(text.slice(0, fence.index), room, depth),
    h("pre", { tabindex: 0 }, h("code", { class: fence[1] ? `language-${fence[1]}` : null }, fence[2].replace(/\n$/, ""))),
    ...blocks(text.slice(fence.index + fence[0].length).replace(/^\n/, ""), room, depth),
  ];
}

const HEADING = /^(#{1,3}) +(\S.*)$/;
const SUBTEXT = /^-# +(\S.*)$/;
const QUOTE = /^>(?: (.*)|)$/;
const ITEM = /^( *)([-*]|\d{1,9}\.) +(\S.*)$/;

function lines(text, room, depth) {
  if (!text) return [];
  const out = [];
  let plain = [];
  const flush = () => {
    const joined = plain.join("\n").replace(/^\n|\n$/g, "");
    const apart = plain[0] === "" && /^[OU]L$/.test(out.at(-1)?.nodeName ?? "");
    if (joined.trim()) out.push(h("div", { class: apart ? "md-text md-apart" : "md-text" }, inline(joined, room)));
    plain = [];
  };
  const all = text.split("\n");
  for (let at = 0; at < all.length;) {
    const line = all[at];
    const heading = HEADING.exec(line);
    const subtext = SUBTEXT.exec(line);
    if (heading) {
      flush();
      const level = heading[1].length;
      out.push(h("div", { class: `md-heading md-${level}`, role: "heading", "aria-level": level + 2 },
        inline(heading[2], room)));
      at += 1;
    } else if (subtext) {
      flush();
      out.push(h("div", { class: "md-subtext" }, inline(subtext[1], room)));
      at += 1;
    } else if (QUOTE.test(line) && depth < DEEPEST) {
      flush();
      const quoted = takeWhile(all, at, (each) => QUOTE.test(each));
      at += quoted.length;
      out.push(h("blockquote", {}, blocks(quoted.map((each) => each.slice(2)).join("\n"), room, depth + 1)));
    } else if (ITEM.test(line)) {
      flush();
      const items = takeWhile(all, at, (each, index) => ITEM.test(each) || (index > at && /^ +\S/.test(each)));
      at += items.length;
      out.push(...lists(items, room));
    } else {
      plain.push(line);
      at += 1;
    }
  }
  flush();
  return out;
}

function takeWhile(all, start, test) {
  let end = start;
  while (end < all.length && test(all[end], end)) end += 1;
  return all.slice(start, end);
}

/** Nested lists: an item indented further than the one before belongs to it. */
function lists(items, room) {
  const roots = [];
  const open = [];
  for (const line of items) {
    const match = ITEM.exec(line);
    if (!match) {
      append(open.at(-1).list.lastElementChild, [h("br"), inline(line.trim(), room)]);
      continue;
    }
    const indent = match[1].length;
    while (open.length && indent < open.at(-1).indent) open.pop();
    const ordered = /\d/.test(match[2]);
    let top = open.at(-1);
    if (!top || indent > top.indent || ordered !== top.ordered) {
      const list = ordered ? h("ol", { start: parseInt(match[2], 10) }) : h("ul");
      if (top && indent > top.indent) top.list.lastElementChild.append(list);
      else {
        if (top) open.pop();
        const parent = open.at(-1);
        if (parent) parent.list.lastElementChild.append(list);
        else roots.push(list);
      }
      top = { list, indent, ordered };
      open.push(top);
    }
    top.list.append(h("li", {}, inline(match[3], room)));
  }
  return roots;
}

/** Inline rules, tried in this order at each place where one may begin. */
const RULES = [
  [/\\([!-/:-@[-`{-~])/y, (m) => m[1]],
  [{ exec: code }, (m) => (m[1] === undefined ? m[0] : h("code", {}, m[1].trim() || m[1]))],
  [/<(a?):(\w{2,32}):(\d{1,20})>/y, (m, room) => emoji({ name: m[2], id: m[3] }, room)],
  [/<@!?(\d{1,20})>/y, (m, room) => mention(m[1], room)],
  [/<@&(\d{1,20})>/y, (m, room) => h("span", { class: "mention" }, `@${room.roles?.get(m[1])?.name ?? "unknown role"}`)],
  [/<#(\d{1,20})>/y, (m, room) => channel(m[1], room)],
  [/<\/([^:<>\n]{1,100}):(\d{1,20})>/y, (m) => h("button", { type: "button", class: "mention", dataset: { command: m[1], key: `/${m[1]}` } }, `/${m[1]}`)],
  [/<t:(-?\d{1,15})(?::([tTdDfFRsS]))?>/y, (m, room) => timestamp(Number(m[1]), m[2], room.clock.now())],
  [/@(everyone|here)\b/y, (m) => h("span", { class: "mention" }, m[0])],
  [/\[((?:\\[^]|[^[\]\\])+)\]\(<?(https?:\/\/[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)>?(?: +"[^"\n]*")?\)/y,
    (m, room, depth) => link(m[2], inline(m[1], room, depth + 1))],
  [/<(https?:\/\/[^\s<>]+)>/y, (m) => link(m[1], m[1])],
  [/https?:\/\/[^\s<>"]*[^\s<>"'`.,:;!?*_~|)\]]/y, (m) => link(m[0], m[0])],
  [/\*\*\*((?:\\[^]|[^\\])+?)\*\*\*(?!\*)/y, (m, room, depth) => h("em", {}, h("strong", {}, inline(m[1], room, depth + 1)))],
  [/\*\*((?:\\[^]|[^\\])+?)\*\*(?!\*)/y, (m, room, depth) => h("strong", {}, inline(m[1], room, depth + 1))],
  [/__((?:\\[^]|[^\\])+?)__(?!_)/y, (m, room, depth) => h("u", {}, inline(m[1], room, depth + 1))],
  [/~~((?:\\[^]|[^\\])+?)~~/y, (m, room, depth) => h("s", {}, inline(m[1], room, depth + 1))],
  [/\|\|((?:\\[^]|[^\\])+?)\|\|/y, (m, room, depth) => spoiler(inline(m[1], room, depth + 1))],
  [/\*(?=\S)((?:\*\*|\\[^]|[^*\\])+?)\*(?!\*)/y, (m, room, depth) => h("em", {}, inline(m[1], room, depth + 1))],
  [/(?<![\p{L}\p{N}])_((?:__|\\[^]|[^_\\])+?)_(?![\p{L}\p{N}_])/uy, (m, room, depth) => h("em", {}, inline(m[1], room, depth + 1))],
];
/** Code between two equally long runs of backticks, or the run alone when none closes it; told apart by `[1]`. */
function code(text) {
  RUN.lastIndex = this.lastIndex;
  const run = RUN.exec(text)?.[0];
  if (!run) return null;
  const from = this.lastIndex + run.length;
  RUNS.lastIndex = from;
  for (let next = RUNS.exec(text); next; next = RUNS.exec(text)) {
    if (next[0] === run) return [text.slice(this.lastIndex, next.index + run.length), text.slice(from, next.index)];
  }
  return [run];
}

const RUN = /`+/y;
const RUNS = /`+/g;
const PLAIN = /[^\\`<@[h*_~|]+/y;

function inline(text, room, depth = 0) {
  if (depth > DEEPEST) return [text];
  const out = [];
  let run = "";
  for (let at = 0; at < text.length;) {
    const found = first(text, at);
    if (found) {
      const node = found.make(found.match, room, depth);
      if (typeof node === "string") run += node;
      else {
        if (run) out.push(run);
        run = "";
        out.push(node);
      }
      at += found.match[0].length;
    } else {
      PLAIN.lastIndex = at;
      const piece = PLAIN.exec(text)?.[0] ?? text[at];
      run += piece;
      at += piece.length;
    }
  }
  if (run) out.push(run);
  return out;
}

function first(text, at) {
  if (!"\\`<@[h*_~|".includes(text[at])) return null;
  for (const [pattern, make] of RULES) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { match, make };
  }
  return null;
}

/** A custom emoji: its picture when the server has it, else its name. */
export function emoji({ name, id }, room) {
  const known = id && room.emojis?.get(id);
  if (known) return h("img", { class: "emoji", src: known.url, alt: `:${name}:`, title: `:${name}:` });
  return h("span", { class: "emoji-name" }, id ? `:${name}:` : (name ?? ""));
}

function mention(id, room) {
  const member = room.members.get(id);
  return h("span", { class: room.me?.id === id ? "mention own" : "mention", dataset: { user: id } },
    `@${member ? nameOf(member) : "unknown user"}`);
}

function channel(id, room) {
  const known = room.channels.find((each) => each.id === id);
  if (!known) return h("span", { class: "mention" }, "#unknown channel");
  return h("button", { type: "button", class: "mention", dataset: { channel: id, key: `#${id}` } }, `#${known.name}`);
}

function spoiler(children) {
  return h("button", { type: "button", class: "spoiler", "aria-label": "Spoiler, press to show", dataset: { spoiler: "text" } },
    h("span", {}, children));
}

const JUMP = /^https?:\/\/(?:\w+\.)?discord\.com\/channels\/(\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/;

/** Where a jump link leads: `{ channel, message }`, or null for any other address. */
export function jumpTarget(url) {
  const match = JUMP.exec(url);
  return match ? { channel: match[2], message: match[3] ?? null } : null;
}

/** A link; those to a message here scroll to it instead of leaving. */
export function link(url, children, attributes = {}) {
  const target = jumpTarget(url);
  return h("a", {
    href: url,
    target: "_blank",
    rel: "noopener noreferrer nofollow",
    ...attributes,
    dataset: { ...attributes.dataset, ...(target ? { jumpChannel: target.channel, jumpMessage: target.message } : {}) },
  }, children);
}
