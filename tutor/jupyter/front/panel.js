// What stands round and over the board of an exercise. It lays out what the kernel shows and tells what is done; it knows
// no rule. Elements keep their place when something changes, so that the keyboard never falls to nowhere.

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
let groups = 0;
// So high may the words before an exercise be that are in view with it (style.css leaves them a little more).
const WORDS = 60;
// Where one begins to answer.
const ANSWER = "[tabindex='0'], button:not(:disabled, [tabindex='-1']), input:not(:disabled)";
// Where a key writes, and where it is meant for something else than the exercise.
const WRITING = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable=true], .cm-editor";
const ELSEWHERE = `${WRITING}, button, dialog, .mw-exercise`;

function make(tag, name, text) {
  const node = document.createElement(tag);
  if (name) node.className = name;
  if (text !== undefined) node.textContent = text;
  return node;
}

function set(node, html) {
  if (node.dataset.html !== html) {
    node.innerHTML = html;
    node.dataset.html = html;
    followRules(node);
  }
}

function starred(number) {
  return `<span role="img" aria-label="${number} of 3 stars" title="${number} of 3 stars">${"★".repeat(number)}${"☆".repeat(3 - number)}</span>`;
}

// Links to rules lead to the ruling page, which JupyterLab shows in a tab of its own.
function followRules(node) {
  const config = document.getElementById("jupyter-config-data");
  const base = config ? JSON.parse(config.textContent).baseUrl : null;
  for (const link of node.querySelectorAll("a[href]")) {
    const rule = link.getAttribute("href").match(/^\.\.\/(docs\/rulings\.md#.*)$/);
    if (rule && base) link.href = `${base}doc/tree/${rule[1]}`;
    link.target = "_blank";
    link.rel = "noopener";
  }
}

function render({ model, el }) {
  const number = ++groups;
  el.classList.add("mw-parts");
  const part = Object.fromEntries(["head", "prompt", "act", "hands", "verdict", "tools"].map(name => [name, make("div", `mw-${name}`)]));
  const panel = make("div", "mw-panel");
  panel.tabIndex = -1;
  panel.setAttribute("role", "group");
  panel.setAttribute("aria-label", "The tutor's answer");
  const fold = make("button", "mw-fold", "▾");
  fold.type = "button";
  fold.setAttribute("aria-label", "Fold the answer away");
  fold.addEventListener("click", () => {
    const folded = part.verdict.classList.toggle("mw-folded");
    fold.textContent = folded ? "▴" : "▾";
    fold.setAttribute("aria-label", folded ? "Unfold the answer" : "Fold the answer away");
  });
  const said = make("div", "mw-say"), why = make("details", "mw-why"), help = make("div", "mw-help"), log = make("details", "mw-log");
  const whyTitle = make("summary"), whyList = make("div"), logTitle = make("summary", "", "What has happened"), logList = make("ol");
  why.append(whyTitle, whyList);
  log.append(logTitle, logList);
  const onward = make("div", "mw-onward");
  panel.append(fold, onward, said, help, why, log);
  const live = make("div", "mw-live");
  live.setAttribute("aria-live", "polite");
  const aside = make("button", "mw-aside");
  aside.type = "button";
  aside.addEventListener("click", event => {
    const box = aside.getBoundingClientRect();
    if (shown.near || !event.detail) press("closer"); // a key has no place
    else send({ do: "look", x: Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)), y: Math.min(1, Math.max(0, (event.clientY - box.top) / box.height)) });
  });
  part.verdict.append(panel, aside, live);
  const words = make("details", "mw-words"), wordsTitle = make("summary", "", "The board in words"), wordsList = make("ul");
  words.append(wordsTitle, wordsList);
  part.tools.append(make("div", "mw-buttons"), words);
  el.append(...Object.values(part));

  const layer = make("div", "mw-touch"), curtain = make("div", "mw-curtain");
  layer.setAttribute("role", "group");
  curtain.setAttribute("aria-hidden", "true");
  const popup = make("div", "mw-popup");
  popup.hidden = true;
  popup.setAttribute("role", "dialog");
  let shown = null, lastKey = null, lastReset = null, lastFilm = 0, playing = 0, items = [], opener = null, first = true;

  const ended = new AbortController(); // what listens to the whole page ends with this
  const send = given => model.send(given);
  const exercise = () => el.closest(".mw-exercise");

  // ---------------------------------------------------------------- buttons
  function button(data, name = "") {
    const node = make("button", `mw-button ${name}`);
    node.type = "button";
    node.dataset.id = data.id;
    node.addEventListener("click", event => press(node.dataset.id, !event.detail));
    dress(node, data);
    return node;
  }

  function dress(node, data) {
    node.textContent = data.text;
    node.title = data.tip || data.text;
    if (data.key) {
      node.dataset.key = data.key;
      node.setAttribute("aria-keyshortcuts", data.key);
      const sign = make("kbd", "", data.key.toUpperCase());
      sign.setAttribute("aria-hidden", "true");
      node.append(sign);
    }
    node.classList.toggle("mw-main", data.main);
    if (node.disabled === data.enabled) node.disabled = !data.enabled;
  }

  function row(node, buttons) {
    const old = new Map([...node.children].map(child => [child.dataset.id, child]));
    const wanted = buttons.map(data => {
      const found = old.get(data.id);
      if (found) dress(found, data);
      return found || button(data);
    });
    wanted.forEach((child, at) => node.children[at] === child || node.insertBefore(child, node.children[at] || null));
    while (node.children.length > wanted.length) node.lastChild.remove();
  }

  // A key pressed twice means it twice, where a second click may be half of a double click. What was pressed was pressed of what
  // is shown: it says so, since something else may be there by the time it is heard.
  function press(id, byKey = false) {
    if (id === "next" && !shown.key) goOn();
    else send({ do: "press", id, by: byKey ? "key" : "click", of: shown.key });
  }

  // On to what follows: the text of the next cell at the top, and the keyboard in the next exercise.
  function goOn() {
    const here = exercise();
    const all = [...document.querySelectorAll(".mw-exercise")].filter(each => each.querySelector(".mw-parts"));
    const next = all[all.indexOf(here) + 1];
    const cell = here.closest(".jp-Cell");
    const after = cell && cell.nextElementSibling && cell.nextElementSibling.classList.contains("jp-Cell") ? cell.nextElementSibling : next;
    const smooth = still() ? "auto" : "smooth";
    if (next) {
      const start = next.querySelector(".mw-act")?.querySelector(ANSWER) || next.querySelector(".mw-tools button:not(:disabled)");
      start?.focus({ preventScroll: true });
    }
    (after || next)?.scrollIntoView({ block: "start", behavior: smooth });
    if (!next && after) { after.tabIndex = -1; after.focus({ preventScroll: true }); }
  }

  // ---------------------------------------------------------------- controls
  const controls = {
    buttons: {
      make(data) {
        const node = make("div", "mw-actions");
        node.setAttribute("role", "group");
        return node;
      },
      fill(node, data) { node.setAttribute("aria-label", data.label); row(node, data.buttons); },
    },
    note: { make: () => make("div", "mw-note"), fill: (node, data) => set(node, data.html) },
    pages: {
      make: () => make("div", "mw-pages"),
      fill(node, data) {
        const parts = Array.from({ length: data.of }, (_, n) => `<i class="${n < data.at ? "mw-past" : n === data.at ? "mw-now" : ""}"></i>`);
        set(node, `<span class="mw-count">${data.at + 1} of ${data.of}</span><span class="mw-dots" aria-hidden="true">${parts.join("")}</span>`);
      },
    },
    write: {
      make(data) {
        const node = make("form", "mw-answer");
        const box = make("input"), unit = make("span", "mw-unit"), go = make("button", "mw-button");
        box.type = "text";
        box.autocomplete = "off";
        box.spellcheck = false;
        box.maxLength = 200;
        box.dataset.id = "write";
        go.type = "submit";
        node.append(box, unit, go);
        node.addEventListener("submit", event => {
          event.preventDefault();
          if (!box.value.trim()) return;
          send({ do: "write", text: box.value });
          if (!data.main) box.value = "";
          else box.select();
        });
        return node;
      },
      fill(node, data, fresh) {
        const [box, unit, go] = node.children;
        box.placeholder = data.placeholder;
        box.setAttribute("aria-label", data.label);
        unit.textContent = data.unit;
        go.textContent = data.press;
        go.classList.toggle("mw-main", data.main);
        if (fresh) box.value = "";
      },
    },
    options: {
      make(data) {
        const node = make("form", "mw-options"), list = make("fieldset");
        list.append(make("legend", "", data.label));
        data.options.forEach(option => {
          const line = make("label", "mw-option"), input = make("input"), text = make("span"), mark = make("b", "mw-mark");
          input.type = data.several ? "checkbox" : "radio";
          input.name = `mw-${number}`;
          input.value = option.id;
          input.dataset.id = `option-${option.id}`;
          set(text, option.html);
          line.append(input, text, mark);
          list.append(line);
        });
        const check = make("button", "mw-button mw-main mw-check", "Check");
        check.type = "submit";
        check.dataset.id = "check";
        node.append(list, check);
        node.addEventListener("submit", event => {
          event.preventDefault();
          send({ do: "check", picked: [...node.querySelectorAll("input:checked")].map(input => input.value) });
        });
        return node;
      },
      fill(node, data, fresh) {
        data.options.forEach((option, n) => {
          const line = node.querySelectorAll(".mw-option")[n], input = line.firstChild, mark = line.lastChild;
          line.classList.toggle("mw-right", option.mark === "right");
          line.classList.toggle("mw-wrong", option.mark === "wrong");
          mark.textContent = { right: "✓", wrong: "✗" }[option.mark] || "";
          mark.setAttribute("aria-label", { right: "right", wrong: "not so" }[option.mark] || "");
          if (fresh) input.checked = false;
          input.disabled = data.frozen;
        });
        node.querySelector(".mw-check").hidden = data.frozen;
      },
    },
    rows: {
      make(data) {
        const node = make("form", "mw-options mw-order"), list = make("ol", "mw-rows"), check = make("button", "mw-button mw-main mw-check", "Check");
        list.setAttribute("aria-label", data.label);
        check.type = "submit";
        check.dataset.id = "check";
        node.append(list, check);
        node.addEventListener("submit", event => {
          event.preventDefault();
          drop(list);
          send({ do: "check", picked: [...list.children].map(line => line.dataset.item) });
        });
        return node;
      },
      fill(node, data, fresh) {
        const list = node.firstChild;
        if (fresh || !list.children.length) {
          list.classList.toggle("mw-cards", data.rows.every(item => item.face));
          list.replaceChildren(...data.rows.map(item => orderRow(list, item)));
        }
        node.classList.toggle("mw-frozen", data.frozen);
        node.querySelector(".mw-check").hidden = data.frozen;
        if (fresh || node.dataset.tries !== String(data.tries)) {
          const news = node.dataset.tries !== undefined && !fresh;
          node.dataset.tries = data.tries;
          data.rows.forEach(item => marked([...list.children].find(line => line.dataset.item === item.id), item, news));
        }
        numbered(list, data.rows);
      },
    },
  };

  // ---------------------------------------------------------------- putting in order
  const card = line => line.querySelector(".mw-item");
  const named = line => line.dataset.name;
  const placeOf = line => [...line.parentNode.children].indexOf(line) + 1;

  function orderRow(list, item) {
    const line = make("li", "mw-row"), text = make("span", "mw-item"), feet = make("span", "mw-feet");
    line.dataset.item = item.id;
    line.dataset.name = item.name;
    text.setAttribute("role", "button");
    text.append(make("b", "mw-number"));
    if (item.face) {
      const face = make("span", "mw-face");
      face.innerHTML = item.face;
      face.setAttribute("aria-hidden", "true");
      text.append(face);
    }
    text.append(make("span", "mw-name", item.name), make("b", "mw-mark"));
    for (const [sign, step, way] of [["◀", -1, "earlier"], ["▶", 1, "later"]]) {
      const arrow = make("button", `mw-button mw-${way}`, sign);
      arrow.type = "button";
      arrow.tabIndex = -1; // for the keyboard the card itself can be picked up
      arrow.title = `${item.name}: one place ${way}`;
      arrow.setAttribute("aria-label", arrow.title);
      arrow.addEventListener("click", () => { if (shift(list, line, placeOf(line) - 1 + step)) tellPlace(line, "is now"); });
      feet.append(arrow);
    }
    line.append(text, feet);
    text.addEventListener("keydown", event => byKey(event, list, line));
    text.addEventListener("focus", () => rovingCards(list, line));
    text.addEventListener("blur", event => { if (!list.contains(event.relatedTarget)) drop(list); });
    text.addEventListener("pointerdown", event => drag(event, list, line));
    return line;
  }

  const tellPlace = (line, how) => { live.textContent = `${named(line)} ${how} number ${placeOf(line)} of ${line.parentNode.children.length}.`; };

  function rovingCards(list, chosen) {
    [...list.children].forEach(line => { card(line).tabIndex = line === chosen ? 0 : -1; });
  }

  // Puts a card at a place, and lets the others make room before one's eyes; whether it was moved.
  function shift(list, line, to) {
    const lines = [...list.children], from = lines.indexOf(line);
    if (list.closest(".mw-frozen") || to < 0 || to >= lines.length || to === from) return false;
    const before = new Map(lines.map(each => [each, [each.offsetLeft, each.offsetTop]]));
    // The others are moved past it: it stays in the page, and keeps the keyboard and the pointer.
    if (to < from) line.after(...lines.slice(to, from)); else line.before(...lines.slice(from + 1, to + 1));
    lines.forEach(each => each.classList.remove("mw-wrong")); // the marks are those of another order
    lines.forEach(each => { each.querySelector(".mw-mark").textContent = ""; });
    numbered(list);
    if (!still()) for (const each of lines) {
      const [x, y] = before.get(each), dx = x - each.offsetLeft, dy = y - each.offsetTop;
      if ((dx || dy) && !each.classList.contains("mw-dragged")) each.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: 160, easing: "ease-out" });
    }
    return true;
  }

  function pickUp(list, line) {
    drop(list);
    line.classList.add("mw-held");
    line.dataset.from = placeOf(line);
    card(line).setAttribute("aria-pressed", "true");
    live.textContent = `${named(line)} picked up, number ${placeOf(line)} of ${list.children.length}. Arrow keys move it, space puts it down, escape puts it back.`;
  }

  function drop(list, how = "") {
    const line = list.querySelector(".mw-held");
    if (!line) return;
    line.classList.remove("mw-held");
    card(line).setAttribute("aria-pressed", "false");
    if (how) tellPlace(line, how);
  }

  function byKey(event, list, line) {
    if (list.closest(".mw-frozen") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.repeat && (event.key === " " || event.key === "Enter")) return event.preventDefault();
    const held = line.classList.contains("mw-held"), at = placeOf(line) - 1, last = list.children.length - 1;
    const to = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: last }[event.key];
    if (event.key === " " || event.key === "Enter") {
      if (held) drop(list, "put down as"); else pickUp(list, line);
    } else if (event.key === "Escape" && held) {
      shift(list, line, Number(line.dataset.from) - 1);
      drop(list, "is back as");
    } else if (to !== undefined && held) {
      if (shift(list, line, to)) tellPlace(line, "is now");
    } else if (to !== undefined) {
      card(list.children[Math.min(last, Math.max(0, to))]).focus({ preventScroll: true });
    } else return;
    event.preventDefault();
  }

  // Dragging by mouse, finger or pen: the card goes along, and the others make room. A tap picks it up, and a tap on another
  // puts it there, for whoever cannot drag.
  function drag(event, list, line) {
    if (event.button || list.closest(".mw-frozen")) return;
    const text = card(line), grab = line.getBoundingClientRect();
    const from = [event.clientX, event.clientY], hold = [event.clientX - grab.left, event.clientY - grab.top];
    const ended = new AbortController();
    let begun = false;
    text.setPointerCapture(event.pointerId);
    const follow = now => {
      const around = list.getBoundingClientRect(), [x, y] = [now.clientX - around.left, now.clientY - around.top];
      if (!begun && Math.hypot(now.clientX - from[0], now.clientY - from[1]) < 5) return;
      if (!begun) drop(list);
      begun = true;
      line.classList.add("mw-dragged");
      const lines = [...list.children], at = lines.indexOf(line);
      const to = lines.findIndex((each, n) => {
        if (each === line) return false;
        const [left, top] = [each.offsetLeft, each.offsetTop], right = left + each.offsetWidth, bottom = top + each.offsetHeight;
        if (x < left || x > right || y < top || y > bottom) return false;
        if (top !== line.offsetTop && list.classList.contains("mw-cards")) return true;
        const past = list.classList.contains("mw-cards") ? x - (left + right) / 2 : y - (top + bottom) / 2;
        return n > at ? past > 0 : past < 0; // once half of the other is covered
      });
      if (to >= 0) shift(list, line, to);
      line.style.transform = `translate(${x - hold[0] - line.offsetLeft}px, ${y - hold[1] - line.offsetTop}px)`;
    };
    const end = last => {
      ended.abort();
      if (!begun && last.type === "pointerup") tap(list, line);
      const settle = line.style.transform;
      line.style.transform = "";
      line.classList.remove("mw-dragged");
      if (!begun) return;
      if (!still()) line.animate([{ transform: settle }, { transform: "none" }], { duration: 140, easing: "ease-out" });
      tellPlace(line, "put down as");
    };
    text.addEventListener("pointermove", follow, { signal: ended.signal });
    text.addEventListener("pointerup", end, { signal: ended.signal });
    text.addEventListener("pointercancel", end, { signal: ended.signal });
  }

  function tap(list, line) {
    const held = list.querySelector(".mw-held");
    if (!held) pickUp(list, line);
    else if (held === line) drop(list, "put down as");
    else {
      card(held).focus({ preventScroll: true });
      shift(list, held, placeOf(line) - 1);
      drop(list, "put down as");
    }
  }

  function numbered(list, rows = []) {
    const lines = [...list.children], frozen = Boolean(list.closest(".mw-frozen"));
    lines.forEach((line, n) => {
      const known = rows.find(item => item.id === line.dataset.item)?.place;
      line.querySelector(".mw-number").textContent = known || n + 1;
      line.querySelector(".mw-earlier").disabled = frozen || n === 0;
      line.querySelector(".mw-later").disabled = frozen || n === lines.length - 1;
      card(line).setAttribute("aria-label", `${named(line)}, number ${known || n + 1} of ${lines.length}${line.classList.contains("mw-wrong") ? ", not there" : ""}`);
      card(line).setAttribute("aria-disabled", frozen);
    });
    rovingCards(list, lines.find(line => card(line).tabIndex === 0) || lines[0]);
  }

  function marked(line, item, news) {
    const mark = line.querySelector(".mw-mark");
    line.classList.toggle("mw-wrong", item.mark === "wrong");
    line.classList.toggle("mw-right", item.mark === "right");
    mark.textContent = { right: "✓", wrong: "✗" }[item.mark] || "";
    if (item.mark === "wrong" && news && !still()) line.animate([0, -7, 6, -5, 4, -2, 0].map(x => ({ transform: `translateX(${x}px)` })), { duration: 480 });
  }

  function showControls(fresh) {
    shown.controls.forEach((data, n) => {
      let node = part.act.children[n];
      if (!node || node.dataset.kind !== data.kind) {
        const made = controls[data.kind].make(data);
        made.dataset.kind = data.kind;
        if (node) node.replaceWith(made); else part.act.append(made);
        node = made;
      }
      controls[data.kind].fill(node, data, fresh);
    });
    while (part.act.children.length > shown.controls.length) part.act.lastChild.remove();
  }

  // ---------------------------------------------------------------- what is told
  function showHead() {
    const place = shown.number ? `<span class="mw-count">${shown.number} of ${shown.count}</span>` : "";
    const bar = shown.bar.map((done, n) => `<i class="${done ? "mw-past" : n + 1 === shown.number ? "mw-now" : ""}"></i>`).join("");
    const done = shown.done ? `<span class="mw-done">✓ done${shown.best ? ` ${starred(shown.best)}` : ""}</span>` : "";
    if (!part.head.firstChild) part.head.append(make("p", "mw-above"), make("h3"), make("span", "mw-where"), make("p", "mw-tags"));
    const [above, title, where, tags] = part.head.children;
    above.textContent = shown.above;
    title.textContent = shown.title;
    set(where, `${place}<span class="mw-dots" aria-hidden="true">${bar}</span>${done}`);
    tags.replaceChildren(...shown.tags.map(tag => make("span", "", tag)));
    above.hidden = !shown.above;
    tags.hidden = !shown.tags.length;
    set(part.prompt, shown.prompt);
  }

  function showVerdict() {
    const told = shown.verdict;
    panel.className = `mw-panel mw-is-${told.kind}`;
    const stars = shown.stars ? `<p class="mw-stars">${starred(shown.stars)}</p>` : "";
    const closing = shown.closing ? make("p", "mw-closing", shown.closing).outerHTML : "";
    const heading = told.heading ? make("p", "mw-verdict-title", told.heading).outerHTML : "";
    const below = shown.below ? make("p", "mw-below", shown.below).outerHTML : "";
    set(said, stars + closing + heading + told.html + below);
    set(help, told.help);
    why.hidden = !told.why;
    whyTitle.innerHTML = "Why?" + (told.ruling ? ' <span class="mw-ruling">our ruling</span>' : "");
    if (whyList.dataset.html !== told.why) why.open = false;
    set(whyList, told.why);
    log.hidden = !shown.log.length;
    logList.replaceChildren(...shown.log.map(line => make("li", "", line.replace(/^\d+\. /, m => m))));
    const spoken = [told.spoken, shown.closing, shown.below].filter(Boolean).join(" ");
    if (live.textContent !== spoken) live.textContent = spoken;
    if (told.kind !== "idle" && part.verdict.classList.contains("mw-folded")) fold.click();
    if (!first) panel.scrollTop = told.help && !told.heading ? panel.scrollHeight : 0;
    row(onward, shown.tools.filter(tool => tool.id === "next"));
    row(part.tools.firstChild, shown.tools.filter(tool => tool.id !== "next"));
    part.verdict.classList.toggle("mw-quiet", told.kind === "idle" && shown.kind !== "watch" && !told.help);
    wordsList.replaceChildren(...shown.board.lines.map(line => make("li", "", line)));
  }

  function showAside() {
    aside.hidden = !shown.aside;
    aside.classList.toggle("mw-near", shown.near);
    if (aside.svg === shown.aside) return;
    aside.innerHTML = aside.svg = shown.aside;
    aside.setAttribute("aria-label", shown.near ? "A closer look at part of the board" : aside.querySelector("svg > title")?.textContent || "");
    aside.title = shown.near ? "A closer look: click to have it large" : "The whole Wood: click where you want to look";
  }

  function showHands() {
    const chips = [
      ...shown.hands.map(hand => ({ id: `hand:${hand.knight}`, name: hand.knight, text: hand.line, svg: hand.svg })),
      ...shown.cards.map(([id, name, thrown]) => ({ id: `card:${id}`, name, text: thrown ? `${thrown} thrown` : "", card: id })),
    ];
    part.hands.replaceChildren(...chips.map(chip => {
      const node = make("button", "mw-chip");
      node.type = "button";
      node.dataset.id = chip.id;
      node.append(make("b", "", chip.name), ...(chip.text ? [make("span", "", chip.text)] : []));
      node.title = chip.card ? `${chip.name}: look at the card` : `${chip.name}: look at the hand`;
      node.addEventListener("click", () => chip.card ? look(chip.card, node) : open(chip.svg, node, chip.name));
      return node;
    }));
    part.hands.hidden = !chips.length;
  }

  // ---------------------------------------------------------------- cards one tap away
  function look(card, from) { opener = from; send({ do: "card", id: card }); }

  function open(picture, from, name) {
    opener = from;
    popup.innerHTML = picture;
    const close = make("button", "mw-button mw-close", "✕");
    close.type = "button";
    close.setAttribute("aria-label", "Put the card back");
    close.addEventListener("click", shut);
    popup.setAttribute("aria-label", name);
    popup.prepend(close, ...onTo(from));
    popup.hidden = false;
    close.focus({ preventScroll: true });
  }

  // Whoever lies on an area covers it: from the card one can go there all the same.
  function onTo(from) {
    const card = from?.touch;
    if (!card || card.acts) return [];
    const [x, y] = [card.x + card.w / 2, card.y + card.h / 2];
    const below = items.find(({ touch }) => touch.acts && touch.id.startsWith("area:") && x > touch.x && x < touch.x + touch.w && y > touch.y && y < touch.y + touch.h);
    if (!below) return [];
    const area = below.touch.id.slice(5), node = make("button", "mw-button", shown.kind === "reckon" ? `It is ${area}` : `To ${area} →`);
    node.type = "button";
    node.title = below.touch.label;
    node.addEventListener("click", () => { shut(); send({ do: "touch", id: below.touch.id }); });
    return [node];
  }

  function shut() {
    if (popup.hidden) return;
    popup.hidden = true;
    popup.replaceChildren();
    if (opener && opener.isConnected) opener.focus({ preventScroll: true });
  }

  // ---------------------------------------------------------------- the board
  function showTouches() {
    layer.setAttribute("aria-label", shown.board.title);
    layer.classList.toggle("mw-far", shown.far);
    const board = el.closest(".mw-exercise")?.querySelector(".mw-board");
    if (board) board.style.setProperty("--mw-shape", shown.board.w / shown.board.h);
    exercise()?.style.setProperty("--mw-shape", shown.board.w / shown.board.h);
    const old = new Map([...layer.querySelectorAll("button")].map(node => [node.dataset.target, node]));
    items = shown.touches.map(touch => {
      const node = old.get(touch.id) || place(touch.id);
      old.delete(touch.id);
      node.touch = touch;
      Object.assign(node.style, { left: `${100 * touch.x}%`, top: `${100 * touch.y}%`, width: `${100 * touch.w}%`, height: `${100 * touch.h}%` });
      node.className = `mw-place${touch.acts ? " mw-acts" : ""}${touch.allowed ? " mw-allowed" : ""}${touch.card && !touch.acts ? " mw-card" : ""}`;
      node.setAttribute("aria-label", touch.acts || !touch.card ? touch.label : `${touch.label}: look at the card`);
      node.title = touch.card && touch.acts ? `${touch.label} (press i for the card)` : node.getAttribute("aria-label");
      return node;
    });
    const held = [...old.values()].includes(document.activeElement);
    old.forEach(node => node.remove());
    items.forEach((node, n) => layer.children[n] === node || layer.insertBefore(node, layer.children[n] || null));
    rove(items.find(node => node.tabIndex === 0) || items.find(node => node.touch.acts) || items[0]);
    return held;
  }

  function place(id) {
    const node = make("button");
    node.type = "button";
    node.dataset.target = id;
    node.tabIndex = -1;
    node.addEventListener("click", () => node.touch.acts ? send({ do: "touch", id: node.touch.id }) : look(node.touch.card, node));
    node.addEventListener("contextmenu", event => {
      if (!node.touch.card) return;
      event.preventDefault();
      look(node.touch.card, node);
    });
    return node;
  }

  // One stop for the Tab key; the arrow keys walk from place to place.
  function rove(node) {
    items.forEach(each => { each.tabIndex = each === node ? 0 : -1; });
  }

  layer.addEventListener("keydown", event => {
    const here = event.target;
    if (event.key === "i" && here.touch?.card) look(here.touch.card, here);
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way || !here.touch) return;
    event.preventDefault();
    const middle = ({ x, y, w, h }) => [x + w / 2, (y + h / 2) * shown.board.h / shown.board.w];
    const [x, y] = middle(here.touch);
    let best = null, least = Infinity;
    for (const each of items) {
      const [ox, oy] = middle(each.touch);
      const along = (ox - x) * way[0] + (oy - y) * way[1], aside = Math.abs((ox - x) * way[1]) + Math.abs((oy - y) * way[0]);
      if (each === here || along < 0.01 || aside > 2 * along) continue;
      if (along + 2 * aside < least) { least = along + 2 * aside; best = each; }
    }
    if (best) { rove(best); best.focus({ preventScroll: true }); }
  });

  layer.addEventListener("click", event => {
    if (event.target !== layer || !shown.far) return;
    const box = layer.getBoundingClientRect();
    send({ do: "far", x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height });
  });

  // ---------------------------------------------------------------- what happens is seen
  const wait = ms => new Promise(done => setTimeout(done, ms));

  function base(group) {
    const at = (group.getAttribute("transform") || "").match(/translate\(([-\d.]+)[ ,]?([-\d.]*)\)/);
    return at ? [Number(at[1]), Number(at[2] || 0)] : [0, 0];
  }

  function moved(group, dx, dy, scale = "") {
    const [x, y] = base(group);
    return `translate(${x + dx}px, ${y + dy}px) ${scale}`;
  }

  function turnedAt(group, part) {
    const [x, y] = base(group);
    return `translate(${x + 50}px, ${y}px) scale(${part}, 1) translate(-50px, 0px)`;
  }

  const group = (root, target) => [...root.querySelectorAll("g[data-target]")].find(each => each.dataset.target === target);

  async function play(film) {
    const mine = ++playing, gone = () => mine !== playing || !curtain.isConnected;
    if (!film.length) return;
    curtain.innerHTML = film[0].svg;
    curtain.classList.add("mw-on");
    for (let n = 1; n < film.length; n++) {
      const { svg, steps, stand, about } = film[n];
      part.act.querySelectorAll(".mw-row").forEach(line => line.classList.toggle("mw-lit", Boolean(about) && line.dataset.item === about));
      if (still()) {
        curtain.innerHTML = svg;
        await wait(Math.max(stand, 900));
        if (gone()) return;
        continue;
      }
      const leaving = [];
      for (const step of steps) {
        const found = group(curtain, step.target);
        if (!found) continue;
        if (step.kind === "turn") leaving.push(found.animate([{ transform: turnedAt(found, 1) }, { transform: turnedAt(found, 0.02) }], { duration: step.ms / 2, easing: "ease-in" }).finished);
        if (step.kind === "vanish") leaving.push(found.animate([{ opacity: 1 }, { opacity: 0 }], { duration: step.ms }).finished);
      }
      await Promise.all(leaving).catch(() => undefined);
      if (gone()) return;
      curtain.innerHTML = svg;
      const coming = [];
      for (const step of steps) {
        if (step.kind === "line") {
          const line = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
          line.setAttribute("points", step.via.map(point => point.join(",")).join(" "));
          line.setAttribute("class", "mw-flight");
          line.setAttribute("pathLength", "1");
          curtain.querySelector("svg").append(line);
          coming.push(line.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], { duration: step.ms, fill: "forwards" }).finished);
          continue;
        }
        const found = group(curtain, step.target);
        if (!found) continue;
        const way = { easing: "ease-in-out", duration: step.ms };
        if (step.kind === "turn") coming.push(found.animate([{ transform: turnedAt(found, 0.02) }, { transform: turnedAt(found, 1) }], { duration: step.ms / 2, easing: "ease-out" }).finished);
        if (step.kind === "appear") coming.push(found.animate([{ opacity: 0 }, { opacity: 1 }], way).finished);
        if (step.kind === "slide") {
          found.parentNode.append(found);
          const points = [[step.dx, step.dy], ...step.via, [0, 0]];
          coming.push(found.animate(points.map(([dx, dy]) => ({ transform: moved(found, dx, dy) })), way).finished);
        }
      }
      await Promise.all(coming).catch(() => undefined);
      if (gone()) return;
      await wait(stand);
      if (gone()) return;
    }
    curtain.classList.remove("mw-on");
    await wait(still() ? 0 : 180);
    if (!gone()) curtain.replaceChildren();
  }

  function rollDice() {
    if (still()) return;
    panel.querySelectorAll(".mw-die svg").forEach((die, n) => die.animate(
      [{ transform: "rotate(-200deg) scale(0.4)", opacity: 0 }, { transform: "rotate(20deg) scale(1.1)", opacity: 1, offset: 0.7 }, { transform: "none" }],
      { duration: 550, delay: 140 * n, easing: "ease-out", fill: "backwards" }));
  }

  // ---------------------------------------------------------------- everything anew
  function update() {
    const next = model.get("shown");
    if (!next || !next.kind) return;
    shown = next;
    const active = document.activeElement, mine = el.contains(active) || layer.contains(active);
    const another = !first && lastKey !== shown.key; // another exercise in the same place
    const fresh = another || (lastReset !== null && lastReset !== shown.reset);
    const before = said.dataset.html;
    if (another) clear();
    lastKey = shown.key;
    tellNow();
    lastReset = shown.reset;
    showHead();
    showControls(fresh);
    showVerdict();
    showHands();
    showAside();
    showTouches();
    if (said.dataset.html !== before && !first) rollDice();
    if (first || another) lastFilm = shown.films;
    else if (lastFilm !== shown.films) { lastFilm = shown.films; play(shown.film); }
    const lost = mine && (!active.isConnected || active.disabled || active.closest("[hidden]") || document.activeElement === document.body);
    if (mine && shown.focus === "next" && !first) find("next")?.focus({ preventScroll: true });
    else if (lost || (mine && another)) (part.act.querySelector(ANSWER) || part.tools.querySelector("button:not(:disabled)") || panel).focus({ preventScroll: true });
    if (another) {
      live.textContent = `${shown.title}. ${part.prompt.textContent}`;
      const here = exercise(), top = here?.getBoundingClientRect().top - (scroller()?.getBoundingClientRect().top || 0);
      if (top < 0 || top > innerHeight / 2) here.scrollIntoView({ block: "start", behavior: still() ? "auto" : "smooth" });
    }
    first = false;
  }

  // Nothing of the exercise before stays.
  function clear() {
    playing++;
    curtain.classList.remove("mw-on");
    curtain.replaceChildren();
    shut();
    part.act.replaceChildren();
    words.open = false;
  }

  // Which of several exercises is shown, for the bar above.
  function tellNow() {
    if (shown?.key) el.dispatchEvent(new CustomEvent("mw-now", { bubbles: true, detail: shown.key }));
  }

  const find = id => el.querySelector(`[data-id="${CSS.escape(id)}"]`);

  // ---------------------------------------------------------------- in the page
  function settle() {
    const here = exercise(), board = here?.querySelector(".mw-board");
    if (!here || !board) return false;
    here.setAttribute("data-lm-suppress-shortcuts", "true");
    board.append(curtain, layer);
    here.append(popup);
    const lift = () => board.querySelectorAll("canvas").forEach(canvas => { canvas.tabIndex = -1; canvas.removeAttribute("tabindex"); canvas.setAttribute("aria-hidden", "true"); });
    lift();
    new MutationObserver(lift).observe(board, { childList: true, subtree: true });
    here.addEventListener("keydown", event => {
      if (event.key === "Escape") shut();
      if (event.repeat && (event.key === "Enter" || event.key === " ") && event.target.closest("button")) event.preventDefault(); // held down, it is pressed once
      goByKey(event);
      // Keys are for the exercise; those that scroll go on to the page.
      event.stopPropagation();
    });
    document.addEventListener("keydown", event => { if (here.isConnected && !event.target.closest?.(ELSEWHERE)) goByKey(event); }, { signal: ended.signal });
    here.addEventListener("mw-go", event => press(`puzzle:${event.detail}`)); // from the bar above
    document.addEventListener("pointerdown", event => { if (!popup.hidden && !popup.contains(event.target)) shut(); }, { signal: ended.signal });
    measure();
    tellNow();
    const before = here.closest(".jp-Cell")?.previousElementSibling;
    if (before) rising.observe(before);
    if (shown) showTouches();
    return true;
  }

  // Some buttons have a key: one leads to the next puzzle, one back.
  function goByKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.(WRITING)) return;
    const node = el.querySelector(`[data-key="${CSS.escape(String(event.key).toLowerCase())}"]:not(:disabled)`);
    if (!node) return;
    event.preventDefault();
    if (!event.repeat) node.click();
  }

  function scroller() {
    for (let node = el.parentElement; node; node = node.parentElement) {
      const flow = getComputedStyle(node).overflowY;
      if ((flow === "auto" || flow === "scroll") && node.clientHeight > 200 && !node.closest(".mw-exercise")) return node;
    }
    return null;
  }

  // How high the window is for an exercise. The first of a page has the words above it in view as well: nobody has scrolled yet.
  function measure() {
    const around = scroller(), here = exercise();
    if (!here) return;
    const high = around ? around.clientHeight : innerHeight;
    const top = around ? here.getBoundingClientRect().top - around.getBoundingClientRect().top + around.scrollTop : 0;
    const above = shown?.key ? top : Math.max(0, top - WORDS); // what is shown in one place for ever has lines above its board, too
    here.style.setProperty("--mw-room", `${high - (top < high / 3 ? above : 0)}px`);
  }

  const rising = new ResizeObserver(measure);
  const waiting = new MutationObserver(() => { if (settle()) waiting.disconnect(); });
  if (!settle()) waiting.observe(document.body, { childList: true, subtree: true });
  addEventListener("resize", measure, { signal: ended.signal });

  const page = document.body;
  let theme = null;
  function tellTheme() {
    const light = page.getAttribute("data-jp-theme-light");
    const now = light === null ? null : light === "false" ? "dark" : "light";
    if (now && now !== theme) { theme = now; send({ do: "theme", theme }); }
  }
  const themes = new MutationObserver(tellTheme);
  themes.observe(page, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  tellTheme();

  // The lesson is left: nothing else lets go of what its widgets hold, and each board holds pictures of many megabytes.
  el.addEventListener("mw-leave", ({ detail }) => detail.push(model.widget_manager.clear_state()));

  model.on("change:shown", update);
  model.on("msg:custom", told => { if (told.card) open(told.svg, opener, told.name); });
  update();
  return () => {
    waiting.disconnect();
    rising.disconnect();
    themes.disconnect();
    ended.abort();
    model.off("change:shown", update);
    layer.remove();
    curtain.remove();
    popup.remove();
  };
}

export default { render };
