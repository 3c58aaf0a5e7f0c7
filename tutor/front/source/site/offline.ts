// The service worker of the site. Each release has a cache of its own, named by what is in it; a page that is open goes on with its
// own release, since every file it can ask for lies in a folder named by that.

declare const RELEASE: string;
declare const CORE: readonly string[];
declare const LATER: readonly string[];

interface Waits {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetches extends Waits {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Scope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate" | "message", listener: (event: Waits) => void): void;
  addEventListener(kind: "fetch", listener: (event: Fetches) => void): void;
}

const scope = self as unknown as Scope;
const PREFIX = "mystic-wood ";
const NAME = PREFIX + RELEASE;
/** So many releases are kept: an open page may still ask for a part of the one before. */
const KEPT = 2;

/** What lies in a folder named by its release never changes. For all else the server is asked whether it has something newer: a
 * browser would go on with what it once fetched for a tenth of its age. */
function isFixed(address: string): boolean {
  return /(^|\/)v-[0-9a-f]+\//.test(address);
}

function howToAsk(address: string): RequestInit {
  return isFixed(address) ? {} : { cache: "no-cache" };
}

async function install(): Promise<void> {
  const cache = await caches.open(NAME);
  await cache.addAll(CORE.map((name) => new Request(new URL(name, scope.registration.scope), howToAsk(name))));
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  for (const name of names.slice(0, Math.max(0, names.length - KEPT + 1))) await caches.delete(name);
  await scope.clients.claim();
}

/** Who works here gets the parts that were not needed yet as well, so that nothing is missing without a network. */
async function keepTheRest(): Promise<void> {
  const cache = await caches.open(NAME);
  for (const name of LATER) {
    const address = new URL(name, scope.registration.scope);
    if (!(await cache.match(address))) await cache.add(new Request(address));
  }
}

/** Machine code as the browser's own cache has it: what it was compiled to at the first visit is kept beside that one only. */
async function compiledBefore(request: Request): Promise<Response | undefined> {
  if (!request.url.endsWith(".wasm")) return undefined;
  return fetch(request.url, { cache: "only-if-cached", mode: "same-origin" }).then(
    (found) => (found.ok ? found : undefined),
    () => undefined,
  );
}

/** What never changes: from any cache. Pages: the newest there is, the kept one without a network. */
async function answer(request: Request): Promise<Response> {
  if (isFixed(request.url)) {
    const kept = (await compiledBefore(request)) ?? (await caches.match(request));
    if (kept) return kept;
  }
  const cache = await caches.open(NAME);
  try {
    const fresh = await fetch(request, howToAsk(request.url));
    if (fresh.ok && fresh.status === 200) void cache.put(request, fresh.clone());
    return fresh.status === 404 && request.mode === "navigate" ? ((await shell(request)) ?? fresh) : fresh;
  } catch (problem) {
    const kept =
      (await caches.match(request, { ignoreSearch: true })) ??
      (request.mode === "navigate" ? await shell(request) : undefined);
    if (kept) return kept;
    throw problem;
  }
}

/** A page that was never fetched, or is not there: an empty one, which Python fills, or says what comes nearest. */
async function shell(request: Request): Promise<Response | undefined> {
  const path = new URL(request.url).pathname.slice(new URL(scope.registration.scope).pathname.length);
  const found = await caches.match(
    new URL(path.endsWith("/") || !path ? `${path}index.html` : "shell.html", scope.registration.scope).href,
  );
  if (!found || !path || path.endsWith("/")) return found;
  const up = "../".repeat(path.split("/").length - 1);
  return new Response((await found.text()).replaceAll("ROOT/", up), {
    headers: { "content-type": "text/html; charset=utf-8" },
  });
}

scope.addEventListener("install", (event) => {
  event.waitUntil(install());
});
scope.addEventListener("activate", (event) => {
  event.waitUntil(activate());
});
scope.addEventListener("message", (event) => {
  event.waitUntil(keepTheRest().catch(() => undefined));
});
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope.registration.scope)) return;
  event.respondWith(answer(request));
});
