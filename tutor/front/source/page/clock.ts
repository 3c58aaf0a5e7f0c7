// Clocks that run on the page: how long something has lasted, from a time in seconds since 1970.

/** Shows each clock as minutes and seconds; one without a beginning stands at 0:00. */
export function showClocks(root: ParentNode): void {
  for (const clock of root.querySelectorAll<HTMLElement>("[data-clock]")) {
    const since = Math.max(0, Math.floor(Date.now() / 1000 - Number(clock.dataset["clock"])));
    clock.textContent = `${Math.floor(since / 60)}:${String(since % 60).padStart(2, "0")}`;
  }
}
