// The service worker: keeps what has been fetched, release by release, so that the site works without a network. Where there is none
// (plain http from another computer), the site works from its server alone.

export function serveOffline(root: URL): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) return;
  const data = document.documentElement.dataset,
    served = workers.controller !== null;
  workers.register(new URL("offline.js", root), { scope: root.pathname, updateViaCache: "none" }).then(
    async () => {
      await workers.ready;
      if (!served) await keepThis(); // it came before the service worker was there
      data["offline"] = "ready";
    },
    () => {
      data["offline"] = "none";
    },
  );
}

/** Somebody works here: what was not needed yet is kept as well, once in a while that nothing else is done. */
export function keepTheRest(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  void workers?.ready.then(({ active }) => active?.postMessage("the rest"));
}

/** Keeps the page that is open, whose release's cache is the newest. */
async function keepThis(): Promise<void> {
  const name = (await caches.keys()).filter((each) => each.startsWith("mystic-wood ")).pop();
  const address = location.href.replace(/#.*/, "");
  if (name) await (await caches.open(name)).add(address).catch(() => undefined);
}
