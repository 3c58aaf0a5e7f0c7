// A page within a notebook of JupyterLab: keys are the page's own, it is as high as the notebook's window allows, links to rules lead to
// the ruling page, and the bar above hears which exercise is shown. Elsewhere nothing of this applies.

/** The nearest box around that scrolls by itself. */
function scroller(root: HTMLElement): HTMLElement | null {
  for (let node = root.parentElement; node; node = node.parentElement) {
    const flow = getComputedStyle(node).overflowY;
    if ((flow === "auto" || flow === "scroll") && node.clientHeight > 200) return node;
  }
  return null;
}

export class Lab {
  private cell: Element | null = null;
  private readonly ended = new AbortController();
  private readonly rising: ResizeObserver;
  private now = "";

  /** `go` is told which exercise of several the bar above asks for. JupyterLab puts a page into its cell after it was made. */
  constructor(
    private readonly root: HTMLElement,
    private readonly go: (exercise: string) => void,
  ) {
    this.rising = new ResizeObserver(() => {
      this.placed();
    });
    this.rising.observe(root);
    this.placed();
  }

  get inCell(): boolean {
    return this.root.closest(".jp-Cell") !== null;
  }

  /** The page has been put somewhere, or what is above it has another height. */
  private placed(): void {
    if (!this.cell) this.enter(this.root.closest(".jp-Cell"));
    if (this.cell) this.measure();
  }

  private enter(cell: Element | null): void {
    this.cell = cell;
    if (!cell) return;
    const root = this.root,
      signal = this.ended.signal;
    root.setAttribute("data-lm-suppress-shortcuts", "true");
    root.addEventListener(
      "keydown",
      (event) => {
        event.stopPropagation();
      },
      { signal },
    );
    root.addEventListener(
      "mw-go",
      (event) => {
        this.go(String((event as CustomEvent).detail));
      },
      { signal, capture: true },
    );
    window.addEventListener(
      "resize",
      () => {
        this.measure();
      },
      { signal },
    );
    if (cell.previousElementSibling) this.rising.observe(cell.previousElementSibling);
    this.now = "";
    this.changed(); // what was told before went nowhere
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
    const around = scroller(this.root),
      high = around ? around.clientHeight : window.innerHeight;
    const top = around
      ? this.root.getBoundingClientRect().top - around.getBoundingClientRect().top + around.scrollTop
      : 0;
    this.root.style.setProperty("--room", `${high - (top < high / 3 ? top : 0)}px`);
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
