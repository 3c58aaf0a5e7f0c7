// Style sheets of a document with several pages.

import { expect, test } from "vitest";

import { layDown } from "../page/sheets";

test("what a dozen boards of a notebook bring along is laid down once, though none is in the document yet", () => {
  for (let n = 0; n < 12; n++) layDown(".mwb-once { color: red; }", document.createElement("div"));
  layDown(".mwb-other { color: red; }", document.body);
  const laid = [...document.head.querySelectorAll("style[data-sheet]")].map((sheet) => sheet.textContent);
  expect(laid).toEqual([".mwb-once { color: red; }", ".mwb-other { color: red; }"]);
});

test("within a shadow root, as marimo has it, it is laid down there", () => {
  const host = document.createElement("div"),
    place = document.createElement("div");
  host.attachShadow({ mode: "open" }).append(place);
  layDown(".mwb-shade { color: red; }", place);
  layDown(".mwb-shade { color: red; }", place);
  expect(host.shadowRoot?.querySelectorAll("style")).toHaveLength(1);
  expect(
    [...document.head.querySelectorAll("style")].filter((sheet) => sheet.textContent.includes("mwb-shade")),
  ).toEqual([]);
});
