// The trainer's menu above a puzzle: what to do, on which theme, and how one stands. It tells what is chosen and decides nothing.

function make(tag, name, text) {
  const node = document.createElement(tag);
  if (name) node.className = name;
  if (text !== undefined) node.textContent = text;
  return node;
}

function render({ model, el }) {
  el.classList.add("mw-menu");
  const modes = make("div", "mw-modes"), label = make("label", "mw-theme", "Theme "), list = make("select"), standing = make("p", "mw-standing");
  modes.setAttribute("role", "group");
  modes.setAttribute("aria-label", "What to do");
  standing.setAttribute("aria-live", "polite");
  label.append(list);
  el.append(modes, label, standing);
  list.addEventListener("keydown", event => event.stopPropagation()); // a letter chooses a theme, and no other puzzle
  list.addEventListener("change", () => model.send({ do: "about", theme: list.value }));

  function update() {
    const shown = model.get("shown");
    for (const { id, text, tip, on } of shown.modes) {
      let button = modes.querySelector(`[data-id="${id}"]`);
      if (!button) {
        button = make("button", "mw-button");
        button.type = "button";
        button.dataset.id = id;
        button.addEventListener("click", () => model.send({ do: "mode", id }));
        modes.append(button);
      }
      button.textContent = text;
      button.title = tip;
      button.setAttribute("aria-pressed", on);
    }
    if (!list.options.length) list.append(...shown.themes.map(([id, text]) => new Option(text, id)));
    list.value = shown.theme;
    label.hidden = !shown.by_theme;
    standing.textContent = shown.standing;
  }
  model.on("change:shown", update);
  update();
  return () => model.off("change:shown", update);
}

export default { render };
