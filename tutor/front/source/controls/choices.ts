// A group to choose from: one item, or several. What is picked stays in the page until it is sent with the next touch.

import { make } from "../page/dom";
import { type HalfDone, picked, resetOf } from "../page/halfdone";

const MARKS: Readonly<Record<string, readonly [sign: string, words: string]>> = {
  right: ["✓", "right"],
  wrong: ["✗", "not so"],
};

/** The sign of a mark, with the words for who cannot see it. */
export function markSign(mark: string | null): HTMLElement {
  const [sign, words] = MARKS[mark ?? ""] ?? ["", ""];
  const node = make("b", { class: "mwb-marked" }, sign);
  if (sign) {
    node.setAttribute("role", "img");
    node.setAttribute("aria-label", words);
  }
  return node;
}

export function isFrozen(group: Element): boolean {
  return group.hasAttribute("data-frozen");
}

/** Gives the items of a group, fresh from the host, their boxes to tick and their marks; `id` tells groups of the page apart. */
export function dressChoices(group: Element, half: HalfDone, id: string): void {
  const name = group.getAttribute("data-choices") ?? "";
  const several = group.hasAttribute("data-several");
  const chosen = half.get(name, resetOf(group)) ?? sentPicks(group);
  if (!group.hasAttribute("role")) group.setAttribute("role", several ? "group" : "radiogroup");
  for (const item of group.querySelectorAll("[data-choice]")) {
    const choice = item.getAttribute("data-choice") ?? "";
    const box = make("input", {
      class: "mwb-pick",
      type: several ? "checkbox" : "radio",
      name: `${id}-${name}`,
      value: choice,
    });
    box.toggleAttribute("checked", chosen.includes(choice));
    box.checked = chosen.includes(choice);
    box.disabled = isFrozen(group);
    item.querySelector(":scope > .mwb-pick")?.remove();
    item.querySelector(":scope > .mwb-marked")?.remove();
    item.prepend(box);
    item.append(markSign(item.getAttribute("data-mark")));
  }
}

/** What the host says is picked, as in an exercise that was answered. */
function sentPicks(group: Element): string[] {
  return [...group.querySelectorAll("[data-choice][data-picked]")].map(
    (item) => item.getAttribute("data-choice") ?? "",
  );
}

/** Something was picked or given up: keeps it. */
export function keepPicks(group: Element, half: HalfDone): void {
  half.set(group.getAttribute("data-choices") ?? "", resetOf(group), picked(group));
}

/** The item of a group that can still be changed which stands for a target of the board, or for what lies under it. */
export function choiceFor(root: ParentNode, target: string): HTMLInputElement | null {
  const open = "[data-choices]:not([data-frozen])",
    name = CSS.escape(target);
  const item =
    root.querySelector(`${open} [data-choice="${name}"]`) ?? root.querySelector(`${open} [data-also~="${name}"]`);
  return item?.querySelector<HTMLInputElement>("input.mwb-pick") ?? null;
}

/** Shows on the board what is picked of it. */
export function showPicked(root: ParentNode): void {
  const chosen = new Set([...root.querySelectorAll("[data-choices]")].flatMap(picked));
  for (const item of root.querySelectorAll("[data-choice][data-also]")) {
    if (!chosen.has(item.getAttribute("data-choice") ?? "")) continue;
    for (const above of item.getAttribute("data-also")?.split(" ") ?? []) chosen.add(above);
  }
  for (const node of root.querySelectorAll(".mwb-wood [data-target]")) {
    node.toggleAttribute("data-picked", chosen.has(node.getAttribute("data-target") ?? ""));
  }
}
