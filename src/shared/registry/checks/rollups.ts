import { supplierFieldName } from "../build/entity.ts";
import type { EntityInfo, FieldInfo } from "../catalogue.ts";
import { isCalculated } from "../lists/of-row.ts";
import { isJudged } from "../lookup.ts";
import { listed } from "../names/named.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";

/** Types with few values, or as many as there are days. */
const FEW: ReadonlySet<string> = new Set(["enum", "bool", "date"]);
/** Characters of a name: an entry of an index holds 2,700 bytes, and a character takes up to four. */
const LONGEST_NAME = 200;

/** Rows are counted and summed by stored fields with few values, over numbers that the row itself decides. */
export const rollups: Check = ({ entities }) =>
  [...entities.values()].flatMap((entity) => (isJudged(entity) && !entity.raw.view ? rollupProblems(entity) : []));

function rollupProblems(entity: EntityInfo): Problem[] {
  const { raw, at, name } = entity;
  if (raw.rollups === undefined) return [];
  if (raw.tenancy !== "shop" && raw.tenancy !== "shop+supplier")
    return [at.in("rollups").onKey().problem(`"rollups" is for documents of a shop; ${name} is ${raw.tenancy}`)];
  const seen = new Set<string>();
  return raw.rollups.flatMap(({ by, sums }, index) => {
    const place = at.in("rollups", index);
    const key = [...by].sort().join("+");
    const again = seen.has(key) ? [place.in("by").problem(`a rollup by ${by.join(", ")} stands here twice`)] : [];
    seen.add(key);
    const groups = listed(by, place.in("by")).flatMap(({ name: of, at: where }) => {
      const problem = groupProblem(entity, entity.fields.get(of), by);
      return problem === null ? [] : [where.problem(problem.message, problem.hint)];
    });
    const summed = listed(sums, place.in("sums")).flatMap(({ name: of, at: where }) =>
      entity.fields.has(of) && !isCalculated(entity, of)
        ? [where.problem(`${of} cannot be kept as a sum: other rows or a condition decide it`)]
        : [],
    );
    return [...again, ...groups, ...summed];
  });
}

function groupProblem(
  { fields }: EntityInfo,
  field: FieldInfo | undefined,
  by: readonly string[],
): { readonly message: string; readonly hint?: string } | null {
  if (field === undefined) return null;
  if (field.raw.computed) return { message: `${field.name} is computed: the database keeps no such column` };
  const isKey = (of: FieldInfo | undefined) => of !== undefined && (of.raw.to !== undefined || of.name === supplierFieldName(fields));
  if (FEW.has(field.raw.type) || isKey(field)) return null;
  if (isName(field) && by.some((name) => isKey(fields.get(name)))) return null;
  return {
    message: `rows are not put together by ${field.name}: ${field.raw.type} has too many values`,
    hint: "states, true or false, days, the supplier and references, and a name beside whose it is",
  };
}

/** What is written on the row of the one it names: beside his code there are hardly more groups than without it. */
function isName({ raw: { type, derived, length } }: FieldInfo): boolean {
  const longest = Array.isArray(length) ? length[1] : length;
  return type === "string" && derived?.copy !== undefined && longest !== undefined && longest <= LONGEST_NAME;
}
