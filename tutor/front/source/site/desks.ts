// The page's side of the worker: one for all that is opened in it, from lesson to lesson. Until Python is awake the pages' touches
// wait in their own wires (touches.ts), and are told when it is.

import type { FromPage, PagePart, ToPage, Wire } from "../page/messages";
import type { Asked } from "./asked";
import { keepTheRest } from "./release";

/** Milliseconds after the first touch until the rest is fetched: first it is answered. */
const QUIET = 3000;

/** What the worker tells. `for` carries a message for one page, as JSON. */
export type FromWorker =
  | { readonly kind: "progress"; readonly done: number; readonly total: number }
  | { readonly kind: "awake" }
  | { readonly kind: "failed"; readonly text: string }
  | { readonly kind: "for"; readonly page: string; readonly text: string };

/** A page as the worker opens it for the first time: its title, what stands above it, and the whole of it. */
export interface Opened {
  readonly kind: "page";
  readonly title: string;
  readonly above: string;
  readonly whole: PagePart;
}

/** A document that was begun by a link has got its name. */
interface Placed {
  readonly kind: "place";
  readonly rest: string;
}

/** An answer to what a page asked its worker beside any document, as the learner's progress for a file. */
export interface Answer {
  readonly kind: "answer";
  readonly text: string;
}

/** The page has been opened: from now on what it tells is heard. */
interface Heeded {
  readonly kind: "opened";
}

/** There is no such document, and what comes nearest. */
interface Lost {
  readonly kind: "lost";
  readonly text: string;
}

type ForPage = ToPage | Opened | Placed | Answer | Heeded | Lost;
type Hearer = (message: ForPage) => void;

export interface Watcher {
  progress(done: number, total: number): void;
  awake(): void;
  failed(text: string): void;
}

let names = 0;

/** A name that no page in any tab has. */
function newName(): string {
  return `${crypto.getRandomValues(new Uint32Array(2)).join("-")}-${++names}`;
}

export class Desks {
  awake = false;
  private trouble = "";
  private readonly worker: Worker;
  private rest: ReturnType<typeof setTimeout> | null = null;
  private readonly hearers = new Map<string, Hearer>();
  private readonly wires = new Set<DeskWire>();

  constructor(
    script: URL,
    root: URL,
    private readonly watcher: Watcher,
  ) {
    this.worker = new Worker(script, { type: "module" });
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      this.told(data);
    };
    this.worker.onerror = () => {
      this.told({ kind: "failed", text: "its script could not be loaded" });
    };
    this.worker.postMessage({ root: root.href });
  }

  private told(message: FromWorker): void {
    if (message.kind === "progress") this.watcher.progress(message.done, message.total);
    else if (message.kind === "for") this.hearers.get(message.page)?.(JSON.parse(message.text) as ForPage);
    else if (message.kind === "failed") {
      this.trouble = message.text;
      this.watcher.failed(message.text);
    } else {
      this.awake = true;
      for (const wire of this.wires) wire.announce();
      if (!this.wires.size) this.watcher.awake();
    }
  }

  /** A page has been opened by the worker: it is live. */
  opened(): void {
    this.watcher.awake();
  }

  /** What has gone wrong, "" if nothing has. */
  get wrong(): string {
    return this.trouble;
  }

  /** Somebody does something here: a little later all that it may lead to is fetched, for a time without a network. */
  used(): void {
    this.rest ??= setTimeout(keepTheRest, QUIET);
  }

  post(page: string, what: object): void {
    this.worker.postMessage(JSON.stringify({ page, ...what }));
  }

  hear(page: string, hearer: Hearer | null): void {
    if (hearer) this.hearers.set(page, hearer);
    else this.hearers.delete(page);
  }

  add(wire: DeskWire): void {
    this.wires.add(wire);
    if (this.awake)
      queueMicrotask(() => {
        wire.announce();
      });
  }

  remove(wire: DeskWire): void {
    this.wires.delete(wire);
  }

  /** Opens a document by the worker alone, which is awake. */
  async ask(asked: Asked): Promise<{ readonly page: string; readonly opened: Opened; readonly rest: string }> {
    const page = newName();
    return new Promise((done, fail) => {
      let rest = asked.rest;
      this.hear(page, (message) => {
        if (message.kind === "place") rest = message.rest;
        else if (message.kind === "page") done({ page, opened: message, rest });
        else if (message.kind === "trouble" || message.kind === "lost") fail(new Error(message.text));
      });
      this.post(page, { open: { ...asked, first: true } });
    });
  }

  /** Asks something beside any document. */
  async answer(what: object): Promise<string> {
    const page = newName();
    return new Promise((done) => {
      this.hear(page, (message) => {
        if (message.kind !== "answer") return;
        this.hear(page, null);
        done(message.text);
      });
      this.post(page, what);
    });
  }
}

/** The wire of one page to its desk in the worker. */
export class DeskWire implements Wire {
  readonly loses = true;
  private opened = false;
  private asked: Asked;
  private listener: (message: ToPage) => void = () => undefined;
  private again: () => void = () => undefined;

  /** `page` is its name if the worker has opened it already; `placed` is told what a document begun by a link is called,
   * `lost` why there is none. */
  constructor(
    private readonly desks: Desks,
    asked: Asked,
    readonly first: PagePart | null,
    private readonly page = newName(),
    private readonly placed: (rest: string) => void = () => undefined,
    private readonly lost: (why: string) => void = () => undefined,
    private known = false,
  ) {
    this.asked = asked;
  }

  open(listener: (message: ToPage) => void, again: () => void): void {
    Object.assign(this, { listener, again });
    this.desks.hear(this.page, (message) => {
      this.heard(message);
    });
    this.desks.add(this);
  }

  /** Python is awake: the document is opened there, and what was touched meanwhile is told. */
  announce(): void {
    if (!this.known) this.desks.post(this.page, { open: this.asked });
    this.known = false;
    this.asked = { kind: this.asked.kind, rest: this.asked.rest }; // in another worker it begins with what it then shows
    this.opened = true;
    this.again();
  }

  private heard(message: ForPage): void {
    if (message.kind === "place") {
      this.asked = { ...this.asked, rest: message.rest };
      this.placed(message.rest);
    } else if (message.kind === "opened") this.desks.opened();
    else if (message.kind === "lost") {
      this.lost(message.text);
      this.desks.opened();
    } else if (message.kind !== "page" && message.kind !== "answer") this.listener(message);
  }

  send(message: FromPage): void {
    if (message.kind === "touch") this.desks.used();
    if (this.opened) this.desks.post(this.page, { said: message });
  }

  close(): void {
    this.desks.remove(this);
    this.desks.hear(this.page, null);
    if (this.opened) this.desks.post(this.page, { close: true });
  }
}
