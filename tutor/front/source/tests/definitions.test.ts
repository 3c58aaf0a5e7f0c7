// What the pictures of several pages in one document have in common.

import { expect, test } from "vitest";

import { define } from "../board/definitions";
import { boardOf, opened } from "./pages";

const TREE = `<g id="mwt-1"><circle r="3"/></g>`;
const WITH_TREE = { ...boardOf({ sage: [10, 10] }), defs: { "mwt-1": TREE } };

/** All ids of the document, each as often as it is there. */
const ids = (): string[] => [...document.querySelectorAll("[id]")].map((node) => node.id);

test("no id is there twice, however many pages draw the same and however often they are sent whole", () => {
  const pages = [1, 2, 3].map(() => opened({}, { board: WITH_TREE, defs: { mwi1: `<g id="mwi1"/>` } }));
  for (const { host } of pages) host.listener({ ...host.first, kind: "change", from: 0, seen: 1 });
  pages[0]?.host.change({ board: { ...WITH_TREE, defs: { "mwt-2": `<g id="mwt-2"/>` } } });
  pages[1]?.host.change({ board: { ...WITH_TREE, defs: { "mwt-2": `<g id="mwt-2"/>` } } });
  expect(ids()).toEqual(["mwb-c", "mwi1", "mwt-1", "mwt-2"]);
});

test("what a page has defined stays for the others when it is closed, and its cell is thrown away", () => {
  const { view } = opened({}, { board: WITH_TREE });
  opened({}, { board: { ...WITH_TREE, defs: {} } });
  view.close();
  expect(ids()).toEqual(["mwb-c", "mwt-1"]);
});

test("a page that is not in the document yet is defined what it draws where it will be", () => {
  define({ "mwt-1": TREE }, document.createElement("div"));
  expect(ids()).toEqual(["mwb-c", "mwt-1"]);
});

test("within a shadow root, as marimo has it, all is defined there: nothing outside can be drawn in it", () => {
  const host = document.createElement("div"),
    place = document.createElement("div");
  host.attachShadow({ mode: "open" }).append(place);
  define({ "mwt-1": TREE }, document.body);
  define({ "mwt-1": TREE }, place);
  define({ "mwt-1": TREE }, place);
  expect([...(host.shadowRoot?.querySelectorAll("[id]") ?? [])].map((node) => node.id)).toEqual(["mwb-c", "mwt-1"]);
});
