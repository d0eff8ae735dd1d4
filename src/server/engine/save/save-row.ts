import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { SaveResult } from "../../../shared/protocol/form.ts";
import type { Module, SaveRule } from "../../../shared/registry/model.ts";
import { writingRights } from "../../../shared/registry/rights/form-shape.ts";
import { actionRefused } from "../../base/refused.ts";
import { ROW_VERSION } from "../../base/technical.ts";
import type { QueryContext } from "../../query/context.ts";
import { completeForm, projectForm } from "../../screens/project-form.ts";
import { asPersona } from "../as-persona.ts";
import { runWork, type UserWork } from "../run-work.ts";
import { entityOf } from "../values/names.ts";
import { completeDrafts } from "./complete-draft.ts";
import { composeDrafts, type SavePage } from "./draft.ts";
import { keepDrafts } from "./keep-drafts.ts";
import { KnownRefs } from "./known-refs.ts";
import { openDocument, refuseForm } from "./open-document.ts";
import { parseForm } from "./parse-form.ts";

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
    const [draft] = await completeDrafts(await composeDrafts(at, page, [{ before, sent }]), [sent]);
    if (draft === undefined) throw new Error("a form is a batch of one");
    if (draft.problems.length > 0) throw refuseForm(id, Number(before?.[ROW_VERSION] ?? 0), draft.problems);
    const [kept] = await keepDrafts(at, [draft], rule);
    return { id: Number(kept?.row.Id), rowver: kept?.rowver ?? 0 };
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
  return { page: { module, entity, form, complete: completeForm(ctx, module, form), refs: new KnownRefs(entity.name) }, rule };
}
