/** One person's websocket to the playground: comes back by itself, and matches answers to questions. */

const PATIENCE = [250, 500, 1000, 2000, 4000];

export class Connection extends EventTarget {
  /** Events are named like the playground's messages; `open` and `lost` tell of the line itself. */
  constructor(member) {
    super();
    this.member = member;
    this.waiting = new Map();
    this.count = 0;
    this.tries = 0;
    this.closed = false;
    this.connect();
  }

  connect() {
    const address = new URL(`/ws?member=${encodeURIComponent(this.member)}`, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(address);
    this.socket.addEventListener("open", () => {
      this.tries = 0;
      this.dispatchEvent(new Event("open"));
    });
    this.socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    this.socket.addEventListener("close", () => this.lost());
  }

  lost() {
    for (const { settle } of this.waiting.values()) settle({ ok: false, error: "The connection was lost. Try again." });
    this.waiting.clear();
    if (this.closed) return;
    this.dispatchEvent(new Event("lost"));
    setTimeout(() => this.closed || this.connect(), PATIENCE[Math.min(this.tries, PATIENCE.length - 1)]);
    this.tries += 1;
  }

  receive(data) {
    const waiter = data.nonce === undefined ? null : this.waiting.get(data.nonce);
    if (waiter && (data.type === "result" || data.type === "choices")) {
      this.waiting.delete(data.nonce);
      waiter.settle(data);
    }
    this.dispatchEvent(new CustomEvent(data.type, { detail: data }));
  }

  get ready() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  send(data) {
    if (this.ready) this.socket.send(JSON.stringify(data));
  }

  /** Sends a question; resolves to its `result` or `choices`, also when the line breaks. */
  ask(data) {
    this.count += 1;
    const nonce = `${this.member}-${this.count}`;
    if (!this.ready) return Promise.resolve({ ok: false, error: "Not connected. Wait a moment and try again." });
    return new Promise((settle) => {
      this.waiting.set(nonce, { settle });
      this.send({ ...data, nonce });
    });
  }

  close() {
    this.closed = true;
    this.socket.close();
  }
}
