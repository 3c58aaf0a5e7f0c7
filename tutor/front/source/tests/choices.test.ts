// Choosing: what is picked stays in the page until it is sent, comes back after a reload, and goes when it is answered.

import { describe, expect, test } from "vitest";

import { boardOf, get, opened, press } from "./pages";

const asked = (reset = 0, more = ""): string =>
  `<fieldset data-choices="picked" data-enter="check" data-reset="${reset}" ${more}>
     <label data-choice="a">The Orc</label><label data-choice="b">The Elf</label></fieldset>
   <button data-target="check" data-needs="picked">Check</button>`;

const ticked = (root: Element): string[] =>
  [...root.querySelectorAll<HTMLInputElement>(".mwb-pick:checked")].map((box) => box.value);

describe("one or several", () => {
  test("the button is plainly not yet possible until something is picked, and then tells what is", () => {
    const { host, root } = opened({ act: asked() });
    const check = get(root, '[data-target="check"]');
    expect(check.getAttribute("aria-disabled")).toBe("true");
    check.click();
    expect(host.touches).toEqual([]);
    get(root, '[data-choice="b"] input').click();
    expect(check.hasAttribute("aria-disabled")).toBe(false);
    check.click();
    expect(host.touches).toEqual([{ kind: "click", target: "check", to: "", values: { picked: ["b"] } }]);
  });

  test("Enter on an item presses the button", () => {
    const { host, root } = opened({ act: asked() });
    get(root, '[data-choice="a"] input').click();
    press(get(root, '[data-choice="a"] input'), "Enter");
    expect(host.touches.map(({ target, values }) => [target, values["picked"]])).toEqual([["check", ["a"]]]);
  });

  test("of several, all that are ticked are told", () => {
    const { host, root } = opened({ act: asked(0, "data-several") });
    for (const box of root.querySelectorAll<HTMLInputElement>(".mwb-pick")) box.click();
    get(root, '[data-target="check"]').click();
    expect(host.touches[0]?.values["picked"]).toEqual(["a", "b"]);
  });

  test("what is also a target of the board is picked there, and shown there", () => {
    const act = '<div data-choices="ends" data-several><label data-choice="area:c2">c2</label></div>';
    const { host, root } = opened({ act }, { board: boardOf({ "area:c1": [0, 0], "area:c2": [104, 0] }) });
    const there = get(root, '.mwb-wood [data-target="area:c2"]');
    there.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(ticked(root)).toEqual(["area:c2"]);
    expect(there.hasAttribute("data-picked")).toBe(true);
    get(root, '.mwb-wood [data-target="area:c1"]').dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(host.touches.map(({ target }) => target)).toEqual(["area:c1"]);
    there.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(ticked(root)).toEqual([]);
  });
});

describe("half done", () => {
  test("comes back after a reload, for the same document and viewer alone", () => {
    const first = opened({ act: asked() });
    get(first.root, '[data-choice="b"] input').click();
    first.view.close();
    expect(ticked(opened({ act: asked() }).root)).toEqual(["b"]);
    expect(ticked(opened({ act: asked() }, { kept: "exercise of another" }).root)).toEqual([]);
  });

  test("stays while other parts of the page change", () => {
    const { host, root } = opened({ act: asked(), help: "" });
    get(root, '[data-choice="a"] input').click();
    host.change({ panels: { help: "<p>A hint</p>", act: asked(0) + "<p>Hinted</p>" } });
    expect(ticked(root)).toEqual(["a"]);
  });

  test("is forgotten when it has been answered, for good", () => {
    const first = opened({ act: asked(1) });
    get(first.root, '[data-choice="b"] input').click();
    first.host.change({ panels: { act: asked(2) } });
    expect(ticked(first.root)).toEqual([]);
    first.view.close();
    expect(ticked(opened({ act: asked(1) }).root)).toEqual([]);
  });

  test("a text typed and not yet told comes back too, and travels with the next touch", () => {
    const field =
      '<input data-value="write" data-enter="try" data-reset="0"><button data-target="try" data-needs="write">Check</button>';
    const first = opened({ act: field });
    const typed = get<HTMLInputElement>(first.root, "input");
    typed.value = "7/12";
    typed.dispatchEvent(new Event("input", { bubbles: true }));
    expect(first.host.touches).toEqual([]);
    first.view.close();
    const { host, root } = opened({ act: field });
    expect(get<HTMLInputElement>(root, "input").value).toBe("7/12");
    press(get(root, "input"), "Enter");
    expect(host.touches).toEqual([{ kind: "click", target: "try", to: "", values: { write: ["7/12"] } }]);
  });

  test("what somebody else has written into the storage does no harm", () => {
    localStorage.setItem(
      "mystic-wood half done: exercise of somebody",
      '{"at": 1, "entries": {"picked": {"values": "b"}}}',
    );
    expect(ticked(opened({ act: asked() }).root)).toEqual([]);
    localStorage.setItem("mystic-wood half done: exercise of somebody", "[");
    expect(ticked(opened({ act: asked() }, { kept: "x" }).root)).toEqual([]);
  });
});

test("marked: with a sign and in words; answered: nothing can be changed any more", () => {
  const act = `<div data-choices="picked" data-frozen><label data-choice="a" data-mark="wrong">The Orc</label>
    <label data-choice="b" data-mark="right" data-picked>The Elf</label></div>`;
  const { root } = opened({ act });
  expect(
    [...root.querySelectorAll(".mwb-marked")].map((mark) => [mark.textContent, mark.getAttribute("aria-label")]),
  ).toEqual([
    ["✗", "not so"],
    ["✓", "right"],
  ]);
  expect(ticked(root)).toEqual(["b"]);
  expect([...root.querySelectorAll<HTMLInputElement>(".mwb-pick")].every((box) => box.disabled)).toBe(true);
});
