// Finding a rule by words, a slip forgiven.

import { describe, expect, test } from "vitest";

import { holds, nearlySame } from "../page/spelling";

describe("one slip", () => {
  test.each([
    ["joust", "joust", true],
    ["jouts", "joust", true],
    ["jost", "joust", true],
    ["jooust", "joust", true],
    ["jowst", "joust", true],
    ["joutsx", "joust", false],
    ["jwist", "joust", false],
    ["jo", "joust", false],
    ["", "a", true],
  ])("%s is nearly %s: %s", (typed, word, same) => {
    expect(nearlySame(typed, word)).toBe(same);
    expect(nearlySame(word, typed)).toBe(same);
  });
});

describe("a text holds", () => {
  const text = "fight.tied a tied fight goes on in the next turn; companions do not aid";
  test.each([
    ["tied fight", true],
    ["fights", true],
    ["companoins", true],
    ["compani", true],
    ["compnai", true],
    ["dragon", false],
    ["tied dragon", false],
    ["", true],
    ["fihgt", true],
    ["aidd", true],
    ["xid", false],
  ])("“%s”: %s", (typed, found) => {
    expect(holds(typed, text)).toBe(found);
  });
});
