/** Timestamps: the styles of `<t:…:…>`, and relative ones that stay true while one looks. */

import { h } from "./dom.js";

const STYLES = {
  t: { hour: "2-digit", minute: "2-digit" },
  T: { hour: "2-digit", minute: "2-digit", second: "2-digit" },
  d: { day: "2-digit", month: "2-digit", year: "numeric" },
  D: { day: "numeric", month: "long", year: "numeric" },
  f: { day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit" },
  F: { weekday: "long", day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit" },
  s: { day: "2-digit", month: "2-digit", year: "numeric", hour: "2-digit", minute: "2-digit" },
  S: { day: "2-digit", month: "2-digit", year: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit" },
};
const UNITS = [["year", 31557600], ["month", 2629800], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
const relativeFormat = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/** The playground's clock, which tests may move away from ours. */
export class Clock {
  constructor() {
    this.ahead = 0;
  }

  /** Takes over the playground's time, in milliseconds. */
  set(now) {
    this.ahead = now - Date.now();
  }

  now() {
    return Date.now() + this.ahead;
  }
}

/** “in 3 minutes”, “20 seconds ago”, as seen at `now` (milliseconds). */
export function relative(seconds, now) {
  const away = Math.round(seconds - now / 1000);
  // Rounded as Discord does: a challenge of ten minutes never begins with nine.
  const [unit, size] = UNITS.find(([, length]) => Math.abs(away) >= 0.98 * length) ?? UNITS.at(-1);
  return relativeFormat.format(Math.round(away / size), unit);
}

/** A moment, given in seconds, in one of Discord's timestamp styles, as seen at `now` (milliseconds). */
export function timestamp(seconds, style = "f", now = Date.now()) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return h("span", {}, "Invalid date");
  const long = date.toLocaleString("en-GB", STYLES.F);
  if (style === "R") {
    return h("time", { datetime: date.toISOString(), title: long, class: "stamp", dataset: { relative: seconds } },
      relative(seconds, now));
  }
  return h("time", { datetime: date.toISOString(), title: long, class: "stamp" },
    date.toLocaleString("en-GB", STYLES[style] ?? STYLES.f));
}

/** When a message was written, short. */
export function posted(iso) {
  const date = new Date(iso);
  const today = new Date().toDateString() === date.toDateString();
  const text = date.toLocaleString("en-GB", today ? STYLES.t : STYLES.s);
  return h("time", { datetime: iso, title: date.toLocaleString("en-GB", STYLES.F) }, text);
}

/** Keeps every relative time on the page true, once a second. */
export function keepTimes(clock) {
  setInterval(() => {
    for (const element of document.querySelectorAll("time[data-relative]")) {
      const text = relative(Number(element.dataset.relative), clock.now());
      if (element.textContent !== text) element.textContent = text;
    }
  }, 1000);
}
