// Looking closer: a board whose areas would be too small to read shows the part that matters, with a small map of all of it. The one
// place for that: wheel with Ctrl, two fingers, dragging, the map, and the keyboard walking out of what is shown.

import { CARD, type Size, centred, framed, nearView, panned, toBringIn, tooSmall, zoomed } from "./camera";
import { shape } from "../page/dom";
import type { Box } from "../page/messages";
import { placeOf } from "./pieces";

/** What is nearly all of the Wood again is all of it. */
const ALL = 0.01;

export class Closer {
  view: Box | null = null;
  private size: Size | null = null;
  private focus: Box | null = null;
  /** Whether the reader has chosen the part himself, or all of it. */
  private chosen: "part" | "all" | null = null;
  private readonly sizes = new ResizeObserver(() => {
    this.aim();
  });

  constructor(
    private readonly root: HTMLElement,
    private readonly place: HTMLElement,
    private readonly wood: SVGElement,
    private readonly map: SVGElement,
  ) {
    map.addEventListener("dblclick", (event) => {
      event.stopPropagation();
      this.zoom(ALL, 0.5, 0.5);
    });
    this.sizes.observe(place);
  }

  close(): void {
    this.sizes.disconnect();
  }

  /** The picture has this size now. */
  fit(size: Size): void {
    // Of another picture another part is to be shown: what is left of the one before would lie beyond its edge.
    if (this.chosen !== "part" && this.size?.join() !== size.join()) this.view = null;
    this.size = size;
    this.aim();
  }

  /** This part of the picture matters now; null: all of it. */
  follow(focus: Box | null): void {
    this.focus = focus;
    if (this.exact()) this.chosen = null; // who follows sees what is shown to all
    this.aim(true);
  }

  zoom(factor: number, x: number, y: number): void {
    if (!this.size) return;
    this.view = zoomed(this.size, this.view, factor, x, y);
    this.chosen = this.view ? "part" : "all";
    this.aim();
  }

  /** Moves the picture by so many pixels. */
  panPixels(dx: number, dy: number): void {
    if (!this.view) return;
    const unit = this.view[2] / this.wood.getBoundingClientRect().width;
    this.pan(dx * unit, dy * unit);
  }

  /** The keyboard has gone to a piece: it comes into what is shown. */
  bringIn(piece: Element): void {
    if (!this.view) return;
    const at = placeOf(piece),
      [dx, dy] = toBringIn(this.view, at.x, at.y);
    if (dx || dy) this.pan(dx, dy);
  }

  /** Whether the small map was pressed, and what is shown has gone there. */
  pressed(event: PointerEvent): boolean {
    if (!this.map.contains(event.target as Node)) return false;
    if (!this.view || !this.size) return true;
    const box = this.map.getBoundingClientRect(),
      [width, height] = this.size;
    const x = ((event.clientX - box.left) / box.width) * width,
      y = ((event.clientY - box.top) / box.height) * height;
    this.view = centred(this.size, this.view, x, y);
    this.aim();
    return true;
  }

  wheel(event: WheelEvent): void {
    if (!event.ctrlKey || !this.wood.contains(event.target as Node)) return;
    event.preventDefault();
    const box = this.wood.getBoundingClientRect();
    this.zoom(
      Math.exp(-event.deltaY / 300),
      (event.clientX - box.left) / box.width,
      (event.clientY - box.top) / box.height,
    );
  }

  private pan(dx: number, dy: number): void {
    if (!this.view || !this.size) return;
    this.view = panned(this.size, this.view, dx, dy);
    this.aim();
  }

  /** Shows the part that is to be shown; `follow`: another part matters now. */
  aim(follow = false): void {
    if (!this.size || !this.place.clientWidth) return;
    const [width, height] = this.size,
      room = this.place.clientWidth;
    const tall = this.place.clientHeight || (room * height) / width;
    if (this.chosen !== "part") this.view = this.fitting(this.size, [room, tall], follow);
    const shown = (this.view ?? [0, 0, width, height]).map((n) => n.toFixed(1)).join(" ");
    for (const picture of this.place.querySelectorAll(".mwb-wood, .mwb-film")) picture.setAttribute("viewBox", shown);
    this.root.toggleAttribute("data-zoomed", this.view !== null);
    this.map.toggleAttribute("hidden", this.view === null);
    this.houseMap();
    if (this.view) this.drawMap(this.view, this.size);
  }

  /** The small map lies where the page has a place for it that is shown, else over a corner of the board. */
  private houseMap(): void {
    const slot = this.root.querySelector("[data-map]");
    const home = slot && slot.getClientRects().length > 0 ? slot : this.place;
    if (this.map.parentNode !== home) home.append(this.map);
  }

  /** The part to show where the reader has chosen none: null for all of it. */
  private fitting(size: Size, room: Size, follow: boolean): Box | null {
    if (this.exact()) return this.focus ? framed(room, this.focus) : null;
    if (this.focus && this.focus[2] >= size[0] && this.focus[3] >= size[1]) return null;
    if (
      this.place.dataset["board"] === "narrow" ||
      !tooSmall(size, room) ||
      this.chosen === "all" ||
      this.nearBeside() ||
      this.hostLooks()
    )
      return null;
    return this.view && !follow
      ? this.view
      : nearView(size, room, this.focus ?? this.knights(), this.place.dataset["board"] === "fill");
  }

  /** Whether just the part that matters is shown, as large as the place is. */
  private exact(): boolean {
    return this.place.dataset["board"] === "stage";
  }

  /** Where the Knights stand: what matters if nothing else is said. */
  private knights(): Box | null {
    const all = [...this.wood.querySelectorAll('[data-target^="knight:"]')].map(placeOf);
    const [xs, ys] = [all.map(({ x }) => x), all.map(({ y }) => y)];
    if (all.length === 0) return null;
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    return [x, y, Math.max(...xs) - x + CARD, Math.max(...ys) - y + CARD];
  }

  /** Whether the page itself shows a part from near by, beside all of the board. */
  private nearBeside(): boolean {
    return (this.root.querySelector(".mw-near")?.getClientRects().length ?? 0) > 0;
  }

  /** Whether a page wide enough for board and words side by side has a button of its own for a closer look. */
  private hostLooks(): boolean {
    return window.innerWidth > 760 && this.root.querySelector('[data-target="closer"]') !== null;
  }

  private drawMap(view: Box, [width, height]: Size): void {
    const [x, y, w, h] = view;
    this.map.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.map.replaceChildren();
    for (const card of this.wood.querySelectorAll('[data-target^="area:"]')) {
      const at = placeOf(card),
        up = card.querySelector("use") !== null && !(card.getAttribute("aria-label") ?? "").includes("face down");
      this.map.append(shape("rect", { x: at.x, y: at.y, width: 96, height: 96, rx: 10, class: up ? "up" : "down" }));
    }
    const knights = [...this.wood.querySelectorAll('[data-target^="knight:"]')].map(placeOf);
    for (const at of knights) this.map.append(shape("circle", { cx: at.x + 50, cy: at.y + 50, r: 30, class: "who" }));
    this.map.append(shape("rect", { x: x + 4, y: y + 4, width: w - 8, height: h - 8, rx: 12, class: "shown" }));
    // Where somebody stands in the lower half, the map would lie over what is said of him.
    const busy = knights.some((at) => at.x >= x && at.x <= x + w && at.y + 50 > y + h / 2 && at.y < y + h);
    this.map.toggleAttribute("data-high", busy);
  }
}
