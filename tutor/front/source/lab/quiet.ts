// Nothing but the lesson: JupyterLab's furniture, shortcuts and menus are not for a learner.

import { type App, complain, type Widget } from "./api";
import type { Lessons } from "./lessons";
import { learner } from "./server";

const FURNITURE = new RegExp(
  "^jp-(top-panel|menu-panel|header-panel|bottom-panel|title-panel-title|down-stack|left-stack|right-stack|main-statusbar)$",
);

/** What the keyboard can reach. */
const REACHED =
  '[tabindex="0"], button:not(:disabled, [tabindex="-1"]), input:not(:disabled, [tabindex="-1"]), a[href]:not([tabindex="-1"])';

function clear(widget: Widget): void {
  if (FURNITURE.test(widget.id) || widget.hasClass("jp-SideBar")) {
    if (!widget.isHidden) widget.hide();
    return;
  }
  if (widget.id === "jp-main-dock-panel" || !widget.children) return;
  for (const child of widget.children()) clear(child);
}

export function tidy({ shell }: App): void {
  for (const side of ["left", "right"] as const) {
    if (shell.isSideTabBarVisible?.(side)) shell.toggleSideTabBarVisibility?.(side);
  }
  clear(shell);
  shell.fit();
  dispatchEvent(new Event("resize"));
}

const within = (event: Event, selector: string): Element | null =>
  event.target instanceof Element ? event.target.closest(selector) : null;

/** No shortcut of JupyterLab's is for a learner; the code to try out runs as everywhere. */
export function keepStill(lessons: Lessons): void {
  addEventListener(
    "keydown",
    (event) => {
      const modified = event.ctrlKey || event.metaKey,
        editor = within(event, ".jp-CodeCell .jp-InputArea-editor");
      if (event.key === "Enter" && (event.shiftKey || modified) && editor) {
        event.preventDefault();
        event.stopImmediatePropagation();
        tryCell(lessons, editor).catch(complain);
      } else if (modified && event.key.toLowerCase() === "s") {
        event.preventDefault();
        lessons.current()?.save().catch(complain);
      }
    },
    true,
  );
  addEventListener(
    "keydown",
    (event) => {
      // the first Tab is for the first exercise, not for what stands at the foot of the page
      if (event.key !== "Tab" || event.shiftKey || !(event.target instanceof Element)) return;
      if (
        !event.target.matches(
          "body, .jp-NotebookPanel, .jp-Notebook, .jp-Notebook .jp-Cell, .jp-WindowedPanel-outer, .jp-MarkdownOutput",
        )
      )
        return;
      const reached = lessons.current()?.open?.querySelectorAll<HTMLElement>(REACHED) ?? [];
      for (const first of reached) {
        first.focus(); // one that is not shown does not take it
        if (document.activeElement !== first) continue;
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
    },
    true,
  );
  addEventListener(
    "contextmenu",
    (event) => {
      if (within(event, ".jp-Notebook")) event.stopImmediatePropagation();
    },
    true,
  );
  addEventListener(
    "dblclick",
    (event) => {
      if (within(event, ".jp-MarkdownCell") && within(event, ".jp-Notebook")) event.stopImmediatePropagation();
    },
    true,
  );
}

async function tryCell(lessons: Lessons, node: Element): Promise<void> {
  const lesson = lessons.current(),
    cell = lesson?.cells.find((each) => each.node.contains(node));
  if (lesson && cell && cell.model.getMetadata("editable") !== false) await lesson.runCell(cell);
}

/** Keys pressed in an exercise are for the exercise: JupyterLab looks for this mark from the target upwards, and no further than where
 * a shortcut fits. */
export function keepKeys(): void {
  addEventListener(
    "keydown",
    (event) => {
      const here = event.target;
      if (!(here instanceof Element) || !(learner || here.closest(".mw-lesson .jp-Cell-outputArea"))) return;
      here.setAttribute("data-lm-suppress-shortcuts", "true");
    },
    true,
  );
}

/** The window has the name of the lesson, not that of its file, which JupyterLab gives it whenever it looks. */
export function keepTitle(lessons: Lessons): void {
  const name = (): void => {
    const title = lessons.current()?.own?.title;
    if (title && document.title !== title) document.title = title;
  };
  new MutationObserver(name).observe(document.head, { childList: true, subtree: true, characterData: true });
}
