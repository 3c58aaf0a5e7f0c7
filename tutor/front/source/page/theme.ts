// Light or dark: what the page around says, else what the system has. The one place that decides it.

export type Theme = "light" | "dark";

const MARKS = ["class", "data-theme", "data-jp-theme-light", "style"];

/** What a page around a board says of its theme: JupyterLab, marimo, or a class; null if it says nothing. */
function saidBy(node: HTMLElement): Theme | null {
  const lab = node.dataset["jpThemeLight"];
  if (lab) return lab === "false" ? "dark" : "light";
  const named =
    node.dataset["theme"] ??
    (node.classList.contains("dark") ? "dark" : node.classList.contains("light") ? "light" : "");
  return named === "dark" || named === "light" ? named : null;
}

export function themeNow(system: MediaQueryList = matchMedia("(prefers-color-scheme: dark)")): Theme {
  return saidBy(document.body) ?? saidBy(document.documentElement) ?? (system.matches ? "dark" : "light");
}

/** Calls `tell` with the theme now and whenever it changes; returns what ends that. */
export function followTheme(tell: (theme: Theme) => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  let told: Theme | null = null;
  const look = (): void => {
    const now = themeNow(system);
    if (now !== told) tell((told = now));
  };
  const watch = new MutationObserver(look);
  for (const node of [document.documentElement, document.body])
    watch.observe(node, { attributes: true, attributeFilter: MARKS });
  system.addEventListener("change", look);
  look();
  return () => {
    watch.disconnect();
    system.removeEventListener("change", look);
  };
}
