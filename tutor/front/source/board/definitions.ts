// What pictures have in common, like a tree or a small picture, is defined once in a document, under a name made of what is drawn.
// Were it in each page once more, every new page would make the browser copy it again wherever an earlier page draws it.

import { drawn, shape } from "../page/dom";
import { homeOf } from "../page/sheets";

const CLIP = `<defs><clipPath id="mwb-c"><rect width="100" height="100" rx="8"/></clipPath></defs>`;

/** What is defined for all pages there. It stands in none of them: nothing would be clipped wherever that one is hidden. */
function sharedOf(home: Document | ShadowRoot): Element {
  const there = home.querySelector(".mwb-shared");
  if (there) return there;
  const made = shape("svg", { "class": "mwb-shared", "aria-hidden": "true" });
  made.innerHTML = CLIP;
  (home instanceof Document ? home.body : home).append(made);
  return made;
}

/** Defines what is not defined yet, by its name, for what stands at `place`. */
export function define(texts: Readonly<Record<string, string>>, place: Node): void {
  const home = homeOf(place),
    shared = sharedOf(home);
  for (const [name, text] of Object.entries(texts)) {
    const made = home.getElementById(name) ? null : drawn(text);
    if (made) shared.append(made);
  }
}
