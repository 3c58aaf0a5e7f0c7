// Fields and files: what is typed is told late, or kept until the next touch; a file that is chosen or dropped is read and told.

import { choiceFor, keepPicks, showPicked } from "./choices";
import { type HalfDone, resetOf } from "../page/halfdone";
import { showNeeds } from "../page/needs";

/** Milliseconds after a key before a text is told. */
const LATE = 70;
/** Bytes beyond which a file is none of ours: it is told without its text. */
const LONGEST = 300_000;

export interface Writing {
  readonly root: HTMLElement;
  readonly half: HalfDone;
  tell(kind: "type" | "enter" | "file", name: string, text: string): void;
  click(target: string): void;
  changed(): void;
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

export class Fields {
  /** The answer's field, if the touch that is under way has come to it. */
  private entered: HTMLInputElement | null = null;
  /** What is typed and has still to be told, by the name of its field. */
  private readonly late = new Map<
    string,
    { readonly field: TextField; readonly timer: ReturnType<typeof setTimeout> }
  >();

  constructor(private readonly page: Writing) {
    const root = page.root;
    root.addEventListener("input", (event) => {
      this.typed(event);
    });
    root.addEventListener("change", (event) => {
      this.chosen(event);
    });
    root.addEventListener("focusin", (event) => {
      this.cameTo(event.target);
    });
    root.addEventListener("click", (event) => {
      this.clicked(event.target);
    });
    root.addEventListener("dragover", (event) => {
      this.over(event);
    });
    root.addEventListener("dragleave", (event) => {
      this.over(event);
    });
    root.addEventListener("drop", (event) => {
      this.dropped(event);
    });
  }

  /** Puts back what was typed, into fields fresh from the host. */
  dress(tree: ParentNode): void {
    for (const field of tree.querySelectorAll<TextField>("[data-value]")) {
      const kept = this.page.half.get(field.dataset["value"] ?? "", resetOf(field))?.[0];
      if (kept === undefined) continue;
      field.setAttribute("value", kept);
      field.value = kept;
    }
  }

  /** Tells what has been typed before anything else is told. */
  flush(): void {
    for (const [name, { field, timer }] of [...this.late]) {
      clearTimeout(timer);
      this.late.delete(name);
      this.page.tell("type", name, field.value);
    }
  }

  /** Enter in a field: told, or the press of the button that the field belongs to. Whether it means something. */
  enter(field: Element): boolean {
    const name = field.getAttribute("data-input");
    const press = field.closest("[data-enter]")?.getAttribute("data-enter");
    if (name !== null && field instanceof HTMLInputElement && field.type !== "file") {
      clearTimeout(this.late.get(name)?.timer);
      this.late.delete(name);
      this.page.tell("enter", name, field.value);
    } else if (press) {
      const button = this.page.root.querySelector<HTMLElement>(`[data-target="${CSS.escape(press)}"]`);
      if (button) button.click();
      else this.page.click(press);
      if (field instanceof HTMLInputElement) field.select();
    } else return false;
    return true;
  }

  /** A target of the board that is also something to choose is picked, or given up; whether it is. */
  pick(target: string): boolean {
    const box = choiceFor(this.page.root, target);
    if (!box) return false;
    box.checked = box.type === "radio" || !box.checked;
    box.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  }

  /** An answer that was typed before is marked as a whole when one comes back to it: what is typed next takes its place. */
  private cameTo(target: EventTarget | null): void {
    this.entered = target instanceof HTMLInputElement && target.matches("[data-enter]") ? target : null;
    this.entered?.select();
  }

  /** The touch by which one came has put the cursor somewhere: a second touch may do so. */
  private clicked(target: EventTarget | null): void {
    if (this.entered && this.entered === target) this.entered.select();
    this.entered = null;
  }

  private typed(event: Event): void {
    const field = event.target as TextField; // an event forgets its target when it is over, inside a shadow root
    const name = field.dataset["input"];
    if (field.dataset["value"] !== undefined) {
      this.page.half.set(field.dataset["value"], resetOf(field), [field.value]);
      showNeeds(this.page.root);
    }
    if (!name || field.matches("select, [data-late], [type=file]")) return;
    clearTimeout(this.late.get(name)?.timer);
    const timer = setTimeout(() => {
      this.flush();
    }, LATE);
    this.late.set(name, { field, timer });
  }

  private chosen(event: Event): void {
    const field = event.target as HTMLInputElement,
      name = field.dataset["input"],
      group = field.closest("[data-choices]");
    if (field.matches("input[type=file]")) void this.file(field.files?.[0]);
    else if (group && field.matches(".mwb-pick")) {
      keepPicks(group, this.page.half);
      showPicked(this.page.root);
      showNeeds(this.page.root);
      this.page.changed();
    } else if (name && field.matches("select, [data-late]")) this.page.tell("type", name, field.value);
  }

  private over(event: DragEvent): void {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.page.root.toggleAttribute("data-file", event.type === "dragover");
  }

  private dropped(event: DragEvent): void {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault(); // the browser would leave the page for the file
    this.page.root.removeAttribute("data-file");
    void this.file(event.dataTransfer.files[0]);
  }

  private async file(file: File | undefined): Promise<void> {
    if (file) this.page.tell("file", file.name, file.size > LONGEST ? "" : await file.text());
  }
}
