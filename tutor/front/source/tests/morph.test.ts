// A panel that changes keeps what is the same: the very element, its focus, what was opened in it and what is being typed.

import { beforeEach, describe, expect, test } from "vitest";

import { morphChildren } from "../page/morph";
import { get } from "./pages";

let panel: HTMLElement;

function show(html: string): void {
  const wanted = document.createElement("div");
  wanted.innerHTML = html;
  morphChildren(panel, wanted);
}

beforeEach(() => {
  panel = document.createElement("div");
  document.body.append(panel);
});

describe("what has a name stays the same element", () => {
  test("where others come before it", () => {
    show('<button data-target="do:undo">Undo</button>');
    const undo = get(panel, "button");
    show('<p>Done.</p><button data-target="do:redo">Redo</button><button data-target="do:undo" disabled>Undo</button>');
    expect(get(panel, '[data-target="do:undo"]')).toBe(undo);
    expect(undo.matches(":disabled")).toBe(true);
    expect(panel.textContent).toBe("Done.RedoUndo");
  });

  test("where two change places", () => {
    show('<li data-item="a">A</li><li data-item="b">B</li><li data-item="c">C</li>');
    const before = new Map([...panel.children].map((node) => [node.textContent, node]));
    show('<li data-item="c">C</li><li data-item="a">A</li><li data-item="b">B</li>');
    expect([...panel.children].map((node) => node.textContent)).toEqual(["C", "A", "B"]);
    for (const node of panel.children) expect(node).toBe(before.get(node.textContent));
  });

  test("where two have the same name, as a card in two hands has", () => {
    show('<button data-target="hand:lance">one</button><button data-target="hand:lance">two</button>');
    const [one, two] = panel.children;
    show('<button data-target="hand:lance">1</button><i></i><button data-target="hand:lance">2</button>');
    expect(panel.firstElementChild).toBe(one);
    expect(panel.lastElementChild).toBe(two);
  });
});

describe("what the reader does is not undone", () => {
  test("a text being typed stays, though the host shows another", () => {
    show('<input data-input="find" value="">');
    const field = get<HTMLInputElement>(panel, "input");
    field.focus();
    field.value = "lan";
    show('<input data-input="find" value="la"><p>Lance</p>');
    show('<input data-input="find" value="la"><p>Lance</p>');
    expect(field.value).toBe("lan");
    expect(document.activeElement).toBe(field);
  });

  test("a text that was refused goes, once nobody is typing in it", () => {
    show('<input data-input="strength" value="4">');
    const field = get<HTMLInputElement>(panel, "input");
    field.value = "400";
    show('<input data-input="strength" value="4">');
    expect(field.value).toBe("4");
  });

  test("what was opened stays open", () => {
    show('<details data-key="why"><summary>Why?</summary>A rule</details>');
    get<HTMLDetailsElement>(panel, "details").open = true;
    show('<details data-key="why"><summary>Why?</summary>Another rule</details>');
    expect(get<HTMLDetailsElement>(panel, "details").open).toBe(true);
    show('<details data-key="why 2"><summary>Why?</summary>Of another answer</details>');
    expect(get<HTMLDetailsElement>(panel, "details").open).toBe(false);
  });
});

describe("a list to choose from", () => {
  test("shows what it is sent, also where no option is marked", () => {
    show('<select data-input="face"><option value="up">up</option><option value="down">down</option></select>');
    const list = get<HTMLSelectElement>(panel, "select");
    list.value = "down";
    show(
      '<select data-input="face" class="new"><option value="up">up</option><option value="down">down</option></select>',
    );
    expect(list.value).toBe("up");
    expect(list.className).toBe("new");
    show(
      '<select data-input="face"><option value="up">up</option><option value="down" selected>down</option></select>',
    );
    expect(list.value).toBe("down");
  });
});

test("a picture that differs is put in as a whole", () => {
  show('<svg><circle r="1"/></svg>');
  const picture = get(panel, "svg");
  show('<svg><circle r="2"/></svg>');
  expect(get(panel, "svg")).not.toBe(picture);
  expect(get(panel, "circle").getAttribute("r")).toBe("2");
});
