// Below a still board in a cell of a notebook: the board in words, what was touched of it, and in which theme the page is. What is
// painted on the canvas itself is for the kernel to say.

import { make } from "./dom";
import { layDown } from "./sheets";
import { followTheme } from "./theme";

/** What anywidget gives, so far as it is used. */
interface Model {
  get(name: "title" | "said" | "sheet"): string;
  get(name: "lines"): readonly string[];
  set(name: "theme", value: string): void;
  save_changes(): void;
  send(message: unknown): void;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
}

/** Touches of the picture beside `notes`, as parts of its width and height. The canvas itself would take the wheel and the tab key. */
class Touched {
  private box: HTMLElement | null = null;
  private readonly ended = new AbortController();
  private readonly placing: ResizeObserver;
  private readonly coming = new MutationObserver(() => {
    this.quiet();
  });

  constructor(
    private readonly notes: HTMLElement,
    private readonly tell: (x: number, y: number) => void,
  ) {
    this.placing = new ResizeObserver(() => {
      this.placed();
    });
    this.placing.observe(notes);
  }

  close(): void {
    this.ended.abort();
    this.placing.disconnect();
    this.coming.disconnect();
  }

  /** The notebook puts the notes beside the canvas after they were made, and the canvas as it likes. */
  private placed(): void {
    const box = this.notes.parentElement;
    if (!box || box === this.box) return;
    this.box = box;
    this.coming.observe(box, { childList: true });
    box.addEventListener(
      "click",
      (event) => {
        this.clicked(event);
      },
      { signal: this.ended.signal },
    );
    this.quiet();
  }

  private get canvases(): readonly HTMLCanvasElement[] {
    return [...(this.box?.querySelectorAll("canvas") ?? [])];
  }

  private quiet(): void {
    for (const canvas of this.canvases) canvas.inert = true;
  }

  private clicked(event: MouseEvent): void {
    const shown = this.canvases.map((canvas) => canvas.getBoundingClientRect()).find((each) => each.width > 0);
    if (!shown) return;
    const x = (event.clientX - shown.left) / shown.width,
      y = (event.clientY - shown.top) / shown.height;
    if (x >= 0 && x <= 1 && y >= 0 && y <= 1) this.tell(x, y);
  }
}

export default {
  render({ model, el }: { model: Model; el: HTMLElement }): () => void {
    layDown(model.get("sheet"), el);
    const picture = make("div", { role: "img", class: "mw-still-words" }),
      lines = make("ul");
    const said = make("p", { "class": "mw-still-said", "aria-live": "polite" });
    picture.append(lines);
    el.append(picture, said);
    const show = (): void => {
      picture.setAttribute("aria-label", model.get("title"));
      lines.replaceChildren(...model.get("lines").map((line) => make("li", {}, line)));
      said.textContent = model.get("said");
    };
    show();
    model.on("change", show);
    const touched = new Touched(el, (x, y) => {
      model.send({ x, y });
    });
    const alone = followTheme((theme) => {
      model.set("theme", theme);
      model.save_changes();
    });
    return () => {
      model.off("change", show);
      touched.close();
      alone();
    };
  },
};
