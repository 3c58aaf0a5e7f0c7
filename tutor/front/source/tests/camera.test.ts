// Which part of a board is shown. A Wood of 5 by 9 areas is 530 by 946 units.

import { describe, expect, test } from "vitest";

import { centred, nearView, panned, type Size, toBringIn, tooSmall, zoomed } from "../board/camera";

const WOOD: Size = [530, 946];

describe("a board whose areas would be too small to read shows a part", () => {
  test("on a phone, and not on a wide window", () => {
    expect(tooSmall(WOOD, [374, 470])).toBe(true);
    expect(tooSmall(WOOD, [520, 930])).toBe(false);
  });

  test("the part lies round what matters, and stays within the Wood", () => {
    const [x, y, w, h] = nearView(WOOD, [374, 470], [212, 420, 104, 104]);
    expect([w, h]).toEqual([388.96000000000004, 488.8]);
    expect(x).toBeCloseTo(264 - w / 2);
    expect(y).toBeCloseTo(472 - h / 2);
    const corner = nearView(WOOD, [374, 470], [424, 838, 104, 104]);
    expect(corner[0] + corner[2]).toBeCloseTo(530);
    expect(corner[1] + corner[3]).toBeCloseTo(946);
  });
});

describe("a board that fills its place", () => {
  test("is as wide as that, and shows fewer rows", () => {
    const [x, y, w, h] = nearView(WOOD, [742, 700], [212, 420, 104, 104], true);
    expect([x, w]).toEqual([0, expect.closeTo(530)]);
    expect(h).toBeCloseTo(500);
    expect(y).toBeCloseTo(472 - h / 2);
  });
});

describe("looking closer", () => {
  test("holds the point under the pointer", () => {
    const [x, y, w, h] = zoomed(WOOD, null, 2, 0.25, 0.75) ?? [0, 0, 0, 0];
    expect(w).toBeCloseTo(265);
    expect(x + 0.25 * w).toBeCloseTo(0.25 * 530);
    expect(y + 0.75 * h).toBeCloseTo(0.75 * 946);
  });

  test("never nearer than one area and a half", () => {
    expect(zoomed(WOOD, null, 1000, 0.5, 0.5)?.[2]).toBe(156);
  });

  test("back to all of it is no part any more", () => {
    expect(zoomed(WOOD, [100, 100, 265, 473], 0.01, 0.5, 0.5)).toBeNull();
  });

  test("the picture follows the pointer and stops at its edge", () => {
    expect(panned(WOOD, [100, 100, 265, 473], 40, -40)).toEqual([60, 140, 265, 473]);
    expect(panned(WOOD, [100, 100, 265, 473], 4000, -4000)).toEqual([0, 473, 265, 473]);
  });

  test("a click on the small map puts its point in the middle", () => {
    expect(centred(WOOD, [0, 0, 200, 300], 265, 473)).toEqual([165, 323, 200, 300]);
    expect(centred(WOOD, [0, 0, 200, 300], 0, 946)).toEqual([0, 646, 200, 300]);
  });

  test("an area the keyboard goes to comes in, and one that is in moves nothing", () => {
    expect(toBringIn([100, 100, 300, 300], 0, 208)).toEqual([100, 0]);
    expect(toBringIn([100, 100, 300, 300], 208, 312)).toEqual([0, -16]);
    expect(toBringIn([100, 100, 300, 300], 208, 208)).toEqual([0, 0]);
  });
});
