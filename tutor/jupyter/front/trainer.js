// The trainer's menu above a puzzle: what to do, with what kind of puzzle, and how one stands. It tells what is chosen and decides
// nothing.

function make(tag, name, text) {
  const node = document.createElement(tag);
  if (name) node.className = name;
  if (text !== undefined) node.textContent = text;
  return node;
}

function render({ model, el }) {
  el.classList.add("mw-menu");
  const modes = make("div", "mw-modes"), wishes = make("div", "mw-wishes"), standing = make("p", "mw-standing");
  modes.setAttribute("role", "group");
  modes.setAttribute("aria-label", "What to do");
  standing.setAttribute("aria-live", "polite");
  el.append(modes, wishes, standing);
  wishes.addEventListener("keydown", event => event.stopPropagation()); // a letter chooses a theme, and no other puzzle
  wishes.addEventListener("change", () => {
    model.send({ do: "about", wishes: Object.fromEntries([...wishes.querySelectorAll("select")].map(list => [list.name, list.value])) });
  });

  function wish({ id, text, known }) {
    const label = make("label", "", `${text} `), list = make("select");
    list.name = id;
    list.setAttribute("aria-label", text);
    list.append(...known.map(([value, words]) => new Option(words, value)));
    label.append(list);
    wishes.append(label);
    return list;
  }

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
    for (const each of shown.wishes) (wishes.querySelector(`[name="${each.id}"]`) || wish(each)).value = each.value;
    wishes.hidden = !shown.wishes.length;
    standing.textContent = shown.standing;
  }
  model.on("change:shown", update);
  update();
  return () => model.off("change:shown", update);
}

export default { render };
