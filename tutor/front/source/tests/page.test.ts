// A page as a whole: versions, refusals, keys, focus, cards that are looked at.

import { describe, expect, test, vi } from "vitest";

import { followTheme, themeNow } from "../page/theme";
import { system } from "./browser";
import { boardOf, get, opened, press, said } from "./pages";

describe("versions", () => {
  test("a page that has missed something says which version it has, under its name, and changes nothing", () => {
    const { host, root } = opened({ head: "<h1>One</h1>" });
    host.listener({ kind: "change", from: 5, version: 6, panels: { head: "<h1>Six</h1>" } });
    expect(get(root, "h1").textContent).toBe("One");
    const told = host.sent.filter((message) => message.kind === "ready");
    expect(told.map(({ version }) => version)).toEqual([1, 1]);
    expect(new Set(told.map(({ link }) => link)).size).toBe(1);
    host.listener({
      kind: "change",
      from: 0,
      version: 6,
      frame: '<div data-panel="head"></div>',
      panels: { head: "<h1>Six</h1>" },
    });
    expect(get(root, "h1").textContent).toBe("Six");
  });

  test("another page in the same place is begun at its top, and the keyboard goes along", () => {
    const act = '<button data-target="next">Next</button>';
    const { host, root } = opened({ act });
    const scrolled = vi.spyOn(root, "scrollIntoView");
    vi.spyOn(root, "getBoundingClientRect").mockReturnValue({ top: -200 } as DOMRect);
    get(root, "button").focus();
    const frame = '<div class="second" data-panel="act"></div>';
    host.listener({ kind: "change", from: 0, version: 2, frame, panels: { act } });
    expect(document.activeElement).toBe(get(root, ".second button"));
    expect(scrolled).toHaveBeenCalledTimes(1);
    host.listener({ kind: "change", from: 0, version: 3, frame, panels: { act } }); // the same once more: it stays where it is
    expect(scrolled).toHaveBeenCalledTimes(1);
  });

  test("a touch says which act the page showed, and after a lost connection it is sent again", () => {
    const { host, root } = opened({ tools: '<button data-target="hint">Hint</button>' });
    host.change({ seen: 12 });
    get(root, "button").click();
    host.again();
    expect(host.sent.filter((message) => message.kind === "touch").map(({ seen, serial }) => [seen, serial])).toEqual([
      [12, 1],
      [12, 1],
    ]);
    host.listener({ kind: "heard", heard: 1 });
    host.again();
    expect(host.touches).toHaveLength(2);
    expect([root.dataset["asked"], root.dataset["answered"]]).toEqual(["1", "1"]);
  });
});

describe("a field that is written in", () => {
  const field = (reset: number): string => `<input data-value="write" data-reset="${reset}" data-key="write">`;

  test("keeps what is being written while the page changes, and is empty once that has been heard", () => {
    const { host, root } = opened({ act: field(1) });
    const input = get<HTMLInputElement>(root, "input");
    input.focus();
    input.value = "north";
    host.change({ panels: { act: `${field(1)}<p>Somebody else has moved.</p>` } });
    expect(get<HTMLInputElement>(root, "input").value).toBe("north");
    host.change({ panels: { act: field(2) } });
    expect(get<HTMLInputElement>(root, "input").value).toBe("");
    expect(document.activeElement).toBe(get(root, "input"));
  });
});

describe("the field of an answer", () => {
  const act =
    '<input data-value="write" data-enter="try" data-reset="0" value="7/8"><button data-target="try">Check</button>';

  test("is marked as a whole when one comes back to it, so that the next answer takes the place of the last", () => {
    const field = get<HTMLInputElement>(opened({ act }).root, "input");
    field.focus();
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 3]);
    field.setSelectionRange(3, 3); // as the touch does by which one has come
    field.click();
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 3]);
    field.setSelectionRange(3, 3);
    field.click();
    expect([field.selectionStart, field.selectionEnd]).toEqual([3, 3]);
    press(field, "Enter");
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 3]);
  });
});

describe("what is wrong is said", () => {
  test("a refusal, until the next touch", () => {
    const { host, root } = opened({ tools: '<button data-target="hint">Hint</button>' });
    host.listener({ kind: "refused", text: "It is not your turn.", heard: 0 });
    expect(get(root, '[role="alert"]').textContent).toBe("It is not your turn.");
    get(root, "button").click();
    expect(root.querySelector('[role="alert"]')).toBeNull();
  });

  test("what the tutor is at fault for, until it is put away", () => {
    const { host, root } = opened({ act: "" });
    host.listener({ kind: "trouble", text: "The tutor is at fault here.", heard: 0 });
    expect(get(root, '[role="alert"]').textContent).toContain("The tutor is at fault here.");
    get(root, ".mwb-trouble .mwb-close").click();
    expect(root.querySelector('[role="alert"]')).toBeNull();
    expect(host.touches).toEqual([]);
  });

  test("what is wrong with a link, until something has been answered", () => {
    const { host, root } = opened({ act: '<button data-target="hint">Hint</button>' });
    host.listener({ kind: "trouble", text: "There is no such puzzle.", heard: 0 });
    host.change({ heard: 0 });
    expect(get(root, '[role="alert"]').textContent).toContain("There is no such puzzle.");
    get(root, "[data-target=hint]").click();
    host.change({ heard: 1 });
    expect(root.querySelector('[role="alert"]')).toBeNull();
  });

  test("what is told to who cannot see it is put into the live line", () => {
    vi.useFakeTimers();
    const { host, root } = opened({ act: "" });
    host.change({ say: "Right." });
    vi.advanceTimersByTime(30);
    expect(said(root)).toBe("Right.");
  });

  test("and is gone when another exercise, or another page, stands in its place", () => {
    vi.useFakeTimers();
    const { host, root } = opened({ act: "" });
    const told = (): string | null => (vi.advanceTimersByTime(30), said(root));
    host.change({ say: "Right." });
    host.change({ panels: { act: "<p>A hint</p>" } });
    expect(told()).toBe("Right.");
    host.change({ kept: "the next exercise" });
    expect(told()).toBe("");
    host.change({ say: "Not so." });
    host.listener({
      kind: "change",
      from: 0,
      version: 9,
      frame: '<div class="end" data-panel="act"></div>',
      panels: { act: "" },
    });
    expect(told()).toBe("");
    host.listener({ kind: "change", from: 9, version: 10, kept: "one more", say: "A new streak begins." });
    expect(told()).toBe("A new streak begins.");
  });
});

describe("a double click", () => {
  const click = (node: Element, detail: number): void => {
    node.dispatchEvent(new MouseEvent("click", { bubbles: true, detail }));
  };

  test("is a click and then a double, also on what the click has brought under the pointer", () => {
    const { host, root } = opened({ tools: '<button data-target="check">Check</button>' });
    click(get(root, "button"), 1);
    host.change({ panels: { tools: '<button data-target="next">Next</button>' } });
    click(get(root, "button"), 2);
    expect(host.touches.map(({ kind, target }) => [kind, target])).toEqual([
      ["click", "check"],
      ["double", "next"],
    ]);
  });

  test("does nothing a second time where the page itself does it; by key every press counts", () => {
    const { host, root } = opened({
      tools: '<button data-card="elf">Elf</button><button data-target="hint">Hint</button>',
    });
    click(get(root, "[data-card]"), 1);
    click(get(root, "[data-card]"), 2);
    click(get(root, "[data-target]"), 0);
    click(get(root, "[data-target]"), 0);
    expect(host.touches.map(({ kind, target }) => [kind, target])).toEqual([
      ["click", "card:elf"],
      ["click", "hint"],
      ["click", "hint"],
    ]);
  });
});

describe("keys", () => {
  const tools = '<button data-target="next" aria-keyshortcuts="N">Next</button><input data-value="write">';

  test("a control's key presses it, but not where one writes", () => {
    const { host, root } = opened({ tools });
    press(get(root, "button"), "n");
    press(get(root, "input"), "n");
    press(get(root, "button"), "n", { ctrlKey: true });
    expect(host.touches.map(({ target }) => target)).toEqual(["next"]);
  });

  test("a page that is all there is hears its keys wherever the keyboard is", () => {
    const { host } = opened({ tools });
    press(document.body, "n");
    expect(host.touches.map(({ target }) => target)).toEqual(["next"]);
    opened({ tools });
    press(document.body, "n");
    expect(host.touches).toHaveLength(1);
  });

  test("a key of the page is told with what has the keyboard; so is the other button of the mouse", () => {
    const { host, root } = opened(
      {},
      { board: boardOf({ "denizen:orc": [0, 0] }), keys: { i: "card", ContextMenu: "card" } },
    );
    const orc = get(root, '[data-target="denizen:orc"]');
    press(orc, "i");
    orc.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true }));
    expect(host.touches.map(({ target, to }) => [target, to])).toEqual([
      ["card", "denizen:orc"],
      ["card", "denizen:orc"],
    ]);
  });

  test("Enter picks up what can be dragged and sets it down; Escape lets go", () => {
    const hands = '<button data-target="hand:lance" data-drag>Lance</button>';
    const { host, root } = opened({ hands }, { board: boardOf({ "area:c2": [0, 0] }) });
    press(get(root, "button"), "Enter");
    expect(root.hasAttribute("data-holding")).toBe(true);
    press(get(root, "button"), "Escape");
    expect(root.hasAttribute("data-holding")).toBe(false);
    press(get(root, "button"), "Enter");
    press(get(root, '[data-target="area:c2"]'), "Enter");
    expect(host.touches).toEqual([{ kind: "drag", target: "hand:lance", to: "area:c2", values: {} }]);
  });

  test("Ctrl+Z undoes, Ctrl+Shift+Z does it again", () => {
    const { host, root } = opened({ tools });
    press(get(root, "button"), "z", { ctrlKey: true });
    press(get(root, "button"), "Z", { ctrlKey: true, shiftKey: true });
    expect(host.touches.map(({ target }) => target)).toEqual(["do:undo", "do:redo"]);
  });
});

describe("the keyboard never falls to nowhere", () => {
  test("what asks for it gets it when it appears, if the page has it", () => {
    const { host, root } = opened({ act: '<button data-target="check">Check</button>', verdict: "" });
    get(root, "button").focus();
    host.change({ panels: { verdict: '<button data-target="next" data-focus>Next</button>' } });
    expect(document.activeElement?.textContent).toBe("Next");
  });

  test("where its control is gone it goes to where one answers", () => {
    const { host, root } = opened({ act: '<button data-target="a">A</button>' });
    get(root, "button").focus();
    host.change({ panels: { act: '<button data-target="b" disabled>B</button><button data-target="c">C</button>' } });
    expect(document.activeElement?.textContent).toBe("C");
  });

  test("one who is elsewhere stays there", () => {
    const field = document.body.appendChild(document.createElement("input"));
    const { host } = opened({ verdict: "" });
    field.focus();
    host.change({ panels: { verdict: '<button data-target="next" data-focus>Next</button>' } });
    expect(document.activeElement).toBe(field);
  });
});

test("a card is looked at in a dialogue, which gives the keyboard back and tells that it was put away", () => {
  const { host, root } = opened({ hands: '<button data-card="orc">Orc</button>' });
  get(root, "[data-card]").focus();
  get(root, "[data-card]").click();
  expect(host.touches.map(({ target }) => target)).toEqual(["card:orc"]);
  host.change({ panels: { card: '<div aria-label="The Orc"><svg></svg></div>' } });
  const card = get(root, '[role="dialog"]');
  expect([card.hidden, card.getAttribute("aria-label")]).toEqual([false, "The Orc"]);
  expect(document.activeElement?.className).toBe("mwb-close");
  press(get(root, ".mwb-close"), "Escape");
  expect(card.hidden).toBe(true);
  expect(document.activeElement?.textContent).toBe("Orc");
  expect(host.touches.map(({ target }) => target)).toEqual(["card:orc", "card:"]);
});

describe("what is typed and told", () => {
  test("late, once, and before whatever is pressed next", () => {
    vi.useFakeTimers();
    const { host, root } = opened({ find: '<input data-input="find"><button data-target="do:go">Go</button>' });
    const field = get<HTMLInputElement>(root, "input");
    for (const text of ["l", "la", "lan"]) {
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    get(root, "button").click();
    vi.advanceTimersByTime(200);
    expect(host.touches.map(({ kind, target, values }) => [kind, target, values["find"]])).toEqual([
      ["type", "find", ["lan"]],
      ["click", "do:go", undefined],
    ]);
  });
});

describe("light or dark", () => {
  test("is what the page around says, else what the system has", () => {
    system.dark = true;
    expect(themeNow()).toBe("dark");
    document.body.dataset["jpThemeLight"] = "true";
    expect(themeNow()).toBe("light");
    delete document.body.dataset["jpThemeLight"];
    document.documentElement.dataset["theme"] = "light";
    expect(themeNow()).toBe("light");
    delete document.documentElement.dataset["theme"];
  });

  test("is followed while the page is open", async () => {
    const told: string[] = [],
      end = followTheme((theme) => {
        told.push(theme);
      });
    document.body.classList.add("dark");
    await Promise.resolve();
    end();
    document.body.classList.remove("dark");
    await Promise.resolve();
    expect(told).toEqual(["light", "dark"]);
  });
});
