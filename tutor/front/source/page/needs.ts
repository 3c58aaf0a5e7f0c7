// A button that needs something first, or several things, is plainly not yet possible until all of that stands on the page.

import { valuesOf } from "./halfdone";

export function showNeeds(root: ParentNode): void {
  const buttons = root.querySelectorAll("[data-needs]");
  if (buttons.length === 0) return;
  const values = valuesOf(root);
  for (const button of buttons) {
    const names = (button.getAttribute("data-needs") ?? "").split(",");
    const there = names.every((name) => values[name]?.some((text) => text.trim() !== "") ?? false);
    if (there) button.removeAttribute("aria-disabled");
    else button.setAttribute("aria-disabled", "true");
  }
}
