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

const NAME = "mystic-wood", STORE = "files";
/** Files that hold nothing to keep: locks, and what SQLite makes anew. */
const PASSING = /(\.locks|-shm)$/;

function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    request.onsuccess = () => { done(request.result); };
    request.onerror = () => { fail(request.error ?? new Error("the browser's storage has failed")); };
  });
}

async function database(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => { request.result.createObjectStore(STORE); };
  return finished(request);
}

export class Store {
  private readonly known = new Map<string, string>();
  private base: IDBDatabase | null = null;
  /** Why nothing is kept, "" if all is. */
  trouble = "";

  constructor(private readonly files: Files, private readonly folder: string) {}

  /** Lays out what was kept. */
  async load(): Promise<void> {
    this.files.mkdirTree(this.folder);
    try {
      this.base = await database();
      const store = this.base.transaction(STORE).objectStore(STORE);
      const [names, texts] = await Promise.all([finished(store.getAllKeys() as IDBRequest<string[]>), finished(store.getAll() as IDBRequest<Uint8Array[]>)]);
      names.forEach((name, n) => {
        const data = texts[n];
        if (data) this.files.writeFile(`${this.folder}/${name}`, data);
      });
      for (const name of this.names()) this.known.set(name, this.mark(name));
    } catch (problem) {
      this.trouble = `Your progress is not being kept: this browser has no storage for it (${String(problem)}).`;
    }
  }

  /** Keeps what has changed; settled when the storage has it. */
  async keep(): Promise<void> {
    if (!this.base) return;
    const names = this.names(), changed = names.filter((name) => this.known.get(name) !== this.mark(name));
    const gone = [...this.known.keys()].filter((name) => !names.includes(name));
    if (!changed.length && !gone.length) return;
    const work = this.base.transaction(STORE, "readwrite"), store = work.objectStore(STORE);
    for (const name of changed) store.put(this.files.readFile(`${this.folder}/${name}`), name);
    for (const name of gone) store.delete(name);
    await new Promise<void>((done, fail) => {
      work.oncomplete = () => { done(); };
      work.onabort = () => { fail(work.error ?? new Error("the browser's storage is full")); };
    });
    for (const name of changed) this.known.set(name, this.mark(name));
    for (const name of gone) this.known.delete(name);
  }

  private names(): string[] {
    return this.files.readdir(this.folder).filter((name) => !name.startsWith(".") && !PASSING.test(name));
  }

  private mark(name: string): string {
    const { size, mtime } = this.files.stat(`${this.folder}/${name}`);
    return `${size} ${mtime.getTime()}`;
  }
}
