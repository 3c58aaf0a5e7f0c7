// The bar above a lesson: what it counts is said.

import { describe, expect, test } from "vitest";

import { drawBar } from "../lab/bar";
import type { Lessons } from "../lab/lessons";

describe("the bar", () => {
  test("says of how many that they are done: another count beside it says which one is open", () => {
    const exercises = ["a", "b", "c"].map((id) => ({ id, title: id, done: id === "a" }));
    const lesson = { panel: { id: "one" }, own: { title: "Jousts", exercises }, now: "b", show: () => undefined };
    const bar = document.createElement("div");
    drawBar(bar, { current: () => lesson, own: () => [] } as unknown as Lessons);
    expect(bar.querySelector(".mw-tally")?.textContent).toBe("1 of 3 done");
  });
});
