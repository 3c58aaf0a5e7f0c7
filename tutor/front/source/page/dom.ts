// Small help with the page: elements, targets, where the keyboard is.

const SVG = "http://www.w3.org/2000/svg";

type Attributes = Readonly<Record<string, string | number>>;

function dressed<T extends Element>(node: T, attributes: Attributes): T {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  return node;
}

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  text = "",
): HTMLElementTagNameMap[K] {
  const node = dressed(document.createElement(tag), attributes);
  if (text) node.textContent = text;
  return node;
}

export function shape<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
): SVGElementTagNameMap[K] {
  return dressed(document.createElementNS(SVG, tag), attributes);
}

/** The one element that SVG text is. */
export function drawn(text: string): SVGElement | null {
  const svg = shape("svg");
  svg.innerHTML = text;
  return svg.firstElementChild as SVGElement | null;
}

export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(Math.max(low, high), value));
}

/** The element of an event, or none: an event may come from a text or from the window. */
export function elementOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target : null;
}

/** The control that a node belongs to. */
export function controlOf(node: EventTarget | null): Element | null {
  return elementOf(node)?.closest("[data-target], [data-card], [data-onward]") ?? null;
}

export function targetOf(node: Element | null): string {
  return node?.getAttribute("data-target") ?? "";
}

export function findTarget(root: ParentNode, id: string): HTMLElement | SVGElement | null {
  return root.querySelector<HTMLElement>(`[data-target="${CSS.escape(id)}"]`);
}

/** What has the keyboard within an element, also inside a shadow root. */
export function active(root: Element): HTMLElement | null {
  const node = (root.getRootNode() as Document | ShadowRoot).activeElement;
  return node && root.contains(node) ? (node as HTMLElement) : null;
}

export function focusOn(node: Element | null): void {
  (node as HTMLElement | null)?.focus({ preventScroll: true });
}

/** Whether movement is not wanted. */
export function still(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export const WRITING =
  "input:not([type=radio], [type=checkbox], [type=file]), textarea, select, [contenteditable=true]";
export const FIELDS = "input:not([type=file]), textarea, select";

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export function isField(node: Element): node is Field {
  return node.matches(FIELDS);
}

/** Whether a control cannot be pressed now. */
export function isOff(node: Element): boolean {
  return node.matches(":disabled, [aria-disabled=true]");
}

/** A move of an element to where it is from where it was, unless movement is not wanted. */
export function moveIn(node: Element, frames: Keyframe[], options: KeyframeAnimationOptions): Animation | null {
  return still() || typeof node.animate !== "function" ? null : node.animate(frames, options);
}

export function download(blob: Blob, name: string): void {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
    link.remove();
  }, 1000);
}
