// What a page does once: copy, save, paint as PNG, print, go elsewhere.

import { download, make, still } from "./dom";
import type { Effect } from "./messages";

export interface Around {
  readonly root: HTMLElement;
  readonly say: (text: string) => void;
}

const DOING: Readonly<Record<Effect["effect"], (given: Effect, page: Around) => void>> = {
  copy({ text }, { root, say }) {
    root.dataset["copied"] = text;
    const board = navigator.clipboard as Clipboard | undefined; // none on a page without https
    if (board)
      board.writeText(text).then(
        () => {
          say("Copied.");
        },
        () => {
          say("The browser refuses to copy.");
        },
      );
    else say("The browser does not let this page copy: mark the text, and copy it by hand.");
  },
  save({ text, name }) {
    download(new Blob([text], { type: "text/plain" }), name);
  },
  png({ text, name }) {
    const image = new Image();
    image.onload = () => {
      const canvas = make("canvas", { width: image.width, height: image.height });
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      canvas.toBlob((blob) => {
        if (blob) download(blob, name);
      });
    };
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  },
  print({ text }, { root }) {
    root.querySelector(".mwb-slip")?.remove();
    const slip = make("iframe", {
      class: "mwb-slip",
      title: "Slip to print",
      srcdoc: text,
      sandbox: "allow-same-origin allow-modals",
    });
    slip.onload = () => slip.contentWindow?.print();
    root.append(slip);
  },
  onward(_, { root }) {
    goOnward(root);
  },
  go({ text }) {
    const there = new URL(text, document.baseURI);
    if (["http:", "https:"].includes(there.protocol)) location.assign(there);
  },
};

export function perform(effect: Effect, page: Around): void {
  DOING[effect.effect](effect, page);
}

const ANSWER = "[tabindex='0'], button:not(:disabled, [tabindex='-1']), input:not(:disabled)";

/** On to what follows this page in a notebook: the text of the next cell at the top, the keyboard in the next page. */
export function goOnward(root: HTMLElement): void {
  const all = [...document.querySelectorAll<HTMLElement>(".mwb")];
  const next = all[all.indexOf(root) + 1];
  const cell = root.closest(".jp-Cell")?.nextElementSibling;
  const after = cell?.matches(".jp-Cell") ? (cell as HTMLElement) : undefined;
  const begin = next?.querySelector<HTMLElement>("[data-panel=act]") ?? next;
  begin?.querySelector<HTMLElement>(ANSWER)?.focus({ preventScroll: true });
  (after ?? next)?.scrollIntoView({ block: "start", behavior: still() ? "instant" : "smooth" });
  if (!next && after) {
    after.tabIndex = -1;
    after.focus({ preventScroll: true });
  }
}

/** What is pointed at, or has the focus, explains itself in the line below it. */
export function explain(node: EventTarget | null): void {
  const says = (node as Element).closest<HTMLElement>("[data-says]");
  const line = says?.closest("[data-walk]")?.parentElement?.querySelector("[data-saying]");
  if (says && line) line.textContent = says.dataset["says"] ?? "";
}

/** What tells one judging, or one throw of dice, from the next. */
export function mark(node: Element): string {
  return ["data-order", "data-tries", "data-roll", "data-key"].map((name) => node.getAttribute(name) ?? "").join(" ");
}

export function marks(tree: Element): Set<string> {
  return new Set([...tree.querySelectorAll("[data-tries], [data-roll]")].map(mark));
}
