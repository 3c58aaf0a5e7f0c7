// The wire of a page in a browser: one WebSocket, opened again whenever it is lost, with plain words on whose fault a silence is.

import type { FromPage, PagePart, ToPage, Wire } from "./messages";

const PING = 3_000,
  SILENT = 6_000,
  SOONEST = 250,
  LATEST = 10_000;
/** A connection that comes back within this is not worth a word. */
const UNSAID = 800;
/** The host has closed the connection for good: the page may not speak with it, or another has taken its place. */
const FOR_GOOD = 1008;

export interface Connection {
  readonly online: boolean;
  /** Whether the host runs on the very computer that shows the page. */
  readonly loopback: boolean;
  /** Whether it was there, and has then fallen silent. */
  readonly silent: boolean;
}

/** In plain words whose fault a silence is. Somebody is named only if it is known. */
export function whoseFault({ online, loopback, silent }: Connection): string {
  const kept = "What you do here is kept, and done when it is back.";
  if (loopback && silent) return `The tutor is silent: it is busy, or was stopped. ${kept}`;
  // Started again it has as a rule another address, which it opens by itself.
  if (loopback)
    return "The tutor, which runs on this computer, has been stopped. Start it again, and go on in the page it opens: what it has answered is kept.";
  if (!online) return `This device is not connected to any network. ${kept}`;
  if (silent)
    return `The tutor's computer has fallen silent: it is busy, asleep, or the network between is slow. ${kept}`;
  return `The tutor's computer cannot be reached: it is off, or the network between is. ${kept}`;
}

/** Milliseconds before the next attempt, after so many that failed. */
export function backOff(failed: number): number {
  return Math.min(LATEST, SOONEST * 2 ** Math.min(failed, 10));
}

function isLoopback(address: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);
}

export class SocketWire implements Wire {
  readonly loses = true;
  private socket: WebSocket | null = null;
  private failed = 0;
  private heardAt = 0;
  private ended = false;
  private wentSilent = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private saying: ReturnType<typeof setTimeout> | undefined;
  private pinging: ReturnType<typeof setInterval> | undefined;
  private listener: (message: ToPage) => void = () => undefined;
  private again: () => void = () => undefined;
  private silent: (why: string) => void = () => undefined;
  private readonly wake = (): void => {
    this.woken();
  };
  private readonly offline = (): void => {
    this.complain();
  };

  /** `address` is the WebSocket's; `first` the page that came with the host's own page, if it did. */
  constructor(
    private readonly address: string,
    readonly first: PagePart | null = null,
  ) {}

  open(listener: (message: ToPage) => void, again: () => void, silent: (why: string) => void): void {
    Object.assign(this, { listener, again, silent });
    document.addEventListener("visibilitychange", this.wake);
    window.addEventListener("pageshow", this.wake);
    window.addEventListener("online", this.wake);
    window.addEventListener("offline", this.offline);
    this.pinging = setInterval(() => {
      this.ping();
    }, PING);
    this.connect();
  }

  send(message: FromPage | { readonly kind: "ping" }): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close(): void {
    this.ended = true;
    document.removeEventListener("visibilitychange", this.wake);
    window.removeEventListener("pageshow", this.wake);
    window.removeEventListener("online", this.wake);
    window.removeEventListener("offline", this.offline);
    clearInterval(this.pinging);
    clearTimeout(this.retry);
    clearTimeout(this.saying);
    this.socket?.close();
  }

  private connect(): void {
    clearTimeout(this.retry);
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.heardAt = Date.now();
    socket.onopen = () => {
      if (socket === this.socket) this.opened();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.socket) this.came(event.data);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.lost(event.code, event.reason);
    };
  }

  private opened(): void {
    this.heardAt = Date.now();
    this.again();
  }

  private came(text: string): void {
    this.failed = 0;
    this.heardAt = Date.now();
    this.wentSilent = false;
    clearTimeout(this.saying);
    this.saying = undefined;
    this.silent("");
    const message = JSON.parse(text) as ToPage | { readonly kind: "pong" };
    if (message.kind !== "pong") this.listener(message);
  }

  private lost(code: number, reason: string): void {
    this.socket = null;
    if (this.ended) return;
    if (code === FOR_GOOD) {
      this.close();
      return this.silent(
        reason || "This page may no longer speak with the tutor: open it again from the link the tutor gave.",
      );
    }
    this.saying ??= setTimeout(() => {
      this.complain();
    }, UNSAID);
    this.retry = setTimeout(() => {
      this.connect();
    }, backOff(this.failed++));
  }

  private complain(): void {
    if (this.ended || (this.socket?.readyState === WebSocket.OPEN && !this.wentSilent && navigator.onLine)) return;
    this.silent(whoseFault({ online: navigator.onLine, loopback: isLoopback(this.address), silent: this.wentSilent }));
  }

  /** Asks whether somebody is there; who has not answered for long is given up, and tried anew. */
  private ping(): void {
    if (this.socket?.readyState === WebSocket.CONNECTING && Date.now() - this.heardAt > LATEST) return this.giveUp();
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.heardAt > SILENT) {
      this.wentSilent = true;
      this.complain();
      return this.giveUp();
    }
    this.send({ kind: "ping" });
  }

  private giveUp(): void {
    const gone = this.socket;
    this.lost(0, "");
    gone?.close();
  }

  /** The page is looked at again, or the network is back: no waiting now. */
  private woken(): void {
    if (this.ended || document.visibilityState === "hidden") return;
    if (this.socket?.readyState === WebSocket.OPEN) return this.ping();
    if (this.socket) return; // an attempt is under way
    this.failed = 0;
    this.connect();
  }
}
