// The worker of the site: one tab's runs Python for all tabs (lead.ts); the others pass on what their pages say.

import { Brain } from "./brain";
import { lead } from "./lead";

/** What is used of a worker's global scope. */
interface Scope {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
}

const scope = self as unknown as Scope;
const base = new URL("./", import.meta.url).href;
const channel = new BroadcastChannel("mystic-wood desks");
const mine = new Set<string>();
let brain: Brain | null = null;
let awake = false;

interface Said {
  readonly page: string;
}

/** Between tabs: a page's words to the desks, a message for a page, and who is awake. */
type Across =
  | { readonly to: "desks"; readonly text: string }
  | { readonly to: "page"; readonly page: string; readonly text: string }
  | { readonly to: "tabs"; readonly awake: true }
  | { readonly to: "leader"; readonly asks: true };

function tell(page: string, text: string): void {
  if (mine.has(page)) scope.postMessage({ kind: "for", page, text });
  else channel.postMessage({ to: "page", page, text } satisfies Across);
}

function wakes(): void {
  awake = true;
  scope.postMessage({ kind: "awake" });
}

channel.onmessage = ({ data }: MessageEvent<Across>) => {
  if (data.to === "page" && mine.has(data.page)) scope.postMessage({ kind: "for", page: data.page, text: data.text });
  else if (data.to === "desks" && brain) brain.hear(data.text);
  else if (data.to === "tabs" && !brain && !awake) wakes();
  else if (data.to === "leader" && brain && awake) channel.postMessage({ to: "tabs", awake: true } satisfies Across);
};

async function start(root: string): Promise<void> {
  brain = new Brain(base, root, tell, (done, total) => {
    scope.postMessage({ kind: "progress", done, total });
  });
  try {
    await brain.wake();
    wakes();
    channel.postMessage({ to: "tabs", awake: true } satisfies Across);
  } catch (problem) {
    scope.postMessage({ kind: "failed", text: problem instanceof Error ? problem.message : String(problem) });
  }
}

function begin(root: string): void {
  lead(
    () => {
      awake = false;
      void start(root);
    },
    () => {
      channel.postMessage({ to: "leader", asks: true } satisfies Across);
    },
  );
}

scope.onmessage = ({ data }) => {
  if (typeof data !== "string") return begin((data as { readonly root: string }).root);
  mine.add((JSON.parse(data) as Said).page);
  if (brain) brain.hear(data);
  else channel.postMessage({ to: "desks", text: data } satisfies Across);
};
