/** The page: who is shown, side by side or, on a phone, one at a time. */

import { avatar, h, nameOf } from "./dom.js";
import { Column } from "./column.js";
import { Clock, keepTimes } from "./times.js";

const MOST = 4;
const FIRST = 2;

class Page {
  constructor(members) {
    this.members = members;
    this.columns = new Map();
    this.front = null;
    this.unread = new Set();
    this.clock = new Clock();
    this.narrow = matchMedia("(max-width: 700px)");
    this.place = document.getElementById("columns");
    this.people = document.getElementById("people");
    this.banners = document.getElementById("banners");
    this.narrow.addEventListener("change", () => this.draw());
    this.people.addEventListener("click", (event) => {
      const id = event.target.closest("[data-person]")?.dataset.person;
      if (id) this.toggle(id);
    });
    this.place.addEventListener("focusin", (event) => this.focused(event.target.closest("[data-member]")?.dataset.member));
    document.addEventListener("keydown", (event) => {
      if (event.key === "F6") {
        event.preventDefault();
        this.next(event.shiftKey ? -1 : 1);
      }
    });
    for (const id of this.wanted()) this.open(id);
    keepTimes(this.clock);
  }

  /** Who is to be shown at first: those that the address names (`?show=`), or the first two. */
  wanted() {
    const named = (new URLSearchParams(location.search).get("show") ?? "").split(",").filter(Boolean);
    const known = named.map((each) => this.members.find((member) => member.id === each || nameOf(member).toLowerCase() === each.toLowerCase()))
      .filter(Boolean).map((member) => member.id);
    const unique = [...new Set(known)].slice(0, MOST);
    return unique.length ? unique : this.members.slice(0, FIRST).map((member) => member.id);
  }

  open(id) {
    const member = this.members.find((each) => each.id === id);
    if (!member || this.columns.has(id) || this.columns.size >= MOST) return;
    const column = new Column(member, this.clock);
    column.addEventListener("bot", () => this.drawBanners());
    column.addEventListener("line", () => this.drawBanners());
    column.addEventListener("unread", () => this.news(id));
    column.addEventListener("close", () => this.shut(id));
    this.columns.set(id, column);
    const order = this.members.map((each) => each.id);
    const after = [...this.columns.keys()].filter((each) => order.indexOf(each) > order.indexOf(id))
      .sort((a, b) => order.indexOf(a) - order.indexOf(b))[0];
    this.place.insertBefore(column.element, after ? this.columns.get(after).element : null);
    this.front ??= id;
    column.setLive(id === this.front);
    this.draw();
  }

  shut(id) {
    if (this.columns.size <= 1) return;
    this.columns.get(id)?.close();
    this.columns.delete(id);
    if (this.front === id) this.front = this.columns.keys().next().value;
    this.draw();
    this.drawBanners();
    this.people.querySelector(`[data-person="${CSS.escape(id)}"]`)?.focus();
  }

  /** On a wide page a person's button opens or closes the column; on a narrow one it brings it to the front. */
  toggle(id) {
    if (this.narrow.matches) {
      this.open(id);
      this.bring(id);
    } else if (this.columns.has(id)) this.shut(id);
    else this.open(id);
  }

  bring(id) {
    this.front = id;
    this.unread.delete(id);
    this.draw();
    this.columns.get(id)?.timeline.keepEnd();
  }

  news(id) {
    if (!this.narrow.matches || id === this.front || this.unread.has(id)) return;
    this.unread.add(id);
    this.draw();
  }

  focused(id) {
    for (const [each, column] of this.columns) column.setLive(each === id);
  }

  next(direction) {
    const shown = this.members.map((each) => each.id).filter((each) => this.columns.has(each));
    const here = document.activeElement?.closest("[data-member]")?.dataset.member;
    const at = here ? (shown.indexOf(here) + direction + shown.length) % shown.length : 0;
    if (this.narrow.matches) this.bring(shown[at]);
    this.columns.get(shown[at]).composer.focus();
  }

  draw() {
    const held = this.people.contains(document.activeElement) ? document.activeElement.dataset.person : null;
    const narrow = this.narrow.matches;
    const full = this.columns.size >= MOST;
    this.people.replaceChildren(...this.members.map((member) => {
      const open = this.columns.has(member.id);
      const pressed = narrow ? member.id === this.front : open;
      const fresh = this.unread.has(member.id);
      return h("button", {
        type: "button", class: "person", "aria-pressed": pressed ? "true" : "false",
        disabled: (full && !open) || (!narrow && open && this.columns.size === 1),
        title: narrow ? `See it as ${nameOf(member)}` : open ? `Hide ${nameOf(member)}'s column` : `Show ${nameOf(member)}'s column`,
        dataset: { person: member.id, unread: fresh },
      }, avatar(member), h("span", {}, nameOf(member)), fresh ? h("span", { class: "sr-only" }, " (new messages)") : null);
    }));
    if (held) this.people.querySelector(`[data-person="${CSS.escape(held)}"]`)?.focus();
    for (const [id, column] of this.columns) {
      column.element.classList.toggle("behind", narrow && id !== this.front);
      column.element.querySelector(".close").hidden = this.columns.size === 1;
    }
    this.place.dataset.count = this.columns.size;
    this.remember();
  }

  remember() {
    const names = this.members.filter((each) => this.columns.has(each.id)).map((each) => each.id);
    const address = new URL(location.href);
    const usual = this.members.slice(0, FIRST).map((each) => each.id);
    if (names.join() === usual.join()) address.searchParams.delete("show");
    else address.searchParams.set("show", names.join(","));
    if (address.href !== location.href) history.replaceState(null, "", address);
  }

  drawBanners() {
    const columns = [...this.columns.values()];
    const texts = [];
    if (columns.some((each) => !each.connected)) texts.push(["line", "The connection to the playground is lost. Trying again…"]);
    else if (columns.some((each) => !each.online)) texts.push(["bot", "The bot is offline. Commands and buttons are not answered until it is back."]);
    const now = [...this.banners.children].map((each) => each.dataset.banner).join();
    if (now === texts.map(([name]) => name).join()) return;
    this.banners.replaceChildren(...texts.map(([name, text]) => h("p", { class: "banner", dataset: { banner: name } }, text)));
  }
}

async function begin() {
  const help = document.getElementById("help");
  document.getElementById("help-button").addEventListener("click", () => help.showModal());
  try {
    const answer = await fetch("/room.json");
    if (!answer.ok) throw new Error(`the playground answered ${answer.status}`);
    const { guild, members } = await answer.json();
    document.getElementById("server-name").textContent = guild.name;
    document.title = `${guild.name} · playground`;
    return new Page(members.filter((each) => !each.bot));
  } catch (error) {
    document.getElementById("banners").replaceChildren(
      h("p", { class: "banner", dataset: { banner: "line" } }, `The playground cannot be reached (${error.message}). Reload the page when it runs.`));
    return null;
  }
}

await begin();
