// One page as somebody has it open: lays out what the host sends, and tells what is touched. It decides nothing.

import { Asking } from "../controls/asking";
import { dressChoices, showPicked } from "../controls/choices";
import { showClocks } from "./clock";
import { Closer } from "../board/closer";
import { define } from "../board/definitions";
import { active, focusOn, isOff, make, still, targetOf } from "./dom";
import { Drawing } from "../board/drawing";
import { explain, goOnward, mark, marks, perform } from "./effects";
import { Fields } from "../controls/fields";
import { Cinema, roll } from "../board/film";
import { HalfDone, valuesOf } from "./halfdone";
import { Holding } from "../controls/holding";
import { Keyboard } from "../controls/keyboard";
import { Lab } from "../lab/cells";
import { Live } from "./live";
import type { BoardPart, Film, PagePart, ToPage, TouchKind, Values, Wire } from "./messages";
import { morphChildren } from "./morph";
import { showNeeds } from "./needs";
import { dressOrder, movedOn, Ordering, shake } from "../controls/order";
import { layOutKeepingFocus, Pieces, WOOD } from "../board/pieces";
import { Pointer } from "../board/pointer";
import { Popup } from "./popup";
import { Press } from "./press";
import { layDown } from "./sheets";
import { followTheme } from "./theme";
import { Touches } from "./touches";
import { rove, stopAt } from "../board/walking";

/** Where one begins to answer. */
const ANSWER = "[tabindex='0'], button:not(:disabled, [tabindex='-1']), input:not(:disabled)";
/** An answer that begins so near the foot of the window, in pixels, is brought into view. */
const FOOT = 150;
let pages = 0;

/** The board of a page: its picture, what of it is shown, and the film over it. */
interface Table {
  readonly wood: SVGElement;
  readonly closer: Closer;
  readonly cinema: Cinema;
}

/** A name that no other page gives itself; the browser's own are only for pages with https. */
function nameOfLink(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");
}

export class View {
  readonly root = make("div", { class: "mwb" });
  private readonly name = `mwb-${++pages}`;
  private readonly link = nameOfLink();
  private readonly half = new HalfDone();
  private readonly live = new Live(this.root);
  private readonly popup = new Popup(this.root, () => this.tell("click", "card:"));
  private readonly holding: Holding;
  private readonly pointer: Pointer;
  private readonly pressed = new Press(this.root);
  private readonly keyboard: Keyboard;
  private readonly fields: Fields;
  private readonly ordering: Ordering;
  private readonly touches: Touches;
  private readonly asking: Asking;
  private readonly lab: Lab;
  private readonly pieces = new Pieces();
  private readonly endTheme: () => void;
  private readonly clocks: ReturnType<typeof setInterval>;
  private table: Table | null = null;
  private version = 0;
  /** The touch after which something was said to be wrong: that stays until another is answered. */
  private spoke = 0;
  private frame = "";
  private seen = 0;
  private kept = "";
  private keys: Readonly<Record<string, string>> = {};
  private sent = 0;

  constructor(
    private readonly wire: Wire,
    place: Node,
  ) {
    place.appendChild(this.root);
    const say = (text: string): void => this.live.say(text);
    const root = this.root,
      half = this.half;
    this.holding = new Holding(root, say, (from, to) => this.tell("drag", from, to));
    const shared = {
      root,
      half,
      holding: this.holding,
      changed: () => this.dressed(),
    };
    this.pointer = new Pointer({
      ...shared,
      closer: () => this.table?.closer ?? null,
      press: (target) => this.press(target),
      drag: (from, to) => this.tell("drag", from, to),
      double: (target) => {
        if (target) this.tell("double", target);
      },
    });
    this.asking = new Asking(root);
    this.ordering = new Ordering(root, half, say, () => this.dressed());
    this.fields = new Fields({
      ...shared,
      tell: (kind, name, text) => {
        this.tell(kind, name, "", { [name]: [text] });
      },
      click: (target) => this.tell("click", target),
    });
    this.keyboard = new Keyboard({
      ...shared,
      keys: () => this.keys,
      press: (target) => this.press(target),
      click: (target, to) => this.tell("click", target, to),
      remove: (target) => this.tell("delete", target),
      letGo: () => this.letGo(),
      escape: () => this.tell("escape", ""),
      enter: (field) => this.fields.enter(field),
    });
    new Drawing(root, (draw) => {
      this.tell("click", "draw:", "", { draw });
    });
    this.clocks = setInterval(() => showClocks(root), 1000);
    this.lab = new Lab(root, (exercise) => {
      this.tell("click", `puzzle:${exercise}`);
    });
    this.touches = new Touches(wire);
    root.addEventListener("focusin", (event) => this.focused(event));
    root.addEventListener("pointerover", (event) => explain(event.target));
    this.endTheme = followTheme((theme) => {
      root.classList.toggle("dark", theme === "dark");
      root.classList.toggle("light", theme === "light");
      if (this.version) wire.send({ kind: "theme", theme });
    });
    this.begin();
  }

  private begin(): void {
    if (this.wire.first) this.whole(this.wire.first);
    this.wire.open(
      (message) => {
        this.pressed.after(() => this.heard(message));
      },
      () => {
        this.wire.send({ kind: "ready", version: this.version, link: this.link });
        this.wire.send({ kind: "theme", theme: this.root.classList.contains("dark") ? "dark" : "light" });
        this.touches.again();
      },
      (why) => this.live.alert("connection", why),
    );
  }

  close(): void {
    this.wire.close();
    this.pressed.close();
    clearInterval(this.clocks);
    this.endTheme();
    this.keyboard.close();
    this.popup.close();
    this.lab.close();
    this.table?.cinema.stop();
    this.table?.closer.close();
    this.root.remove();
  }

  // ---------------------------------------------------------------- what the page tells
  private tell(kind: TouchKind, target: string, to = "", values: Values = {}): void {
    if (kind !== "type" && kind !== "enter") this.fields.flush();
    if (kind !== "type") this.ordering.putDown();
    if (kind === "click") this.table?.cinema.hurry();
    this.live.alert("refused", "");
    this.sent = performance.now();
    this.root.dataset["asked"] = String(Number(this.root.dataset["asked"] ?? 0) + 1);
    this.touches.send(this.seen, { kind, target, to, values: { ...valuesOf(this.root), ...values } });
  }

  /** A control is pressed: most tell it, some do something on the page itself. */
  private press(target: Element): void {
    const id = targetOf(target),
      card = target.getAttribute("data-card");
    if (card !== null) return this.tell("click", `card:${card}`);
    if (target.hasAttribute("data-onward")) return goOnward(this.root);
    if (target.closest(".mwb-wood") && this.fields.pick(id)) return;
    this.tell("click", id);
  }

  private letGo(): boolean {
    if (this.popup.shut() || this.pointer.letGo()) return true;
    if (!this.holding.held) return false;
    this.holding.letGo();
    return true;
  }

  /** Notes that the host has answered, and how long that took, for whoever measures. */
  private answered(heard?: number): void {
    this.touches.heard(heard);
    const data = this.root.dataset;
    if (data["answered"] === data["asked"]) return;
    data["answered"] = String(Number(data["answered"] ?? 0) + 1);
    data["took"] = (performance.now() - this.sent).toFixed(0);
  }

  // ---------------------------------------------------------------- what the host tells
  private heard(message: ToPage): void {
    if (message.kind === "effect")
      return perform(message, {
        root: this.root,
        say: (text) => this.live.say(text),
      });
    if (message.kind === "change") {
      if (message.from === 0) this.whole(message);
      else if (message.from === this.version) this.change(message);
      else return this.wire.send({ kind: "ready", version: this.version, link: this.link });
      this.version = message.version;
      if ((message.heard ?? 0) > this.spoke) this.live.alert("tutor", "");
      if (message.say) this.live.say(message.say);
    } else if (message.kind === "trouble") {
      this.live.alert("tutor", message.text);
      this.spoke = message.heard ?? 0;
    } else if (message.kind === "refused") this.live.alert("refused", message.text);
    this.answered(message.heard);
  }

  private whole(page: PagePart): void {
    const had = active(this.root),
      other = this.frame !== "" && page.frame !== this.frame;
    this.frame = page.frame ?? "";
    this.version = page.version;
    this.table?.cinema.stop();
    this.table?.closer.close();
    this.table = null;
    this.pieces.clear();
    this.root.innerHTML = page.frame ?? "";
    if (page.colours) {
      const { light, dark, uses } = page.colours;
      layDown(`.mwb.light{${light}}.mwb.dark{${dark}}${uses}`, this.root);
    }
    this.popup.settle();
    this.live.settle();
    this.layTable();
    if (other) this.live.say(""); // what was told was told of another page
    this.change(page, true);
    if (other) this.arrive(had);
    document.dispatchEvent(new CustomEvent("mwb-open")); // all of a page is there: for whoever measures
  }

  private layTable(): void {
    const place = this.root.querySelector<HTMLElement>("[data-board]");
    if (!place) return;
    place.innerHTML = WOOD;
    const [wood, screen, map] = place.querySelectorAll<SVGElement>(":scope > svg");
    if (!wood || !screen || !map) return;
    const closer = new Closer(this.root, place, wood, map);
    this.table = { wood, closer, cinema: new Cinema(this.root, place, screen, this.pieces) };
  }

  private change(page: PagePart, whole = false): void {
    const had = active(this.root),
      focus = this.root.querySelector("[data-focus]")?.outerHTML;
    const another = page.kept !== undefined && page.kept !== this.kept,
      arrived = this.root.querySelector("[data-arrive]") !== null;
    this.facts(page);
    if (another) this.live.say(""); // of the exercise before
    if (page.film) this.table?.cinema.take(page.film);
    const stays = this.draw(page, whole);
    this.film(page.film, whole || another);
    this.dressed();
    rove(this.root);
    if (!stays) focusOn(this.table?.wood.querySelector('[tabindex="0"]') ?? null);
    this.holding.show();
    if (!whole) {
      if (!arrived) this.arriveAt(this.root.querySelector("[data-arrive]"));
      this.bringInto(
        another,
        ["answer", "verdict"].find((name) => page.panels?.[name]),
      );
      this.keepFocus(had, focus);
    }
    this.lab.changed();
  }

  /** Lays out what is seen; false if what had the keyboard is gone from the board. */
  private draw(page: PagePart, whole: boolean): boolean {
    define(page.defs ?? {}, this.root);
    const stays = page.board ? this.board(page.board) : true;
    if (page.focus !== undefined) this.table?.closer.follow(page.focus);
    for (const [name, html] of Object.entries(page.panels ?? {})) this.panel(name, html, whole);
    this.table?.closer.aim();
    return stays;
  }

  /** What is sent beside what is seen. */
  private facts({ kept, seen, keys }: PagePart): void {
    if (kept !== undefined) this.half.open((this.kept = kept));
    if (seen !== undefined) this.seen = seen;
    if (keys) this.keys = keys;
  }

  private film(film: Film | null | undefined, seenBefore: boolean): void {
    if (film && seenBefore) this.table?.cinema.skip(film);
    else if (film) void this.table?.cinema.play(film);
    else if (seenBefore || film === null) this.table?.cinema.stop();
  }

  /** Lays the board out; false if what had the keyboard is gone from it. */
  private board(board: BoardPart): boolean {
    const table = this.table,
      layer = table?.wood.lastElementChild;
    if (!table || !layer) return true;
    this.pieces.take(board, this.root);
    const stays = layOutKeepingFocus(this.root, layer, this.pieces.inOrder(board.order));
    table.wood.setAttribute("aria-label", board.title);
    table.wood.setAttribute("data-size", board.size.join());
    this.root.style.setProperty("--shape", String(board.size[0] / board.size[1]));
    table.closer.fit(board.size);
    return stays;
  }

  private panel(name: string, html: string, whole: boolean): void {
    const panel = this.root.querySelector(`[data-panel="${CSS.escape(name)}"]`);
    if (!panel) return;
    const wanted = panel.cloneNode(false) as Element;
    wanted.innerHTML = html;
    for (const group of wanted.querySelectorAll("[data-choices]")) dressChoices(group, this.half, this.name);
    for (const list of wanted.querySelectorAll("[data-order]")) dressOrder(list, this.half);
    this.fields.dress(wanted);
    const before = marks(panel);
    morphChildren(panel, wanted);
    panel.toggleAttribute("data-empty", !html);
    if (panel === this.popup.panel) this.popup.came();
    if (whole) return;
    for (const list of panel.querySelectorAll("[data-order][data-tries]")) if (!before.has(mark(list))) shake(list);
    for (const dice of panel.querySelectorAll("[data-roll]")) if (!before.has(mark(dice))) roll(dice);
  }

  /** What depends on what stands half done on the page. */
  private dressed(): void {
    showNeeds(this.root);
    showPicked(this.root);
    showClocks(this.root);
    this.root.toggleAttribute("data-moved-on", movedOn(this.root));
    this.asking.show();
  }

  // ---------------------------------------------------------------- where the keyboard and the eye are
  /** An answer that would come below what is shown, as on a phone, is brought into view; so is another exercise in the same place. */
  private bringInto(another: boolean, answer: string | undefined): void {
    const behavior = still() ? "instant" : "smooth",
      top = this.root.getBoundingClientRect().top;
    if (another && (top < 0 || top > innerHeight / 2)) this.root.scrollIntoView({ block: "start", behavior });
    const panel = answer ? this.root.querySelector(`[data-panel="${answer}"]`) : null;
    if (!panel?.querySelector("h2, .mw-verdict-title") || panel.getBoundingClientRect().top < innerHeight - FOOT)
      return;
    panel.scrollIntoView({ block: answer === "answer" ? "start" : "nearest", behavior });
  }

  /** What has just come and is to be seen first, like the end of a game, comes into view. */
  private arriveAt(place: Element | null): void {
    const top = place?.getBoundingClientRect().top ?? 0;
    if (top < 0 || top > innerHeight - FOOT)
      place?.scrollIntoView({ block: "center", behavior: still() ? "instant" : "smooth" });
  }

  /** The keyboard never falls to nowhere: it goes to what asks for it, stays where it was, or goes to where one answers. */
  private keepFocus(had: HTMLElement | null, focus: string | undefined): void {
    const wants = this.root.querySelector("[data-focus]");
    if (wants && wants.outerHTML !== focus && (had ?? this.alone())) return focusOn(wants);
    if (!had) return;
    const there = had.isConnected && !isOff(had) && had.getClientRects().length > 0;
    if (there && active(this.root)) return;
    if (there) return focusOn(had);
    const places = ["act", "tools"].map((name) => this.root.querySelector(`[data-panel=${name}]`));
    const next = places.map((place) => place?.querySelector(ANSWER)).find((node) => node);
    if (next) focusOn(next);
  }

  /** Another page in the same place is begun at its top; the keyboard goes along, if it was here. */
  private arrive(had: HTMLElement | null): void {
    if (this.root.getBoundingClientRect().top < 0) this.root.scrollIntoView({ block: "start", behavior: "instant" });
    this.keepFocus(had, undefined);
  }

  /** Whether nothing has the keyboard, and this page is all there is. */
  private alone(): boolean {
    return document.activeElement === document.body && !this.lab.inCell;
  }

  private focused(event: FocusEvent): void {
    explain(event.target);
    const target = event.target as Element,
      field = target.closest(".mwb-wood, [data-walk]");
    if (!field || !target.matches("[data-target]")) return;
    stopAt(target);
    if (field === this.table?.wood && target.matches(":focus-visible")) this.table.closer.bringIn(target);
  }
}
