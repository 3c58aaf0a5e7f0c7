// The page of the site: shows what the build wrote into it, wakes Python behind it, and goes from document to document without
// leaving the page, so that Python stays awake.

import { make } from "../page/dom";
import { View } from "../page/view";
import type { PagePart } from "../page/messages";
import { type Asked, askedAt, waysOf } from "./asked";
import { Desks, DeskWire } from "./desks";
import { keeping } from "./keeping";
import { serveOffline } from "./release";
import { Waking } from "./waking";

const html = document.documentElement;
const ways = waysOf(html, document.baseURI);

/** What is shown: the place of the document, and the page in it. */
interface Shown {
  readonly title: string;
  readonly above: Iterable<Node>;
  readonly asked: Asked;
  readonly first: PagePart | null;
  readonly page?: string;
}

class Site {
  private readonly desks: Desks;
  private view: View | null = null;
  private going = 0;

  constructor() {
    const script = new URL(html.dataset["engine"] ?? "", ways.root);
    this.desks = new Desks(script, ways.root, new Waking());
    keeping(this.desks);
    const main = document.querySelector<HTMLElement>("main[data-desk]");
    const asked = askedAt(new URL(location.href), ways);
    if (main && asked) this.begin(main, this.placed(asked, main.dataset["mark"]), shownFirst(main, asked));
    else if (main) lost(main, "There is no such page here.");
    document.addEventListener("click", (event) => {
      this.clicked(event);
    });
    window.addEventListener("popstate", () => {
      if (askedAt(new URL(location.href), ways)) void this.go(new URL(location.href), false);
      else location.reload(); // a page without a document stands there
    });
  }

  /** A document that was begun by a link keeps its name over a reload. */
  private placed(asked: Asked, mark?: string): Asked {
    const { rest } = (history.state ?? {}) as { readonly rest?: string };
    if (rest) return { kind: asked.kind, rest };
    return mark && !asked.code && asked.new === undefined ? { ...asked, mark } : asked;
  }

  private begin(main: HTMLElement, asked: Asked, first: PagePart | null, page?: string): void {
    main.replaceChildren(
      ...(first || page ? [] : [make("p", { class: "mw-coming", role: "status" }, "It is on its way …")]),
    );
    const placed = (rest: string): void => {
      history.replaceState({ rest }, "");
    };
    this.view = new View(
      new DeskWire(
        this.desks,
        asked,
        first,
        page,
        placed,
        (why) => {
          lost(main, why);
        },
        page !== undefined,
      ),
      main,
    );
  }

  private clicked(event: MouseEvent): void {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
    if (
      !link ||
      event.defaultPrevented ||
      event.button ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    if (link.target || link.hasAttribute("download") || link.getAttribute("href")?.startsWith("#")) return;
    const there = new URL(link.href);
    if (!askedAt(there, ways)) return;
    event.preventDefault();
    void this.go(there, true);
  }

  /** Goes to another document, in this page. What cannot be had here is left to the browser. */
  private async go(there: URL, push: boolean): Promise<void> {
    const asked = askedAt(there, ways),
      mine = ++this.going;
    if (!asked) {
      location.assign(there);
      return;
    }
    try {
      const shown = await this.asked(there, push ? asked : this.placed(asked));
      if (mine !== this.going) return;
      if (push)
        history.pushState(shown.page && shown.asked.rest !== asked.rest ? { rest: shown.asked.rest } : {}, "", there);
      this.show(shown);
    } catch {
      location.assign(there);
    }
  }

  private async asked(there: URL, asked: Asked): Promise<Shown> {
    if (!this.desks.awake) return fetched(there, asked);
    const { page, opened, rest } = await this.desks.ask(asked);
    const above = new DOMParser().parseFromString(opened.above, "text/html").body.childNodes;
    return { title: opened.title, above: [...above], asked: { kind: asked.kind, rest }, first: opened.whole, page };
  }

  private show({ title, above, asked, first, page }: Shown): void {
    this.view?.close();
    document.title = title;
    const main = document.createElement("main");
    main.dataset["desk"] = `${asked.kind}/${asked.rest}`;
    const bar = document.querySelector(".mw-site");
    document.body.className = "";
    for (const node of [...document.body.children]) if (!node.matches(".mw-site, .mw-wake, script")) node.remove();
    if (bar) bar.after(...above, main);
    else document.body.prepend(...above, main);
    this.begin(main, asked, first, page);
    scrollTo(0, 0);
  }
}

/** Says why there is nothing to be shown, and where all stands. */
function lost(main: Element, why: string): void {
  const said = make("p", { class: "mw-lost", role: "alert" }, `${why} `);
  said.append(make("a", { href: new URL("index.html", ways.root).href }, "All there is stands on the first page."));
  main.replaceChildren(said);
}

function openingIn(main: Element): PagePart | null {
  const data = main.querySelector("script[type='application/json']")?.textContent;
  return data ? (JSON.parse(data) as PagePart) : null;
}

/** What the file shows first, unless that is of another day, or something else was asked for. */
function shownFirst(main: HTMLElement, asked: Asked): PagePart | null {
  const { day } = main.dataset;
  return asked.puzzle || (day && day !== today()) ? null : openingIn(main);
}

/** This day here, as the build has written its own. */
function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** A document from its file, while Python is not awake yet. */
async function fetched(there: URL, asked: Asked): Promise<Shown> {
  const response = await fetch(there);
  if (!response.ok) throw new Error(String(response.status));
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const main = page.querySelector<HTMLElement>("main[data-desk]");
  if (!main) throw new Error("no document");
  const mark = main.dataset["mark"];
  return {
    title: page.title,
    above: page.querySelectorAll(".mw-way"),
    first: shownFirst(main, asked),
    asked: mark && !asked.code && asked.new === undefined ? { ...asked, mark } : asked,
  };
}

new Site();
serveOffline(ways.root);
