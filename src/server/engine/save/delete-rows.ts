import type { Row } from "../../../shared/domain/cell.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { Entity, Module, SaveRule } from "../../../shared/registry/model.ts";
import { actionsOf } from "../../../shared/registry/rights/offered-actions.ts";
import { actionRefused } from "../../base/refused.ts";
import { ABOUT, KEY, TASK_STATE } from "../../base/technical.ts";
import type { QueryContext } from "../../query/context.ts";
import { listPlan } from "../../query/list-plan.ts";
import { readByIds } from "../../query/rows-by-ids.ts";
import { asPersona } from "../as-persona.ts";
import { namingRow } from "../effects/refuse.ts";
import { writeEvent } from "../event-log.ts";
import type { ActionResult } from "../run-action.ts";
import { type MeantRows, runWork, type UserWork } from "../run-work.ts";
import { UNSEEN, versionsOf } from "../seen-versions.ts";
import { cutReason } from "../values/changes.ts";
import { readableCell } from "../values/fill-text.ts";
import { entityField, entityOf } from "../values/names.ts";
import { askGuards, runSaveEffects } from "./finish-save.ts";
import { openDocument } from "./open-document.ts";
import { refuseUsed } from "./write-draft.ts";

const MOST_ROWS = 500;
const DELETE = "delete";

/** Deletes rows with their lines, all of them or none; their history stays. Throws an ApiError with the first refusal. */
export async function deleteRows(ctx: QueryContext, module: Module, request: MeantRows): Promise<ActionResult> {
  const entity = entityOf(ctx.registry, module.entity);
  const { rule, key } = allowed(ctx, module, entity);
  const { ids, seen = UNSEEN, idempotencyKey } = request;
  if (ids.length === 0 || ids.length > MOST_ROWS) throw new ApiError(CODE.badInput, `ids 应为1到${MOST_ROWS}个编号`);
  const work = async (at: UserWork) => {
    const rows = await readByIds(listPlan(at.ctx, module), ids, [module.titleField]);
    await at.store.lock(entity, ids);
    for (const [index, id] of ids.entries()) {
      const title = readableCell(entityField(entity, module.titleField), rows[index]?.[module.titleField] ?? null);
      await namingRow(title, ids.length > 1, async () =>
        deleteRow(at, module, rule, await openDocument(at, module, rule, id, seen.get(id)), title),
      );
    }
    return { results: ids.map((id) => ({ id, Code: CODE.ok, Msg: "操作成功" })) };
  };
  const body = [DELETE, ids, versionsOf(ids, seen)];
  return asPersona(ctx, module.id, key, (as) => runWork(as, module, { body, idempotencyKey }, work));
}

function allowed({ viewer, registry }: QueryContext, module: Module, entity: Entity): { readonly rule: SaveRule; readonly key: string } {
  const action = actionsOf(viewer, module, entity).find(
    ({ name, transition, open }) => name === DELETE && transition === null && open === null,
  );
  // guard key as entity.save.delete === null: tests/server/flows/delete-rows.test.ts
  if (!action || entity.save.delete === null || entity.view !== null) throw actionRefused(registry, module, DELETE);
  return { rule: entity.save.delete, key: action.functionKey };
}

async function deleteRow(at: UserWork, module: Module, rule: SaveRule, row: Row, title: string): Promise<void> {
  const { store, work } = at;
  const entity = entityOf(work.registry, module.entity);
  await askGuards(at, entity, rule, row);
  // guard check: tests/server/flows/delete-rows.test.ts
  await refuseUsed(store, work.registry, entity, row);
  await runSaveEffects(at, entity, rule.effects, row);
  for (const name of entity.lines) await removeLines(at, entityOf(work.registry, name), row);
  await store.remove(entityOf(work.registry, TASK_STATE), { [ABOUT.entity]: entity.name, [ABOUT.row]: String(row[KEY]) });
  const removed = await store.remove(entity, { [KEY]: row[KEY] ?? null });
  if (removed !== 1) throw new ApiError(CODE.forbidden, work.registry.messages.NOFUNC);
  await writeEvent(store, { ...work, reason: cutReason(work.registry, title) }, entity, row, { action: DELETE, from: null, to: null });
}

async function removeLines({ store, work }: UserWork, lines: Entity, head: Row): Promise<void> {
  if (lines.head === null) throw new Error(`${lines.name} is no line entity`);
  const match = { [lines.head.field]: head[lines.head.key] ?? null };
  for (const line of await store.find(lines, match)) await refuseUsed(store, work.registry, lines, line);
  await store.remove(lines, match);
}
