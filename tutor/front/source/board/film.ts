// What happens is seen: pictures one after the other over the board, and how one becomes the next. Under reduced motion the pictures
// stand still, each long enough to be looked at.

import { shape, still } from "../page/dom";
import type { Film, Shot, Step } from "../page/messages";
import { layOut, type Pieces, placeOf } from "./pieces";

/** A picture stands at least so long where nothing moves, and the last fades into the board in so long. */
const STANDS_STILL = 900,
  FADES = 180;

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const translate = (x: number, y: number): string => `translate(${x}px, ${y}px)`;

/** A card turned about its middle, so far open (1: all of it is seen). */
function turnedAt(piece: Element, part: number): string {
  const { x, y } = placeOf(piece);
  return `${translate(x + 50, y)} scale(${part}, 1) ${translate(-50, 0)}`;
}

type Frames = readonly [frames: Keyframe[], options: KeyframeAnimationOptions];

/** How a piece leaves the picture before; null if the step is none of that picture. */
export function leaving(step: Step, piece: Element): Frames | null {
  if (step.kind === "vanish") return [[{ opacity: 1 }, { opacity: 0 }], { duration: step.ms }];
  if (step.kind !== "turn") return null;
  return [
    [{ transform: turnedAt(piece, 1) }, { transform: turnedAt(piece, 0.02) }],
    { duration: step.ms / 2, easing: "ease-in" },
  ];
}

/** How a piece comes into its picture. */
export function coming(step: Step, piece: Element): Frames | null {
  const { x, y } = placeOf(piece),
    way = { duration: step.ms, easing: "ease-in-out" };
  if (step.kind === "appear") return [[{ opacity: 0 }, { opacity: 1 }], way];
  if (step.kind === "turn") {
    const open = [{ transform: turnedAt(piece, 0.02) }, { transform: turnedAt(piece, 1) }];
    return [open, { duration: step.ms / 2, easing: "ease-out" }];
  }
  if (step.kind !== "slide") return null;
  const points = [[step.dx, step.dy] as const, ...step.via, [0, 0] as const];
  return [points.map(([dx, dy]) => ({ transform: translate(x + dx, y + dy) })), way];
}

/** A copy of a piece for the film: nothing of it can be touched. */
function copied(piece: SVGElement): SVGElement {
  const copy = piece.cloneNode(true) as SVGElement,
    target = copy.getAttribute("data-target");
  for (const name of [
    "data-target",
    "role",
    "tabindex",
    "aria-label",
    "data-drag",
    "data-over",
    "data-held",
    "data-picked",
  ]) {
    copy.removeAttribute(name);
  }
  if (target !== null) copy.setAttribute("data-shown", target);
  return copy;
}

export class Cinema {
  private turn = 0;
  private brief = false;
  private seen = 0;
  private readonly layer: Element;

  constructor(
    private readonly root: HTMLElement,
    private readonly place: HTMLElement,
    private readonly screen: SVGElement,
    private readonly pieces: Pieces,
  ) {
    this.layer = screen.querySelector("g") ?? screen;
  }

  /** Takes in the pieces of a film, some of which the page's own board may be made of. */
  take(film: Film): void {
    for (const shot of film.shots) this.pieces.take(shot.board, this.place);
  }

  /** A film came with the whole page: it has been seen already. */
  skip(film: Film): void {
    this.seen = film.id;
  }

  /** Plays a film once; it ends early when another begins, or all is laid out anew. */
  async play(film: Film): Promise<void> {
    if (film.id <= this.seen) return;
    this.seen = film.id;
    this.brief = film.brief === true;
    if (this.brief && still()) {
      this.stop();
      return;
    }
    const mine = ++this.turn,
      over = (): boolean => mine !== this.turn || !this.screen.isConnected;
    const [first, ...others] = film.shots;
    if (!first) return;
    this.show(first);
    this.place.setAttribute("data-playing", "");
    for (const shot of others) {
      this.light(shot.about);
      await (still() ? this.stand(shot) : this.run(shot, over));
      if (over()) return;
    }
    this.end();
    await wait(still() ? 0 : FADES);
    if (!over()) this.layer.replaceChildren();
  }

  /** A click: what is brief need not be seen to its end. */
  hurry(): void {
    if (this.brief) this.stop();
  }

  /** Ends what is played. */
  stop(): void {
    this.turn++;
    this.end();
    this.layer.replaceChildren();
  }

  private end(): void {
    this.light("");
    this.place.removeAttribute("data-playing");
  }

  /** A film of a larger part than the board has is seen whole: nothing of it hangs over the edge. */
  private fit([width, height]: readonly [number, number]): void {
    const wood = this.place.querySelector(".mwb-wood"),
      same = wood?.getAttribute("data-size") === `${width},${height}`;
    const part = same ? wood.getAttribute("viewBox") : null;
    this.screen.setAttribute("viewBox", part ?? `0 0 ${width} ${height}`);
  }

  private show(shot: Shot): void {
    this.fit(shot.board.size);
    layOut(this.layer, this.pieces.inOrder(shot.board.order).map(copied));
  }

  private light(about: string): void {
    for (const item of this.root.querySelectorAll("[data-item]")) {
      item.toggleAttribute("data-lit", about !== "" && item.getAttribute("data-item") === about);
    }
  }

  private async stand(shot: Shot): Promise<void> {
    this.show(shot);
    await wait(Math.max(shot.stand, STANDS_STILL));
  }

  private async run(shot: Shot, over: () => boolean): Promise<void> {
    await this.move(shot.steps, leaving);
    if (over()) return;
    this.show(shot);
    const flights = shot.steps.filter((step) => step.kind === "line").map((step) => this.fly(step));
    await Promise.all([...flights, this.move(shot.steps, coming)]);
    if (!over()) await wait(shot.stand);
  }

  private async move(steps: readonly Step[], how: (step: Step, piece: Element) => Frames | null): Promise<void> {
    const moves: Promise<unknown>[] = [];
    for (const step of steps) {
      const piece = this.layer.querySelector(`[data-shown="${CSS.escape(step.target)}"]`);
      const frames = piece && how(step, piece);
      if (!frames) continue;
      if (step.kind === "slide") this.layer.append(piece); // over all others
      moves.push(piece.animate(frames[0], frames[1]).finished);
    }
    await Promise.all(moves).catch(() => undefined); // broken off
  }

  /** The line of who is carried through the air. */
  private async fly(step: Step): Promise<void> {
    const line = shape("polyline", {
      points: step.via.map((point) => point.join(",")).join(" "),
      class: "mwb-flight",
      pathLength: 1,
    });
    this.layer.append(line);
    const drawing = line.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], {
      duration: step.ms,
      fill: "forwards",
    });
    await drawing.finished.catch(() => undefined);
  }
}

/** Dice are thrown: they tumble in, one after the other. */
export function roll(dice: Element): void {
  if (still()) return;
  dice
    .querySelectorAll("svg")
    .forEach((die, n) =>
      die.animate(
        [
          { transform: "rotate(-200deg) scale(0.4)", opacity: 0 },
          { transform: "rotate(20deg) scale(1.1)", opacity: 1, offset: 0.7 },
          { transform: "none" },
        ],
        { duration: 550, delay: 140 * n, easing: "ease-out", fill: "backwards" },
      ),
    );
}
