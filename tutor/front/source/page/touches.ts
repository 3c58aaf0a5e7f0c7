// Touches on their way to the host. Each has a serial, from 1; over a wire that can lose one it is kept until it was heard, and sent
// again when the connection is back: the host does what came twice once.

import type { Touch, TouchBody, Wire } from "./messages";

export class Touches {
  private serial = 0;
  private waiting: Touch[] = [];

  constructor(private readonly wire: Pick<Wire, "send" | "loses">) {}

  /** How many have been sent and not yet heard. */
  get unheard(): number {
    return this.waiting.length;
  }

  /** Sends a touch made on a page that showed the act `seen`. */
  send(seen: number, body: TouchBody): void {
    const touch: Touch = { kind: "touch", seen, serial: ++this.serial, touch: body };
    if (this.wire.loses) this.waiting.push(touch);
    this.wire.send(touch);
  }

  /** The host has heard all up to this serial. */
  heard(serial: number | undefined): void {
    if (serial !== undefined) this.waiting = this.waiting.filter((touch) => touch.serial > serial);
  }

  /** The connection is back: what was not heard is sent again, in order. */
  again(): void {
    for (const touch of this.waiting) this.wire.send(touch);
  }
}
