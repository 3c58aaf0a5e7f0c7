// What a page of the site opens, by its address.

import { describe, expect, test } from "vitest";

import { askedAt } from "../site/asked";

const ways = {
  root: new URL("https://example.org/wood/"),
  folders: { lessons: "lesson" },
  files: { "table.html": "table", "rulings.html": "rulings" },
};

describe("the document at an address of the site", () => {
  test("is found by its file, and by what stands behind the #", () => {
    expect(askedAt(new URL("table.html", ways.root), ways)).toEqual({ kind: "table", rest: "" });
    expect(askedAt(new URL("table.html#rest=Xy-3", ways.root), ways)).toEqual({ kind: "table", rest: "Xy-3" });
    expect(askedAt(new URL("table.html#new=", ways.root), ways)).toEqual({ kind: "table", rest: "", new: "" });
    expect(askedAt(new URL("lessons/02-exploring.html#story", ways.root), ways)).toEqual({
      kind: "lesson",
      rest: "02-exploring",
    });
    expect(askedAt(new URL("https://elsewhere.org/table.html"), ways)).toBeNull();
  });
});
