// Putting in order: by keys, by arrows, by tap and tap, by dragging; each move is told.

import { describe, expect, test, vi } from "vitest";

import { changesPlace } from "../controls/order";
import { system } from "./browser";
import { get, type Host, opened, point, press, said } from "./pages";

const NAMES = { orc: "Orc", elf: "Elf", witch: "Witch" };
const list = (more = "", marks: Readonly<Record<string, string>> = {}): string => {
  const items = Object.entries(NAMES).map(
    ([id, name]) =>
      `<li data-item="${id}" data-name="${name}"${marks[id] ? ` data-mark="${marks[id]}"` : ""}>${name}</li>`,
  );
  return `<ol data-order="picked" ${more.includes("data-tries") ? "" : 'data-tries="0"'} ${more}>${items.join("")}</ol><button data-target="check">Check</button>`;
};

const orderIn = (root: Element): (string | null)[] =>
  [...root.querySelectorAll("[data-item]")].map((item) => item.getAttribute("data-item"));
const hold = (root: Element, id: string): HTMLElement => get(root, `[data-item="${id}"] .mwb-hold`);

function checked(host: Host, root: Element): readonly string[] | undefined {
  get(root, '[data-target="check"]').click();
  return host.touches.at(-1)?.values["picked"];
}

describe("by keys", () => {
  test("space picks up, the arrows move, space puts down", () => {
    vi.useFakeTimers();
    const { host, root } = opened({ act: list() });
    hold(root, "orc").focus();
    press(hold(root, "orc"), " ");
    vi.advanceTimersByTime(30);
    expect(said(root)).toBe(
      "Orc picked up, number 1 of 3. Arrow keys move it, space puts it down, escape puts it back.",
    );
    press(hold(root, "orc"), "ArrowDown");
    expect(document.activeElement).toBe(hold(root, "orc"));
    press(hold(root, "orc"), "End");
    press(hold(root, "orc"), " ");
    vi.advanceTimersByTime(30);
    expect(said(root)).toBe("Orc put down as number 3 of 3.");
    expect(checked(host, root)).toEqual(["elf", "witch", "orc"]);
  });

  test("escape puts it back, and the page is not told of an escape", () => {
    const { host, root } = opened({ act: list() });
    hold(root, "witch").focus();
    press(hold(root, "witch"), "Enter");
    press(hold(root, "witch"), "ArrowUp");
    press(hold(root, "witch"), "Home");
    expect(orderIn(root)).toEqual(["witch", "orc", "elf"]);
    press(hold(root, "witch"), "Escape");
    expect(orderIn(root)).toEqual(["orc", "elf", "witch"]);
    expect(host.touches).toEqual([]);
  });

  test("with nothing picked up the arrows walk from one to the other", () => {
    const { root } = opened({ act: list() });
    hold(root, "orc").focus();
    press(hold(root, "orc"), "ArrowRight");
    expect(document.activeElement).toBe(hold(root, "elf"));
    expect(hold(root, "elf").tabIndex).toBe(0);
    expect(hold(root, "orc").tabIndex).toBe(-1);
  });
});

describe("by mouse or finger", () => {
  test("the arrows of an item move it one place", () => {
    const { host, root } = opened({ act: list() });
    get(root, '[data-item="orc"] .mwb-later').click();
    expect(checked(host, root)).toEqual(["elf", "orc", "witch"]);
    expect(get(root, '[data-item="elf"] .mwb-earlier').matches(":disabled")).toBe(true);
  });

  test("a tap picks it up, and a tap on another puts it there", () => {
    const { host, root } = opened({ act: list() });
    for (const id of ["witch", "orc"]) {
      point(hold(root, id), "pointerdown", 10, 10);
      point(hold(root, id), "pointerup", 10, 10);
    }
    expect(checked(host, root)).toEqual(["witch", "orc", "elf"]);
  });

  test("dragging takes it along, and others make room once half of them is covered", () => {
    const { host, root } = opened({ act: list() });
    root.querySelectorAll<HTMLElement>("[data-item]").forEach((item) => {
      const at = (): number => [...(item.parentElement?.children ?? [])].indexOf(item) * 40;
      Object.defineProperties(item, {
        offsetTop: { get: at },
        offsetHeight: { value: 40 },
        offsetLeft: { value: 0 },
        offsetWidth: { value: 300 },
      });
    });
    point(hold(root, "orc"), "pointerdown", 20, 20);
    point(hold(root, "orc"), "pointermove", 20, 55);
    expect(orderIn(root)).toEqual(["orc", "elf", "witch"]);
    point(hold(root, "orc"), "pointermove", 20, 65);
    expect(orderIn(root)).toEqual(["elf", "orc", "witch"]);
    point(hold(root, "orc"), "pointermove", 20, 105);
    point(hold(root, "orc"), "pointerup", 20, 105);
    expect(checked(host, root)).toEqual(["elf", "witch", "orc"]);
    expect(get(root, '[data-item="orc"]').style.transform).toBe("");
  });

  test("a card in another row is passed at once", () => {
    expect(changesPlace(0, 3, -20, true)).toBe(true);
    expect(changesPlace(0, 1, -1, false)).toBe(false);
    expect(changesPlace(2, 1, -1, false)).toBe(true);
    expect(changesPlace(1, 1, 5, true)).toBe(false);
  });
});

describe("judged", () => {
  const wrong = { elf: "wrong", orc: "right" };

  test("wrong ones are marked in words too, and the marks go with the order they were made for", () => {
    const { host, root } = opened({ act: list() });
    host.change({ panels: { act: list("", wrong).replace('data-tries="0"', 'data-tries="1"') } });
    expect(hold(root, "elf").getAttribute("aria-label")).toBe("Elf, number 2 of 3, not there");
    get(root, '[data-item="witch"] .mwb-earlier').click();
    expect(root.querySelectorAll("[data-mark]")).toHaveLength(0);
    expect(hold(root, "elf").getAttribute("aria-label")).toBe("Elf, number 3 of 3");
  });

  test.each([
    [false, 1],
    [true, 0],
  ])("wrong ones shake, unless movement is not wanted (%s)", (still, times) => {
    system.still = still;
    const shaken = vi.fn();
    Element.prototype.animate = shaken;
    const { host } = opened({ act: list() });
    const judged = list("", wrong).replace('data-tries="0"', 'data-tries="1"');
    host.change({ panels: { act: judged } });
    host.change({ panels: { act: `${judged} ` } });
    expect(shaken).toHaveBeenCalledTimes(times);
  });

  test("once it is right nothing moves any more", () => {
    const { root } = opened({ act: list("data-frozen") });
    hold(root, "orc").focus();
    press(hold(root, "orc"), " ");
    press(hold(root, "orc"), "End");
    expect(orderIn(root)).toEqual(["orc", "elf", "witch"]);
    expect(hold(root, "orc").getAttribute("aria-disabled")).toBe("true");
  });
});

test("the order that was put comes back after a reload; another list of things begins as it was sent", () => {
  const first = opened({ act: list() });
  get(first.root, '[data-item="orc"] .mwb-later').click();
  first.view.close();
  expect(orderIn(opened({ act: list() }).root)).toEqual(["elf", "orc", "witch"]);
  expect(orderIn(opened({ act: list().replace('data-item="orc"', 'data-item="dragon"') }).root)).toEqual([
    "dragon",
    "elf",
    "witch",
  ]);
});

describe("an order that was judged", () => {
  const judged = (more: string) => opened({ act: list(more, { orc: "wrong" }), verdict: "<p>Not so</p>" }).root;

  test("once it lies otherwise, its verdict steps back; put back, it stands again", () => {
    const root = judged('data-tries="1"');
    expect(root.hasAttribute("data-moved-on")).toBe(false);
    get(root, '[data-item="orc"] .mwb-later').click();
    expect(root.hasAttribute("data-moved-on")).toBe(true);
    get(root, '[data-item="orc"] .mwb-earlier').click();
    expect(root.hasAttribute("data-moved-on")).toBe(false);
  });

  test("before the first check nothing has been said of it", () => {
    const { root } = opened({ act: list() });
    get(root, '[data-item="orc"] .mwb-later').click();
    expect(root.hasAttribute("data-moved-on")).toBe(false);
  });
});
