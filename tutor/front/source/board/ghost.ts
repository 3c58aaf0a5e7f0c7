// What is dragged, as it goes along under the pointer, and the place it is held over.

import { make, shape } from "../page/dom";

export class Ghost {
  private picture: HTMLElement | null = null;
  private over: Element | null = null;

  constructor(private readonly root: HTMLElement) {}

  lift(target: Element, x: number, y: number): void {
    const picture = make("div", { class: "mwb-ghost" });
    picture.append(copyOf(target));
    for (const node of picture.querySelectorAll("[data-target]")) node.removeAttribute("data-target");
    this.picture = picture;
    this.move(x, y, null);
    this.root.append(picture);
    this.root.setAttribute("data-dragging", "");
  }

  move(x: number, y: number, over: Element | null): void {
    if (this.picture) this.picture.style.translate = `${x}px ${y}px`;
    if (this.over === over) return;
    this.over?.removeAttribute("data-over");
    this.over = over;
    over?.setAttribute("data-over", "");
  }

  drop(): void {
    this.picture?.remove();
    this.picture = null;
    this.over?.removeAttribute("data-over");
    this.over = null;
    this.root.removeAttribute("data-dragging");
  }
}

function copyOf(target: Element): Element {
  const box = target.getBoundingClientRect(),
    copy = target.cloneNode(true) as HTMLElement;
  if (!(target instanceof SVGGraphicsElement)) {
    copy.style.width = `${box.width}px`;
    return copy;
  }
  const drawing = target.getBBox(),
    svg = shape("svg", { width: box.width, height: box.height });
  copy.removeAttribute("transform");
  svg.setAttribute("viewBox", `${drawing.x} ${drawing.y} ${drawing.width} ${drawing.height}`);
  svg.append(copy);
  return svg;
}
