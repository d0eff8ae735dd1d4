import type { RawBuilder } from "kysely";
import type { Cell, Row } from "../../shared/domain/cell.ts";
import type { PredicateEnv } from "../../shared/domain/predicate.ts";
import type { Predicate } from "../../shared/registry/language.ts";
import type { ComputedBy, ComputedKind, Dict, Entity, EnumValue, Field } from "../../shared/registry/model.ts";
import type { AtRow } from "./scoped.ts";

/** How a row's own computed fields come about, besides its cells. */
export interface RowRules {
  readonly entity: Pick<Entity, "name" | "fields">;
  readonly env: PredicateEnv;
  /** Field to its codes as the page shows them; the entity's own where left out. */
  readonly labels?: Dict<readonly EnumValue[]>;
}

/** What a kind asks of other rows where there is no statement to ask it in: rows at hand, some of them in memory. */
export interface OtherRows {
  readonly entity: Entity;
  readonly row: Row;
  readonly env: PredicateEnv;
  /** The rows that have these values, and fulfil the condition, with these of their fields; none where a value is empty. */
  find(entity: string, match: Row, where: Predicate | null, fields: readonly string[]): Promise<readonly Row[]>;
  /** A cell of the field that is summed over such rows, for the computed field. */
  sum(entity: string, field: string, rows: readonly Row[], as: Field): Cell;
}

/** A way to compute a field, as the file says it under its kind. */
export interface ComputedDef<K extends ComputedKind> {
  /** The fields of the row that it is made of. */
  readonly inputs?: (said: ComputedBy<K>[K], rules: Omit<RowRules, "env">) => readonly string[];
  /** As an expression of its field's type. Left out where it exists only after reading (`x-after-reading`). */
  readonly sql?: (said: ComputedBy<K>[K], at: AtRow, field: Field) => RawBuilder<unknown>;
  /** From the row's own cells. */
  readonly fromRow?: (said: ComputedBy<K>[K], row: Row, rules: RowRules, field: Field) => Cell;
  /** From other rows, which only the database can tell in a list. */
  readonly fromOthers?: (said: ComputedBy<K>[K], others: OtherRows, field: Field) => Promise<Cell>;
  /** Whose rows it looks for, by which of their fields, which therefore has an index. */
  readonly looksFor?: (said: ComputedBy<K>[K], entity: Entity) => { readonly entity: string; readonly field: string };
}
