import { Ajv, type ValidateFunction } from "ajv";
import { ALL_ROWS, OPERATORS } from "../../../shared/protocol/list.ts";
import { COLUMN_WIDTHS, DENSITIES, type ListLayout, type ViewState } from "../../../shared/protocol/own-list.ts";
import { badInput, jsonOf } from "../../base/params.ts";

/*
 * What browsers bring to be kept for somebody: shapes are strict and everything is bounded, as it is kept as it came. Whether the names
 * in it name anything is asked when it is read (docs/decisions/117).
 */

/** Characters of one text. */
const LONGEST = 20_000;
const MOST_COLUMNS = 200;

const FIELD = { type: "string", pattern: "^[A-Za-z_][A-Za-z0-9_]{0,63}$" } as const;

const LAYOUT = {
  type: "object",
  additionalProperties: false,
  properties: {
    columns: {
      type: "array",
      maxItems: MOST_COLUMNS,
      items: {
        type: "object",
        additionalProperties: false,
        required: ["field"],
        minProperties: 2,
        properties: {
          field: FIELD,
          after: { anyOf: [FIELD, { const: "" }] },
          isHidden: { const: true },
          width: { type: "integer", minimum: COLUMN_WIDTHS.least, maximum: COLUMN_WIDTHS.most },
          isPinned: { type: "boolean" },
        },
      },
    },
    density: { enum: DENSITIES },
  },
} as const;

/** As GetPage takes them: what means nothing for a field is refused there. */
const MOST_CLAUSES = 200;
const DEEPEST = 5;
const VALUE = { type: ["string", "number", "boolean"], maxLength: 500 } as const;

const clause = {
  type: "object",
  additionalProperties: false,
  required: ["field", "operator"],
  properties: {
    field: FIELD,
    operator: { enum: OPERATORS },
    value: {
      anyOf: [
        VALUE,
        { type: "array", maxItems: 1000, items: VALUE },
        { type: "object", additionalProperties: false, required: ["ready"], properties: { ready: { const: true } } },
      ],
    },
  },
} as const;

/** A clause, or a group of them so many levels deep. */
function nodeSchema(levels: number): object {
  if (levels === 0) return clause;
  const value = { type: "array", minItems: 1, maxItems: MOST_CLAUSES, items: nodeSchema(levels - 1) };
  const group = { type: "object", additionalProperties: false, required: ["operator", "value"] };
  return { anyOf: [clause, { ...group, properties: { operator: { enum: ["and", "or"] }, value } }] };
}

const STATE = {
  type: "object",
  additionalProperties: false,
  required: ["layout", "filters", "sort", "group", "pageSize"],
  properties: {
    layout: { anyOf: [LAYOUT, { type: "null" }] },
    filters: { type: "array", maxItems: MOST_CLAUSES, items: nodeSchema(DEEPEST - 1) },
    sort: {
      type: "array",
      maxItems: 5,
      items: {
        type: "object",
        additionalProperties: false,
        required: ["field", "order"],
        properties: { field: FIELD, order: { enum: ["asc", "desc"] } },
      },
    },
    group: { anyOf: [FIELD, { type: "null" }] },
    pageSize: { anyOf: [{ type: "integer", minimum: 1, maximum: ALL_ROWS }, { type: "null" }] },
  },
} as const;

/** Favourites of one user. */
const MOST_FAVOURITES = 30;

const FAVOURITES = {
  type: "array",
  maxItems: MOST_FAVOURITES,
  uniqueItems: true,
  items: {
    type: "array",
    minItems: 2,
    maxItems: 2,
    items: [
      { type: "integer", minimum: 1, maximum: 999_999_999 },
      { type: "string", pattern: "^[A-Za-z0-9_-]{0,16}$" },
    ],
  },
} as const;

/** A page, and which view of it; "": the page itself. */
export type FavouriteKey = readonly [mdl: number, view: string];

let ajv: Ajv | undefined;
const compiled = new Map<object, ValidateFunction>();

/** The layout that a parameter holds, or Code 400 that names the parameter and all that is wrong with it. */
export function layoutFrom(text: string, name: string): ListLayout {
  return checked<ListLayout>(text, name, LAYOUT);
}

/** What is to be saved of a list, in the same way. */
export function viewStateFrom(text: string, name: string): ViewState {
  return checked<ViewState>(text, name, STATE);
}

/** Favourites, in the same way. */
export function favouritesFrom(text: string, name: string): readonly FavouriteKey[] {
  return checked<readonly FavouriteKey[]>(text, name, FAVOURITES);
}

function checked<T>(text: string, name: string, schema: object): T {
  // guard check: tests/server/app/own-lists.test.ts
  if (text.length > LONGEST) throw badInput(`参数 ${name} 过长，最多 ${LONGEST} 个字符`);
  ajv ??= new Ajv({ strict: true, allErrors: true, allowUnionTypes: true });
  const fits = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, fits);
  const value = jsonOf(text);
  const isFit = fits(value);
  const places = new Set((fits.errors ?? []).map(({ instancePath }) => instancePath || "/"));
  // guard check: tests/server/app/own-lists.test.ts
  if (!isFit) throw badInput(`参数 ${name} 不合规定，请刷新页面后重试：${[...places].slice(0, 10).join("、")}`);
  return value as T;
}
