// Shows the board until the app's own is there, keeps what is touched, and then gives way. Stands below board.js, in one script.
{
  const place = document.getElementById("mw-early");
  const stage = document.createElement("div");
  const inside = stage.attachShadow({ mode: "open" });
  inside.append(place.querySelector("template").content.cloneNode(true));
  const page = JSON.parse(place.querySelector("script[type='application/json']").textContent);
  const touched = [];
  const model = {
    get: () => page,
    on() {},
    off() {},
    send(message) {
      if (message.kind === "ready") return;
      touched.push(message);
      place.classList.add("asked");
    },
  };
  const close = render({ model, el: inside });
  place.append(stage);
  // When that is painted, the browser may fetch what marimo's page will ask for.
  requestAnimationFrame(() => setTimeout(() => {
    const soon = document.querySelector("template#mw-soon");
    if (soon) document.head.append(soon.content);
  }, 0));

  const nameOf = (node) => ["data-input", "data-target", "data-key"].find((name) => node?.hasAttribute(name));
  document.addEventListener("mwb-open", ({ detail: view }) => {
    const fields = [...inside.querySelectorAll("[data-input]")].filter((field) => field.value && field.type !== "file");
    const held = inside.activeElement, by = nameOf(held);
    for (const field of fields) {
      const same = view.root.querySelector(`[data-input="${CSS.escape(field.dataset.input)}"]`);
      if (same) same.value = field.value;
    }
    const scrolled = place.scrollTop;
    place.remove();
    close();
    scrollTo(0, scrolled);
    // The board is put into the page just after it has opened; only then can anything on it have the focus.
    requestAnimationFrame(() => {
      if (by) view.root.querySelector(`[${by}="${CSS.escape(held.getAttribute(by))}"]`)?.focus({ preventScroll: true });
      for (const { touch } of touched) view.send({ ...touch, text: touch.values[touch.target]?.[0] });
    });
  }, { once: true });
}
