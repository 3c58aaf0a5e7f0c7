// A page within a notebook of JupyterLab: keys are the page's own, it is as high as the notebook's window allows, links to rules lead to
// the ruling page, and the bar above hears which exercise is shown. Elsewhere nothing of this applies.

/** So high may the words before a page be that are in view with it, in pixels. */
const WORDS = 60;

/** The nearest box around that scrolls by itself. */
function scroller(root: HTMLElement): HTMLElement | null {
  for (let node = root.parentElement; node; node = node.parentElement) {
    const flow = getComputedStyle(node).overflowY;
    if ((flow === "auto" || flow === "scroll") && node.clientHeight > 200) return node;
  }
  return null;
}

export class Lab {
  private readonly cell: Element | null;
  private readonly ended = new AbortController();
  private readonly rising: ResizeObserver;
  private now = "";

  /** `go` is told which exercise of several the bar above asks for. */
  constructor(private readonly root: HTMLElement, go: (exercise: string) => void) {
    this.cell = root.closest(".jp-Cell");
    this.rising = new ResizeObserver(() => { this.measure(); });
    if (!this.cell) return;
    const signal = this.ended.signal;
    root.setAttribute("data-lm-suppress-shortcuts", "true");
    root.addEventListener("keydown", (event) => { event.stopPropagation(); }, { signal });
    root.addEventListener("mw-go", (event) => { go(String((event as CustomEvent).detail)); }, { signal, capture: true });
    window.addEventListener("resize", () => { this.measure(); }, { signal });
    if (this.cell.previousElementSibling) this.rising.observe(this.cell.previousElementSibling);
    this.measure();
  }

  get inCell(): boolean {
    return this.cell !== null;
  }

  close(): void {
    this.ended.abort();
    this.rising.disconnect();
  }

  /** The page has changed. */
  changed(): void {
    this.follow();
    const now = this.root.querySelector("[data-now]")?.getAttribute("data-now") ?? "";
    if (now && now !== this.now) this.root.dispatchEvent(new CustomEvent("mw-now", { bubbles: true, detail: now }));
    this.now = now;
  }

  /** How high the window is for the page. The first of a notebook has the words above it in view as well: nobody has scrolled yet. */
  private measure(): void {
    const around = scroller(this.root), high = around ? around.clientHeight : window.innerHeight;
    const top = around ? this.root.getBoundingClientRect().top - around.getBoundingClientRect().top + around.scrollTop : 0;
    const above = this.now ? top : Math.max(0, top - WORDS); // what is shown in one place for ever has lines above its board, too
    this.root.style.setProperty("--room", `${high - (top < high / 3 ? above : 0)}px`);
  }

  /** Links to rules lead to the ruling page, which JupyterLab shows in a tab of its own. */
  private follow(): void {
    const config = this.cell && document.getElementById("jupyter-config-data");
    if (!config) return;
    const base = (JSON.parse(config.textContent) as { baseUrl: string }).baseUrl;
    for (const link of this.root.querySelectorAll<HTMLAnchorElement>("a[href]")) {
      const rule = /^\.\.\/(docs\/rulings\.md#.*)$/.exec(link.getAttribute("href") ?? "")?.[1];
      if (rule) link.href = `${base}doc/tree/${rule}`;
      link.target = "_blank";
      link.rel = "noopener";
    }
  }
}
