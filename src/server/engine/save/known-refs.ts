import type { Row } from "../../../shared/domain/cell.ts";
import { type RefUse, refRows } from "../../query/ref-rows.ts";
import type { Scoped } from "../../query/scoped.ts";

/** Rows that refs of a batch lead to, each read once. Rows of the entity itself are read anew each time: the batch may write them. */
export class KnownRefs {
  readonly #entity: string;
  readonly #known = new Map<string, Map<string, Row>>();

  /** @param entity the one whose rows are written */
  constructor(entity: string) {
    this.#entity = entity;
  }

  /** The rows that these values of a ref name, and perhaps others, by value. */
  async rows(scope: Scoped, use: RefUse, values: readonly string[]): Promise<ReadonlyMap<string, Row>> {
    if (use.target.name === this.#entity) return refRows(scope, use, values);
    const name = `${use.target.name}.${use.ref.key} ${use.needed.join()}`;
    const known = this.#known.get(name) ?? new Map<string, Row>();
    this.#known.set(name, known);
    const missing = values.filter((value) => !known.has(value));
    if (missing.length > 0) for (const [value, row] of await refRows(scope, use, missing)) known.set(value, row);
    return known;
  }
}
