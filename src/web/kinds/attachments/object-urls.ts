/** A file in memory, and the address (`blob:`) it can be shown under. */
export interface HeldFile {
  readonly src: string;
  readonly blob: Blob;
}

interface Entry {
  readonly file: Promise<HeldFile>;
  /** Its address, once it has one. */
  src: string | null;
  users: number;
}

/**
 * Files fetched once and shown from memory: what lies behind the Authorization header cannot be named in an `<img>`. Files
 * that nobody shows any more are forgotten when there are too many, the longest unused first.
 */
export class ObjectUrls {
  readonly #entries = new Map<string, Entry>();
  readonly #load: (key: string) => Promise<Blob>;
  readonly #most: number;

  constructor(load: (key: string) => Promise<Blob>, most: number) {
    this.#load = load;
    this.#most = most;
  }

  /** A file. Each call must be followed by one of {@link release}. */
  acquire(key: string): Promise<HeldFile> {
    const entry = this.#entries.get(key) ?? this.#fetch(key);
    entry.users += 1;
    // The order of the entries is the order of their last use.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.file;
  }

  release(key: string): void {
    const entry = this.#entries.get(key);
    if (entry) entry.users -= 1;
    this.#evict();
  }

  /** Forgets everything: the next user must not find what this one saw. */
  clear(): void {
    for (const key of this.#entries.keys()) this.#drop(key);
  }

  #fetch(key: string): Entry {
    const entry: Entry = { file: this.#load(key).then((blob) => this.#hold(key, entry, blob)), src: null, users: 0 };
    entry.file.catch(() => {
      // A failure is not remembered: whoever looks again tries again.
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    });
    this.#entries.set(key, entry);
    return entry;
  }

  #hold(key: string, entry: Entry, blob: Blob): HeldFile {
    const src = URL.createObjectURL(blob);
    // Forgotten while it was under way.
    if (this.#entries.get(key) !== entry) URL.revokeObjectURL(src);
    else entry.src = src;
    return { src, blob };
  }

  #evict(): void {
    for (const [key, { users }] of this.#entries) {
      if (this.#entries.size <= this.#most) return;
      if (users <= 0) this.#drop(key);
    }
  }

  #drop(key: string): void {
    const src = this.#entries.get(key)?.src;
    if (src) URL.revokeObjectURL(src);
    this.#entries.delete(key);
  }
}
