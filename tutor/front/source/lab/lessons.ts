// All notebooks that are open: which is looked at, going from one to another, and asking before a changed one runs.

import { button, make } from "./elements";
import { type App, complain, isNotebook, type Panel, wait } from "./api";
import { Lesson } from "./lesson";
import { ask, fresh, learner } from "./server";

/** Milliseconds that a kernel which is only now being started is waited for before its notebook is closed. */
const STARTING = 60_000;
/** Milliseconds: a lesson that is left is closed so late, should the one gone to show no board. */
const LEFT = 20_000;

export class Lessons {
  private readonly all = new Map<Panel, Lesson>();
  /** What was asked for, and is being opened. */
  private wanted: { readonly path: string; readonly exercise: string } | null = null;

  /** `changed` is told when the bar has something new to say. */
  constructor(
    readonly app: App,
    private readonly changed: () => void,
  ) {}

  /** Takes in the notebooks that have been opened since. */
  look(): void {
    for (const panel of this.panels()) {
      if (this.all.has(panel)) continue;
      const lesson = new Lesson(panel, this.changed);
      this.all.set(panel, lesson);
      panel.disposed.connect(() => {
        this.all.delete(panel);
      });
      this.opened(lesson).catch(complain);
    }
    this.changed();
  }

  /** The lesson that is looked at; for a learner also the one behind something else. */
  current(): Lesson | undefined {
    const shown = this.app.shell.currentWidget,
      found = [...this.all.values()].find((lesson) => lesson.panel === shown);
    return found ?? (learner ? [...this.all.values()].find((lesson) => lesson.panel.isVisible) : undefined);
  }

  /** Those of the tutor's own. */
  own(): Lesson[] {
    return [...this.all.values()].filter((lesson) => lesson.own);
  }

  /** The lesson in whose notebook an element stands. */
  around(node: Node): Lesson | undefined {
    return [...this.all.values()].find((lesson) => lesson.panel.node.contains(node));
  }

  private panels(): Panel[] {
    return [...this.app.shell.widgets("main")].filter(isNotebook);
  }

  private async opened(lesson: Lesson): Promise<void> {
    const panel = lesson.panel;
    await panel.context.ready;
    lesson.page = await lesson.learn();
    if (lesson.page.kind === "other" || panel.isDisposed) {
      lesson.begin();
      return;
    }
    panel.addClass("mw-lesson");
    if (learner) panel.toolbar.hide();
    this.changed();
    lesson.follow();
    if (lesson.page.kind === "ours") await this.start(lesson);
    else if (!lesson.allowed) {
      lesson.begin();
      this.question(lesson);
    }
  }

  private async start(lesson: Lesson): Promise<void> {
    const asked = this.wanted?.path === lesson.panel.context.path ? this.wanted.exercise : null;
    this.wanted = null;
    await lesson.start(asked);
  }

  private question(lesson: Lesson): void {
    const row = make("div", "mw-ask");
    row.setAttribute("role", "alert");
    row.append(
      make("span", "", "This notebook was changed. Run it?"),
      button("Run it", () => {
        row.remove();
        lesson.allowed = true;
        lesson.run().catch(complain);
      }),
      button("Restore this lesson", () => {
        this.restore(lesson).catch(complain);
      }),
    );
    lesson.row = row;
    lesson.panel.node.prepend(row);
  }

  /** Lays a lesson out again as it came. */
  async restore(lesson: Lesson): Promise<void> {
    lesson.stop();
    await ask("restore", { path: lesson.panel.context.path });
    await lesson.panel.context.revert();
    lesson.row?.remove();
    lesson.page = await lesson.learn();
    lesson.allowed = false;
    this.changed();
    await this.start(lesson);
  }

  /** To a lesson, or an exercise of it. The one that is left runs no further, and its kernel ends with it. */
  async go(path: string, exercise = ""): Promise<void> {
    const here = this.current();
    if (here?.panel.context.path === path) {
      const found = here.page?.exercises.find((each) => each.id === exercise);
      if (found) here.show(found);
      return;
    }
    this.wanted = { path, exercise };
    if (!this.panels().some((panel) => panel.context.path === path)) await fresh(path);
    const opened = (await this.app.commands.execute("docmanager:open", { path, factory: "Notebook" })) as
      Panel | undefined;
    if (!opened || !learner) return;
    await opened.context.ready;
    this.look();
    const left = this.panels().filter((panel) => panel !== opened);
    for (const panel of left) this.all.get(panel)?.stop();
    await Promise.race([this.all.get(opened)?.begun, wait(LEFT)]); // to clear up would keep the first board waiting
    await Promise.all(left.map((panel) => this.leave(panel)));
  }

  /** One that is only now being started could not be ended, and would go on for ever: it is waited for. */
  private async leave(panel: Panel): Promise<void> {
    const lesson = this.all.get(panel) ?? new Lesson(panel, this.changed);
    lesson.stop();
    const gone = (): boolean => panel.isDisposed;
    const late = new Promise((done) => setTimeout(done, STARTING));
    await Promise.race([panel.sessionContext.ready, late]).catch(() => undefined);
    if (gone()) return;
    if (panel === this.app.shell.currentWidget) {
      // come back to meanwhile
      if (lesson.page && !panel.node.dataset["mwReady"]) await lesson.run();
      return;
    }
    await lesson.save();
    await lesson.letGo();
    if (!gone()) panel.dispose();
  }

  /** From the ruling index, which a link has opened in front of the lesson. */
  back(lesson: Lesson): void {
    const shown = this.app.shell.currentWidget;
    this.app.shell.activateById(lesson.panel.id);
    if (shown && shown !== lesson.panel) shown.close();
  }

  /** Another learner: each lesson begins with another kernel, since the same one begun anew would still keep what is done under the
   * former name. */
  async beginAnew(): Promise<void> {
    for (const lesson of this.own()) {
      const kind = lesson.page?.kind ?? "other";
      lesson.page = { ...(await lesson.learn()), kind };
      lesson.restarts = 0;
      lesson.stop();
      const context = lesson.panel.sessionContext;
      await lesson.letGo();
      await context.changeKernel({ name: context.session?.kernel?.name ?? "python3" });
      if (lesson.mayRun) await lesson.run();
    }
    this.changed();
  }
}
