// What the page asks of the tutor's own routes beside JupyterLab's (tutor/hosts/lab/lab_server.py), behind the same token.

export interface ExerciseAt {
  readonly id: string;
  readonly title: string;
  readonly done: boolean;
  /** What is asked, as HTML. */
  readonly task?: string;
  /** The id of the cell it is shown in. */
  readonly cell: string;
}

/** What is known of a notebook. "ours" is as it came, "other" none of the tutor's. */
export interface LessonPage {
  readonly kind: "ours" | "changed" | "other";
  readonly title: string;
  readonly exercises: readonly ExerciseAt[];
  /** The cells that show exercises. */
  readonly run: readonly string[];
  /** Whether one place shows one exercise after the other. */
  readonly desk: boolean;
  readonly note?: string;
  readonly next?: { readonly path: string; readonly label: string; readonly title: string } | null;
}

export interface CoursePage {
  readonly map: string;
  readonly learner: string;
  readonly learners: readonly string[];
}

interface Answers {
  lesson: LessonPage;
  course: CoursePage;
  fresh: unknown;
  restore: unknown;
  learner: unknown;
}

interface Config {
  readonly baseUrl: string;
  readonly token: string;
  readonly mysticWood?: string;
  readonly treePath?: string;
}

export const config = JSON.parse(document.getElementById("jupyter-config-data")?.textContent ?? "{}") as Config;
/** Whether the page is for learning and nothing else. */
export const learner = config.mysticWood === "learner";

/** The server's answer; raises with its sentence if it refuses. */
export async function ask<K extends keyof Answers>(what: K, body?: unknown): Promise<Answers[K]> {
  const answer = await fetch(`${config.baseUrl}mystic-wood/${what}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "Authorization": `token ${config.token}`, "Content-Type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const told = (await answer.json()) as Answers[K] & { message?: string };
  if (!answer.ok) throw new Error(told.message ?? answer.statusText);
  return told;
}

/** A kernel left over from an earlier page still holds that page's boards; the lesson begins with one of its own. */
export async function fresh(path: string): Promise<void> {
  await ask("fresh", { path }).catch((problem: unknown) => {
    console.warn("Mystic Wood:", problem);
  });
}
