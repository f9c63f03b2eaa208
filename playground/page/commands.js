/** Slash commands: the list to choose from, and what may be put into their options. */

import { listing } from "./dom.js";

const SUB = 1;
const GROUP = 2;
export const KIND = Object.freeze({
  string: 3, integer: 4, boolean: 5, user: 6, channel: 7, role: 8, mentionable: 9, number: 10, attachment: 11,
});

/** Every command that can be sent: `{ command, path, name, description, options }`, subcommands singly. */
export function flatten(commands) {
  const found = [];
  const walk = (command, node, path) => {
    const inner = (node.options ?? []).filter((each) => each.type === SUB || each.type === GROUP);
    if (inner.length) {
      for (const each of inner) walk(command, each, [...path, each.name]);
      return;
    }
    found.push({
      command, path, name: [command.name, ...path].join(" "), description: node.description ?? "",
      options: [...(node.options ?? [])].sort((a, b) => Number(b.required ?? false) - Number(a.required ?? false)),
    });
  };
  for (const command of commands) {
    if ((command.type ?? 1) === 1) walk(command, command, []);
  }
  return found.sort((a, b) => a.name.localeCompare(b.name));
}

/** The commands that fit what was typed after the slash, best first. */
export function matching(entries, typed) {
  const wanted = typed.trim().toLowerCase().replace(/\s+/g, " ");
  const rank = (entry) => {
    if (entry.name === wanted) return 0;
    if (entry.name.startsWith(wanted)) return 1;
    if (entry.name.split(" ").some((word) => word.startsWith(wanted))) return 2;
    return entry.name.includes(wanted) ? 3 : 4;
  };
  return entries.map((entry) => [rank(entry), entry]).filter(([place]) => place < 4)
    .sort((a, b) => a[0] - b[0]).map(([, entry]) => entry);
}

/** The command whose whole name was typed, followed by a space: chosen without asking. */
export function typedOut(entries, text) {
  if (!text.startsWith("/") || !/\s$/.test(text)) return null;
  const wanted = text.slice(1).trim().toLowerCase().replace(/\s+/g, " ");
  return entries.find((entry) => entry.name === wanted) ?? null;
}

/** What an option accepts, in words, or an empty text. */
export function accepts(option) {
  if (option.choices?.length) return "";
  const { min_value: low, max_value: high, min_length: short, max_length: long } = option;
  if (option.type === KIND.integer || option.type === KIND.number) {
    const what = option.type === KIND.integer ? "a whole number" : "a number";
    if (low != null && high != null) return `${what} from ${low} to ${high}`;
    if (low != null) return `${what}, at least ${low}`;
    return high != null ? `${what}, at most ${high}` : what;
  }
  if (option.type === KIND.string && (short || long)) {
    if (short && long) return `${short} to ${long} characters`;
    return short ? `at least ${short} characters` : `at most ${long} characters`;
  }
  return "";
}

/**
 * Reads what was typed or chosen for an option: `{ value }`, `{ absent: true }` or `{ error }` in words.
 */
export function read(option, text) {
  const given = option.type === KIND.string ? text : text.trim();
  if (given === "") {
    return option.required ? { error: missing(option) } : { absent: true };
  }
  if (option.choices?.length) {
    const choice = option.choices.find((each) => String(each.value) === given || each.name === given);
    return choice ? { value: choice.value } : { error: `Choose one of ${listing(option.choices.map((each) => each.name), "disjunction")}.` };
  }
  if (option.type === KIND.boolean) return { value: given === "true" };
  if (option.type === KIND.integer || option.type === KIND.number) return number(option, given);
  if (option.type === KIND.string) {
    const length = [...given].length;
    if (length < (option.min_length ?? 0) || length > (option.max_length ?? 6000)) return { error: `Write ${accepts(option)}.` };
  }
  return { value: given };
}

function missing(option) {
  if ([KIND.user, KIND.mentionable].includes(option.type)) return "Choose a member.";
  if (option.type === KIND.channel) return "Choose a channel.";
  if (option.type === KIND.role) return "Choose a role.";
  return option.choices?.length || option.type === KIND.boolean ? "Choose one." : "This is needed.";
}

function number(option, text) {
  const whole = option.type === KIND.integer;
  const pattern = whole ? /^[+-]?\d{1,16}$/ : /^[+-]?(\d{1,16}(\.\d*)?|\.\d+)$/;
  const value = Number(text);
  const fits = value >= (option.min_value ?? -Infinity) && value <= (option.max_value ?? Infinity);
  return pattern.test(text) && fits ? { value } : { error: `Write ${accepts(option)}.` };
}
