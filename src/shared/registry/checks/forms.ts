import { cellFromLiteral, compareCells } from "../../domain/cell.ts";
import { lengthsOf } from "../build/field.ts";
import type { EntityInfo, FieldInfo } from "../catalogue.ts";
import { isNumber } from "../comparable.ts";
import { entries, listed } from "../names/named.ts";
import type { Problem } from "../problem.ts";
import { type Check, repeats } from "./check.ts";
import { literalProblem } from "./literal-fit.ts";

/** Bounds are values of their field, the least is not above the greatest, and the value of a new row lies between. */
export const bounds: Check = ({ entities }) => [...entities.values()].flatMap(({ fields }) => [...fields.values()].flatMap(boundProblems));

function boundProblems(field: FieldInfo): Problem[] {
  const { raw, at, name } = field;
  if (!isNumber(field)) return lengthProblems(field);
  const wrong = (["min", "max"] as const).flatMap((word) => {
    const found = raw[word] === undefined ? null : literalProblem(field, raw[word]);
    return found ? [at.in(word).problem(found.message, found.hint)] : [];
  });
  if (wrong.length > 0) return wrong;
  const [min, max] = [raw.min, raw.max];
  const crossed = min !== undefined && max !== undefined && isLess(field, max, min);
  if (crossed) return [at.in("min").problem(`no value is at least ${min} and at most ${max}`)];
  const initial = typeof raw.default === "object" ? undefined : raw.default;
  if (initial === undefined || literalProblem(field, initial)) return [];
  const isOut = (min !== undefined && isLess(field, initial, min)) || (max !== undefined && isLess(field, max, initial));
  return isOut ? [at.in("default").problem(`new rows begin with ${initial}, which the bounds of ${name} refuse`)] : [];
}

function lengthProblems({ raw, at }: FieldInfo): Problem[] {
  const { minLength, length } = lengthsOf(raw);
  if (minLength === null || length === null || minLength <= length) return [];
  return [at.in("length").problem(`no text has at least ${minLength} and at most ${length} characters`)];
}

function isLess({ raw: { type } }: FieldInfo, a: string | number | boolean, b: string | number | boolean): boolean {
  const cell = (value: string | number | boolean) => cellFromLiteral({ type, codeType: "int", length: null }, value);
  return compareCells(cell(a), cell(b)) < 0;
}

/** What needs neither a list of rows nor a right to be filled in. */
const TYPES: readonly string[] = ["string", "text", "images"];

/** A visitor fills in texts and pictures of one shop's row, each once, and only what he fills in may be asked of him. */
export const visitorForms: Check = ({ entities }) => [...entities.values()].flatMap(visitorProblems);

function visitorProblems({ raw, at, fields }: EntityInfo): Problem[] {
  const { visitor } = raw.save ?? {};
  if (visitor === undefined) return [];
  const place = at.in("save", "visitor");
  const asked = (visitor.sections ?? []).flatMap((section, index) =>
    entries(section.fields, "field", place.in("sections", index, "fields")),
  );
  const hasOwner = raw.tenancy === "shop" || raw.tenancy === "shop+supplier";
  return [
    ...(hasOwner && !raw.view ? [] : [place.onKey().problem(`a visitor hands in rows of a shop; ${raw.name} has none of its own`)]),
    ...repeats(asked, ({ name }) => `${name} is asked twice`),
    ...asked.flatMap(({ name, at: where }) => {
      const field = fields.get(name);
      if (field === undefined) return [];
      const isOpen = TYPES.includes(field.raw.type) && !field.raw.computed && !field.raw.derived && !raw.states?.[name];
      return isOpen ? [] : [where.problem(`a visitor fills in texts and pictures; ${name} is none he could write`)];
    }),
    ...listed(visitor.required, place.in("required")).flatMap(({ name, at: where }) =>
      asked.some((one) => one.name === name) ? [] : [where.problem(`${name} is not asked of a visitor`, "name it in a section")],
    ),
  ];
}
