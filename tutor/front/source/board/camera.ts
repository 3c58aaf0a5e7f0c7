// Which part of a board is shown: pure reckoning in board units. x, y, width and height of the part, within the size of the picture.

import { clamp } from "../page/dom";
import type { Box } from "../page/messages";

/** An area is so many units wide, and so far from area to area, as the scene has it. */
export const CARD = 100,
  AREA = 104;
/** An area of fewer pixels than this is too small to read: the board then shows a part of the Wood. */
const SMALL = 80;
/** Nobody comes nearer than to so many areas. */
const NEAREST = 1.5;

export type Size = readonly [width: number, height: number];

/** Whether areas would be too small to read, were all of the picture shown in a room of so many pixels. */
export function tooSmall([width, height]: Size, [room, tall]: Size): boolean {
  return Math.min(room / width, tall / height) * CARD < SMALL;
}

/** The part round what matters now that fits a room with areas at their natural size; with `fill` larger, if the picture is narrower
 * than the room then. */
export function nearView([width, height]: Size, [room, tall]: Size, focus: Box | null, fill = false): Box {
  const large = fill ? Math.max(1, (room / width) * (AREA / CARD)) : 1;
  const w = Math.min(width, (room / CARD / large) * AREA),
    h = Math.min(height, (tall / CARD / large) * AREA);
  const [x, y, fw, fh] = focus ?? [0, 0, width, height];
  return [clamp(x + fw / 2 - w / 2, 0, width - w), clamp(y + fh / 2 - h / 2, 0, height - h), w, h];
}

/** The part of a room's shape that has all of what matters in it, as large as it can be: it may reach beyond the picture's edge. */
export function framed([room, tall]: Size, [x, y, w, h]: Box): Box {
  const unit = Math.max(w / room, h / tall);
  return [x + w / 2 - (room * unit) / 2, y + h / 2 - (tall * unit) / 2, room * unit, tall * unit];
}

/** Nearer by a factor, holding the point at (x, y), in parts of what is shown; null once all of the picture is shown. */
export function zoomed([width, height]: Size, view: Box | null, factor: number, x: number, y: number): Box | null {
  const [left, top, w, h] = view ?? [0, 0, width, height];
  const wide = clamp(w / factor, AREA * NEAREST, width),
    high = Math.min((h * wide) / w, height);
  if (wide >= width && high >= height) return null;
  return [clamp(left + x * (w - wide), 0, width - wide), clamp(top + y * (h - high), 0, height - high), wide, high];
}

/** The same part, moved so that its picture goes along with (dx, dy). */
export function panned([width, height]: Size, [x, y, w, h]: Box, dx: number, dy: number): Box {
  return [clamp(x - dx, 0, width - w), clamp(y - dy, 0, height - h), w, h];
}

/** The part of the same extent round a point. */
export function centred([width, height]: Size, [, , w, h]: Box, x: number, y: number): Box {
  return [clamp(x - w / 2, 0, width - w), clamp(y - h / 2, 0, height - h), w, h];
}

/** How far a part must be moved so that the area at (x, y) is in it. */
export function toBringIn([left, top, w, h]: Box, x: number, y: number): readonly [number, number] {
  const dx = x < left ? left - x : x + CARD > left + w ? left + w - x - AREA : 0;
  const dy = y < top ? top - y : y + CARD > top + h ? top + h - y - AREA : 0;
  return [dx, dy];
}
