// While a button is being pressed the page stays as it is: a browser makes no click of a press whose button was put anew meanwhile.

import { elementOf, FIELDS } from "./dom";
import { SLOP } from "../board/pointer";

/** So long a press is waited for, in milliseconds; then what has come is shown after all. */
const LONGEST = 3000;
/** So long its click may take once the pointer is up: a finger's comes a little later. */
const CLICK = 100;

/** A press under way: where the pointer went down, and what ends its being waited for. */
interface Down {
  readonly x: number;
  readonly y: number;
  readonly over: AbortController;
  timer: ReturnType<typeof setTimeout>;
}

export class Press {
  private waiting: (() => void)[] = [];
  private now: Down | null = null;

  constructor(root: HTMLElement) {
    root.addEventListener(
      "pointerdown",
      (event) => {
        // A list to choose from may keep the pointer's end to itself, and a field stays what it is.
        if (!event.button && !elementOf(event.target)?.closest(FIELDS)) this.down(event);
      },
      { capture: true },
    );
  }

  /** Does what changes the page, in the order in which it came: at once, or after the click of the press that is under way. */
  after(change: () => void): void {
    if (this.now) this.waiting.push(change);
    else change();
  }

  /** The page is closed: it changes no more. */
  close(): void {
    this.waiting = [];
    this.end();
  }

  private down(event: PointerEvent): void {
    this.end(); // of a first finger
    const over = new AbortController(),
      heard = { capture: true, signal: over.signal };
    const now: Down = (this.now = { x: event.clientX, y: event.clientY, over, timer: this.endIn(LONGEST) });
    const soon = (milliseconds: number): void => {
      clearTimeout(now.timer);
      now.timer = this.endIn(milliseconds);
    };
    addEventListener(
      "pointerup",
      () => {
        soon(CLICK);
      },
      heard,
    );
    addEventListener(
      "click",
      () => {
        soon(0);
      },
      heard,
    ); // once it has been told
    addEventListener(
      "pointercancel",
      () => {
        this.end();
      },
      heard,
    );
    addEventListener(
      "pointermove",
      (to) => {
        if (Math.hypot(to.clientX - now.x, to.clientY - now.y) > SLOP) this.end();
      },
      heard,
    );
  }

  private endIn(milliseconds: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      this.end();
    }, milliseconds);
  }

  private end(): void {
    const { now, waiting } = this;
    this.now = null;
    this.waiting = [];
    clearTimeout(now?.timer);
    now?.over.abort();
    for (const change of waiting) change();
  }
}
