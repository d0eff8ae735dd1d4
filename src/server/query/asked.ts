import { PLANS_ONCE } from "../db/driver/kept-plan.ts";
import type { QueryContext } from "./context.ts";
import { readTogether } from "./scope.ts";
import type { Rows } from "./scoped.ts";

/** A row as the database answers it. */
type Answer = Readonly<Record<string, unknown>>;

/** What is asked of rows that are found by a key, and what becomes of the answers. */
export interface Asked<T> {
  readonly selects: readonly Rows[];
  /** The rows of each select, in their order. */
  readonly read: (answers: readonly (readonly Answer[])[]) => T;
}

/** What several ask, each with its own answers. */
type Each<T extends readonly unknown[]> = { readonly [At in keyof T]: Asked<T[At]> };

/** Several that are asked together, as one. */
export function asOne<T extends readonly unknown[]>(asked: Each<T>): Asked<T> {
  return {
    selects: asked.flatMap(({ selects }) => selects),
    read: (answers) => {
      let at = 0;
      const each = asked.map(({ selects, read }) => {
        at += selects.length;
        return read(answers.slice(at - selects.length, at));
      });
      return each as unknown as T;
    },
  };
}

/** Asks for all of it in one message to the database, by plans for whatever values (docs/decisions/140). */
export async function askTogether<T extends readonly unknown[]>(ctx: Pick<QueryContext, "db">, asked: Each<T>): Promise<T> {
  const { selects, read } = asOne(asked);
  const statements = selects.map((rows) => rows.withPlugin(PLANS_ONCE).compile());
  return read(statements.length === 0 ? [] : await readTogether(ctx, statements));
}
