import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { SaveResult } from "../../../shared/protocol/form.ts";
import type { Module, SaveRule } from "../../../shared/registry/model.ts";
import { writingRights } from "../../../shared/registry/rights/form-shape.ts";
import { actionRefused } from "../../base/refused.ts";
import { ROW_VERSION } from "../../base/technical.ts";
import type { QueryContext } from "../../query/context.ts";
import { completeForm, projectForm } from "../../screens/project-form.ts";
import { asPersona } from "../as-persona.ts";
import { refuseClash } from "../duties/refuse-clash.ts";
import { writeEvent } from "../event-log.ts";
import { runWork, type UserWork } from "../run-work.ts";
import { changesText } from "../values/changes.ts";
import { entityOf } from "../values/names.ts";
import { completeDraft } from "./complete-draft.ts";
import { composeDraft, type Draft, type SavePage } from "./draft.ts";
import { askGuards, runSaveEffects } from "./finish-save.ts";
import { openDocument, refuseForm } from "./open-document.ts";
import { parseForm } from "./parse-form.ts";
import { writeDraft } from "./write-draft.ts";

/** What a user wrote into a form. */
export interface SaveRequest {
  /** null: a new row. */
  readonly id: number | null;
  /** The version the user saw; needed for a row that is there. */
  readonly rowver: number | undefined;
  /** Field to value, as sent. */
  readonly fields: Readonly<Record<string, string>>;
  /** Line tables as JSON; empty: none was sent. */
  readonly lines: string;
  readonly idempotencyKey?: string | undefined;
}

/**
 * Creates a row or changes one, with its lines, or throws an ApiError: 403 not this user's, 404 no such row, 409 the row is no
 * longer as it was, 400 with every problem of the form, 422 a guard's own text or a row that exists already.
 */
export async function saveRow(ctx: QueryContext, module: Module, request: SaveRequest): Promise<SaveResult> {
  const { page, rule } = pageOf(ctx, module, request.id === null);
  const sent = parseForm(page.form, request.fields, request.lines);
  const { id, fields, lines, idempotencyKey } = request;
  // guard check: tests/server/flows/save-row.test.ts
  if (id !== null && page.entity.fields[ROW_VERSION] && request.rowver === undefined) throw new ApiError(CODE.badInput, "缺少参数 rowver");
  const body = ["save", id, request.rowver ?? null, fields, lines];
  const work = async (at: UserWork) => {
    const before = id === null ? null : await openDocument(at, module, rule, id, request.rowver);
    const draft = await completeDraft(await composeDraft(at, page, before, sent), sent);
    if (draft.problems.length > 0) throw refuseForm(id, Number(before?.[ROW_VERSION] ?? 0), draft.problems);
    return write(at, draft, rule);
  };
  return asPersona(ctx, module.id, keyOf(module, id === null), (as) => runWork(as, module, { body, idempotencyKey }, work));
}

/** The function that brings the form. */
function keyOf({ actions }: Module, isNew: boolean): string {
  return actions.find(({ name, transition }) => transition === null && name === (isNew ? "create" : "edit"))?.functionKey ?? "";
}

/** The page as this viewer may write on it. */
function pageOf(ctx: QueryContext, module: Module, isNew: boolean): { readonly page: SavePage; readonly rule: SaveRule } {
  const entity = entityOf(ctx.registry, module.entity);
  const rights = writingRights(ctx.viewer, module, entity);
  const rule = isNew ? entity.save.create : entity.save.edit;
  // guard key as projectForm(ctx, module): tests/server/flows/save-row.test.ts
  const form = (isNew ? rights.create : rights.edit) ? projectForm(ctx, module) : null;
  if (form === null || rule === null) throw actionRefused(ctx.registry, module, isNew ? "create" : "edit");
  return { page: { module, entity, form, complete: completeForm(ctx, module, form) }, rule };
}

async function write(at: UserWork, draft: Draft, rule: SaveRule): Promise<SaveResult> {
  const { entity } = draft.page;
  const { before } = draft;
  const { row, isChanged } = await writeDraft(draft);
  if (!isChanged) return { id: Number(row.Id), rowver: Number(row[ROW_VERSION] ?? 0) };
  await askGuards(at, entity, rule, row);
  const action = before === null ? "create" : "edit";
  await refuseClash(at.store, at.work, { entity, action, row });
  const left = await runSaveEffects(at, entity, rule.effects, row, before);
  const reason = before === null ? "" : changesText(at.work.registry, entity, before, draft.head, draft.tables);
  await writeEvent(at.store, { ...at.work, reason }, entity, left, { action, from: null, to: null });
  const [stored] = await at.store.find(entity, { Id: row.Id ?? null });
  return { id: Number(row.Id), rowver: Number(stored?.[ROW_VERSION] ?? 0) };
}
