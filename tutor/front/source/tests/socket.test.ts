// The WebSocket: opened again when it is lost, touches sent again until they were heard, and plain words on whose fault a silence is.

import { beforeEach, describe, expect, test, vi } from "vitest";

import type { ToPage } from "../page/messages";
import { backOff, SocketWire, whoseFault } from "../page/socket";
import { Touches } from "../page/touches";

class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = FakeSocket.CONNECTING;
  readonly sent: string[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number; reason: string }) => void = () => undefined;

  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = 3;
  }

  opens(): this {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
    return this;
  }

  tells(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }

  isLost(code = 1006, reason = ""): void {
    this.readyState = 3;
    this.onclose({ code, reason });
  }
}

const newest = (): FakeSocket => {
  const found = FakeSocket.all.at(-1);
  if (!found) throw new Error("no socket was opened");
  return found;
};
let heard: ToPage[] = [],
  why: string[] = [],
  again = 0;

function wire(address = "ws://192.168.1.20:8765/live"): SocketWire {
  const made = new SocketWire(address);
  made.open(
    (message) => {
      heard.push(message);
    },
    () => {
      again++;
    },
    (words) => {
      why.push(words);
    },
  );
  return made;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
  heard = [];
  why = [];
  again = 0;
});

describe("a connection that is lost", () => {
  test("is opened again, later and later, to ten seconds", () => {
    const made = wire();
    expect([0, 1, 2, 3, 4, 5, 6, 30].map(backOff)).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
    newest().isLost();
    vi.advanceTimersByTime(249);
    expect(FakeSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all).toHaveLength(2);
    newest().isLost();
    vi.advanceTimersByTime(500);
    expect(FakeSocket.all).toHaveLength(3);
    made.close();
  });

  test("says so only if it does not come back at once, and takes it back when it does", () => {
    const made = wire();
    newest().opens().tells({ kind: "pong" });
    newest().isLost();
    vi.advanceTimersByTime(300);
    newest().opens().tells({ kind: "pong" });
    vi.advanceTimersByTime(5_000);
    expect(why.filter((words) => words)).toEqual([]);
    newest().isLost();
    vi.advanceTimersByTime(900);
    expect(why.at(-1)).toContain("cannot be reached");
    vi.advanceTimersByTime(2_000);
    newest().opens().tells({ kind: "pong" });
    expect(why.at(-1)).toBe("");
    made.close();
  });

  test("that was closed for good is not opened again", () => {
    const made = wire();
    newest().opens().isLost(1008, "This link is no longer good.");
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(why.at(-1)).toBe("This link is no longer good.");
    made.close();
  });

  test("is tried at once when the page is looked at again or the network is back", () => {
    const made = wire();
    for (let n = 0; n < 8; n++) {
      newest().isLost();
      vi.advanceTimersByTime(10_000);
    }
    newest().isLost();
    const before = FakeSocket.all.length;
    window.dispatchEvent(new Event("online"));
    expect(FakeSocket.all).toHaveLength(before + 1);
    newest().isLost();
    window.dispatchEvent(new Event("pageshow"));
    expect(FakeSocket.all).toHaveLength(before + 2);
    newest().isLost();
    document.dispatchEvent(new Event("visibilitychange"));
    expect(FakeSocket.all).toHaveLength(before + 3);
    made.close();
  });
});

describe("a connection that is silent", () => {
  test("is asked every three seconds, and given up after six", () => {
    const made = wire(),
      first = newest().opens();
    vi.advanceTimersByTime(3_000);
    expect(first.sent).toEqual(['{"kind":"ping"}']);
    first.tells({ kind: "pong" });
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(6_000);
    expect(FakeSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(3_250);
    expect(FakeSocket.all).toHaveLength(2);
    expect(why.at(-1)).toContain("has fallen silent");
    made.close();
  });
});

describe("whose fault it is", () => {
  const at = { online: true, loopback: false, silent: false };
  test.each([
    [{ ...at, online: false }, "This device is not connected"],
    [at, "The tutor's computer cannot be reached"],
    [{ ...at, silent: true }, "The tutor's computer has fallen silent"],
    [
      { ...at, online: false, loopback: true },
      "The tutor, which runs on this computer, has been stopped. Start it again, and go on in the page it opens",
    ],
    [{ ...at, loopback: true, silent: true }, "The tutor is silent"],
  ])("%j", (connection, begins) => {
    expect(whoseFault(connection)).toMatch(new RegExp(`^${begins}`));
    expect(whoseFault(connection)).toContain("is kept");
  });
});

describe("touches", () => {
  const touch = { kind: "click", target: "hint", to: "", values: {} } as const;

  test("not yet heard are sent again with the same serials, in order; heard ones are not", () => {
    const made = wire(),
      touches = new Touches(made);
    const first = newest().opens();
    touches.send(4, touch);
    touches.send(4, { ...touch, target: "undo" });
    touches.heard(1);
    first.isLost();
    touches.send(4, { ...touch, target: "again" });
    vi.advanceTimersByTime(250);
    newest().opens();
    touches.again();
    const resent = newest().sent.map((text) => JSON.parse(text) as { serial: number; touch: { target: string } });
    expect(resent.map(({ serial, touch: { target } }) => [serial, target])).toEqual([
      [2, "undo"],
      [3, "again"],
    ]);
    touches.heard(3);
    expect(touches.unheard).toBe(0);
    expect(again).toBe(2);
    made.close();
  });

  test("are not kept over a wire that loses nothing", () => {
    const sent: unknown[] = [],
      touches = new Touches({
        loses: false,
        send: (message) => {
          sent.push(message);
        },
      });
    touches.send(0, touch);
    touches.again();
    expect(sent).toHaveLength(1);
  });
});
