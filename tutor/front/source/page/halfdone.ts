// What stands half done on a page, and is no act yet: options picked, an order of cards, a text typed. It is kept in the browser's
// storage under the name the page was sent (document and viewer), so that a reload, a restart or a closed tab loses nothing of it.

import type { Values } from "./messages";

const PREFIX = "mystic-wood half done: ";
/** So many documents with something half done are kept; of more, those not touched for longest go. */
const MOST = 200;

interface Entry {
  readonly values: readonly string[];
  /** The mark `data-reset` of the group or field this was done in. */
  readonly reset: string;
}

interface Stored {
  readonly at: number;
  readonly entries: Record<string, Entry>;
}

type Box = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** The browser's storage; null where it is forbidden, as in some private windows. */
function browserStorage(): Box | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== "object" || value === null) return false;
  const { values, reset } = value as Partial<Entry>;
  return typeof reset === "string" && Array.isArray(values) && values.every((each) => typeof each === "string");
}

function read(text: string | null): Stored | null {
  try {
    const found = JSON.parse(text ?? "null") as Partial<Stored> | null;
    if (!found || typeof found.at !== "number" || typeof found.entries !== "object") return null;
    return {
      at: found.at,
      entries: Object.fromEntries(Object.entries(found.entries).filter(([, entry]) => isEntry(entry))),
    };
  } catch {
    return null; // somebody else has written there, or it was cut off: it is as if nothing had been half done
  }
}

export class HalfDone {
  private name = "";
  private entries = new Map<string, Entry>();
  private readonly box: Box | null;

  constructor(box: Box | null = browserStorage()) {
    this.box = box;
  }

  /** Another document or viewer: what was half done there comes back. */
  open(name: string): void {
    if (name === this.name) return;
    this.name = name;
    const stored = name && this.box ? read(this.box.getItem(PREFIX + name)) : null;
    this.entries = new Map(Object.entries(stored?.entries ?? {}));
  }

  /** What is half done in a group or field whose mark is `reset`; undefined if nothing is. What was done before the mark changed is
   * forgotten. */
  get(name: string, reset: string): readonly string[] | undefined {
    const entry = this.entries.get(name);
    if (!entry) return undefined;
    if (entry.reset === reset) return entry.values;
    this.entries.delete(name);
    this.write();
    return undefined;
  }

  set(name: string, reset: string, values: readonly string[]): void {
    this.entries.set(name, { values, reset });
    this.write();
  }

  private write(): void {
    if (!this.name || !this.box) return;
    try {
      if (this.entries.size === 0) return this.box.removeItem(PREFIX + this.name);
      const stored: Stored = { at: Date.now(), entries: Object.fromEntries(this.entries) };
      this.box.setItem(PREFIX + this.name, JSON.stringify(stored));
      this.bound(this.box);
    } catch {
      // The storage is full or forbidden: it still stands in this page.
    }
  }

  private bound(box: Box): void {
    const names = Array.from({ length: box.length }, (_, n) => box.key(n) ?? "").filter((name) =>
      name.startsWith(PREFIX),
    );
    if (names.length <= MOST) return;
    const ages = names.map((name) => ({ name, at: read(box.getItem(name))?.at ?? 0 })).sort((a, b) => a.at - b.at);
    for (const { name } of ages.slice(0, names.length - MOST)) box.removeItem(name);
  }
}

/** The values of all groups and fields of a page, as they stand now. */
export function valuesOf(root: ParentNode): Values {
  const found: Record<string, string[]> = {};
  for (const group of root.querySelectorAll("[data-choices]")) {
    found[group.getAttribute("data-choices") ?? ""] = picked(group);
  }
  for (const list of root.querySelectorAll("[data-order]")) {
    found[list.getAttribute("data-order") ?? ""] = ordered(list);
  }
  for (const field of root.querySelectorAll<HTMLInputElement>("[data-value]")) {
    found[field.getAttribute("data-value") ?? ""] = [field.value];
  }
  return found;
}

/** What is picked in a group of choices. */
export function picked(group: Element): string[] {
  return [...group.querySelectorAll("[data-choice]")]
    .filter((item) => item.querySelector<HTMLInputElement>("input.mwb-pick")?.checked)
    .map((item) => item.getAttribute("data-choice") ?? "");
}

/** The order in which the items of a list lie. */
export function ordered(list: Element): string[] {
  return [...list.querySelectorAll("[data-item]")].map((item) => item.getAttribute("data-item") ?? "");
}

export function resetOf(node: Element): string {
  return node.closest("[data-reset]")?.getAttribute("data-reset") ?? "";
}
