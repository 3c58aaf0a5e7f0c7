// The touchable board: shows what Python sends, and says what was touched. It decides nothing.
// It talks to its model only by anywidget's documented interface: get, on, off, send.

const SVG = "http://www.w3.org/2000/svg";
const SLOP = 6; // pixels a pointer may wander in a click
const SMALL = 80; // an area of fewer pixels than this is too small to read: the board then shows a part of the Wood
const CARD = 100, AREA = 104; // units an area is wide, and from area to area, as the scene has it

function render({ model, el }) {
  const view = new View(model, el);
  return () => view.close();
}

class View {
  constructor(model, el) {
    this.model = model;
    this.root = document.createElement("div");
    this.root.className = "mwb";
    el.append(this.root);
    this.held = null; // the target id that has been picked up by tap or key
    this.pulled = null; // a drag under way
    this.pieces = new Map();
    this.version = 0;
    this.serial = 0; // counts the touches
    this.seen = 0; // the last act the page shows
    this.camera = null;
    this.fingers = new Map();
    this.timers = new Map();
    this.hear = (message) => this.heard(message);
    model.on("msg:custom", this.hear);
    for (const [kind, listener] of Object.entries({
      click: this.clicked, dblclick: this.doubled, keydown: this.pressed, input: this.typed, change: this.chosen,
      pointerdown: this.down, pointermove: this.moved, pointerup: this.up, pointercancel: this.cancelled,
      dragover: this.over, dragleave: this.over, drop: this.dropped, focusin: this.focused, pointerover: this.explains,
    })) this.root.addEventListener(kind, listener.bind(this));
    this.root.addEventListener("wheel", this.wheel.bind(this), { passive: false });
    this.themes = new MutationObserver(() => this.theme());
    for (const node of [document.documentElement, document.body])
      this.themes.observe(node, { attributes: true, attributeFilter: ["class", "data-theme", "data-jp-theme-light", "style"] });
    this.system = matchMedia("(prefers-color-scheme: dark)");
    this.follow = () => this.theme();
    this.system.addEventListener("change", this.follow);
    this.sizes = new ResizeObserver(() => this.aim());
    this.theme();
    this.whole(model.get("page"));
    this.ready();
    document.dispatchEvent(new CustomEvent("mwb-open", { detail: this })); // whoever stood in for this board gives way
  }

  close() {
    this.model.off("msg:custom", this.hear);
    this.themes.disconnect();
    this.sizes.disconnect();
    this.system.removeEventListener("change", this.follow);
    this.root.remove();
  }

  /** A touch on the page as it is shown; ``text`` is that of the field it was made in. */
  send({ kind, target = "", to = "", text }) {
    this.sent = performance.now();
    this.root.dataset.asked = Number(this.root.dataset.asked ?? 0) + 1;
    const values = text === undefined ? {} : { [target]: [text] };
    this.model.send({ kind: "touch", seen: this.seen ?? 0, serial: ++this.serial, touch: { kind, target, to, values } });
  }

  ready() { this.model.send({ kind: "ready", version: this.version }); }

  /** Notes that Python has answered, and how long that took, for whoever measures. */
  answered() {
    if (this.root.dataset.answered === this.root.dataset.asked) return;
    this.root.dataset.answered = Number(this.root.dataset.answered ?? 0) + 1;
    this.root.dataset.took = (performance.now() - this.sent).toFixed(0);
  }

  // ---------------------------------------------------------------- what Python says
  heard(message) {
    if (message.kind === "effect") return this.effect(message);
    if (message.kind === "trouble") {
      this.answered();
      this.root.querySelector(".mwb-trouble")?.remove();
      this.root.prepend(Object.assign(make("p", { class: "mwb-trouble", role: "alert" }), { textContent: message.text }));
    }
    if (message.kind === "refused") { this.answered(); return this.say(message.text); }
    if (message.kind !== "change") return;
    if (message.from === 0) this.whole(message);
    else if (message.from === this.version) this.change(message);
    else return this.ready();
    this.version = message.version;
    this.seen = message.seen ?? this.seen;
    this.answered();
    if (message.say) this.say(message.say);
  }

  whole(page) {
    this.version = page.version;
    this.seen = page.seen ?? 0;
    this.root.innerHTML = page.frame;
    this.live = make("div", { class: "mwb-live", "aria-live": "polite", role: "status" });
    this.root.append(this.live);
    if (page.colours) {
      this.colours = make("style");
      this.colours.textContent = `.mwb.light{${page.colours.light}}.mwb.dark{${page.colours.dark}}${page.colours.uses}`;
    }
    if (this.colours) this.root.prepend(this.colours);
    this.shared = shape("svg", { class: "mwb-shared", "aria-hidden": "true" });
    this.root.append(this.shared);
    this.pieces.clear();
    this.place = this.root.querySelector("[data-board]");
    if (this.place) {
      this.place.innerHTML = `<svg class="mwb-wood" xmlns="${SVG}" role="application" aria-label="The board"
        stroke-linejoin="round" fill="none" font-family="'Source Sans 3','Segoe UI','Helvetica Neue',Arial,'Liberation Sans',sans-serif">
        <defs><clipPath id="mwb-c"><rect width="100" height="100" rx="8"/></clipPath></defs><g></g></svg>
        <svg class="mwb-map" xmlns="${SVG}" aria-hidden="true" hidden></svg>`;
      this.wood = this.place.querySelector(".mwb-wood");
      this.map = this.place.querySelector(".mwb-map");
      this.map.addEventListener("dblclick", (event) => { event.stopPropagation(); this.zoom(0.01, 0.5, 0.5); });
      this.sizes.disconnect();
      this.sizes.observe(this.place);
    }
    this.change(page);
  }

  change(page) {
    // Python sends each definition once, whether for the board or for a panel.
    for (const text of Object.values(page.defs ?? {})) this.shared.append(drawn(text));
    if (page.board) this.board(page.board);
    if ("focus" in page) { this.focus = page.focus; this.aim(true); }
    for (const [name, html] of Object.entries(page.panels ?? {})) {
      const panel = this.root.querySelector(`[data-panel="${name}"]`);
      if (!panel) continue;
      const wanted = panel.cloneNode(false);
      wanted.innerHTML = html;
      morphChildren(panel, wanted);
      panel.toggleAttribute("data-empty", !html);
    }
    if (!page.frame) this.bringAnswer(page.panels?.answer);
    this.rove();
    if (this.lost) this.wood.querySelector('[tabindex="0"]')?.focus({ preventScroll: true });
    this.lost = false;
    this.showHeld();
  }

  /** An answer that would come below what is shown of the page, as on a phone, is brought into view. */
  bringAnswer(changed) {
    const panel = changed && this.root.querySelector('[data-panel="answer"]');
    if (!panel?.querySelector("h2") || panel.getBoundingClientRect().top < innerHeight - 90) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    panel.scrollIntoView({ block: "start", behavior: still ? "instant" : "smooth" });
  }

  board({ size, title, order, pieces, defs }) {
    const known = this.wood.querySelector("defs");
    for (const text of Object.values(defs)) known.append(drawn(text));
    for (const [key, text] of Object.entries(pieces)) this.pieces.set(key, drawn(text));
    const layer = this.wood.lastElementChild;
    const had = targetOf(active(this.root));
    const wanted = order.map((key) => this.pieces.get(key)).filter(Boolean);
    let next = layer.firstChild;
    for (const piece of wanted) {
      if (piece === next) next = next.nextSibling;
      else layer.insertBefore(piece, next);
    }
    while (next) { const gone = next; next = next.nextSibling; gone.remove(); }
    // What is no longer drawn may come back, as after undoing: it is kept, as Python believes.
    this.size = size;
    this.wood.setAttribute("aria-label", title);
    if (had && !active(this.root)) {
      const again = this.find(had);
      if (again) again.focus({ preventScroll: true });
      else this.lost = true; // what had the focus is gone: the board keeps it
    }
    this.aim();
  }

  effect({ effect, text, name }) {
    if (effect === "copy") {
      const done = () => this.say("Copied.");
      if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, () => this.say("The browser refuses to copy."));
      this.root.dataset.copied = text;
    } else if (effect === "save") download(new Blob([text], { type: "text/plain" }), name);
    else if (effect === "png") {
      const image = new Image();
      image.onload = () => {
        const canvas = make("canvas", { width: image.width, height: image.height });
        canvas.getContext("2d").drawImage(image, 0, 0);
        canvas.toBlob((blob) => download(blob, name));
      };
      image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
    } else if (effect === "print") {
      this.slip?.remove();
      this.slip = make("iframe", { class: "mwb-slip", title: "Slip to print", srcdoc: text, sandbox: "allow-same-origin allow-modals" });
      this.slip.onload = () => this.slip.contentWindow?.print();
      this.root.append(this.slip);
    }
  }

  say(text) {
    this.live.textContent = "";
    setTimeout(() => { this.live.textContent = text; }, 20);
  }

  theme() {
    const dark = themeOfPage() ?? this.system.matches;
    this.root.classList.toggle("dark", dark);
    this.root.classList.toggle("light", !dark);
  }

  // ---------------------------------------------------------------- which part of the Wood is shown
  aim(follow = false) {
    if (!this.wood || !this.size || !this.place.clientWidth) return;
    const [width, height] = this.size;
    const room = this.place.clientWidth;
    const tall = this.place.clientHeight || (room * height) / width;
    const scale = Math.min(room / width, tall / height);
    const small = scale * CARD < SMALL && !this.all;
    if (small && !this.zoomed && (!this.camera || follow)) this.camera = this.near(room, tall);
    if (!small && !this.zoomed) this.camera = null;
    this.wood.setAttribute("viewBox", (this.camera ?? [0, 0, width, height]).map((n) => n.toFixed(1)).join(" "));
    this.root.toggleAttribute("data-zoomed", Boolean(this.camera));
    this.map.toggleAttribute("hidden", !this.camera);
    if (this.camera) this.drawMap();
    if (this.camera) this.map.toggleAttribute("data-high", this.busyBelow());
  }

  near(room, tall) {
    const [width, height] = this.size;
    const w = Math.min(width, (room / CARD) * AREA), h = Math.min(height, (tall / CARD) * AREA);
    const [x, y, fw, fh] = this.focus ?? [0, 0, width, height];
    return [clamp(x + fw / 2 - w / 2, 0, width - w), clamp(y + fh / 2 - h / 2, 0, height - h), w, h];
  }

  zoom(factor, x, y) {
    const [width, height] = this.size;
    const [left, top, w, h] = this.camera ?? [0, 0, width, height];
    const wide = clamp(w / factor, AREA * 1.5, width);
    const real = w / wide, high = Math.min(h / real, height);
    if (wide >= width && high >= height) { this.camera = null; this.zoomed = false; this.all = true; return this.aim(); }
    this.all = false;
    this.camera = [clamp(left + x * (w - wide), 0, width - wide), clamp(top + y * (h - high), 0, height - high), wide, high];
    this.zoomed = true;
    this.aim();
  }

  pan(dx, dy) {
    if (!this.camera) return;
    const [width, height] = this.size, [x, y, w, h] = this.camera;
    this.camera = [clamp(x - dx, 0, width - w), clamp(y - dy, 0, height - h), w, h];
    this.aim();
  }

  drawMap() {
    const [width, height] = this.size, [x, y, w, h] = this.camera;
    this.map.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.map.innerHTML = "";
    for (const card of this.wood.querySelectorAll('[data-target^="area:"]')) {
      const at = card.transform.baseVal.consolidate()?.matrix ?? { e: 0, f: 0 };
      const up = card.querySelector("use") !== null && !/face down/.test(card.getAttribute("aria-label"));
      this.map.append(shape("rect", { x: at.e, y: at.f, width: 96, height: 96, rx: 10, class: up ? "up" : "down" }));
    }
    for (const token of this.wood.querySelectorAll('[data-target^="knight:"]')) {
      const at = token.transform.baseVal.consolidate()?.matrix ?? { e: 0, f: 0 };
      this.map.append(shape("circle", { cx: at.e + 50, cy: at.f + 50, r: 24, class: "who" }));
    }
    this.map.append(shape("rect", { x: x + 4, y: y + 4, width: w - 8, height: h - 8, rx: 12, class: "shown" }));
  }

  /** Whether somebody stands in the lower half of what is shown, where the small map would lie over what is said of him. */
  busyBelow() {
    const [x, y, w, h] = this.camera;
    return [...this.wood.querySelectorAll('[data-target^="knight:"]')].some((token) => {
      const at = token.transform.baseVal.consolidate()?.matrix ?? { e: 0, f: 0 };
      return at.e >= x && at.e <= x + w && at.f + 50 > y + h / 2 && at.f < y + h;
    });
  }

  onMap(event) {
    const box = this.map.getBoundingClientRect(), [width, height] = this.size, [, , w, h] = this.camera;
    const x = ((event.clientX - box.left) / box.width) * width - w / 2, y = ((event.clientY - box.top) / box.height) * height - h / 2;
    this.camera = [clamp(x, 0, width - w), clamp(y, 0, height - h), w, h];
    this.aim();
  }

  wheel(event) {
    if (!event.ctrlKey || !this.wood?.contains(event.target)) return;
    event.preventDefault();
    const box = this.wood.getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY / 300), (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  }

  // ---------------------------------------------------------------- mouse, touch and pen
  down(event) {
    if (event.button) return;
    if (this.map?.contains(event.target)) return this.onMap(event);
    const target = closest(event.target);
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.fingers.size === 2) { this.letGoDrag(); this.spread = this.reach(); return; }
    this.start = { x: event.clientX, y: event.clientY, target, id: event.pointerId };
    this.swallow = false;
  }

  moved(event) {
    if (this.fingers.has(event.pointerId)) this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.fingers.size === 2 && this.spread && this.wood) {
      const now = this.reach();
      if (Math.abs(now / this.spread - 1) > 0.03) { this.zoom(now / this.spread, 0.5, 0.5); this.spread = now; }
      this.swallow = true;
      return;
    }
    const start = this.start;
    if (!start || start.id !== event.pointerId) return;
    const dx = event.clientX - start.x, dy = event.clientY - start.y;
    if (!this.pulled && !start.pans && Math.hypot(dx, dy) > SLOP) {
      if (start.target?.hasAttribute("data-drag") && !this.held) this.lift(start.target, event);
      else if (this.camera && this.wood.contains(event.target)) { start.pans = [event.clientX, event.clientY]; this.swallow = true; }
    }
    if (start.pans) {
      const unit = this.camera[2] / this.wood.getBoundingClientRect().width;
      this.pan((event.clientX - start.pans[0]) * unit, (event.clientY - start.pans[1]) * unit);
      start.pans = [event.clientX, event.clientY];
    }
    if (this.pulled) {
      event.preventDefault();
      this.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
      this.hover(this.under(event));
    }
  }

  up(event) {
    this.fingers.delete(event.pointerId);
    if (this.pulled) {
      const there = this.under(event);
      const from = this.pulled;
      this.letGoDrag();
      this.swallow = true;
      if (there && targetOf(there) !== from) this.send({ kind: "drag", target: from, to: targetOf(there) });
      else if (!there && !this.wood?.parentNode.contains(this.at(event))) this.send({ kind: "drag", target: from, to: "away" });
    }
    this.start = null;
    setTimeout(() => { this.swallow = false; }, 0);
  }

  cancelled(event) {
    this.fingers.delete(event.pointerId);
    this.letGoDrag();
    this.start = null;
  }

  reach() {
    const [a, b] = [...this.fingers.values()];
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  }

  at(event) { return this.root.getRootNode().elementFromPoint(event.clientX, event.clientY); }
  under(event) { return closest(this.at(event)); }

  lift(target, event) {
    this.pulled = targetOf(target);
    try { this.root.setPointerCapture(event.pointerId); } catch { /* the pointer is gone already */ }
    const box = target.getBoundingClientRect();
    this.ghost = make("div", { class: "mwb-ghost" });
    if (target instanceof SVGElement) {
      const svg = shape("svg", { width: box.width, height: box.height });
      const drawing = target.getBBox(), copy = target.cloneNode(true);
      copy.removeAttribute("transform");
      svg.setAttribute("viewBox", `${drawing.x} ${drawing.y} ${drawing.width} ${drawing.height}`);
      svg.append(copy);
      this.ghost.append(svg);
    } else {
      const copy = target.cloneNode(true);
      copy.style.width = `${box.width}px`;
      this.ghost.append(copy);
    }
    this.ghost.querySelectorAll("[data-target]").forEach((node) => node.removeAttribute("data-target"));
    this.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
    this.root.append(this.ghost);
    this.root.setAttribute("data-dragging", "");
  }

  letGoDrag() {
    this.pulled = null;
    this.ghost?.remove();
    this.hover(null);
    this.root.removeAttribute("data-dragging");
  }

  hover(target) {
    if (this.hovered === target) return;
    this.hovered?.removeAttribute("data-over");
    this.hovered = target;
    target?.setAttribute("data-over", "");
  }

  clicked(event) {
    if (this.swallow) { event.preventDefault(); return; }
    const target = closest(event.target);
    if (!target || target.matches("input, select, textarea, :disabled, [aria-disabled=true]")) return;
    const id = targetOf(target);
    if (this.held && !id.startsWith("do:")) return this.setDown(id);
    if (target.dataset.drag === "hold" && event.detail > 0) return this.hold(id);
    if (target.dataset.drag === "hold") return; // by key: Enter has picked it up already
    this.send({ kind: "click", target: id });
  }

  doubled(event) {
    const target = closest(event.target);
    if (target && !this.held) this.send({ kind: "double", target: targetOf(target) });
  }

  hold(id) {
    this.held = id;
    this.showHeld();
    this.say(`${this.nameOf(id)} picked up. Choose its place; Escape lets go.`);
  }

  setDown(id) {
    const from = this.held;
    this.held = null;
    this.showHeld();
    if (id !== from) this.send({ kind: "drag", target: from, to: id });
    else this.say(`${this.nameOf(from)} let go.`);
  }

  showHeld() {
    this.root.querySelectorAll("[data-held]").forEach((node) => node.removeAttribute("data-held"));
    this.root.toggleAttribute("data-holding", Boolean(this.held));
    if (this.held) this.find(this.held)?.setAttribute("data-held", "");
  }

  // ---------------------------------------------------------------- keyboard
  pressed(event) {
    const field = event.target.matches("input, textarea, select");
    if (event.key === "Escape") {
      if (this.pulled) return this.letGoDrag();
      if (this.held) { const was = this.held; this.held = null; this.showHeld(); return this.say(`${this.nameOf(was)} let go.`); }
      return this.send({ kind: "escape" });
    }
    if (field) {
      if (event.key === "Enter" && event.target.matches("input[data-input]")) {
        clearTimeout(this.timers.get(event.target.dataset.input));
        this.send({ kind: "enter", target: event.target.dataset.input, text: event.target.value });
        event.preventDefault();
      }
      return;
    }
    if ((event.ctrlKey || event.metaKey) && "zy".includes(event.key.toLowerCase()) && event.key.length === 1) {
      event.preventDefault();
      const redo = event.key.toLowerCase() === "y" || event.shiftKey;
      return this.send({ kind: "click", target: redo ? "do:redo" : "do:undo" });
    }
    const target = closest(event.target);
    if (!target || event.ctrlKey || event.metaKey || event.altKey) return;
    const id = targetOf(target), native = target.matches("button, a");
    const way = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (way) {
      const next = this.neighbour(target, way);
      if (next) { event.preventDefault(); next.focus(); next.scrollIntoView?.({ block: "nearest", inline: "nearest" }); }
    } else if (event.key === "Enter") {
      if (this.held) { event.preventDefault(); this.setDown(id); }
      else if (target.hasAttribute("data-drag")) { event.preventDefault(); this.hold(id); }
      else if (!native) { event.preventDefault(); this.send({ kind: "click", target: id }); }
    } else if (event.key === " " && !(native && target.dataset.drag !== "hold")) {
      event.preventDefault();
      this.send({ kind: "click", target: id });
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      this.send({ kind: "delete", target: id });
    }
  }

  /** The nearest target that way in the same field: the board, or a panel one walks over. */
  neighbour(target, [dx, dy]) {
    const field = target.closest(".mwb-wood, [data-walk]");
    if (!field) return null;
    const from = middle(target);
    let best = null, least = Infinity;
    for (const other of field.querySelectorAll("[data-target]")) {
      if (other === target || other.matches(":disabled") || !other.getClientRects().length) continue;
      const to = middle(other);
      const along = (to.x - from.x) * dx + (to.y - from.y) * dy, aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
      if (along < 2) continue;
      const cost = along + 2.5 * aside;
      if (cost < least) { least = cost; best = other; }
    }
    return best;
  }

  /** One stop for the Tab key in each field; the arrows do the rest. */
  rove() {
    for (const field of this.root.querySelectorAll(".mwb-wood, [data-walk]")) {
      const all = [...field.querySelectorAll("[data-target]")];
      const here = all.find((node) => node === active(this.root)) ?? all.find((node) => node.getAttribute("tabindex") === "0") ?? all[0];
      for (const node of all) node.setAttribute("tabindex", node === here ? "0" : "-1");
    }
  }

  /** What is pointed at, or has the focus, explains itself in the line below it. */
  explains(event) {
    const says = event.target.closest("[data-says]");
    const line = says?.closest("[data-walk]")?.parentNode.querySelector("[data-saying]");
    if (line) line.textContent = says.dataset.says;
  }

  focused(event) {
    this.explains(event);
    const field = event.target.closest(".mwb-wood, [data-walk]");
    if (!field || !event.target.matches("[data-target]")) return;
    field.querySelectorAll('[tabindex="0"]').forEach((node) => node.setAttribute("tabindex", "-1"));
    event.target.setAttribute("tabindex", "0");
    if (this.camera && field === this.wood && event.target.matches(":focus-visible")) this.bringIn(event.target);
  }

  bringIn(target) {
    const at = target.transform.baseVal.consolidate()?.matrix ?? { e: 0, f: 0 }, [x, y, w, h] = this.camera;
    const dx = at.e < x ? x - at.e : at.e + 100 > x + w ? x + w - at.e - 104 : 0;
    const dy = at.f < y ? y - at.f : at.f + 100 > y + h ? y + h - at.f - 104 : 0;
    if (dx || dy) this.pan(dx, dy);
  }

  // ---------------------------------------------------------------- fields and files
  typed(event) {
    const field = event.target; // an event forgets its target when it is over, inside a shadow root as marimo has
    const name = field.dataset?.input;
    if (!name || field.matches("select, [data-late]")) return;
    clearTimeout(this.timers.get(name));
    this.timers.set(name, setTimeout(() => this.send({ kind: "type", target: name, text: field.value }), 70));
  }

  chosen(event) {
    const name = event.target.dataset?.input;
    if (event.target.matches("input[type=file]")) return this.file(event.target.files[0]);
    if (name && event.target.matches("select, [data-late]")) this.send({ kind: "type", target: name, text: event.target.value });
  }

  over(event) {
    if (![...(event.dataTransfer?.types ?? [])].includes("Files")) return;
    event.preventDefault();
    this.root.toggleAttribute("data-file", event.type === "dragover");
  }

  dropped(event) {
    event.preventDefault();
    this.root.removeAttribute("data-file");
    this.file(event.dataTransfer?.files[0]);
  }

  async file(file) {
    if (!file) return;
    const text = file.size > 300_000 ? "" : await file.text();
    this.send({ kind: "file", target: file.name, text });
  }

  find(id) {
    return [...this.root.querySelectorAll("[data-target]")].find((node) => targetOf(node) === id);
  }

  nameOf(id) {
    const node = this.find(id);
    return (node?.getAttribute("aria-label") || node?.textContent || id).split(/[,:.]/)[0].trim();
  }
}

// ---------------------------------------------------------------- small help
function make(tag, attributes = {}) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

function shape(tag, attributes = {}) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

function drawn(text) {
  const svg = shape("svg");
  svg.innerHTML = text;
  return svg.firstElementChild;
}

function download(blob, name) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  setTimeout(() => { URL.revokeObjectURL(link.href); link.remove(); }, 1000);
}

function clamp(value, low, high) { return Math.max(low, Math.min(Math.max(low, high), value)); }
function closest(node) { return node?.closest?.("[data-target]") ?? null; }
function targetOf(node) { return node?.getAttribute?.("data-target") ?? null; }

function active(root) {
  const node = root.getRootNode().activeElement;
  return node && root.contains(node) ? node : null;
}

function middle(node) {
  const box = node.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** Whether the page around says it is dark; null if it says nothing. */
function themeOfPage() {
  for (const node of [document.body, document.documentElement]) {
    if (node.dataset.jpThemeLight) return node.dataset.jpThemeLight === "false";
    const named = node.dataset.theme ?? (node.classList.contains("dark") ? "dark" : node.classList.contains("light") ? "light" : null);
    if (named === "dark" || named === "light") return named === "dark";
  }
  return null;
}

function keyOf(node) {
  return node.getAttribute?.("data-target") ?? node.getAttribute?.("data-input") ?? node.getAttribute?.("data-key") ?? "";
}

/** Makes the children of one element those of another, keeping what is the same, and with it focus and scrolling. */
function morphChildren(have, want) {
  const wanted = [...want.childNodes];
  for (let i = 0; i < wanted.length; i++) {
    const here = have.childNodes[i];
    if (!here) { have.append(wanted[i]); continue; }
    const key = keyOf(wanted[i]);
    if (key && keyOf(here) !== key) {
      const moved = [...have.children].find((node) => keyOf(node) === key && node.nodeName === wanted[i].nodeName);
      if (moved) have.insertBefore(moved, here);
      else { have.insertBefore(wanted[i], here); continue; }
    }
    morph(have.childNodes[i], wanted[i]);
  }
  while (have.childNodes.length > wanted.length) have.lastChild.remove();
}

function morph(have, want) {
  if (have.nodeType !== want.nodeType || have.nodeName !== want.nodeName || keyOf(have) !== keyOf(want)) return have.replaceWith(want);
  if (have.nodeType !== Node.ELEMENT_NODE) { if (have.data !== want.data) have.data = want.data; return; }
  if (have.isEqualNode(want)) return sameValues(have, want);
  if (have instanceof SVGSVGElement) return have.replaceWith(want);
  for (const { name, value } of want.attributes) if (have.getAttribute(name) !== value) have.setAttribute(name, value);
  for (const { name } of [...have.attributes])
    if (!want.hasAttribute(name) && !["open", "tabindex", "data-held", "data-over"].includes(name)) have.removeAttribute(name);
  morphChildren(have, want);
  sameValue(have, want);
}

/** What a field shows is what Python says, not what was typed into it and refused; but for the one being typed in. */
function sameValue(have, want) {
  if (!have.matches?.("input:not([type=file]), textarea, select") || have.getRootNode().activeElement === have) return;
  if (have.value !== want.value) have.value = want.value;
}

function sameValues(have, want) {
  if (have.nodeType !== Node.ELEMENT_NODE) return;
  sameValue(have, want);
  const fields = "input:not([type=file]), textarea, select", wanted = want.querySelectorAll(fields);
  have.querySelectorAll(fields).forEach((field, n) => sameValue(field, wanted[n]));
}

export default { render };
