// What jsdom lacks of a browser: sizes, media queries, observers, pointers that are captured. Nothing moves unless a test says so.

import { afterEach, beforeEach, vi } from "vitest";

/** Whether the system asks for less movement, and whether it is dark: a test may change them. */
export const system = { still: true, dark: false };

class Observer {
  observe(): void {
    /* nothing changes its size here */
  }
  unobserve(): void {
    /* nothing to end */
  }
  disconnect(): void {
    /* nothing to end */
  }
}

vi.stubGlobal("ResizeObserver", Observer);
vi.stubGlobal("CSS", { escape: (text: string) => text.replace(/["\\]/g, "\\$&") });
window.matchMedia = ((query: string) => ({
  matches: query.includes("reduced-motion") ? system.still : system.dark,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
})) as unknown as typeof window.matchMedia;
Element.prototype.scrollIntoView = () => undefined;
HTMLElement.prototype.setPointerCapture = () => undefined;
document.elementFromPoint = () => null;
Element.prototype.getClientRects = function () {
  return (this.isConnected ? [{}] : []) as unknown as DOMRectList;
};

beforeEach(() => {
  document.body.replaceChildren();
  localStorage.clear();
  system.still = true;
  system.dark = false;
});

afterEach(() => {
  vi.useRealTimers();
});
