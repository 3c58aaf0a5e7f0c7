// Walking with the arrows: to the nearest target that way; one stop for the Tab key in each field.

import { describe, expect, test, vi } from "vitest";

import { nearest } from "../board/walking";
import { boardOf, get, opened, press } from "./pages";

const UP = [0, -1] as const,
  RIGHT = [1, 0] as const;

describe("the nearest that way", () => {
  test("is what lies straight ahead, though another is a little nearer and aside", () => {
    expect(
      nearest(
        { x: 0, y: 0 },
        [
          { x: 60, y: 70 },
          { x: 104, y: 0 },
        ],
        RIGHT,
      ),
    ).toBe(1);
  });

  test("is what lies aside, if nothing lies ahead", () => {
    expect(
      nearest(
        { x: 0, y: 0 },
        [
          { x: 10, y: 300 },
          { x: -50, y: 0 },
        ],
        RIGHT,
      ),
    ).toBe(0);
  });

  test("is nothing at the edge", () => {
    expect(
      nearest(
        { x: 0, y: 0 },
        [
          { x: 0, y: 104 },
          { x: 104, y: 1 },
        ],
        UP,
      ),
    ).toBe(-1);
  });
});

describe("on a board", () => {
  /** jsdom lays nothing out: each piece is where its transform says. */
  function place(root: Element): void {
    for (const node of root.querySelectorAll("[data-target]")) {
      const [x = 0, y = 0] = (node.getAttribute("transform")?.match(/\d+/g) ?? []).map(Number);
      node.getBoundingClientRect = () => new DOMRect(x, y, 96, 96);
    }
  }

  test("the arrows walk, and the Tab key stops where one was last", () => {
    const { root } = opened(
      {},
      { board: boardOf({ "area:c1": [104, 208], "area:c2": [104, 104], "area:d2": [208, 104] }) },
    );
    place(root);
    const first = get(root, '[tabindex="0"]');
    expect(first.getAttribute("data-target")).toBe("area:c1");
    first.focus();
    expect(press(first, "ArrowUp").defaultPrevented).toBe(true);
    expect(document.activeElement?.getAttribute("data-target")).toBe("area:c2");
    press(document.activeElement ?? first, "ArrowRight");
    expect(document.activeElement?.getAttribute("data-target")).toBe("area:d2");
    expect([...root.querySelectorAll('[tabindex="0"]')].map((node) => node.getAttribute("data-target"))).toEqual([
      "area:d2",
    ]);
  });

  test("what had the keyboard keeps it when the board is laid out anew, and the board keeps it when that is gone", () => {
    const { host, root } = opened({}, { board: boardOf({ "area:c1": [0, 0], "denizen:orc": [0, 0] }) });
    get(root, '[data-target="denizen:orc"]').focus();
    host.change({
      board: { ...boardOf({ "area:c1": [0, 0], "denizen:orc": [50, 0] }), order: ["denizen:orc", "area:c1"] },
    });
    expect(document.activeElement?.getAttribute("data-target")).toBe("denizen:orc");
    host.change({ board: { ...boardOf({}), order: ["area:c1"] } });
    expect(document.activeElement?.getAttribute("data-target")).toBe("area:c1");
  });

  test("the stop of a bar is its first button that can be pressed: behind Undo and Redo, which are off, the library is reached", () => {
    const off =
      '<button data-target="do:undo" disabled>Undo</button><button data-target="do:redo" aria-disabled="true">Redo</button>';
    const { root } = opened(
      { bar: `${off}<button data-target="do:library">Library</button>` },
      { frame: '<div data-panel="bar" data-walk></div>' },
    );
    expect(
      [...root.querySelectorAll('[data-walk] [tabindex="0"]')].map((node) => node.getAttribute("data-target")),
    ).toEqual(["do:library"]);
  });
});

describe("what is picked up from the palette", () => {
  const palette = '<button data-target="palette:orc" data-drag>Orc</button>';
  const frame = '<div data-board></div><div data-panel="palette" data-walk></div>';

  test("by a key: the board has the keyboard, and it is said what is held", () => {
    const { root } = opened({ palette }, { frame, board: boardOf({ "area:c1": [0, 0] }) });
    const orc = get(root, '[data-target="palette:orc"]');
    orc.focus();
    press(orc, "Enter");
    expect(document.activeElement?.getAttribute("data-target")).toBe("area:c1");
    expect(root.dataset["heldName"]).toBe("Orc: choose its place");
  });

  test("far below the board: the board comes into view", () => {
    const { root } = opened({ palette }, { frame, board: boardOf({ "area:c1": [0, 0] }) });
    const board = get(root, ".mwb-wood"),
      scrolled = vi.spyOn(board, "scrollIntoView");
    vi.spyOn(board, "getBoundingClientRect").mockReturnValue({ top: -900, bottom: -500 } as DOMRect);
    press(get(root, '[data-target="palette:orc"]'), "Enter");
    expect(scrolled).toHaveBeenCalledTimes(1);
  });
});
