import type { Row } from "../../../shared/domain/cell.ts";
import type { FormProblem, FormSpec } from "../../../shared/protocol/form.ts";
import type { Entity, Module } from "../../../shared/registry/model.ts";
import type { UserWork } from "../run-work.ts";

/** The page that rows are written on. */
export interface SavePage {
  readonly module: Module;
  readonly entity: Entity;
  /** What the viewer sees and may write. */
  readonly form: FormSpec;
  /** The same with every stored field and rule. */
  readonly complete: FormSpec;
}

/** A line as it was (null: new) and as it shall be. */
export interface DraftLine {
  readonly before: Row | null;
  readonly row: Row;
}

export interface DraftLines {
  readonly entity: Entity;
  /** The rows were sent: they take the place of the stored ones. */
  readonly isSent: boolean;
  readonly stored: readonly Row[];
  readonly lines: readonly DraftLine[];
}

/** A document between request and database: every stored field as a cell. */
export interface Draft {
  readonly at: UserWork;
  readonly page: SavePage;
  /** null: the document is new. */
  readonly before: Row | null;
  readonly head: Row;
  readonly tables: readonly DraftLines[];
  readonly problems: readonly FormProblem[];
}

/** Line entity to its rows. */
export function rowsOf(tables: readonly DraftLines[]): Record<string, readonly Row[]> {
  return Object.fromEntries(tables.map(({ entity, lines }) => [entity.name, lines.map(({ row }) => row)]));
}
