// Ask before you do: what is pointed at, has the focus, or is held down shows where it leads. The host has said it all already, in
// elements with `data-hint`, a list of the targets each is about; here one of them is shown.

import { active, controlOf, targetOf } from "../page/dom";

/** Milliseconds a finger rests before it asks. */
const HELD = 420;
/** Pixels it may wander meanwhile. */
const STILL = 10;

export class Asking {
  private about = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private from: readonly [number, number] = [0, 0];
  private down = 0;
  private asked = false;
  /** Whether it was a finger that touched last: it asks by resting, not by giving the focus to what it has pressed. */
  private finger = false;

  constructor(private readonly root: HTMLElement) {
    root.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "touch") this.point(event.target);
    });
    root.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch") this.point(active(root));
    });
    root.addEventListener("focusin", (event) => {
      if (!this.finger) this.point(event.target);
    });
    root.addEventListener(
      "keydown",
      () => {
        this.finger = false;
      },
      true,
    );
    root.addEventListener("pointerdown", (event) => {
      this.finger = event.pointerType === "touch";
      if (this.finger) this.rest(event);
    });
    root.addEventListener("pointermove", (event) => {
      if (Math.hypot(event.clientX - this.from[0], event.clientY - this.from[1]) > STILL) clearTimeout(this.timer);
    });
    for (const end of ["pointerup", "pointercancel"] as const)
      root.addEventListener(end, (event) => {
        clearTimeout(this.timer);
        if (event.timeStamp - this.down < HELD) this.asked = false; // a slow page heard of a short touch late: it did not rest
      });
    root.addEventListener(
      "click",
      (event) => {
        this.swallow(event);
      },
      true,
    );
    root.addEventListener("contextmenu", (event) => {
      if (this.asked) event.preventDefault();
    });
  }

  /** Shows again what was asked about, after the page has changed. */
  show(): void {
    const places = this.root.querySelectorAll("[data-hints]");
    for (const place of places) {
      const hints = [...place.querySelectorAll<HTMLElement>("[data-hint]")];
      const found = this.about ? hints.find((hint) => about(hint).includes(this.about)) : undefined;
      for (const hint of hints) hint.hidden = hint !== found;
      place.querySelector<HTMLElement>("[data-otherwise]")?.toggleAttribute("hidden", found !== undefined);
    }
    const on = this.about ? this.root.querySelector(`[data-hint]:not([hidden])`) : null;
    for (const node of this.root.querySelectorAll("[data-asked]")) node.removeAttribute("data-asked");
    for (const id of on ? about(on) : [])
      this.root.querySelector(`[data-target="${CSS.escape(id)}"]`)?.setAttribute("data-asked", "");
  }

  private point(node: EventTarget | null): void {
    const id = targetOf(controlOf(node));
    if (!id || id === this.about || !this.hints().some((hint) => about(hint).includes(id))) return;
    this.about = id;
    this.show();
  }

  private hints(): Element[] {
    return [...this.root.querySelectorAll("[data-hint]")];
  }

  /** A finger rests on something: after a while it asks, and its lifting does nothing. */
  private rest(event: PointerEvent): void {
    clearTimeout(this.timer);
    this.asked = false;
    if (this.about) {
      // what it asked before no longer stands over the buttons
      this.about = "";
      this.show();
    }
    this.down = event.timeStamp;
    this.from = [event.clientX, event.clientY];
    const target = event.target;
    this.timer = setTimeout(() => {
      const id = targetOf(controlOf(target));
      if (!this.hints().some((hint) => about(hint).includes(id))) return;
      this.asked = true;
      this.point(target);
    }, HELD);
  }

  private swallow(event: MouseEvent): void {
    if (!this.asked) return;
    this.asked = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

/** The targets a hint is about. */
export function about(hint: Element): readonly string[] {
  try {
    const found: unknown = JSON.parse(hint.getAttribute("data-hint") ?? "[]");
    return Array.isArray(found) ? found.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}
