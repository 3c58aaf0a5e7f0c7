// What happens is seen: once for each film, picture after picture; under reduced motion the pictures stand.

import { beforeEach, describe, expect, test, vi } from "vitest";

import { coming, leaving } from "../board/film";
import type { Film, Step } from "../page/messages";
import { system } from "./browser";
import { boardOf, get, opened, square } from "./pages";

const step = (kind: Step["kind"], more: Partial<Step> = {}): Step => ({
  kind,
  target: "knight:george",
  ms: 600,
  dx: 0,
  dy: 104,
  via: [],
  ...more,
});

function rideOut(id: number, steps: readonly Step[] = [step("slide")]): Film {
  const before = boardOf({ "area:c1": [0, 104], "knight:george": [0, 104] });
  const after = { ...before, pieces: { there: square("knight:george", 0, 0) }, order: ["area:c1", "there"] };
  return {
    id,
    shots: [
      { board: before, stand: 0, about: "", steps: [] },
      { board: after, stand: 200, about: "orc", steps },
    ],
  };
}

const playing = (root: Element): boolean => root.querySelector("[data-playing]") !== null;
const shown = (root: Element): string[] =>
  [...root.querySelectorAll(".mwb-film [data-shown]")].map((node) => node.getAttribute("transform") ?? "");
const board = boardOf({ "area:c1": [0, 104] });
const moved = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  moved.mockReset();
  moved.mockImplementation(() => ({ finished: Promise.resolve() }));
  Element.prototype.animate = moved;
});

describe("pieces", () => {
  test("that came with a film are not sent again for the board that stands there after it", () => {
    const { host, root } = opened({}, { board });
    const film = rideOut(1),
      after = film.shots[1]?.board;
    if (!after) throw new Error("the film has two shots");
    host.change({ film, board: { ...after, pieces: {} } });
    expect(
      [...root.querySelectorAll(".mwb-wood [data-target]")].map((node) => node.getAttribute("data-target")),
    ).toEqual(["area:c1", "knight:george"]);
  });
});

describe("under reduced motion", () => {
  test("nothing moves; each picture stands long enough, then the page's own board is there", async () => {
    const { host, root } = opened(
      { act: '<ol data-order="o"><li data-item="orc" data-name="Orc"></li></ol>' },
      { board },
    );
    host.change({ film: rideOut(1) });
    expect(playing(root)).toBe(true);
    expect(shown(root).at(-1)).toBe("translate(0 0)");
    expect(get(root, '[data-item="orc"]').hasAttribute("data-lit")).toBe(true);
    await vi.advanceTimersByTimeAsync(899);
    expect(playing(root)).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(playing(root)).toBe(false);
    expect(root.querySelector("[data-lit]")).toBeNull();
    expect(moved).not.toHaveBeenCalled();
  });
});

describe("with movement", () => {
  test("who walks goes from where he was, by way of the points, to where he is", async () => {
    system.still = false;
    const { host, root } = opened({}, { board });
    host.change({ film: rideOut(1, [step("slide", { via: [[0, 52]] })]) });
    await vi.advanceTimersByTimeAsync(1);
    const [frames, way] = moved.mock.calls[0] as [Keyframe[], KeyframeAnimationOptions];
    expect(frames.map(({ transform }) => transform)).toEqual([
      "translate(0px, 104px)",
      "translate(0px, 52px)",
      "translate(0px, 0px)",
    ]);
    expect(way.duration).toBe(600);
    await vi.advanceTimersByTimeAsync(200);
    expect(playing(root)).toBe(false);
  });

  test("a card is turned out of one picture and into the next, in half the time each", () => {
    const card = document.createElementNS("http://www.w3.org/2000/svg", "g");
    card.setAttribute("transform", "translate(104 208)");
    expect(leaving(step("turn"), card)?.[1].duration).toBe(300);
    expect(coming(step("turn"), card)?.[0].at(-1)?.["transform"]).toBe(
      "translate(154px, 208px) scale(1, 1) translate(-50px, 0px)",
    );
    expect(leaving(step("slide"), card)).toBeNull();
    expect(leaving(step("vanish"), card)?.[0]).toEqual([{ opacity: 1 }, { opacity: 0 }]);
    expect(coming(step("vanish"), card)).toBeNull();
  });
});

describe("once", () => {
  test("for each film; a copy in it is nothing to touch", async () => {
    const { host, root } = opened({}, { board });
    host.change({ film: rideOut(1) });
    expect(root.querySelectorAll('.mwb-film [data-target], .mwb-film [role="button"]')).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(2_000);
    host.change({ film: rideOut(1) });
    expect(playing(root)).toBe(false);
    host.change({ film: rideOut(2) });
    expect(playing(root)).toBe(true);
    await vi.advanceTimersByTimeAsync(2_000);
  });

  test("ends when what stands there has none: an answer given meanwhile is not hidden behind it", () => {
    system.still = false;
    moved.mockImplementation(() => ({ finished: new Promise(() => undefined) }));
    const { host, root } = opened({ answer: "" }, { board });
    host.change({ film: rideOut(1) });
    host.change({ panels: { answer: "who looked closer" } });
    expect(playing(root)).toBe(true);
    host.change({ film: null, panels: { answer: "Right" } });
    expect(playing(root)).toBe(false);
    expect(shown(root)).toEqual([]);
  });

  test("who comes back later sees the board, not the film", () => {
    const { root } = opened({}, { board, film: rideOut(7) });
    expect(playing(root)).toBe(false);
  });
});

describe("a brief film", () => {
  test("is left out where no movement is wanted", () => {
    const { host, root } = opened({}, { board });
    host.change({ film: { ...rideOut(1), brief: true } });
    expect(playing(root)).toBe(false);
    expect(shown(root)).toEqual([]);
  });

  test("is broken off by the next click", () => {
    system.still = false;
    moved.mockImplementation(() => ({ finished: new Promise(() => undefined) }));
    const { host, root } = opened({ act: '<button data-target="act:stay">Stay</button>' }, { board });
    host.change({ film: { ...rideOut(1), brief: true } });
    expect(playing(root)).toBe(true);
    get(root, "button").click();
    expect(playing(root)).toBe(false);
  });
});
