// Ask before you do: what is pointed at, has the focus, or is held by a finger shows where it leads.

import { beforeEach, describe, expect, test, vi } from "vitest";

import { about } from "../controls/asking";
import { boardOf, get, opened } from "./pages";

const NOW = `<button data-target="act:north">North</button><button data-target="act:stay">Stay</button>
  <div data-hints><p data-otherwise>Point at an action.</p>
  <div data-hint='["act:north", "area:c2"]' hidden>Unknown ground.</div><div data-hint='["act:stay"]' hidden>The turn ends.</div></div>`;
const board = boardOf({ "area:c2": [0, 0] });

const seen = (root: Element): string[] =>
  [...root.querySelectorAll<HTMLElement>("[data-hint], [data-otherwise]")]
    .filter((node) => !node.hidden)
    .map((node) => node.textContent);
const over = (node: Element, kind: string, pointerType: string): void => {
  node.dispatchEvent(
    new PointerEvent(kind, { bubbles: true, cancelable: true, clientX: 5, clientY: 5, pointerId: 1, pointerType }),
  );
};

beforeEach(() => {
  vi.useFakeTimers();
});

describe("what is asked about", () => {
  test("is what the mouse points at, on a button or on the board", () => {
    const { root } = opened({ act: NOW }, { board });
    expect(seen(root)).toEqual(["Point at an action."]);
    over(get(root, '[data-target="act:stay"]'), "pointerover", "mouse");
    expect(seen(root)).toEqual(["The turn ends."]);
    over(get(root, '[data-target="area:c2"]'), "pointerover", "mouse");
    expect(seen(root)).toEqual(["Unknown ground."]);
    expect(get(root, '[data-target="act:north"]').hasAttribute("data-asked")).toBe(true);
  });

  test("stays where it was when the page changes, as long as it is there", () => {
    const { host, root } = opened({ act: NOW }, { board });
    over(get(root, '[data-target="act:stay"]'), "pointerover", "mouse");
    host.change({ panels: { act: NOW.replace("The turn ends.", "The turn is over then.") } });
    expect(seen(root)).toEqual(["The turn is over then."]);
    host.change({ panels: { act: NOW.replaceAll("act:stay", "act:done") } });
    expect(seen(root)).toEqual(["Point at an action."]);
  });

  test("is what a finger rests on, whose lifting then does nothing", () => {
    const { host, root } = opened({ act: NOW }, { board });
    const button = get(root, '[data-target="act:stay"]');
    over(button, "pointerdown", "touch");
    vi.advanceTimersByTime(500);
    expect(seen(root)).toEqual(["The turn ends."]);
    over(button, "pointerup", "touch");
    button.click();
    expect(host.touches).toEqual([]);
    over(button, "pointerdown", "touch");
    over(button, "pointerup", "touch");
    button.click();
    expect(host.touches.map(({ target }) => target)).toEqual(["act:stay"]);
  });

  test("is nothing where a slow page hears late of a short touch: its lifting does what it means", () => {
    const { host, root } = opened({ act: NOW }, { board });
    const button = get(root, '[data-target="act:stay"]');
    const at = (kind: string, timeStamp: number): void => {
      const event = new PointerEvent(kind, {
        bubbles: true,
        clientX: 5,
        clientY: 5,
        pointerId: 1,
        pointerType: "touch",
      });
      Object.defineProperty(event, "timeStamp", { value: timeStamp });
      button.dispatchEvent(event);
    };
    at("pointerdown", 1000);
    vi.advanceTimersByTime(500);
    at("pointerup", 1080);
    button.click();
    expect(host.touches.map(({ target }) => target)).toEqual(["act:stay"]);
  });

  test("is nothing where a finger has only pressed: what it pressed has the focus, and its answer covers no button", () => {
    const { root } = opened({ act: NOW }, { board });
    const button = get(root, '[data-target="act:stay"]');
    over(button, "pointerdown", "touch");
    over(button, "pointerup", "touch");
    button.focus();
    expect(seen(root)).toEqual(["Point at an action."]);
    over(button, "pointerdown", "touch");
    vi.advanceTimersByTime(500);
    over(button, "pointerup", "touch");
    expect(seen(root)).toEqual(["The turn ends."]);
    over(get(root, '[data-target="act:north"]'), "pointerdown", "touch");
    expect(seen(root)).toEqual(["Point at an action."]);
    button.dispatchEvent(new KeyboardEvent("keydown", { key: "Tab", bubbles: true }));
    button.blur();
    button.focus();
    expect(seen(root)).toEqual(["The turn ends."]);
  });
});

test("a hint that is none is about nothing", () => {
  const node = document.createElement("div");
  node.setAttribute("data-hint", "{nonsense");
  expect(about(node)).toEqual([]);
});
