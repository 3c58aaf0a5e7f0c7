// Python in the worker: pyodide with the tutor's own bundle, the learner's files, and what is fetched only when it is asked for.

import { unpack, unzipped } from "./bundle";
import { type Files, Store } from "./store";

interface Manifest {
  /** The files of a first visit, and how many bytes each has. */
  readonly files: Readonly<Record<string, number>>;
  /** Bundles that are fetched when one of their modules is imported: how the file is called, and the modules in it. */
  readonly later: Readonly<Record<string, readonly string[]>>;
  readonly python: string;
  readonly abi: string;
  readonly platform: string;
}

interface Pyodide {
  readonly FS: Files;
  runPython(code: string): unknown;
  readonly globals: { set(name: string, value: unknown): void; get(name: string): unknown };
}

interface Heard {
  hear(text: string): void;
  /** Goes on for a moment with what pages want, and says whether there is more to be done. */
  step(): boolean;
}

/** Pyodide's machine code, and what it calls the standard library, which is fetched as gzip. */
const CODE = "pyodide.asm.wasm",
  LIBRARY = "stdlib.zip";

type LoadPyodide = (options: object) => Promise<Pyodide>;

/** What runs before the tutor: where its files lie, what was generated when the site was built, and how a module is found that was
 * not fetched yet. What is there when the first page is open stays; rubbish is looked for from then on. */
const BEGIN = `
import gc, sys, os, importlib.machinery, zlib
from pyodide.ffi import to_js
gc.disable()
sys.dont_write_bytecode = True
os.environ["MYSTIC_WOOD_DATA"] = "/data"
sys.path.insert(0, "/app")
class Later:
    "Finds modules that are fetched when they are first imported."
    def find_spec(self, name, path=None, target=None):
        bundle = later_of(name)
        if not bundle:
            return None
        root = f"/later/{bundle}"
        if root not in sys.path:
            data = fetch_later(bundle).to_py()
            lay_out(to_js(zlib.decompress(data, 31) if data[:2] == b"\\x1f\\x8b" else data), root)
            sys.path.append(root)
        return importlib.machinery.PathFinder.find_spec(name, [root, *(f"{root}/{each}" for each in [name.rpartition(".")[0].replace(".", "/")] if each)])
sys.meta_path.append(Later())
from tutor.hosts.site.generated import use
with open("/app/generated.marshal", "rb") as file:
    use(file.read())
from tutor.hosts.site.worker import Worker
worker = Worker(root, tell)
def settled():
    gc.freeze()
    gc.enable()
`;

export class Brain {
  private worker: Heard | null = null;
  private settled: (() => void) | null = null;
  private store: Store | null = null;
  private waiting: string[] = [];
  private told: { readonly page: string; readonly text: string }[] = [];
  private done = 0;
  private total = 0;
  private turn: Promise<void> = Promise.resolve();
  private stepping = false;

  constructor(
    private readonly base: string,
    private readonly root: string,
    private readonly tell: (page: string, text: string) => void,
    private readonly progress: (done: number, total: number) => void,
  ) {}

  /** Boots Python and the tutor; what was said meanwhile is heard then. All that is fetched is asked for at once. */
  async wake(): Promise<void> {
    const code = this.fetched(CODE),
      library = this.bytes(`${LIBRARY}.gz`),
      app = this.bytes("app.bin.gz");
    const store = Store.opened("/data"),
      manifest = this.manifest();
    this.answerPyodide(code, library);
    const failed = new Promise<never>((_, fail) => {
      for (const part of [code, library, app]) part.catch(fail);
    });
    const python = await Promise.race([this.boot(manifest), failed]); // Pyodide itself does not end if a part cannot be had
    unpack(python.FS, await app, "/app");
    this.store = await store;
    this.store.layOut(python.FS);
    this.begin(python, await manifest);
    this.progress(this.total, this.total);
    for (const text of this.waiting.splice(0)) this.hear(text);
  }

  private async manifest(): Promise<Manifest> {
    const found = (await (await fetch(`${this.base}manifest.json`)).json()) as Manifest;
    this.total = Object.values(found.files).reduce((sum, size) => sum + size, 0);
    return found;
  }

  private async boot(manifest: Promise<Manifest>): Promise<Pyodide> {
    const [{ loadPyodide }, runtime, { abi, platform, python }] = await Promise.all([
      import(`${this.base}pyodide.mjs`) as Promise<{ readonly loadPyodide: LoadPyodide }>,
      import(`${this.base}pyodide.asm.mjs`) as Promise<{ readonly default: unknown }>,
      manifest,
    ]);
    return loadPyodide({
      indexURL: this.base,
      packageBaseUrl: this.base,
      stdLibURL: this.base + LIBRARY,
      createPyodideModule: runtime.default,
      lockFileContents: { info: { abi_version: abi, arch: "wasm32", platform, python }, packages: {} },
      checkAPIVersion: false,
    });
  }

  private begin(python: Pyodide, manifest: Manifest): void {
    const later = new Map(
      Object.entries(manifest.later).flatMap(([bundle, names]) => names.map((name) => [name, bundle] as const)),
    );
    const whose = (name: string): string => later.get(name) ?? "";
    python.globals.set("later_of", whose);
    python.globals.set("fetch_later", (bundle: string) => this.fetchLater(bundle));
    python.globals.set("lay_out", (data: Uint8Array, root: string) => {
      unpack(python.FS, data, root);
    });
    python.globals.set("root", this.root);
    python.globals.set("tell", (page: string, text: string) => {
      this.told.push({ page, text });
    });
    python.runPython(BEGIN);
    this.worker = python.globals.get("worker") as Heard;
    this.settled = python.globals.get("settled") as () => void;
  }

  /** What a page says. Its answers are told when the browser's storage has what was done. */
  hear(text: string): void {
    if (!this.worker) return void this.waiting.push(text);
    try {
      this.worker.hear(text);
      this.settled?.();
      this.settled = null;
    } catch (problem) {
      const { page } = JSON.parse(text) as { readonly page: string };
      this.told.push({
        page,
        text: JSON.stringify({ kind: "trouble", text: `The tutor is at fault here: ${String(problem).slice(-600)}` }),
      });
    }
    this.goOn();
    const told = this.told.splice(0);
    this.turn = this.turn.then(async () => {
      await this.keep(told);
      for (const each of told) this.tell(each.page, each.text);
    });
  }

  /** What pages want is found in slices, between what they say. Nothing is written by it, so nothing need be kept. */
  private goOn(): void {
    if (this.stepping || !this.worker) return;
    this.stepping = true;
    setTimeout(() => {
      this.stepping = false;
      const more = this.worker?.step() ?? false;
      const told = this.told.splice(0);
      this.turn = this.turn.then(() => {
        for (const each of told) this.tell(each.page, each.text);
      });
      if (more) this.goOn();
    }, 0);
  }

  private async keep(told: { page: string; text: string }[]): Promise<void> {
    try {
      await this.store?.keep();
    } catch (problem) {
      if (this.store) this.store.trouble = `What you do is not being kept: ${String(problem)}`;
    }
    const page = told[0]?.page;
    if (page !== undefined && this.store?.trouble)
      told.push({ page, text: JSON.stringify({ kind: "trouble", text: this.store.trouble }) });
  }

  // ---------------------------------------------------------------- fetching
  private async bytes(name: string): Promise<Uint8Array> {
    return unzipped(await this.fetched(name));
  }

  /** An answer whose bytes are counted as they come. */
  private async fetched(name: string): Promise<Response> {
    const response = await fetch(this.base + name);
    if (!response.ok) throw new Error(`${name} could not be fetched (${response.status})`);
    void this.count(response.clone()).catch(() => undefined);
    return response;
  }

  private async count(response: Response): Promise<void> {
    const reader = response.body?.getReader();
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) return;
      this.progress((this.done += part.value.length), this.total);
    }
  }

  /** Pyodide asks for its machine code and the library when it comes to them: both are on their way already. The browser's own
   * answer is left as it is, for it may have compiled that machine code before. */
  private answerPyodide(code: Promise<Response>, library: Promise<Uint8Array>): void {
    const real = globalThis.fetch.bind(globalThis);
    globalThis.fetch = async (input, init) => {
      const address = input instanceof Request ? input.url : input.toString();
      if (address === this.base + CODE) return code;
      return address === this.base + LIBRARY ? new Response((await library) as BodyInit) : real(input, init);
    };
  }

  /** Fetches a bundle while Python waits: it is imported in the midst of what is done. */
  private fetchLater(bundle: string): Uint8Array {
    const request = new XMLHttpRequest();
    request.open("GET", this.base + bundle, false);
    request.responseType = "arraybuffer";
    try {
      request.send();
    } catch {
      throw new Error(
        "a part of the tutor that was not needed before has to be fetched, and the site cannot be reached",
      );
    }
    if (request.status === 404)
      throw new Error("the site has been renewed since this page was opened: load it again, what you did is kept");
    if (request.status !== 200) throw new Error(`a part of the tutor could not be fetched (${request.status})`);
    return new Uint8Array(request.response as ArrayBuffer);
  }
}
