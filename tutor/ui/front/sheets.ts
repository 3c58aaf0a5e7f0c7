// Style sheets that all pages of a document share. One that is laid down once more makes the browser reckon the style of everything
// in the document anew: a lesson of a dozen boards did so two dozen times while it opened.

/** Lays a style sheet down for what stands at `place`, unless it is there. Where `place` is in no document yet, it will be in this one. */
export function layDown(text: string, place: Node): void {
  const around = place.getRootNode(), home = around instanceof ShadowRoot ? around : document.head;
  if ([...home.querySelectorAll("style[data-sheet]")].some((sheet) => sheet.textContent === text)) return;
  const sheet = document.createElement("style");
  sheet.setAttribute("data-sheet", "");
  sheet.textContent = text;
  home.append(sheet);
}
