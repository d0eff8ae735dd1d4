import type { Cell, Row } from "../../../shared/domain/cell.ts";
import { isSet, type PredicateEnv } from "../../../shared/domain/predicate.ts";
import type { FormProblem, FormSpec } from "../../../shared/protocol/form.ts";
import type { Entity, Registry } from "../../../shared/registry/model.ts";
import { fillOf, isChoice, type RefUse, refUseOf } from "../../query/ref-rows.ts";
import { scoped } from "../../query/scope.ts";
import type { Draft } from "./draft.ts";

/** What the refs of a row lead to. */
interface Resolved {
  /** Copied and proposed values. */
  readonly fill: Row;
  readonly problems: readonly Pick<FormProblem, "field" | "message">[];
}

/** A row as it was (null: new) and as it shall be. */
interface Changing {
  readonly before: Row | null;
  readonly row: Row;
}

/**
 * Looks up what the refs of rows of one entity lead to, each ref field in one statement for all of them; `fields`: as the viewer may write
 * them. A ref the user has changed, or whose narrowing field he has changed, must lead to a row he may choose. One that stays may lead to
 * a row that is closed to new choices by now; what was copied from a row that is gone stays.
 */
export async function resolveRefs(
  { at, page }: Pick<Draft, "at" | "page">,
  entity: Entity,
  fields: FormSpec["fields"],
  rows: readonly Changing[],
): Promise<readonly Resolved[]> {
  const scope = scoped(at.ctx, page.module);
  const resolved = rows.map(() => ({ fill: {} as Record<string, Cell>, problems: [] as Pick<FormProblem, "field" | "message">[] }));
  for (const { use, isWritable } of refsOf(at.ctx.registry, entity, fields)) {
    const { field } = use;
    const values = rows.map(({ row }) => row[field.name] ?? null).filter(isSet);
    const found = await page.refs.rows(scope, use, values.map(String));
    const taken = new Map<Row, Row>();
    const fillFrom = (target: Row): Row => {
      const known = taken.get(target) ?? fillOf(use, target);
      taken.set(target, known);
      return known;
    };
    for (const [index, { fill, problems }] of resolved.entries()) {
      const changing = rows[index] ?? { before: null, row: {} };
      const value = changing.row[field.name] ?? null;
      if (!isSet(value)) continue;
      const target = found.get(String(value));
      if (target) Object.assign(fill, fillFrom(target));
      if (!isWritable || !isChanged(use, changing) || mayChoose(use, target, changing.row, scope.env)) continue;
      // guard check: tests/server/flows/save-row.test.ts
      problems.push({ field: field.name, message: `${field.title}不存在或不能选择` });
    }
  }
  return resolved;
}

/** The refs of an entity that something is taken from, or that may be chosen. */
function refsOf(registry: Pick<Registry, "entities">, entity: Entity, fields: FormSpec["fields"]) {
  return Object.values(entity.fields).flatMap((field) => {
    const use = field.computed === null ? refUseOf(registry, entity, field) : null;
    const isWritable = fields[field.name]?.isWritable === true;
    return use === null || (use.taken.length === 0 && !isWritable) ? [] : [{ use, isWritable }];
  });
}

function isChanged({ field, ref }: RefUse, { before, row }: Changing): boolean {
  if (before === null) return true;
  return [field.name, ...Object.values(ref.narrow)].some((name) => (row[name] ?? null) !== (before[name] ?? null));
}

function mayChoose(use: RefUse, target: Row | undefined, row: Row, env: PredicateEnv): boolean {
  return target !== undefined && isChoice(use, target, (name) => row[name] ?? null, env);
}
