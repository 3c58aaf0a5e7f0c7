// What the learner keeps: his progress as a file that goes to another browser or to his teacher, and storage that lasts.

import { download } from "../page/dom";
import type { Desks } from "./desks";

/** What a browser says when it is asked to keep what is stored here. */
async function lasting(): Promise<string> {
  const storage = navigator.storage as StorageManager | undefined;
  if (!storage?.persist)
    return "This browser cannot be asked here to keep your progress for good: take a file with you.";
  if (await storage.persist()) return "This browser keeps your progress until you yourself delete it.";
  return "This browser promises nothing: it may delete your progress when room is short. Take a file with you.";
}

const DOING: Readonly<Record<string, (desks: Desks, given: File | string | undefined) => Promise<string>>> = {
  export: async (desks) => {
    const text = await desks.answer({ progress: "export" });
    download(new Blob([text], { type: "application/json" }), "mystic-wood-progress.json");
    return "Your progress is in the file mystic-wood-progress.json.";
  },
  code: async (desks) => {
    const [code, picture] = await Promise.all([desks.answer({ progress: "code" }), desks.answer({ progress: "qr" })]);
    const field = document.querySelector<HTMLTextAreaElement>("[data-code]"),
      frame = document.querySelector("[data-picture]");
    if (field) {
      field.value = code;
      field.hidden = false;
      field.select();
    }
    frame?.replaceChildren(...new DOMParser().parseFromString(picture, "text/html").body.childNodes);
    return picture
      ? "The code, to copy; or show the picture to a camera."
      : "The code, to copy. It is too long for a picture.";
  },
  paste: async (desks, given) => (typeof given === "string" ? desks.answer({ progress: "import", text: given }) : ""),
  import: async (desks, file) =>
    file instanceof File ? desks.answer({ progress: "import", text: await file.text(), name: file.name }) : "",
  lasting: async () => lasting(),
};

/** Has the buttons of the page of progress do what they say; `data-keeping` names it, and the line beside them tells what came of it. */
export function keeping(desks: Desks): void {
  const told = async (name: string, file?: File | string): Promise<void> => {
    const line = document.querySelector("[data-kept]");
    if (line) line.textContent = desks.awake ? "…" : "When the tutor is awake …";
    const said = await DOING[name]?.(desks, file);
    if (line && said !== undefined) line.textContent = said;
  };
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>("button[data-keeping]");
    if (button) void told(button.dataset["keeping"] ?? "");
  });
  document.addEventListener("change", (event) => {
    const field = event.target as HTMLInputElement;
    if (field.matches("input[data-keeping]"))
      void told(field.dataset["keeping"] ?? "", field.type === "file" ? field.files?.[0] : field.value.trim());
  });
}
