// Drawing on a board by mouse, finger or pen: arrows, lines, rings, crosses, the spotlight. What was drawn is told in board units.

import { elementOf, shape } from "../page/dom";

/** The most points of a line, board units between two of them, and milliseconds between two places of the spotlight. */
const MOST = 100,
  APART = 3,
  SPOT = 150;

export class Drawing {
  private points: [number, number][] = [];
  private ink: SVGElement | null = null;
  private tool = "";
  private spotted = 0;
  private swallow = false;

  /** `tell` is called with what was drawn: its kind, then its points as "x,y". */
  constructor(
    private readonly root: HTMLElement,
    private readonly tell: (drawn: readonly string[]) => void,
  ) {
    const first = { capture: true };
    root.addEventListener(
      "pointerdown",
      (event) => {
        this.down(event);
      },
      first,
    );
    root.addEventListener(
      "pointermove",
      (event) => {
        this.moved(event);
      },
      first,
    );
    root.addEventListener(
      "pointerup",
      (event) => {
        this.up(event);
      },
      first,
    );
    root.addEventListener(
      "pointercancel",
      () => {
        this.end();
      },
      first,
    );
    root.addEventListener(
      "click",
      (event) => {
        if (this.swallow) event.stopImmediatePropagation();
      },
      first,
    );
  }

  private down(event: PointerEvent): void {
    this.swallow = false;
    const wood = elementOf(event.target)?.closest<SVGSVGElement>("[data-draws] .mwb-wood");
    const tool = this.root.querySelector("[data-tool][aria-pressed='true']")?.getAttribute("data-tool") ?? "";
    if (!wood || !tool || event.button || !event.isPrimary) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    this.tool = tool;
    this.swallow = true;
    this.points = [pointOf(wood, event)];
    this.ink = shape("path", { class: "st-ink" });
    wood.append(this.ink);
    if (tool === "spot") this.spot();
  }

  private moved(event: PointerEvent): void {
    const wood = this.ink?.closest("svg"),
      last = this.points.at(-1);
    if (!wood || !last) return;
    event.stopImmediatePropagation();
    const [x, y] = pointOf(wood, event);
    if (Math.hypot(x - last[0], y - last[1]) < APART) return;
    if (this.tool === "line" && this.points.length < MOST) this.points.push([x, y]);
    else if (this.tool !== "line") this.points = [this.points[0] ?? [x, y], [x, y]];
    if (this.tool === "spot") this.spot();
    else if (this.tool === "line" || this.tool === "arrow")
      this.ink?.setAttribute("d", `M${this.points.map((point) => point.join(" ")).join("L")}`);
  }

  private up(event: PointerEvent): void {
    if (!this.ink) return;
    event.stopImmediatePropagation();
    const last = this.points.at(-1),
      first = this.points[0];
    if (this.tool === "spot") this.spot(true);
    else if ((this.tool === "line" || this.tool === "arrow") && this.points.length > 1)
      this.said(this.tool, this.points);
    else if (this.tool === "line" || this.tool === "arrow") this.said("ring", first ? [first] : []);
    else this.said(this.tool, last ? [last] : []);
    this.end();
  }

  private spot(now = false): void {
    const last = this.points.at(-1);
    if (!last || (!now && performance.now() - this.spotted < SPOT)) return;
    this.spotted = performance.now();
    this.said("spot", [last]);
  }

  private said(kind: string, points: readonly [number, number][]): void {
    this.tell([kind, ...points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`)]);
  }

  private end(): void {
    this.ink?.remove();
    this.ink = null;
    this.points = [];
  }
}

/** Where a pointer is on a picture, in its units. */
function pointOf(wood: SVGSVGElement, event: PointerEvent): [number, number] {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(wood.getScreenCTM()?.inverse());
  return [at.x, at.y];
}
