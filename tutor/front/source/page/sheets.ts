// Style sheets that all pages of a document share. One that is laid down once more makes the browser reckon the style of everything
// in the document anew: a lesson of a dozen boards did so two dozen times while it opened.

/** Where stands what pages share with the one at `place`. Where that is in no document yet, it will be in this one. */
export function homeOf(place: Node): Document | ShadowRoot {
  const around = place.getRootNode();
  return around instanceof ShadowRoot ? around : document;
}

/** Lays a style sheet down for what stands at `place`, unless it is there. */
export function layDown(text: string, place: Node): void {
  const around = homeOf(place),
    home = around instanceof Document ? around.head : around;
  if ([...home.querySelectorAll("style[data-sheet]")].some((sheet) => sheet.textContent === text)) return;
  const sheet = document.createElement("style");
  sheet.setAttribute("data-sheet", "");
  sheet.textContent = text;
  home.append(sheet);
}
