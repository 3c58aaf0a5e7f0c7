// Walking with the keyboard: one stop for the Tab key in each field (the board, or a panel one walks over), the arrows do the rest.

import { active, isOff } from "../page/dom";

const FIELD = ".mwb-wood, [data-walk]";
/** What lies aside of the way costs so much more than what lies along it. */
const ASIDE = 2.5;
/** Pixels by which something must lie that way. */
const LEAST = 2;

const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The number of the nearest point that way; -1 if there is none. */
export function nearest(from: Point, points: readonly Point[], [dx, dy]: readonly [number, number]): number {
  let best = -1,
    least = Infinity;
  points.forEach((to, n) => {
    const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
    const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
    const cost = along + ASIDE * aside;
    if (along >= LEAST && cost < least) {
      least = cost;
      best = n;
    }
  });
  return best;
}

function middle(node: Element): Point {
  const box = node.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

function fieldOf(node: Element): Element | null {
  return node.closest(FIELD);
}

/** The nearest target in the field of another, by the name of an arrow key; null if there is none or the key is no arrow. */
export function neighbour(target: Element, key: string): HTMLElement | null {
  const way = WAYS[key],
    field = fieldOf(target);
  if (!way || !field) return null;
  const others = [...field.querySelectorAll<HTMLElement>("[data-target]")].filter(
    (other) => other !== target && !isOff(other) && other.getClientRects().length > 0,
  );
  return others[nearest(middle(target), others.map(middle), way)] ?? null;
}

/** Makes one target of each field its stop: the one that has the keyboard, else the one that was it, else the first. */
export function rove(root: Element): void {
  for (const field of root.querySelectorAll(FIELD)) {
    const all = [...field.querySelectorAll("[data-target]")],
      held = active(root);
    const here =
      all.find((node) => node === held) ??
      all.find((node) => node.getAttribute("tabindex") === "0" && !isOff(node)) ??
      all.find((node) => !isOff(node)) ??
      all[0];
    for (const node of all) node.setAttribute("tabindex", node === here ? "0" : "-1");
  }
}

/** A target has the keyboard: it is the stop of its field from now on. */
export function stopAt(target: Element): void {
  for (const node of fieldOf(target)?.querySelectorAll('[tabindex="0"]') ?? []) node.setAttribute("tabindex", "-1");
  target.setAttribute("tabindex", "0");
}
