/** Who keeps a copy of what the database holds, and is told when it may be another one. */
export interface Watcher {
  /** Whether a statement changes what is kept. */
  readonly concerns: (sql: string) => boolean;
  readonly changed: () => void;
}

/** What somebody keeps a copy of is changed by statements of this process, and by those of others (docs/decisions/124). */
export interface Changes {
  /**
   * From now on tells of every change: of this process's own before the call that makes it is answered, of others' as soon as the database tells.
   *
   * @returns whether no change of others is missed now: only then may a copy be used
   */
  watch(watcher: Watcher): () => boolean;
}

/** Watchers of the statements of this process. */
export class OwnChanges {
  readonly #watchers = new Set<Watcher>();

  add(watcher: Watcher): void {
    this.#watchers.add(watcher);
  }

  /** Those whom a statement concerns. */
  concernedBy(sql: string): readonly Watcher[] {
    const concerned: Watcher[] = [];
    for (const watcher of this.#watchers) if (watcher.concerns(sql)) concerned.push(watcher);
    return concerned;
  }
}
