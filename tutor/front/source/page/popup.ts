// A card that is looked at: it comes over the page as a dialogue, and gives the keyboard back when it is put away. The host says which.

import { active, elementOf, focusOn, make } from "./dom";

export class Popup {
  /** The panel `card` of the page: what the host sends is put there. */
  readonly panel = make("div", { "data-panel": "card", "data-empty": "" });
  private readonly box = make("div", { "class": "mwb-popup", "role": "dialog", "aria-label": "A card", "hidden": "" });
  private opener: HTMLElement | null = null;
  private readonly outside: (event: Event) => void;

  /** `tell` is called when the reader puts the card away. */
  constructor(
    private readonly root: HTMLElement,
    private readonly tell: () => void,
  ) {
    const close = make("button", { "type": "button", "class": "mwb-close", "aria-label": "Put the card back" }, "✕");
    close.addEventListener("click", () => {
      this.shut();
    });
    this.box.append(close, this.panel);
    this.outside = (event) => {
      const control = elementOf(event.composedPath()[0] ?? null)?.closest("[data-target], [data-card]");
      // A control tells something itself, and the host puts the card away if that is what it means.
      if (!control && !event.composedPath().includes(this.box)) this.shut();
    };
    document.addEventListener("pointerdown", this.outside);
  }

  /** Takes the place of the panel in a new frame. */
  settle(): void {
    this.panel.replaceChildren();
    this.box.hidden = true;
    this.root.querySelector("[data-panel=card]")?.remove();
    this.root.append(this.box);
  }

  close(): void {
    document.removeEventListener("pointerdown", this.outside);
  }

  /** The panel has been sent anew. */
  came(): void {
    if (this.panel.childElementCount === 0) return this.hide();
    const title = this.panel.querySelector("[aria-label], svg[aria-label]")?.getAttribute("aria-label");
    this.box.setAttribute(
      "aria-label",
      title ?? this.panel.querySelector("h1, h2, h3, title")?.textContent ?? "A card",
    );
    const had = active(this.root);
    if (this.box.hidden) this.opener = had;
    this.box.hidden = false;
    if (!this.box.contains(had)) focusOn(this.box.querySelector(".mwb-close"));
  }

  /** Puts the card away; whether one was shown. */
  shut(): boolean {
    if (this.box.hidden) return false;
    this.hide();
    this.tell();
    return true;
  }

  private hide(): void {
    const held = this.box.contains(active(this.root));
    this.box.hidden = true;
    if (held && this.opener?.isConnected) focusOn(this.opener);
  }
}
