import type { Row } from "../../../shared/domain/cell.ts";
import { fieldsOfPredicate, holds } from "../../../shared/domain/predicate.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { FormProblem, SaveResult } from "../../../shared/protocol/form.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { Entity, Module, SaveRule } from "../../../shared/registry/model.ts";
import { ROW_VERSION } from "../../base/technical.ts";
import { askTogether } from "../../query/asked.ts";
import type { QueryContext } from "../../query/context.ts";
import { listPlan } from "../../query/list-plan.ts";
import { neededFields, presenter } from "../../query/present.ts";
import { eventsOf } from "../../query/read-events.ts";
import { ROW_MISSING, readByIds } from "../../query/rows-by-ids.ts";
import type { UserWork } from "../run-work.ts";
import { completeRow } from "../values/complete-row.ts";

/**
 * The row a user wants to write, locked: Code 404 where he does not see it on this page, Code 409 with the row as it is now where
 * somebody changed it since he looked, or where it is no longer to be written.
 */
export async function openDocument(at: UserWork, module: Module, rule: SaveRule, id: number, rowver?: number): Promise<Row> {
  const plan = listPlan(at.ctx, module);
  const { entity } = plan;
  // guard scope: tests/server/flows/save-row.test.ts
  await readByIds(plan, [id], []);
  const [row] = await at.store.lock(entity, [id]);
  if (!row) throw new ApiError(CODE.missing, ROW_MISSING);
  // guard check as false: tests/server/flows/save-row.test.ts
  const isStale = rowver !== undefined && entity.fields[ROW_VERSION] !== undefined && row[ROW_VERSION] !== rowver;
  if (isStale || !(await mayBeWritten(at, entity, rule, row))) throw await conflict(at.ctx, module, id, Number(row[ROW_VERSION] ?? 0));
  return row;
}

/** Whether the rule lets the row be written as it is now. */
export async function mayBeWritten({ store, work }: UserWork, entity: Entity, { when }: SaveRule, row: Row): Promise<boolean> {
  if (when === null) return true;
  const complete = await completeRow({ store, registry: work.registry, env: work.env }, entity, row, fieldsOfPredicate(when));
  // guard predicate as true: tests/server/flows/save-row.test.ts
  return holds(when, entity.fields, complete, work.env);
}

/** The row as the viewer may read it, and who was the last to change it. */
async function conflict(ctx: QueryContext, module: Module, id: number, rowver: number): Promise<SaveRefusal> {
  const plan = listPlan(ctx, module);
  const { entity, readable, scope } = plan;
  const fields = [...readable.fields.values()];
  const [cells] = await readByIds(plan, [id], neededFields(readable.fields.keys(), entity, module.labels, []));
  const row: WireRow = presenter({ entity, env: scope.env, fields, labels: module.labels, actions: null })(cells ?? {}, id);
  const [[last]] = await askTogether(ctx, [eventsOf(scope, entity, readable, id)]);
  const current = { row, actor: last?.actor ?? "", time: last?.time ?? "" };
  return new SaveRefusal(CODE.conflict, ctx.registry.messages.STALE, { id, rowver, current });
}

/** A saving that was refused, with what the user needs to go on: the problems, or the row as somebody else has left it. */
class SaveRefusal extends ApiError {
  constructor(code: number, message: string, result: SaveResult) {
    super(code, message, undefined, result);
  }
}

const MOST_SAID = 8;

/** Code 400 with every problem; the message names the fields, of lines with their number. */
export function refuseForm(id: number | null, rowver: number, problems: readonly FormProblem[]): SaveRefusal {
  const said = problems.slice(0, MOST_SAID).map(({ line, message }) => (line === undefined ? message : `第${line + 1}行${message}`));
  const rest = problems.length - said.length;
  const message = said.join("；") + (rest > 0 ? `；另有${rest}处错误` : "");
  return new SaveRefusal(CODE.badInput, message, { id: id ?? 0, rowver, problems });
}
