// That Python is waking, and how far it is: a thin bar at the top of the page, gone once it is awake.

import { make } from "../page/dom";
import type { Watcher } from "./desks";

const MEGABYTE = 1_000_000;

export class Waking implements Watcher {
  private readonly line = make("i", {});
  private readonly bar = make("div", {
    "class": "mw-wake",
    "role": "progressbar",
    "aria-label": "The tutor is waking",
    "aria-valuemin": 0,
    "aria-valuemax": 100,
  });

  constructor() {
    this.bar.append(this.line);
    document.body.prepend(this.bar);
  }

  progress(done: number, total: number): void {
    const part = total ? Math.min(100, Math.round((100 * done) / total)) : 0;
    this.line.style.width = `${part}%`;
    this.bar.setAttribute("aria-valuenow", String(part));
    const said = `${(done / MEGABYTE).toFixed(1)} of ${(total / MEGABYTE).toFixed(1)} MB`;
    for (const place of document.querySelectorAll("[data-waking]")) place.textContent = `The board wakes: ${said}`;
  }

  awake(): void {
    this.bar.remove();
    document.querySelector(".mw-coming")?.remove();
    for (const place of document.querySelectorAll("[data-waking]")) place.textContent = "The board is awake.";
    document.documentElement.dataset["awake"] = String(Math.round(performance.now()));
  }

  failed(text: string): void {
    this.bar.remove();
    document.querySelector(".mw-asleep")?.remove();
    const again = make("button", { type: "button" }, "Try again");
    again.addEventListener("click", () => {
      location.reload();
    });
    const line = make(
      "p",
      { class: "mw-asleep", role: "alert" },
      `What is shown can be read; it cannot answer: ${text}. `,
    );
    line.append(again);
    document.body.append(line);
  }
}
