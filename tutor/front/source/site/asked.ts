// Where the pages of the site stand: the table that the build wrote into the page (tutor/hosts/site/ways.py), read backwards.

/** What a page asks its worker to open. */
export interface Asked {
  readonly kind: string;
  readonly rest: string;
  readonly mark?: string;
  readonly code?: string;
  readonly ask?: string;
  readonly new?: string;
  readonly puzzle?: string;
  readonly first?: boolean;
}

export interface Ways {
  /** The site's first folder. */
  readonly root: URL;
  /** For each folder of documents its kind; for each file of one its kind, or "kind/rest". */
  readonly folders: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
}

export function waysOf(html: HTMLElement, base: string): Ways {
  const told = JSON.parse(html.dataset["ways"] ?? "{}") as Partial<Ways>;
  return { root: new URL(html.dataset["root"] ?? "./", base), folders: told.folders ?? {}, files: told.files ?? {} };
}

/** The document at an address of the site; null if none stands there. What is asked for stands behind the "#". */
export function askedAt(address: URL, { root, folders, files }: Ways): Asked | null {
  if (address.origin !== root.origin || !address.pathname.startsWith(root.pathname)) return null;
  const file = decodeURIComponent(address.pathname.slice(root.pathname.length)) || "index.html";
  const cut = file.indexOf("/"),
    folder = folders[file.slice(0, Math.max(cut, 0))];
  const inFolder = folder && file.endsWith(".html") ? `${folder}/${file.slice(cut + 1, -".html".length)}` : "";
  const [kind = "", ...parts] = (files[file] ?? inFolder).split("/"),
    rest = parts.join("/");
  if (!kind) return null;
  const found: Record<string, string> = {};
  const hash = address.hash.slice(1);
  if (/^(code|ask|new|puzzle|rest)\b/.test(hash))
    for (const [name, value] of new URLSearchParams(hash)) found[name] = value;
  return { kind, rest, ...found };
}
