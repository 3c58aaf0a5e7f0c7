// While a button is pressed nothing moves under the finger.

import { describe, expect, test, vi } from "vitest";

import { boardOf, get, opened, point } from "./pages";

const button = (target: string): string => `<button data-target="${target}">Wipe</button>`;

describe("a press under way", () => {
  test("becomes a click although the button is put anew meanwhile, and then what has come is shown", () => {
    vi.useFakeTimers();
    const { host, root } = opened({ tools: button("do:1:wipe") });
    const pressed = get(root, "button");
    point(pressed, "pointerdown", 5, 5);
    host.change({ panels: { tools: button("do:2:wipe") } });
    host.change({ panels: { tools: button("do:3:wipe") } });
    expect(get(root, "button")).toBe(pressed);
    point(pressed, "pointerup", 5, 5);
    pressed.click();
    expect(host.touches.map(({ target }) => target)).toEqual(["do:1:wipe"]);
    vi.advanceTimersByTime(1);
    expect(get(root, "button").dataset["target"]).toBe("do:3:wipe");
  });

  test("without a click ends by itself: let go elsewhere, taken away by the browser, or held for long", () => {
    vi.useFakeTimers();
    const ends: Readonly<Record<string, () => void>> = {
      up: () => {
        point(document.body, "pointerup", 5, 5);
        vi.advanceTimersByTime(100);
      },
      cancel: () => {
        point(document.body, "pointercancel", 5, 5);
      },
      long: () => {
        vi.advanceTimersByTime(3000);
      },
    };
    for (const [name, end] of Object.entries(ends)) {
      const { host, root } = opened({ tools: button("one") });
      point(get(root, "button"), "pointerdown", 5, 5);
      host.change({ panels: { tools: button(name) } });
      expect(get(root, "button").dataset["target"]).toBe("one");
      end();
      expect(get(root, "button").dataset["target"]).toBe(name);
    }
  });

  test("that moves the picture or drags holds nothing back", () => {
    const { host, root } = opened({ tools: button("one") }, { board: boardOf({ "area:b1": [10, 10] }) });
    point(get(root, "[data-target='area:b1']"), "pointerdown", 5, 5);
    point(root, "pointermove", 8, 5);
    host.change({ panels: { tools: button("two") } });
    expect(get(root, "button").dataset["target"]).toBe("one");
    point(root, "pointermove", 30, 5);
    expect(get(root, "button").dataset["target"]).toBe("two");
  });

  test("in a field holds nothing back: a list that drops down may never say that the pointer is up", () => {
    const { host, root } = opened({ tools: `${button("one")}<select data-value="kind"><option>a</option></select>` });
    point(get(root, "select"), "pointerdown", 5, 5);
    host.change({ panels: { tools: button("two") } });
    expect(get(root, "button").dataset["target"]).toBe("two");
  });

  test("of a page that is closed changes nothing any more", () => {
    const { host, view, root } = opened({ tools: button("one") });
    point(get(root, "button"), "pointerdown", 5, 5);
    host.change({ panels: { tools: button("two") } });
    view.close();
    expect(get(root, "button").dataset["target"]).toBe("one");
  });
});
