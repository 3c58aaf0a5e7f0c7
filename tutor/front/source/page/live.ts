// What is told to who cannot see it, and what has gone wrong, which everybody sees. The one place for both.

import { make } from "./dom";

/** A screen reader tells a text only if it is another than before; so much later it is put in, in milliseconds. */
const AFTER = 20;

export class Live {
  private readonly line = make("div", { "class": "mwb-live", "aria-live": "polite", "role": "status" });
  private readonly alerts = new Map<string, HTMLElement>();
  private readonly root: HTMLElement;

  constructor(root: HTMLElement) {
    this.root = root;
  }

  /** Puts the line into the page, which may have been laid out anew. */
  settle(): void {
    this.root.append(this.line);
    for (const alert of this.alerts.values()) this.root.prepend(alert);
  }

  say(text: string): void {
    this.line.textContent = "";
    setTimeout(() => {
      this.line.textContent = text;
    }, AFTER);
  }

  private closing(about: "tutor" | "connection"): HTMLElement {
    const button = make("button", { "type": "button", "class": "mwb-close", "aria-label": "Put this word away" }, "✕");
    button.addEventListener("click", () => {
      this.alert(about, "");
    });
    return button;
  }

  /** Says over the foot of the page what is wrong with something; "" once it is right again. */
  alert(about: "tutor" | "connection" | "refused", text: string): void {
    this.alerts.get(about)?.remove();
    this.alerts.delete(about);
    if (!text) return;
    const kind = about === "refused" ? "mwb-not-possible" : "mwb-trouble";
    const line = make("p", { "class": kind, "role": "alert", "data-about": about }, text);
    if (about !== "refused") line.append(this.closing(about)); // a refusal goes with the next touch
    this.alerts.set(about, line);
    this.root.prepend(line);
  }
}
