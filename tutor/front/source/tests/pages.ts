// A page with a host that is asked nothing: what it is sent is written into `sent`, and a test says what comes back.

import type { Change, FromPage, PagePart, ToPage, Touch, TouchBody, Wire } from "../page/messages";
import { View } from "../page/view";

export class Host implements Wire {
  readonly sent: FromPage[] = [];
  readonly loses = true;
  listener: (message: ToPage) => void = () => undefined;
  again: () => void = () => undefined;
  version: number;

  constructor(readonly first: PagePart) {
    this.version = first.version;
  }

  open(listener: (message: ToPage) => void, again: () => void): void {
    this.listener = listener;
    this.again = again;
    again();
  }

  send(message: FromPage): void {
    this.sent.push(message);
  }

  close(): void {
    this.sent.length = 0;
  }

  /** The touches the page has made so far. */
  get touches(): TouchBody[] {
    return this.sent.filter((message): message is Touch => message.kind === "touch").map((message) => message.touch);
  }

  /** The host shows that something has changed. */
  change(part: Omit<Partial<Change>, "kind" | "from" | "version">): void {
    this.listener({ kind: "change", from: this.version, version: ++this.version, ...part });
  }
}

export const square = (target: string, x: number, y: number): string =>
  `<g transform="translate(${x} ${y})" data-target="${target}" role="button" tabindex="-1" aria-label="${target}"><rect width="96" height="96"/></g>`;

/** A board of these targets, each a piece under its own name. */
export function boardOf(targets: Readonly<Record<string, readonly [number, number]>>): NonNullable<PagePart["board"]> {
  const pieces = Object.fromEntries(Object.entries(targets).map(([target, [x, y]]) => [target, square(target, x, y)]));
  return { size: [316, 316], title: "A small Wood", order: Object.keys(targets), pieces, defs: {} };
}

/** A page with these panels, opened. */
export function opened(
  panels: Readonly<Record<string, string>>,
  more: Partial<PagePart> = {},
): { host: Host; view: View; root: HTMLElement } {
  const places = Object.keys(panels)
    .map((name) => `<div data-panel="${name}"></div>`)
    .join("");
  const host = new Host({
    version: 1,
    seen: 0,
    kept: "exercise of somebody",
    frame: `<div data-board></div>${places}`,
    panels,
    ...more,
  });
  const view = new View(host, document.body);
  return { host, view, root: view.root };
}

// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- as querySelector itself has it
export function get<T extends Element = HTMLElement>(root: ParentNode, selector: string): T {
  const found = root.querySelector<T>(selector);
  if (!found) throw new Error(`no ${selector} on the page`);
  return found;
}

export function press(node: Element, key: string, more: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, composed: true, ...more });
  node.dispatchEvent(event);
  return event;
}

export function point(node: Element, kind: string, x: number, y: number): void {
  node.dispatchEvent(new PointerEvent(kind, { bubbles: true, clientX: x, clientY: y, pointerId: 1, button: 0 }));
}

export function said(root: Element): string {
  return get(root, ".mwb-live").textContent;
}
