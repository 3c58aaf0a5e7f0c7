// One notebook of lessons or puzzles that is open: it runs what shows exercises, and knows what of it has been done.

import { morphChildren } from "../page/morph";
import { type Cell, complain, idle, type Panel, putWordAway, wait } from "./api";
import { button, make } from "./elements";
import { ask, type ExerciseAt, type LessonPage } from "./server";

/** So often a kernel that keeps dying is started anew: that dies within so many milliseconds of the last time. */
const RESTARTS = 3,
  KEEPS = 60_000;
/** Milliseconds: what has been done is asked for so late after the kernel has come to rest; the place is held so long. */
const SOON = 300,
  HELD = 3_000;

export class Lesson {
  page: LessonPage | null = null;
  /** Whether the learner has allowed a changed notebook to run. */
  allowed = false;
  /** The exercise that a desk shows now. */
  now = "";
  row: HTMLElement | null = null;
  restarts = 0;
  /** Settled when the first board is there, or when it is known that none will be for now. */
  readonly begun: Promise<void>;
  begin: () => void = () => undefined;
  /** Counts what is begun: a run that finds another begun after it ends. */
  private runs = 0;
  private again = false;
  private down = false;
  private died = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;

  /** `changed` is told when the bar above has something new to say. */
  constructor(
    readonly panel: Panel,
    private readonly changed: () => void,
  ) {
    this.begun = new Promise((done) => {
      this.begin = done;
    });
  }

  get cells(): readonly Cell[] {
    return this.panel.content.widgets;
  }

  /** The page, unless the notebook is none of the tutor's. */
  get own(): LessonPage | null {
    return this.page?.kind === "other" ? null : this.page;
  }

  get mayRun(): boolean {
    return this.page?.kind === "ours" || this.allowed;
  }

  async learn(): Promise<LessonPage> {
    const cells = this.cells.map((cell) => [cell.model.id, cell.model.type, cell.model.sharedModel.getSource()]);
    return ask("lesson", { path: this.panel.context.path, cells });
  }

  /** Follows the kernel: one that was started anew knows no board any more. */
  follow(): void {
    this.panel.sessionContext.statusChanged.connect((_, status) => {
      this.status(status);
    });
  }

  private status(status: string): void {
    if (status === "restarting" || status === "autorestarting") {
      if (!this.down) this.goneDown(); // one death is told by both words
    } else if (status === "idle" && this.down) {
      this.down = false;
      if (this.again) this.run(this.seen()).catch(complain);
    } else if (status === "idle") this.soon();
  }

  /** Its boards can be touched no more, and are seen to sleep, until the lesson has begun again by itself. */
  private goneDown(): void {
    const now = performance.now();
    if (now - this.died > KEEPS) this.restarts = 0;
    [this.down, this.died] = [true, now];
    this.stop();
    this.again = this.restarts++ < RESTARTS && this.mayRun;
    for (const board of this.panel.node.querySelectorAll<HTMLElement>(".mwb")) board.inert = true;
    if (!this.mayRun) return;
    putWordAway().catch(complain);
    if (!this.again) this.giveUp();
  }

  /** Says that it begins no more by itself. */
  private giveUp(): void {
    const row = make("div", "mw-ask"),
      says = "The tutor's Python has stopped again and again. What you have done is kept.";
    row.setAttribute("role", "alert");
    row.append(
      make("span", "", says),
      button("Load the page again", () => {
        location.reload();
      }),
    );
    this.row?.remove();
    this.row = row;
    this.panel.node.prepend(row);
  }

  /** The cell of the exercise in view. */
  private seen(): string | null {
    const ends = (id: string): number =>
      this.cells.find((each) => each.model.id === id)?.node.getBoundingClientRect().bottom ?? 0;
    return this.page?.exercises.find((each) => ends(each.cell) > innerHeight / 3)?.cell ?? null;
  }

  /** In a moment: ask what has been done by now. Whatever else happens meanwhile is told by the same answer. */
  private soon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      if (!this.panel.isDisposed) this.refresh().catch(complain);
    }, SOON);
  }

  private async refresh(): Promise<void> {
    const page = await this.learn().catch(() => null),
      before = this.page;
    if (!page || page.kind === "other" || !before) return;
    this.page = { ...page, kind: before.kind };
    this.changed();
    if (JSON.stringify(page.exercises) !== JSON.stringify(before.exercises)) await refreshMaps(this.panel);
  }

  /** What runs ends. */
  stop(): void {
    this.runs += 1;
  }

  /** Begins where the learner goes on: at the exercise asked for, else at the first that is not done. */
  async start(asked: string | null): Promise<void> {
    const page = this.page;
    if (!page) return;
    const open = page.exercises.some((each) => each.done) ? page.exercises.find((each) => !each.done) : undefined;
    const target = asked ? page.exercises.find((each) => each.id === asked) : open;
    const leave = target && !page.desk ? this.goTo(target.cell, true) : () => undefined;
    await this.run(target?.cell ?? null);
    if (asked && target && page.desk) this.show(target);
    setTimeout(leave, 2_000);
  }

  /** Runs what shows exercises, beginning at a cell; waits for the kernel however long it takes. */
  async run(first: string | null = null): Promise<void> {
    const { panel } = this,
      turn = ++this.runs,
      session = panel.sessionContext;
    const over = (): boolean => panel.isDisposed || turn !== this.runs;
    this.sayAsleep();
    await session.ready;
    while (!session.session?.kernel) {
      await wait(50);
      if (over()) return;
    }
    for (const cell of this.inOrder(first)) {
      if (over()) return;
      await this.runCell(cell);
      this.begin();
      await idle(); // what is there can be seen and touched before the next is made
    }
    panel.node.dataset["mwReady"] = String(turn);
    await this.save();
  }

  /** Each board that is still to come is shown asleep, in its place: its picture, what is asked, and that it is not ready. */
  private sayAsleep(): void {
    for (const each of this.page?.exercises ?? []) {
      const node = this.cells.find((found) => found.model.id === each.cell)?.node;
      if (node && !node.querySelector(".mwb, .mw-asleep"))
        node.append(asleep(each, node, this.page?.desk ? this.page.title : each.title));
    }
  }

  /** The first exercise that is not done, as it stands in the page. */
  get open(): HTMLElement | null {
    const boards = (this.page?.exercises ?? [])
      .filter((each) => !each.done)
      .map((each) => this.cells.find((cell) => cell.model.id === each.cell)?.node.querySelector<HTMLElement>(".mwb"));
    return boards.find(Boolean) ?? this.panel.node.querySelector(".mwb");
  }

  private inOrder(first: string | null): readonly Cell[] {
    const code = this.cells.filter((cell) => cell.model.type === "code"),
      page = this.page;
    const chosen = page?.kind === "ours" ? code.filter((cell) => page.run.includes(cell.model.id)) : code;
    const at = Math.max(
      chosen.findIndex((cell) => cell.model.id === first),
      0,
    );
    return [...chosen.slice(at), ...chosen.slice(0, at)];
  }

  async runCell(cell: Cell): Promise<void> {
    await cell.ready;
    try {
      await cell.constructor.execute?.(cell, this.panel.sessionContext);
    } catch (problem) {
      // the cell itself shows what went wrong
      console.warn("Mystic Wood:", problem);
    }
  }

  async save(): Promise<void> {
    const { isDisposed, context } = this.panel;
    if (!isDisposed && context.model.dirty && context.contentsModel?.writable) await context.save();
  }

  /** Goes to an exercise: it has a cell of its own, or is shown by a desk in the place of another. */
  show(exercise: ExerciseAt): void {
    if (!this.page?.desk) {
      this.goTo(exercise.cell);
      return;
    }
    const cell = this.cells.find((each) => each.model.id === exercise.cell);
    cell?.node.querySelector(".mw-exercise")?.dispatchEvent(new CustomEvent("mw-go", { detail: exercise.id }));
  }

  /** Shows a cell at the top. A change of height above (a picture gives way to its board) must not carry it away: stays with it for a
   * while, or until the answer is called, and no longer than the learner leaves the page alone. */
  goTo(id: string, until = false): () => void {
    const cell = this.cells.find((each) => each.model.id === id);
    if (!cell) return () => undefined;
    const show = (): void => {
      if (cell.node.isConnected) cell.node.scrollIntoView({ block: "start" });
    };
    const kinds = ["wheel", "touchmove", "keydown", "mousedown"],
      watch = new ResizeObserver(show);
    const stop = (): void => {
      watch.disconnect();
      for (const kind of kinds) removeEventListener(kind, stop, true);
    };
    show();
    for (const each of this.cells) watch.observe(each.node);
    for (const kind of kinds) addEventListener(kind, stop, true);
    if (!until) setTimeout(stop, HELD);
    return stop;
  }

  /** Its boards are closed with a notebook. JupyterLab keeps them for as long as the page is open, half a gigabyte for a lesson. */
  async letGo(): Promise<void> {
    const ending: unknown[] = [];
    this.panel.node.querySelector(".mwb, .mw-parts")?.dispatchEvent(new CustomEvent("mw-leave", { detail: ending }));
    await Promise.allSettled(ending);
  }
}

/** A copy of what the cell shows, since that is cleared when the cell is run; gone when the board is there (plugin.css). */
function asleep(exercise: ExerciseAt, cell: Element, title: string): HTMLElement {
  const card = make("div", "mw-asleep"),
    words = make("div"),
    task = make("div"),
    picture = cell.querySelector(".jp-RenderedSVG");
  task.innerHTML = exercise.task ?? "";
  words.append(make("h3", "", title), task, make("p", "mw-getting-ready", "Getting ready …"));
  card.setAttribute("aria-busy", "true");
  if (picture) card.append(picture.cloneNode(true));
  card.append(words);
  return card;
}

/** The map of the course in a lesson's text follows what has been done. */
async function refreshMaps(panel: Panel): Promise<void> {
  const maps = panel.node.querySelectorAll(".mw-live-map .widget-html-content");
  if (maps.length === 0) return;
  const page = await ask("course");
  for (const map of maps) {
    const wanted = map.cloneNode(false) as Element;
    wanted.innerHTML = page.map;
    morphChildren(map, wanted); // its list stays open, and the keyboard where it is
  }
}
