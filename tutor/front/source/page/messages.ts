// What a page is sent and what it sends: docs/page-protocol.md as types. Lengths are board units, times milliseconds.

/** x, y, width and height of a part of the board. */
export type Box = readonly [number, number, number, number];

/** A picture cut into pieces, each SVG text under a key; pieces and definitions that were sent before are left out. */
export interface BoardPart {
  readonly size: readonly [number, number];
  readonly title: string;
  readonly order: readonly string[];
  readonly pieces: Readonly<Record<string, string>>;
  readonly defs: Readonly<Record<string, string>>;
}

export type StepKind = "turn" | "vanish" | "appear" | "slide" | "line";

export interface Step {
  readonly kind: StepKind;
  readonly target: string;
  readonly ms: number;
  readonly dx: number;
  readonly dy: number;
  readonly via: readonly (readonly [number, number])[];
}

/** A picture, the steps that lead to it, and how long it then stands. */
export interface Shot {
  readonly board: BoardPart;
  readonly stand: number;
  readonly about: string;
  readonly steps: readonly Step[];
}

export interface Film {
  readonly id: number;
  readonly shots: readonly Shot[];
  /** Left out where no movement is wanted, and broken off by the next click. */
  readonly brief?: boolean;
}

/** What a page shows: all of it if there is a `frame`, else what has changed. */
export interface PagePart {
  readonly version: number;
  readonly seen?: number;
  readonly heard?: number;
  readonly kept?: string;
  readonly frame?: string;
  readonly panels?: Readonly<Record<string, string>>;
  readonly board?: BoardPart;
  readonly focus?: Box | null;
  readonly defs?: Readonly<Record<string, string>>;
  readonly colours?: { readonly light: string; readonly dark: string; readonly uses: string };
  readonly film?: Film | null;
  readonly keys?: Readonly<Record<string, string>>;
  readonly say?: string;
}

export interface Change extends PagePart {
  readonly kind: "change";
  readonly from: number;
}

export interface Effect {
  readonly kind: "effect";
  readonly effect: "copy" | "save" | "png" | "print" | "onward" | "go";
  readonly text: string;
  readonly name: string;
}

export interface Refused {
  readonly kind: "refused";
  readonly text: string;
  readonly heard?: number;
}

export interface Trouble {
  readonly kind: "trouble";
  readonly text: string;
  readonly heard?: number;
}

export interface Heard {
  readonly kind: "heard";
  readonly heard: number;
}

export type ToPage = Change | Effect | Refused | Trouble | Heard;

export type TouchKind = "click" | "double" | "drag" | "delete" | "escape" | "type" | "enter" | "file" | "key";

/** What is picked, ordered or typed, by the name of its group or field. */
export type Values = Readonly<Record<string, readonly string[]>>;

export interface TouchBody {
  readonly kind: TouchKind;
  readonly target: string;
  readonly to: string;
  readonly values: Values;
}

export interface Touch {
  readonly kind: "touch";
  readonly seen: number;
  readonly serial: number;
  readonly touch: TouchBody;
}

export interface Ready {
  readonly kind: "ready";
  readonly version: number;
  readonly link: string;
}

export interface ThemeTold {
  readonly kind: "theme";
  readonly theme: "light" | "dark";
}

export type FromPage = Touch | Ready | ThemeTold;

/** How a page and its host speak: anywidget's model, a WebSocket, a worker. */
export interface Wire {
  /** The page as it was sent with the host's own page, if it was; else it comes as a message. */
  readonly first: PagePart | null;
  /** Whether a touch can be lost on the way, so that it is kept until it was heard. */
  readonly loses: boolean;
  /** Calls `listener` with each message; `again` whenever a lost connection is there once more; `silent` with plain words on whose
   * fault a silence is, "" when it is over. */
  open(listener: (message: ToPage) => void, again: () => void, silent: (why: string) => void): void;
  send(message: FromPage): void;
  close(): void;
}
