// The pieces a board is made of: kept by their keys, and laid out in the order that is sent.

import { define } from "./definitions";
import { active, drawn, findTarget, focusOn, targetOf } from "../page/dom";
import type { BoardPart } from "../page/messages";

const FONT = "'Source Sans 3','Segoe UI','Helvetica Neue',Arial,'Liberation Sans',sans-serif";

/** The empty picture of a board, as HTML text. */
export const WOOD = `<svg class="mwb-wood" role="application" aria-label="The board" stroke-linejoin="round" fill="none"
  font-family="${FONT}"><g></g></svg>
  <svg class="mwb-film" aria-hidden="true" stroke-linejoin="round" fill="none" font-family="${FONT}"><g></g></svg>
  <svg class="mwb-map" aria-hidden="true" hidden></svg>`;

/** What was sent of boards so far. A piece that is no longer drawn may come back, as after undoing: it is kept, as the host believes. */
export class Pieces {
  private readonly texts = new Map<string, SVGElement>();

  clear(): void {
    this.texts.clear();
  }

  /** Takes in what is new: pieces here, definitions where all pages have them. */
  take(board: BoardPart, place: Node): void {
    define(board.defs, place);
    for (const [key, text] of Object.entries(board.pieces)) {
      const piece = drawn(text);
      if (piece) this.texts.set(key, piece);
    }
  }

  inOrder(keys: readonly string[]): SVGElement[] {
    return keys.map((key) => this.texts.get(key)).filter((piece) => piece !== undefined);
  }
}

/** Makes these the children of a layer; what stays is not touched. */
export function layOut(layer: Element, wanted: readonly Element[]): void {
  let next = layer.firstChild;
  for (const piece of wanted) {
    if (piece === next) next = next.nextSibling;
    else layer.insertBefore(piece, next);
  }
  while (next) {
    const gone: ChildNode = next;
    next = next.nextSibling;
    gone.remove();
  }
}

/** Lays the board out and keeps the keyboard where it is; false if what had it is gone from the board. */
export function layOutKeepingFocus(root: Element, layer: Element, wanted: readonly Element[]): boolean {
  const had = targetOf(active(root));
  layOut(layer, wanted);
  if (!had || active(root)) return true;
  const again = findTarget(root, had);
  focusOn(again);
  return again !== null;
}

/** Where a piece has been moved to, from its transform; the beginning of a picture if nothing says. */
export function placeOf(piece: Element): { x: number; y: number } {
  const found = /translate\(\s*([-\d.]+)(?:[\s,]+([-\d.]+))?/.exec(piece.getAttribute("transform") ?? "");
  return { x: Number(found?.[1] ?? 0), y: Number(found?.[2] ?? 0) };
}
