import type { RefOption } from "../../shared/protocol/form.ts";
import { deleteRows } from "../flows/delete-rows.ts";
import { saveRow } from "../flows/save-row.ts";
import { ok } from "../plugins/envelope.ts";
import { badInput, type Params } from "../plugins/params.ts";
import { geography } from "../providers/geography.ts";
import { formOptions } from "../registry/form-options.ts";
import { formSourceLines } from "../registry/form-source-lines.ts";
import { optionalCount, optionalId, required, requiredIds } from "./required.ts";
import type { ModuleRoute, SessionRoute } from "./route.ts";

const MOST_IDS = 500;
const LONGEST_TEXT = 100;
const MOST_PLACES = 12;
/** 2000 lines with every field of theirs filled in, percent-encoded. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Creates a row (no `id`) or changes one. Every other parameter is a field of the form; `lines` holds its tables as JSON. */
export const saveModuleRow: ModuleRoute = {
  path: "/Module/:mdl/Save",
  access: { function: null },
  mostBytes: MOST_BYTES,
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
    const request = { ids: requiredIds(params, "ids", MOST_IDS), rowver: optionalCount(params, "rowver"), idempotencyKey: requestKey };
    return ok(await deleteRows(context, module, request));
  },
};

/** Choices of a ref field of the form: by what was typed (`search`) or by code (`values`), narrowed by what is filled in (`row`). */
export const getOptions: ModuleRoute = {
  path: "/Module/:mdl/Options",
  access: { function: null },
  handle: async ({ context, module, params }) => {
    const { search = "", entity = "" } = params;
    const codes = readJson(params, "values", isCodes, "最多 20 个编码的 JSON 数组");
    const row = readJson(params, "row", isObject, "JSON 对象") ?? {};
    const wanted = codes === null ? { search: search.trim().slice(0, LONGEST_TEXT) } : { codes };
    return ok(await formOptions(context, module, { field: required(params, "field"), entity, wanted, row }));
  },
};

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

function readJson<T>(params: Params, name: string, fits: (value: unknown) => value is T, form: string): T | null {
  const text = params[name] ?? "";
  if (text === "") return null;
  const value = parseJson(text);
  if (!fits(value)) throw badInput(`参数 ${name} 应为${form}`);
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCodes(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.length <= 20 && value.every((code) => typeof code === "string");
}
