// The wire of a page that is a widget in a notebook: anywidget's model. Nothing is lost on it.

import type { FromPage, PagePart, ToPage, Wire } from "./messages";

/** What anywidget gives a widget's front end, so far as it is used. */
export interface Model {
  get(name: "page"): PagePart;
  /** How pages look. */
  get(name: "sheet"): string;
  on(event: "msg:custom", listener: (message: ToPage) => void): void;
  off(event: "msg:custom", listener: (message: ToPage) => void): void;
  send(message: unknown): void;
  /** JupyterLab's: forgets all widgets of a notebook. */
  readonly widget_manager?: { clear_state(): Promise<void> };
}

export class WidgetWire implements Wire {
  readonly first: PagePart;
  readonly loses = false;
  private listener: ((message: ToPage) => void) | null = null;

  constructor(private readonly model: Model) {
    this.first = model.get("page");
  }

  open(listener: (message: ToPage) => void, again: () => void): void {
    this.listener = listener;
    this.model.on("msg:custom", listener);
    again();
  }

  send(message: FromPage): void {
    this.model.send(message);
  }

  close(): void {
    if (this.listener) this.model.off("msg:custom", this.listener);
  }
}
