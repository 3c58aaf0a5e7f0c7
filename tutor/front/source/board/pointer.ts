// Mouse, finger and pen: click, drag, moving the picture, two fingers.

import type { Closer } from "./closer";
import { controlOf, elementOf, isOff, targetOf } from "../page/dom";
import { Ghost } from "./ghost";
import type { Holding } from "../controls/holding";

/** Pixels a pointer may wander in a click. */
export const SLOP = 6;
/** Two fingers count once they have gone apart or together by this part. */
const SPREAD = 0.03;

interface Start {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly target: Element | null;
  /** Where the pointer was when it last moved the picture; null while it does not. */
  pans: readonly [number, number] | null;
}

export interface Pressing {
  readonly root: HTMLElement;
  readonly holding: Holding;
  closer(): Closer | null;
  /** A control was clicked or pressed. */
  press(target: Element): void;
  drag(from: string, to: string): void;
  /** The second half of a double click: on what was pressed with the first, or on what that has brought there. */
  double(target: string): void;
}

export class Pointer {
  private readonly ghost: Ghost;
  private readonly fingers = new Map<number, readonly [number, number]>();
  private start: Start | null = null;
  private pulled = "";
  private spread = 0;
  private swallow = false;
  private onMap = false;

  constructor(private readonly page: Pressing) {
    const root = page.root;
    this.ghost = new Ghost(root);
    root.addEventListener("click", (event) => {
      this.clicked(event);
    });
    root.addEventListener("pointerdown", (event) => {
      this.down(event);
    });
    root.addEventListener("pointermove", (event) => {
      this.moved(event);
    });
    root.addEventListener("pointerup", (event) => {
      this.up(event);
    });
    root.addEventListener("pointercancel", (event) => {
      this.cancelled(event);
    });
    root.addEventListener("wheel", (event) => page.closer()?.wheel(event), { passive: false });
  }

  /** Whether something is being dragged; if so, it is let go. */
  letGo(): boolean {
    const had = this.pulled !== "";
    this.pulled = "";
    this.ghost.drop();
    return had;
  }

  private down(event: PointerEvent): void {
    if (event.button || elementOf(event.target)?.closest("[data-order]")) return;
    this.onMap = this.page.closer()?.pressed(event) ?? false;
    if (this.onMap) return;
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.fingers.size === 2) {
      this.letGo();
      this.spread = this.reach();
      return;
    }
    this.start = {
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      target: controlOf(event.target),
      pans: null,
    };
    this.swallow = false;
  }

  private moved(event: PointerEvent): void {
    if (this.fingers.has(event.pointerId)) this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.fingers.size === 2) return this.pinch();
    const start = this.start;
    if (start?.id !== event.pointerId) return;
    if (!this.pulled && !start.pans && Math.hypot(event.clientX - start.x, event.clientY - start.y) > SLOP)
      this.begin(start, event);
    if (start.pans) {
      this.page.closer()?.panPixels(event.clientX - start.pans[0], event.clientY - start.pans[1]);
      start.pans = [event.clientX, event.clientY];
    }
    if (!this.pulled) return;
    event.preventDefault();
    this.ghost.move(event.clientX, event.clientY, controlOf(this.under(event)));
  }

  /** The pointer has left the place where it was pressed: what was there is lifted, or the picture moves. */
  private begin(start: Start, event: PointerEvent): void {
    if (start.target?.hasAttribute("data-drag") && !isOff(start.target) && !this.page.holding.held) {
      this.pulled = targetOf(start.target);
      try {
        this.page.root.setPointerCapture(event.pointerId);
      } catch {
        // The pointer is gone already: its end comes next.
      }
      this.ghost.lift(start.target, event.clientX, event.clientY);
    } else if (this.page.closer()?.view && elementOf(event.target)?.closest(".mwb-wood")) {
      start.pans = [event.clientX, event.clientY];
      this.swallow = true;
    }
  }

  private pinch(): void {
    const now = this.reach();
    this.swallow = true;
    if (!this.spread || Math.abs(now / this.spread - 1) <= SPREAD) return;
    this.page.closer()?.zoom(now / this.spread, 0.5, 0.5);
    this.spread = now;
  }

  private up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    const from = this.pulled;
    if (from) {
      const under = this.under(event),
        there = targetOf(controlOf(under));
      this.letGo();
      this.swallow = true;
      if (there && there !== from) this.page.drag(from, there);
      else if (!there && !under?.closest("[data-board]")) this.page.drag(from, "away");
    }
    this.start = null;
    setTimeout(() => {
      this.swallow = false;
    }, 0); // the click that ends a drag is none
  }

  private cancelled(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    this.letGo();
    this.start = null;
  }

  private reach(): number {
    const [a, b] = [...this.fingers.values()];
    return a && b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
  }

  private under(event: PointerEvent): Element | null {
    return (this.page.root.getRootNode() as Document | ShadowRoot).elementFromPoint(event.clientX, event.clientY);
  }

  private clicked(event: MouseEvent): void {
    // The small map may have made way: what then lies under the finger was not meant.
    if (this.swallow || (this.onMap && event.detail > 0)) return event.preventDefault();
    const target = controlOf(event.target),
      holding = this.page.holding;
    if (!target || target.matches("input, select, textarea") || isOff(target)) return;
    const id = targetOf(target);
    if (id && holding.held && !id.startsWith("do:")) return holding.setDown(id);
    if (target.getAttribute("data-drag") === "hold") {
      if (event.detail > 0) holding.pickUp(id); // by key, Enter has picked it up already
      return;
    }
    if (event.detail > 0 && event.detail % 2 === 0)
      this.page.double(id); // by key it is 0
    else this.page.press(target);
  }
}
