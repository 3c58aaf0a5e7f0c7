// What has been picked up by tap or key, to be set down on another target.

import { findTarget } from "../page/dom";

export class Holding {
  /** The id of the target that is held, "" if none is. */
  held = "";

  constructor(
    private readonly root: HTMLElement,
    private readonly say: (text: string) => void,
    private readonly drag: (from: string, to: string) => void,
  ) {}

  /** Picks up; what comes from the palette is then to be set down on the board, which comes into view (``byKey``: and has the keys). */
  pickUp(id: string, byKey = false): void {
    this.held = id;
    this.show();
    if (id.startsWith("palette:")) this.toBoard(byKey);
    this.say(`${this.nameOf(id)} picked up. Choose its place; Escape lets go.`);
  }

  setDown(id: string): void {
    const from = this.held;
    if (id === from) return this.letGo();
    this.held = "";
    this.show();
    this.drag(from, id);
  }

  letGo(): void {
    const was = this.held;
    this.held = "";
    this.show();
    this.say(`${this.nameOf(was)} let go.`);
  }

  /** Marks what is held, also after the page has changed. */
  show(): void {
    for (const node of this.root.querySelectorAll("[data-held]")) node.removeAttribute("data-held");
    this.root.toggleAttribute("data-holding", this.held !== "");
    this.root.dataset["heldName"] = this.held ? `${this.nameOf(this.held)}: choose its place` : "";
    if (this.held) findTarget(this.root, this.held)?.setAttribute("data-held", "");
  }

  private toBoard(byKey: boolean): void {
    const board = this.root.querySelector<HTMLElement>(".mwb-wood"),
      box = board?.getBoundingClientRect();
    if (!board || !box) return;
    const stop = board.querySelector<HTMLElement | SVGElement>('[data-target][tabindex="0"]');
    if (byKey) stop?.focus({ preventScroll: true });
    if (box.bottom < window.innerHeight / 3 || box.top > window.innerHeight / 2)
      board.scrollIntoView({ block: "center" });
  }

  private nameOf(id: string): string {
    const node = findTarget(this.root, id);
    const text = node?.getAttribute("aria-label") ?? node?.textContent ?? "";
    return (text || id).split(/[,:.]/)[0]?.trim() ?? id;
  }
}
