// The learner's files (tutor/progress: an SQLite store) in the browser's storage. What Python has written is put there as a whole, in
// one transaction, before a page is told what came of it.

/** What is used of pyodide's files. */
export interface Files {
  mkdirTree(path: string): void;
  writeFile(path: string, data: Uint8Array, options?: { canOwn?: boolean }): void;
  readFile(path: string): Uint8Array;
  readdir(path: string): string[];
  stat(path: string): { readonly size: number; readonly mtime: Date };
}

const NAME = "mystic-wood",
  STORE = "files";
/** Files that hold nothing to keep: locks, and what SQLite makes anew. */
const PASSING = /(\.locks|-shm)$/;

function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    request.onsuccess = () => {
      done(request.result);
    };
    request.onerror = () => {
      fail(request.error ?? new Error("the browser's storage has failed"));
    };
  });
}

async function database(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(STORE);
  };
  return finished(request);
}

export class Store {
  private readonly known = new Map<string, string>();
  private files: Files | null = null;
  /** Why nothing is kept, "" if all is. */
  trouble = "";

  private constructor(
    private readonly folder: string,
    private base: IDBDatabase | null,
    private readonly kept: ReadonlyMap<string, Uint8Array>,
  ) {}

  /** What was kept, from the browser's storage. */
  static async opened(folder: string): Promise<Store> {
    try {
      const base = await database(),
        store = base.transaction(STORE).objectStore(STORE);
      const [names, texts] = await Promise.all([
        finished(store.getAllKeys() as IDBRequest<string[]>),
        finished(store.getAll() as IDBRequest<Uint8Array[]>),
      ]);
      return new Store(
        folder,
        base,
        new Map(
          names.flatMap((name, n) => {
            const text = texts[n];
            return text ? [[name, text]] : [];
          }),
        ),
      );
    } catch (problem) {
      const found = new Store(folder, null, new Map());
      found.trouble = `Your progress is not being kept: this browser has no storage for it (${String(problem)}).`;
      return found;
    }
  }

  /** Lays it out. */
  layOut(files: Files): void {
    this.files = files;
    files.mkdirTree(this.folder);
    for (const [name, data] of this.kept) files.writeFile(`${this.folder}/${name}`, data);
    for (const name of this.names(files)) this.known.set(name, this.mark(files, name));
  }

  /** Keeps what has changed; settled when the storage has it. */
  async keep(): Promise<void> {
    const { base, files } = this;
    if (!base || !files) return;
    const names = this.names(files),
      changed = names.filter((name) => this.known.get(name) !== this.mark(files, name));
    const gone = [...this.known.keys()].filter((name) => !names.includes(name));
    if (!changed.length && !gone.length) return;
    const work = base.transaction(STORE, "readwrite"),
      store = work.objectStore(STORE);
    for (const name of changed) store.put(files.readFile(`${this.folder}/${name}`), name);
    for (const name of gone) store.delete(name);
    await new Promise<void>((done, fail) => {
      work.oncomplete = () => {
        done();
      };
      work.onabort = () => {
        fail(work.error ?? new Error("the browser's storage is full"));
      };
    });
    for (const name of changed) this.known.set(name, this.mark(files, name));
    for (const name of gone) this.known.delete(name);
  }

  private names(files: Files): string[] {
    return files.readdir(this.folder).filter((name) => !name.startsWith(".") && !PASSING.test(name));
  }

  private mark(files: Files, name: string): string {
    const { size, mtime } = files.stat(`${this.folder}/${name}`);
    return `${size} ${mtime.getTime()}`;
  }
}
