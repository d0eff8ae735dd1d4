import type { Cell, Row } from "../../../shared/domain/cell.ts";
import { isSet, type PredicateEnv } from "../../../shared/domain/predicate.ts";
import type { FormProblem, FormSpec } from "../../../shared/protocol/form.ts";
import type { Entity, Registry } from "../../../shared/registry/model.ts";
import { fillOf, isChoice, type RefUse, refRows, refUseOf } from "../../query/ref-rows.ts";
import { scoped } from "../../query/scope.ts";
import type { Scoped } from "../../query/scoped.ts";
import type { Draft, DraftLines } from "./draft.ts";

/** What the refs of some rows lead to. */
export interface Resolved {
  /** Copied and proposed values, row by row. */
  readonly fills: readonly Row[];
  readonly problems: readonly FormProblem[];
}

/**
 * Looks up what the refs of the head lead to. A ref the user has changed, or whose narrowing field he has changed, must lead to a
 * row he may choose. One that stays may lead to a row that is closed to new choices by now; what was copied from a row that is
 * gone stays.
 */
export function resolveHead({ at, page, before, head }: Draft): Promise<Resolved> {
  return resolveRows(scoped(at.ctx, page.module), at.ctx.registry, page.entity, page.form.fields, [{ before, row: head }], {});
}

/** The same for the lines of a table, each ref field in one statement. */
export function resolveLines({ at, page }: Draft, { entity, lines }: DraftLines): Promise<Resolved> {
  const fields = page.form.lines.find((table) => table.entity === entity.name)?.fields ?? {};
  return resolveRows(scoped(at.ctx, page.module), at.ctx.registry, entity, fields, lines, { entity: entity.name });
}

interface Changing {
  readonly before: Row | null;
  readonly row: Row;
}

async function resolveRows(
  scope: Scoped,
  registry: Pick<Registry, "entities">,
  entity: Entity,
  fields: FormSpec["fields"],
  rows: readonly Changing[],
  place: Pick<FormProblem, "entity">,
): Promise<Resolved> {
  const fills: Record<string, Cell>[] = rows.map(() => ({}));
  const problems: FormProblem[] = [];
  for (const field of Object.values(entity.fields)) {
    const use = field.computed === null ? refUseOf(registry, entity, field) : null;
    const isWritable = fields[field.name]?.isWritable === true;
    if (use === null || (use.taken.length === 0 && !isWritable)) continue;
    const values = rows.map(({ row }) => row[field.name] ?? null).filter(isSet);
    const found = await refRows(scope, use, values.map(String));
    for (const [line, changing] of rows.entries()) {
      const value = changing.row[field.name] ?? null;
      if (!isSet(value)) continue;
      const target = found.get(String(value));
      if (target) Object.assign(fills[line] ?? {}, fillOf(use, target));
      if (!isWritable || !isChanged(use, changing) || mayChoose(use, target, changing.row, scope.env)) continue;
      const at = place.entity === undefined ? {} : { ...place, line };
      // guard check: tests/server/flows/save-row.test.ts
      problems.push({ ...at, field: field.name, message: `${field.title}不存在或不能选择` });
    }
  }
  return { fills, problems };
}

function isChanged({ field, ref }: RefUse, { before, row }: Changing): boolean {
  if (before === null) return true;
  return [field.name, ...Object.values(ref.narrow)].some((name) => (row[name] ?? null) !== (before[name] ?? null));
}

function mayChoose(use: RefUse, target: Row | undefined, row: Row, env: PredicateEnv): boolean {
  return target !== undefined && isChoice(use, target, (name) => row[name] ?? null, env);
}
