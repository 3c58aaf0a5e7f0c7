// The keyboard: the one place that says what a key does on a page.

import { controlOf, elementOf, isOff, targetOf, WRITING } from "../page/dom";
import type { Holding } from "./holding";
import { neighbour } from "../board/walking";

export interface Typing {
  readonly root: HTMLElement;
  readonly holding: Holding;
  /** The keys of the whole page, each with the target it presses. */
  keys(): Readonly<Record<string, string>>;
  press(target: Element): void;
  click(target: string, to: string): void;
  remove(target: string): void;
  /** Lets go of what is under way: a card looked at, a drag, what is held. False if nothing was. */
  letGo(): boolean;
  escape(): void;
  /** Enter in a field; whether that means something. */
  enter(field: Element): boolean;
}

/** Where a key is meant for something else than the page that is all there is: a field, a button, a page itself. */
const ELSEWHERE = `${WRITING}, .cm-editor, button, a, dialog, .mwb`;

const isWriting = (node: Element | null): boolean => node?.matches(WRITING) ?? false;

export class Keyboard {
  private readonly onPage: (event: KeyboardEvent) => void;

  constructor(private readonly page: Typing) {
    page.root.addEventListener("keydown", (event) => {
      this.pressed(event);
    });
    page.root.addEventListener("contextmenu", (event) => {
      this.menu(event);
    });
    // Where the page is all there is, its keys work wherever the keyboard is.
    this.onPage = (event) => {
      if (
        !elementOf(event.target) ||
        elementOf(event.target)?.closest(ELSEWHERE) ||
        document.querySelectorAll(".mwb").length > 1
      )
        return;
      if (!event.ctrlKey && !event.metaKey && !event.altKey && this.shortcut(event, null)) event.preventDefault();
    };
    document.addEventListener("keydown", this.onPage);
  }

  close(): void {
    document.removeEventListener("keydown", this.onPage);
  }

  private pressed(event: KeyboardEvent): void {
    if (event.defaultPrevented) return;
    const node = elementOf(event.target),
      press = event.key === "Enter" || event.key === " ";
    if (event.repeat && press && node?.closest("button"))
      event.preventDefault(); // held down, it is pressed once
    else if (event.key === "Escape") this.escape(event);
    else if (event.key === "Enter" && node?.matches("input") && this.page.enter(node)) event.preventDefault();
    else if (!isWriting(node)) this.command(event, controlOf(node));
  }

  private escape(event: KeyboardEvent): void {
    if (this.page.letGo()) event.preventDefault();
    else this.page.escape();
  }

  /** A key that writes nothing. */
  private command(event: KeyboardEvent, target: Element | null): void {
    if (event.altKey) return;
    const meant =
      event.ctrlKey || event.metaKey
        ? this.undo(event)
        : (target && this.onTarget(event, target)) || this.shortcut(event, target);
    if (meant) event.preventDefault();
  }

  private undo(event: KeyboardEvent): boolean {
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return false;
    this.page.click(key === "y" || event.shiftKey ? "do:redo" : "do:undo", "");
    return true;
  }

  /** A key pressed on a target: walking, pressing, picking up, taking away. Whether it meant something there. */
  private onTarget(event: KeyboardEvent, target: Element): boolean {
    if (!target.hasAttribute("data-target")) return false; // a button that the browser presses
    const next = neighbour(target, event.key);
    next?.focus();
    next?.scrollIntoView({ block: "nearest", inline: "nearest" });
    return next !== null || (!isOff(target) && this.acts(event, target));
  }

  /** Pressing, picking up, setting down, taking away; whether the key means one of these. */
  private acts(event: KeyboardEvent, target: Element): boolean {
    const id = targetOf(target),
      native = target.matches("button, a, summary"),
      held = this.page.holding.held;
    if (event.key === "Enter" && held) this.page.holding.setDown(id);
    else if (event.key === "Enter" && target.hasAttribute("data-drag")) this.page.holding.pickUp(id, true);
    else if (event.key === " " && (!native || target.getAttribute("data-drag") === "hold")) this.page.press(target);
    else if (event.key === "Enter" && !native) this.page.press(target);
    else if (event.key === "Delete" || event.key === "Backspace") this.page.remove(id);
    else return false;
    return true;
  }

  /** A key of a control that stands on the page, or of the page itself; whether there is one. */
  private shortcut(event: KeyboardEvent, at: Element | null): boolean {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const control = [...this.page.root.querySelectorAll<HTMLElement>("[aria-keyshortcuts]")].find(
      (node) => node.getAttribute("aria-keyshortcuts")?.toLowerCase() === key.toLowerCase() && !isOff(node),
    );
    const target = this.page.keys()[key];
    if (!control && target === undefined) return false;
    if (event.repeat) return true;
    if (control) control.click();
    else if (target !== undefined) this.page.click(target, targetOf(at));
    return true;
  }

  private menu(event: MouseEvent): void {
    const target = this.page.keys()["ContextMenu"],
      at = controlOf(event.target);
    if (target === undefined || !at) return;
    event.preventDefault();
    this.page.click(target, targetOf(at));
  }
}
