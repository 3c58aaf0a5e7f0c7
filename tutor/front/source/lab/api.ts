// What is used of JupyterLab: what every plugin is given, no more. Its own types come with some hundred packages.

export interface Signal<T> {
  connect(listener: (sender: unknown, value: T) => void): void;
}

export interface Widget {
  readonly id: string;
  readonly node: HTMLElement;
  readonly isHidden: boolean;
  readonly isVisible: boolean;
  readonly isDisposed: boolean;
  readonly disposed: Signal<unknown>;
  hasClass(name: string): boolean;
  addClass(name: string): void;
  hide(): void;
  close(): void;
  dispose(): void;
  fit(): void;
  children?(): Iterable<Widget>;
}

export interface Cell {
  readonly node: HTMLElement;
  readonly ready: Promise<void>;
  readonly model: {
    readonly id: string;
    readonly type: string;
    readonly sharedModel: { getSource(): string };
    getMetadata(name: string): unknown;
  };
  /** The class of code cells, which runs one. */
  readonly constructor: { execute?(cell: Cell, session: Session): Promise<unknown> };
}

export interface Session {
  readonly ready: Promise<void>;
  readonly session: { readonly kernel: { readonly name: string } | null } | null;
  readonly statusChanged: Signal<string>;
  changeKernel(kernel: { name: string }): Promise<unknown>;
}

export interface Panel extends Widget {
  readonly toolbar: Widget;
  readonly content: { readonly widgets: readonly Cell[] };
  readonly sessionContext: Session;
  readonly context: {
    readonly path: string;
    readonly ready: Promise<void>;
    readonly model: { readonly dirty: boolean };
    readonly contentsModel: { readonly writable: boolean } | null;
    save(): Promise<void>;
    revert(): Promise<void>;
  };
}

export interface Shell extends Widget {
  readonly currentWidget: Widget | null;
  readonly layoutModified: Signal<unknown>;
  readonly currentChanged: Signal<unknown>;
  widgets(area: "main"): Iterable<Widget & Partial<Panel>>;
  activateById(id: string): void;
  isSideTabBarVisible?(side: "left" | "right"): boolean;
  toggleSideTabBarVisibility?(side: "left" | "right"): void;
}

export interface App {
  readonly shell: Shell;
  readonly restored: Promise<void>;
  readonly commands: {
    addCommand(id: string, command: { label: string; execute: () => Promise<void> }): void;
    execute(id: string, given: Readonly<Record<string, string>>): Promise<unknown>;
  };
}

/** Whether a widget of the shell is a notebook. */
export function isNotebook(widget: Widget & Partial<Panel>): widget is Panel {
  return Boolean(widget.context && widget.sessionContext && widget.content?.widgets);
}

/** Says in the console what went wrong where nobody waits for it. */
export function complain(problem: unknown): void {
  console.error("Mystic Wood:", problem);
}

/** When the page has nothing else to do; at the latest in a fifth of a second. */
export const idle = (): Promise<void> =>
  new Promise((done) => {
    requestIdleCallback(
      () => {
        done();
      },
      { timeout: 200 },
    );
  });

export const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** So often, and so many milliseconds apart, JupyterLab's word is looked for. */
const LOOKS = 40,
  APART = 50;

/** JupyterLab's word that a kernel has died is put away: what it has to be asked or told is nothing, for it has no choice to offer. A
 * dialogue with a choice stays. */
export async function putWordAway(): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    const buttons = document.querySelectorAll<HTMLElement>(".jp-Dialog .jp-Dialog-button");
    if (buttons.length === 1) {
      buttons[0]?.click();
      return;
    }
    await wait(APART);
  }
}
