/** Asks the database one thing. */
export type Ask = (sql: string, values: readonly unknown[]) => Promise<{ readonly rows?: readonly unknown[] }>;

/** Keeps how far the database was when somebody's changes were committed, for whoever reads from a copy that follows it (docs/decisions/130). */
export interface WrittenNotes {
  /** As whose change a statement is noted; undefined: it changes nothing that is read from copies. */
  ownerOf(sql: string, statement: object): string | undefined;
  /** Their changes are committed. Never rejects: they are, whatever becomes of the note. */
  note(owners: readonly string[], ask: Ask): Promise<void>;
  /** As {@link note}, later: it cannot be asked now. */
  owe(owners: readonly string[]): void;
}
