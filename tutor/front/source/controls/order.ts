// Things to be put in order, as lines or as cards: dragged by mouse, finger or pen; picked up by tap or key and put down; moved by
// arrows. Each move is told to who cannot see it. The order stays in the page until it is sent with the next touch.

import { isFrozen, markSign } from "./choices";
import { elementOf, make, moveIn } from "../page/dom";
import { type HalfDone, ordered, resetOf } from "../page/halfdone";

/** Pixels a pointer may wander in a tap. */
const SLOP = 5;
const MAKING_ROOM = 160,
  PUTTING_DOWN = 140,
  SHAKING = 480;

const itemsOf = (list: Element): HTMLElement[] => [...list.querySelectorAll<HTMLElement>(":scope > [data-item]")];
const holdOf = (item: Element): HTMLElement | null => item.querySelector<HTMLElement>(".mwb-hold");
const nameOf = (item: Element): string => item.getAttribute("data-name") ?? item.getAttribute("data-item") ?? "";

// ---------------------------------------------------------------- how a list is laid out

/** Gives the items of a list, fresh from the host, number, arrows and mark, in the order they were put in. */
export function dressOrder(list: Element, half: HalfDone): void {
  const sent = ordered(list);
  list.setAttribute("data-sent", JSON.stringify(sent));
  const kept = half.get(list.getAttribute("data-order") ?? "", resetOf(list));
  for (const item of itemsOf(list)) wrap(item);
  if (kept?.length === sent.length && sent.every((id) => kept.includes(id))) {
    const found = new Map(itemsOf(list).map((item) => [item.getAttribute("data-item"), item]));
    list.append(...kept.map((id) => found.get(id)).filter((item) => item !== undefined));
    if (kept.some((id, n) => id !== sent[n])) unmark(list); // the marks are those of another order
  }
  number(list);
}

/** Whether an order lies otherwise than it was judged: what was said of it, and drawn, is of an order that is no more. */
export function movedOn(root: Element): boolean {
  return [...root.querySelectorAll("[data-order][data-tries]:not([data-tries='0'])")].some(
    (list) => !isFrozen(list) && list.getAttribute("data-sent") !== JSON.stringify(ordered(list)),
  );
}

function wrap(item: HTMLElement): void {
  const hold = make("span", { class: "mwb-hold", role: "button" });
  hold.append(
    make("b", { "class": "mwb-number", "aria-hidden": "true" }),
    ...item.childNodes,
    markSign(item.getAttribute("data-mark")),
  );
  const feet = make("span", { class: "mwb-feet" });
  for (const way of ["earlier", "later"] as const) {
    const words = `${nameOf(item)}: one place ${way}`;
    // For the keyboard the card itself can be picked up.
    feet.append(
      make("button", { "type": "button", "class": `mwb-${way}`, "tabindex": -1, "title": words, "aria-label": words }),
    );
  }
  item.append(hold, feet);
}

function unmark(list: Element): void {
  for (const item of itemsOf(list)) {
    item.removeAttribute("data-mark");
    item.querySelector(".mwb-marked")?.replaceWith(markSign(null));
  }
}

/** Writes the numbers, and what each item is called aloud. */
function number(list: Element): void {
  const items = itemsOf(list),
    frozen = isFrozen(list);
  items.forEach((item, n) => {
    const place = item.getAttribute("data-place") ?? String(n + 1),
      hold = holdOf(item);
    const wrong = item.getAttribute("data-mark") === "wrong" ? ", not there" : "";
    const sign = item.querySelector(".mwb-number");
    if (sign) sign.textContent = place;
    item.querySelector(".mwb-earlier")?.toggleAttribute("disabled", frozen || n === 0);
    item.querySelector(".mwb-later")?.toggleAttribute("disabled", frozen || n === items.length - 1);
    hold?.setAttribute("aria-label", `${nameOf(item)}, number ${place} of ${items.length}${wrong}`);
    hold?.setAttribute("aria-disabled", String(frozen));
  });
  const stop = items.find((item) => holdOf(item)?.tabIndex === 0) ?? items[0];
  if (stop) rove(list, stop);
}

function rove(list: Element, chosen: Element): void {
  for (const item of itemsOf(list)) holdOf(item)?.setAttribute("tabindex", item === chosen ? "0" : "-1");
}

/** Items that are wrong shake, as soon as an order has been judged. */
export function shake(list: Element): void {
  const frames = [0, -7, 6, -5, 4, -2, 0].map((x) => ({ transform: `translateX(${x}px)` }));
  for (const item of itemsOf(list))
    if (item.getAttribute("data-mark") === "wrong") moveIn(item, frames, { duration: SHAKING });
}

// ---------------------------------------------------------------- moving

interface Drag {
  readonly list: HTMLElement;
  readonly item: HTMLElement;
  readonly pointer: number;
  readonly from: readonly [number, number];
  readonly grip: readonly [number, number];
  begun: boolean;
}

/** Whether the middle of an item that is dragged over another has passed enough of it to change places. */
export function changesPlace(at: number, to: number, past: number, otherRow: boolean): boolean {
  if (at === to) return false;
  if (otherRow) return true;
  return to > at ? past > 0 : past < 0;
}

export class Ordering {
  private drag: Drag | null = null;
  private readonly root: HTMLElement;
  private readonly half: HalfDone;
  private readonly say: (text: string) => void;
  private readonly changed: () => void;

  constructor(root: HTMLElement, half: HalfDone, say: (text: string) => void, changed: () => void) {
    this.root = root;
    this.half = half;
    this.say = say;
    this.changed = changed;
    root.addEventListener("click", (event) => {
      this.arrow(event);
    });
    root.addEventListener("keydown", (event) => {
      this.pressed(event);
    });
    root.addEventListener("focusin", (event) => {
      this.came(event);
    });
    root.addEventListener("focusout", (event) => {
      this.left(event);
    });
    root.addEventListener("pointerdown", (event) => {
      this.down(event);
    });
    root.addEventListener("pointermove", (event) => {
      this.follow(event);
    });
    root.addEventListener("pointerup", (event) => {
      this.end(event);
    });
    root.addEventListener("pointercancel", (event) => {
      this.end(event);
    });
  }

  /** Puts all down, as before an order is checked. */
  putDown(): void {
    for (const list of this.root.querySelectorAll("[data-order]")) this.drop(list);
  }

  /** Puts an item at a place, counted from 0, and lets the others make room before one's eyes; whether it was moved. */
  shift(list: HTMLElement, item: HTMLElement, to: number): boolean {
    const items = itemsOf(list),
      from = items.indexOf(item);
    if (isFrozen(list) || to < 0 || to >= items.length || to === from) return false;
    const before = new Map(items.map((each) => [each, [each.offsetLeft, each.offsetTop] as const]));
    // The others are moved past it: it stays in the page, and keeps the keyboard and the pointer.
    if (to < from) item.after(...items.slice(to, from));
    else item.before(...items.slice(from + 1, to + 1));
    unmark(list);
    number(list);
    this.half.set(list.dataset["order"] ?? "", resetOf(list), ordered(list));
    for (const [each, [left, top]] of before) {
      const dx = left - each.offsetLeft,
        dy = top - each.offsetTop;
      if ((!dx && !dy) || each.classList.contains("mwb-dragged")) continue;
      moveIn(each, [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], {
        duration: MAKING_ROOM,
        easing: "ease-out",
      });
    }
    this.changed();
    return true;
  }

  private place(item: HTMLElement): number {
    return item.parentElement ? itemsOf(item.parentElement).indexOf(item) : -1;
  }

  private tell(item: HTMLElement, how: string): void {
    this.say(`${nameOf(item)} ${how} number ${this.place(item) + 1} of ${item.parentElement?.childElementCount ?? 0}.`);
  }

  private pickUp(list: HTMLElement, item: HTMLElement): void {
    this.drop(list);
    item.dataset["lifted"] = String(this.place(item));
    holdOf(item)?.setAttribute("aria-pressed", "true");
    const at = `number ${this.place(item) + 1} of ${itemsOf(list).length}`;
    this.say(`${nameOf(item)} picked up, ${at}. Arrow keys move it, space puts it down, escape puts it back.`);
  }

  private drop(list: Element, how = ""): void {
    const item = list.querySelector<HTMLElement>("[data-lifted]");
    if (!item) return;
    delete item.dataset["lifted"];
    holdOf(item)?.setAttribute("aria-pressed", "false");
    if (how) this.tell(item, how);
  }

  // -------------------------------------------------------------- arrows, focus, keys
  private arrow(event: Event): void {
    const button = elementOf(event.target)?.closest(".mwb-earlier, .mwb-later");
    const item = button?.closest<HTMLElement>("[data-item]"),
      list = item?.closest<HTMLElement>("[data-order]");
    if (!button || !item || !list) return;
    const step = button.classList.contains("mwb-later") ? 1 : -1;
    if (this.shift(list, item, this.place(item) + step)) this.tell(item, "is now");
  }

  private at(event: Event): { list: HTMLElement; item: HTMLElement } | null {
    const item = elementOf(event.target)?.closest(".mwb-hold")?.closest<HTMLElement>("[data-item]");
    const list = item?.closest<HTMLElement>("[data-order]");
    return item && list ? { list, item } : null;
  }

  private came(event: Event): void {
    const here = this.at(event);
    if (here) rove(here.list, here.item);
  }

  private left(event: FocusEvent): void {
    const here = this.at(event);
    if (here && !here.list.contains(event.relatedTarget as Node | null)) this.drop(here.list);
  }

  private pressed(event: KeyboardEvent): void {
    const here = this.at(event);
    if (!here || isFrozen(here.list) || event.ctrlKey || event.metaKey || event.altKey) return;
    const press = event.key === " " || event.key === "Enter";
    if (press && event.repeat) event.preventDefault();
    else if (press ? this.press(here.list, here.item) : this.walk(event.key, here.list, here.item)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }

  private press(list: HTMLElement, item: HTMLElement): boolean {
    if (item.dataset["lifted"] !== undefined) this.drop(list, "put down as");
    else this.pickUp(list, item);
    return true;
  }

  private walk(key: string, list: HTMLElement, item: HTMLElement): boolean {
    const at = this.place(item),
      items = itemsOf(list),
      last = items.length - 1,
      lifted = item.dataset["lifted"];
    if (key === "Escape" && lifted !== undefined) {
      this.shift(list, item, Number(lifted));
      this.drop(list, "is back as");
      return true;
    }
    const ways: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      Home: 0,
      End: last,
    };
    const to = ways[key];
    if (to === undefined) return false;
    if (lifted !== undefined) {
      if (this.shift(list, item, to)) this.tell(item, "is now");
    } else {
      const next = items[Math.min(last, Math.max(0, to))];
      if (next) holdOf(next)?.focus({ preventScroll: true });
    }
    return true;
  }

  // -------------------------------------------------------------- dragging
  private down(event: PointerEvent): void {
    const here = this.at(event);
    if (!here || event.button || isFrozen(here.list)) return;
    const box = here.item.getBoundingClientRect();
    const from = [event.clientX, event.clientY] as const;
    this.drag = {
      ...here,
      pointer: event.pointerId,
      from,
      grip: [from[0] - box.left, from[1] - box.top],
      begun: false,
    };
    try {
      holdOf(here.item)?.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is gone already: its end comes next.
    }
  }

  private follow(event: PointerEvent): void {
    const drag = this.drag;
    if (drag?.pointer !== event.pointerId) return;
    if (!drag.begun && Math.hypot(event.clientX - drag.from[0], event.clientY - drag.from[1]) < SLOP) return;
    const { list, item } = drag;
    if (!drag.begun) this.drop(list);
    drag.begun = true;
    item.classList.add("mwb-dragged");
    const around = list.getBoundingClientRect();
    const x = event.clientX - around.left + list.scrollLeft,
      y = event.clientY - around.top + list.scrollTop;
    const to = this.placeUnder(list, item, x, y);
    if (to >= 0) this.shift(list, item, to);
    item.style.transform = `translate(${x - drag.grip[0] - item.offsetLeft}px, ${y - drag.grip[1] - item.offsetTop}px)`;
  }

  /** The place that an item dragged to a point of its list takes; -1 if none. */
  private placeUnder(list: HTMLElement, item: HTMLElement, x: number, y: number): number {
    const cards = list.hasAttribute("data-cards"),
      at = this.place(item);
    return itemsOf(list).findIndex((each, n) => {
      const left = each.offsetLeft,
        top = each.offsetTop,
        right = left + each.offsetWidth,
        bottom = top + each.offsetHeight;
      if (x < left || x > right || y < top || y > bottom) return false;
      const past = cards ? x - (left + right) / 2 : y - (top + bottom) / 2; // once half of the other is covered
      return changesPlace(at, n, past, cards && top !== item.offsetTop);
    });
  }

  private end(event: PointerEvent): void {
    const drag = this.drag;
    if (drag?.pointer !== event.pointerId) return;
    this.drag = null;
    const { list, item, begun } = drag,
      settling = item.style.transform;
    item.style.transform = "";
    item.classList.remove("mwb-dragged");
    if (begun) {
      moveIn(item, [{ transform: settling }, { transform: "none" }], { duration: PUTTING_DOWN, easing: "ease-out" });
      this.tell(item, "put down as");
    } else if (event.type === "pointerup") this.tap(list, item);
  }

  /** A tap picks an item up, and a tap on another puts it there, for whoever cannot drag. */
  private tap(list: HTMLElement, item: HTMLElement): void {
    const held = list.querySelector<HTMLElement>("[data-lifted]");
    if (!held) return this.pickUp(list, item);
    if (held !== item) {
      holdOf(held)?.focus({ preventScroll: true });
      this.shift(list, held, this.place(item));
    }
    this.drop(list, "put down as");
  }
}
