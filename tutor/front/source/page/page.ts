// The front end of every page. In a notebook it is a widget; in a browser it opens each element that says where its WebSocket is:
// <main data-live="/rulings/live"><script type="application/json">{the whole page}</script></main>, the script being optional.

import type { PagePart } from "./messages";
import { layDown } from "./sheets";
import { SocketWire } from "./socket";
import { View } from "./view";
import { type Model, WidgetWire } from "./widget";

/** A page as a widget, by anywidget's interface; returns what closes it. */
function render({ model, el }: { model: Model; el: Element }): () => void {
  layDown(model.get("sheet"), el);
  const view = new View(new WidgetWire(model), el);
  // The notebook is left: nothing else lets go of what its widgets hold, and each board holds pictures of many megabytes.
  view.root.addEventListener("mw-leave", (event) => {
    (event as CustomEvent<unknown[]>).detail.push(model.widget_manager?.clear_state());
  });
  return () => {
    view.close();
  };
}

/** Opens the page whose WebSocket an element names. */
function openLive(place: HTMLElement): View {
  const address = new URL(place.dataset["live"] ?? "", document.baseURI);
  address.protocol = address.protocol.replace("http", "ws");
  const data = place.querySelector("script[type='application/json']")?.textContent;
  place.replaceChildren();
  return new View(new SocketWire(address.href, data ? (JSON.parse(data) as PagePart) : null), place);
}

for (const place of document.querySelectorAll<HTMLElement>("[data-live]")) openLive(place);

export default { render };
