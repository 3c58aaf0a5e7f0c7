// Makes one piece of the page like another, keeping what is the same, and with it focus, scrolling and what was opened.

import morphdom from "morphdom";

import { FIELDS, isField, type Field } from "./dom";

/** What tells an element from its neighbours. */
const NAMES = [
  "data-target",
  "data-input",
  "data-value",
  "data-key",
  "data-item",
  "data-choice",
  "data-choices",
  "data-order",
];
/** What the front end or the reader has put on an element himself, and a new text does not take away. */
const KEPT = ["open", "tabindex", "data-held", "data-over"];

/** A key for each named element; what has the same name twice, like a card in two hands, is told apart by its number. */
function numbered(tree: Element, keys: Map<Node, string>): void {
  const counts = new Map<string, number>();
  for (const node of tree.querySelectorAll(NAMES.map((name) => `[${name}]`).join())) {
    const name = NAMES.find((each) => node.hasAttribute(each)) ?? "";
    const key = `${node.nodeName} ${name} ${node.getAttribute(name) ?? ""}`;
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    keys.set(node, `${key} ${count}`);
  }
}

function hasFocus(field: Element): boolean {
  return (field.getRootNode() as Document | ShadowRoot).activeElement === field;
}

/** Whether a field is being typed in, and what stands there has not been dealt with: it keeps its `data-reset`. */
function typedIn(have: Element, want: Element): boolean {
  return hasFocus(have) && have.getAttribute("data-reset") === want.getAttribute("data-reset");
}

/** What a field shows is what it is sent, not what was typed into it and refused; but for the one being typed in. */
function sameValue(have: Field, want: Field): void {
  if (typedIn(have, want)) return;
  if (have.value !== want.value) have.value = want.value;
  if (have instanceof HTMLInputElement && want instanceof HTMLInputElement) have.checked = want.checked;
}

function sameValues(have: Element, want: Element): void {
  if (isField(have) && isField(want)) sameValue(have, want);
  const wanted = want.querySelectorAll<Field>(FIELDS);
  have.querySelectorAll<Field>(FIELDS).forEach((field, n) => {
    const other = wanted[n];
    if (other) sameValue(field, other);
  });
}

function keepOwn(have: Element, want: Element): void {
  for (const name of KEPT) {
    const value = have.getAttribute(name);
    if (value !== null && !want.hasAttribute(name)) want.setAttribute(name, value);
  }
}

/** A list to choose from stays itself, with other options; the library would leave it without any if none is marked as chosen. */
function sameSelect(have: HTMLSelectElement, want: HTMLSelectElement): false {
  const value = typedIn(have, want) ? have.value : want.value;
  for (const { name } of [...have.attributes]) if (!want.hasAttribute(name)) have.removeAttribute(name);
  for (const { name, value: text } of want.attributes) have.setAttribute(name, text);
  have.replaceChildren(...(want.cloneNode(true) as HTMLSelectElement).childNodes);
  have.value = value;
  return false;
}

/** Whether the library may go on with an element; false if it has been made like the other already. */
function before(have: Element, want: Element): boolean {
  if (have.isEqualNode(want)) {
    sameValues(have, want);
    return false;
  }
  if (have.localName === "svg") {
    have.replaceWith(want.cloneNode(true));
    return false;
  }
  keepOwn(have, want);
  if (have.hasAttribute("data-map")) return false; // what lies there is the board's own
  if (have instanceof HTMLSelectElement && want instanceof HTMLSelectElement) return sameSelect(have, want);
  if (isField(have) && isField(want) && typedIn(have, want)) want.value = have.value;
  return true;
}

/** Makes the children of one element those of another. */
export function morphChildren(have: Element, want: Element): void {
  const keys = new Map<Node, string>();
  numbered(have, keys);
  numbered(want, keys);
  morphdom(have, want, {
    childrenOnly: true,
    getNodeKey: (node) => keys.get(node),
    onBeforeElUpdated: before,
  });
}
