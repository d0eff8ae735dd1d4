import type { RefOption } from "../../shared/protocol/form.ts";
import type { Module } from "../../shared/registry/model.ts";
import { geography } from "../base/geography.ts";
import { isObject } from "../base/params.ts";
import { givableGroups, isGroupOfUser } from "../engine/rights-guard.ts";
import { deleteRows } from "../engine/save/delete-rows.ts";
import { saveRow } from "../engine/save/save-row.ts";
import { sqlStore } from "../engine/store/sql-store.ts";
import type { QueryContext } from "../query/context.ts";
import { formOptions, type OptionsRequest } from "../screens/form-options.ts";
import { formSourceLines } from "../screens/form-source-lines.ts";
import { ok } from "./envelope.ts";
import { LONGEST_TEXT, optionalCount, optionalId, readJson, required, requiredIds, seenVersions, wantedOptions } from "./required.ts";
import type { ModuleRoute, SessionRoute } from "./route.ts";

const MOST_IDS = 500;
const MOST_PLACES = 12;
/** 2000 lines with every field of theirs filled in, percent-encoded. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Creates a row (no `id`) or changes one. Every other parameter is a field of the form; `lines` holds its tables as JSON. */
export const saveModuleRow: ModuleRoute = {
  path: "/Module/:mdl/Save",
  access: { function: null },
  mostBytes: MOST_BYTES,
  takesFields: true,
  handle: async ({ context, module, params, requestKey }) => {
    const { id: _id, rowver: _rowver, lines = "", ...fields } = params;
    const request = { id: optionalId(params, "id"), rowver: optionalCount(params, "rowver"), fields, lines, idempotencyKey: requestKey };
    return ok(await saveRow(context, module, request), "保存成功");
  },
};

/** Deletes rows with their lines, all of them or none. */
export const deleteModuleRows: ModuleRoute = {
  path: "/Module/:mdl/Delete",
  access: { function: null },
  handle: async ({ context, module, params, requestKey }) => {
    const ids = requiredIds(params, "ids", MOST_IDS);
    return ok(await deleteRows(context, module, { ids, seen: seenVersions(params, ids), idempotencyKey: requestKey }));
  },
};

/** Choices of a ref field of the form: by what was typed (`search`) or by code (`values`), narrowed by what is filled in (`row`). */
export const getOptions: ModuleRoute = {
  path: "/Module/:mdl/Options",
  access: { function: null },
  handle: async ({ context, module, params }) => {
    const { entity = "" } = params;
    const row = readJson(params, "row", isObject, "JSON 对象") ?? {};
    const request = { field: required(params, "field"), entity, wanted: wantedOptions(params), row };
    return ok(await offered(context, module, request));
  },
};

/** Of groups of users only those that the viewer may put somebody into; one that is chosen already keeps its name. */
async function offered(context: QueryContext, module: Module, request: OptionsRequest): Promise<RefOption[]> {
  const options = await formOptions(context, module, request);
  const { registry, db, viewer } = context;
  if ("codes" in request.wanted || !isGroupOfUser(registry, request.entity || module.entity, request.field)) return options;
  const givable = await givableGroups(sqlStore(db, viewer.shopId), registry, viewer);
  return options.filter(({ value }) => givable.has(value));
}

/** Lines proposed for a new document. */
export const getSourceLines: ModuleRoute = {
  path: "/Module/:mdl/SourceLines",
  access: { function: null },
  handle: async ({ context, module, params }) =>
    ok(await formSourceLines(context, module, required(params, "entity"), required(params, "value"))),
};

/** Places for what somebody types, each with the province and country that belong to it. */
export const findPlace: SessionRoute = {
  path: "/Comm/FindPlace",
  access: "session",
  handle: async ({ params }) => {
    const found = geography.suggestPlaces(required(params, "search").slice(0, LONGEST_TEXT), MOST_PLACES);
    // The label, not the city alone: of two cities with one name it says which.
    return ok(found.map(({ label, ...fill }): RefOption => ({ value: label, label, fill })));
  },
};
