// The pages of rules, which can be read anywhere: they follow the reader's theme, narrow the rules shown to those that hold every word
// typed, and copy what a button holds.

import { holds } from "./spelling";
import { followTheme } from "./theme";

const root = document.querySelector(".mwb");
followTheme((theme) => {
  root?.classList.toggle("dark", theme === "dark");
  root?.classList.toggle("light", theme === "light");
});

const rows = [...document.querySelectorAll<HTMLElement>("[data-words]")];
const none = document.querySelector<HTMLElement>(".mwb-none");
const field = document.querySelector("input");

function narrow(typed: string): void {
  for (const row of rows) row.hidden = !holds(typed, row.dataset["words"] ?? "");
  if (none) none.hidden = rows.some((row) => !row.hidden);
}

field?.addEventListener("input", () => {
  narrow(field.value);
});
if (field?.value) narrow(field.value);

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-copy]") : null;
  if (!button) return;
  const board = navigator.clipboard as Clipboard | undefined; // none on a page without https
  const byHand = (): void => {
    button.textContent = "Copy it by hand";
  };
  if (board)
    board.writeText(button.dataset["copy"] ?? "").then(() => {
      button.textContent = "Copied";
    }, byHand);
  else byHand();
});
