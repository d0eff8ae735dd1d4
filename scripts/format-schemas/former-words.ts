/*
 * What the language said otherwise before, so that files written for an earlier version are brought over by one command
 * (docs/decisions/79). A word goes from here once nobody can have such files any more.
 */

type Json = unknown;
type Obj = Readonly<Record<string, Json>>;
/** What takes the place of an object; undefined: it stays. */
type Rewrite = (value: Obj) => Json | undefined;

/** A file in the words of today. @param value the file, parsed */
export function inTodaysWords(value: Json): Json {
  if (Array.isArray(value)) return value.map(inTodaysWords);
  if (!isObject(value)) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inTodaysWords(each)]));
  return REWRITES.reduce<Json>((each, rewrite) => (isObject(each) ? (rewrite(each) ?? each) : each), inner);
}

const isObject = (value: Json): value is Obj => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: Json): value is string => typeof value === "string";
const hasOnly = (value: Json, ...keys: readonly string[]): value is Obj =>
  isObject(value) && Object.keys(value).sort().join() === [...keys].sort().join();

/** The object with some keys called otherwise, or with other values, in their places. */
function mapEntries(value: Obj, entry: (key: string, each: Json) => readonly (readonly [string, Json])[]): Obj {
  return Object.fromEntries(Object.entries(value).flatMap(([key, each]) => entry(key, each)));
}

const REWRITES: readonly Rewrite[] = [
  // A guard's or a rule's `if`.
  (value) => ("require" in value && "if" in value ? mapEntries(value, (key, each) => [[key === "if" ? "when" : key, each]]) : undefined),
  // {"when": [{"if", "then"}], "else"}: a list whose last case has no condition.
  (value) =>
    isObject(value.cases) && hasOnly(value.cases, "when", "else")
      ? {
          ...value,
          cases: [...(value.cases.when as readonly Obj[]).map(({ if: when, then }) => ({ when, value: then })), { value: value.cases.else }],
        }
      : undefined,
  // {"via", "field"} and {"via", "part"}: a path.
  ({ lookup, ...rest }) => (hasOnly(lookup, "via", "field") ? { ...rest, copy: pathOf(lookup) } : undefined),
  (value) => (hasOnly(value.copy, "via", "field") ? { ...value, copy: pathOf(value.copy) } : undefined),
  ({ origin, ...rest }) => (hasOnly(origin, "of", "part") ? { ...rest, copy: `${origin.of}.${origin.part}` } : undefined),
  (value) => (hasOnly(value.prefill, "via", "field") ? { ...value, prefill: pathOf(value.prefill) } : undefined),
  (value) =>
    hasOnly(value.readFrom, "via", "part")
      ? mapEntries(value, (key, each) => (key === "readFrom" ? [["prefill", pathOf(value.readFrom as Obj)]] : [[key, each]]))
      : undefined,
  // {"by": theirs, "key": ours}: what equals what, as a join says it.
  (value) => related(value, "count"),
  (value) => related(value, "total"),
  // A to-do's filters: a condition.
  (value) =>
    isText(value.title) && Array.isArray(value.filters) && value.filters.every((each) => isObject(each) && isText(each.field))
      ? mapEntries(value, (key, each) => (key === "filters" ? [["where", conditionOf(each as readonly Obj[])]] : [[key, each]]))
      : undefined,
];

const pathOf = ({ via, field, part }: Obj) => `${String(via)}.${String(field ?? part)}`;

function related(value: Obj, word: "count" | "total"): Json | undefined {
  const said = value[word];
  if (!isObject(said) || !isText(said.by) || !isText(said.key)) return undefined;
  const { by, key } = said;
  return {
    ...value,
    [word]: mapEntries(said, (name, each) => (name === "by" ? [["on", { [by]: key }]] : name === "key" ? [] : [[name, each]])),
  };
}

function conditionOf(filters: readonly Obj[]): Json {
  const parts = filters.flatMap(comparisonsOf);
  return parts.length === 1 ? parts[0] : { all: parts };
}

function comparisonsOf({ field, operator, value }: Obj): readonly Obj[] {
  if (operator === "null") return [{ not: { set: field } }];
  if (operator === "nnull") return [{ set: field }];
  if (operator === "between" || (operator === undefined && Array.isArray(value) && value.some(isObject))) {
    const [from, to] = value as readonly Json[];
    return [{ gte: [field, from] }, { lte: [field, to] }];
  }
  return [{ [isText(operator) ? operator : Array.isArray(value) ? "in" : "eq"]: [field, value] }];
}
