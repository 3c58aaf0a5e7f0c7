// A button that needs something first is plainly not yet possible until that stands on the page.

import { valuesOf } from "./halfdone";

export function showNeeds(root: ParentNode): void {
  const buttons = root.querySelectorAll("[data-needs]");
  if (buttons.length === 0) return;
  const values = valuesOf(root);
  for (const button of buttons) {
    const there = values[button.getAttribute("data-needs") ?? ""]?.some((text) => text.trim() !== "") ?? false;
    if (there) button.removeAttribute("aria-disabled");
    else button.setAttribute("aria-disabled", "true");
  }
}
