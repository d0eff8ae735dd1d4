import { Ajv, type ValidateFunction } from "ajv";
import { COLUMN_WIDTHS, DENSITIES, type ListLayout } from "../../../shared/protocol/own-list.ts";
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

const ajv = new Ajv({ strict: true, allErrors: true });
let layouts: ValidateFunction<ListLayout> | undefined;

/** The layout that a parameter holds, or Code 400 that names the parameter and all that is wrong with it. */
export function layoutFrom(text: string, name: string): ListLayout {
  layouts ??= ajv.compile<ListLayout>(LAYOUT);
  return checked(text, name, layouts);
}

function checked<T>(text: string, name: string, fits: ValidateFunction<T>): T {
  // guard check: tests/server/app/own-lists.test.ts
  if (text.length > LONGEST) throw badInput(`参数 ${name} 过长，最多 ${LONGEST} 个字符`);
  const value = jsonOf(text);
  // guard check as value as T: tests/server/app/own-lists.test.ts
  if (fits(value)) return value;
  const places = new Set((fits.errors ?? []).map(({ instancePath }) => instancePath || "/"));
  throw badInput(`参数 ${name} 不合规定，请刷新页面后重试：${[...places].slice(0, 10).join("、")}`);
}
