import type { ErrorObject } from "ajv";
import type { FileRule } from "./file-rules.ts";
import { formerWordHint, isFormerShape, WRITTEN_OTHERWISE } from "./former-words.ts";
import { didYouMeanOrList } from "./nearest.ts";
import type { Path, Place } from "./place.ts";
import type { Problem } from "./problem.ts";
import type { Sameness } from "./word.ts";

type Explain = (error: ErrorObject, place: Place) => Problem;

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
  null: "null",
};

/** Why overlays cannot say a word (docs/decisions/75). */
const KEPT: Readonly<Record<Sameness, string>> = {
  stored: "the rows of all shops lie in one table",
  reach: "who reaches whose rows is no matter of a profile",
  meaning: "a value or an action must mean the same to all who read it",
};

/** That an overlay cannot say a word, nor take it away, and why. */
export const isSame = (name: string, why: Sameness): string => `"${name}" is the same in every profile: ${KEPT[why]}`;

/** One ajv error as a problem a configurator understands. */
const EXPLAIN: Readonly<Record<string, Explain>> = {
  required: (error, place) => {
    // An overlay may have taken it away.
    const removed = place.in(String(error.params.missingProperty));
    const at = removed.spot() === null ? place : removed;
    return at.problem(`"${error.params.missingProperty}" is missing${owner(error)}`);
  },
  additionalProperties: (error, place) => {
    const name = String(error.params.additionalProperty);
    const kept = (error.parentSchema?.["x-kept"] as Readonly<Record<string, Sameness>> | undefined)?.[name];
    if (kept !== undefined) return place.in(name).onKey().problem(isSame(name, kept));
    const known = propertiesOf(error);
    return place
      .in(name)
      .onKey()
      .problem(`unknown property "${name}"`, formerWordHint(name, known) ?? didYouMeanOrList(name, known));
  },
  type: (error, place) => {
    const wanted = [error.params.type].flat().map((type) => TYPE_NAMES[type] ?? type);
    return place.problem(`must be ${either(wanted)}, not ${kindOf(error.data)}`, isFormerShape(error.data) ? WRITTEN_OTHERWISE : undefined);
  },
  enum: (error, place) => {
    const allowed: unknown[] = error.params.allowedValues;
    const { propertyName: name } = error;
    if (name !== undefined)
      return place
        .in(name)
        .onKey()
        .problem(`unknown property "${name}"`, didYouMeanOrList(name, allowed.map(String)));
    if (allowed.length === 1) return place.problem(`must be ${JSON.stringify(allowed[0])}`);
    const message = `unknown ${lastName(pathOf(error))} ${JSON.stringify(error.data)}`;
    return place.problem(message, didYouMeanOrList(String(error.data), allowed.map(String)));
  },
  pattern: (error, place) => {
    if (error.propertyName !== undefined) {
      const name = error.propertyName;
      return place
        .in(name)
        .onKey()
        .problem(`${JSON.stringify(name)} cannot be a name here: it must fit ${error.params.pattern}`);
    }
    return place.problem(`${JSON.stringify(error.data)} does not fit ${error.params.pattern}`, descriptionOf(error));
  },
  minItems: (error, place) => place.problem(`needs at least ${error.params.limit} ${plural(error, "entry", "entries")}`, tupleOf(error)),
  maxItems: (error, place) => place.problem(`may have at most ${error.params.limit} ${plural(error, "entry", "entries")}`, tupleOf(error)),
  uniqueItems: (error, place) => place.in(error.params.i).problem(`${JSON.stringify(repeated(error))} stands here twice`),
  minProperties: (error, place) => place.problem(`needs ${isOneOf(error) ? "exactly" : "at least"} one of ${listed(error)}`),
  maxProperties: (error, place) => {
    if (error.params.limit > 1) {
      const count = Object.keys(error.data as object).length;
      return place.problem(`may have at most ${error.params.limit} entries, not ${count}`);
    }
    const found = Object.keys(error.data as object).join(", ");
    return place.problem(`may hold only one of ${listed(error)}, not ${found} together`);
  },
  minLength: (error, place) =>
    place.problem(error.params.limit === 1 ? "must not be empty" : `needs at least ${error.params.limit} characters, not ${sizeOf(error)}`),
  maxLength: (error, place) => place.problem(`may have at most ${error.params.limit} characters, not ${sizeOf(error)}`),
  minimum: (error, place) => place.problem(`must be at least ${error.params.limit}, not ${error.data}`),
  maximum: (error, place) => place.problem(`must be at most ${error.params.limit}, not ${error.data}`),
  exclusiveMinimum: (error, place) => place.problem(`must be more than ${error.params.limit}, not ${error.data}`),
};

/** The rule that each of them breaks. */
const RULES: Readonly<Record<string, FileRule>> = {
  required: "missing-property",
  additionalProperties: "unknown-property",
  type: "value-type",
  enum: "unknown-value",
  const: "unknown-value",
  uniqueItems: "repeated-value",
  minProperties: "one-of",
  maxProperties: "one-of",
  minItems: "value-range",
  maxItems: "value-range",
  minimum: "value-range",
  maximum: "value-range",
  exclusiveMinimum: "value-range",
  minLength: "value-range",
  maxLength: "value-range",
};

/** The problem an ajv error stands for. `place` is where the validated value stands. */
export function shapeProblem(error: ErrorObject, place: Place): Problem {
  const here = place.in(...pathOf(error));
  const explain = EXPLAIN[error.keyword];
  const problem = explain ? explain(error, here) : here.problem(error.message ?? error.keyword);
  const isName = error.keyword === "enum" && error.propertyName !== undefined;
  return { ...problem, rule: isName ? "unknown-property" : (RULES[error.keyword] ?? "value-form") };
}

function pathOf(error: ErrorObject): Path {
  const parts = error.instancePath.split("/").slice(1);
  return parts.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function either(words: readonly string[]): string {
  return words.length < 3 ? words.join(" or ") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/** What the value is called: the nearest name on its path that is not a position. */
function lastName(path: Path): string {
  const name = path.findLast((part) => !/^[0-9]+$/.test(String(part)));
  return name === undefined ? "value" : String(name);
}

function propertiesOf(error: ErrorObject): string[] {
  return Object.keys((error.parentSchema?.properties as object | undefined) ?? {});
}

/** The thing that lacks a property, when its schema says what one of them is. */
function owner(error: ErrorObject): string {
  const description = error.parentSchema?.description;
  const isShort = typeof description === "string" && /^One [a-z ]+\.$/.test(description);
  return isShort ? ` in ${description.slice(0, -1).toLowerCase()}` : "";
}

function descriptionOf(error: ErrorObject): string | undefined {
  const description = error.parentSchema?.description;
  return typeof description === "string" ? description.replace(/\.$/, "") : undefined;
}

/** What stands where in a list of fixed length. */
function tupleOf(error: ErrorObject): string | undefined {
  return Array.isArray(error.parentSchema?.items) ? descriptionOf(error) : undefined;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (value === null) return "null";
  return typeof value === "object" ? "an object" : JSON.stringify(value);
}

/** Characters of a text, as JSON Schema counts them. */
function sizeOf(error: ErrorObject): number {
  return [...String(error.data)].length;
}

function isOneOf(error: ErrorObject): boolean {
  return error.parentSchema?.maxProperties === 1;
}

function listed(error: ErrorObject): string {
  const names = propertiesOf(error);
  return names.length > 0 ? names.join(", ") : "its properties";
}

function repeated(error: ErrorObject): unknown {
  return (error.data as readonly unknown[])[error.params.i];
}

function plural(error: ErrorObject, one: string, many: string): string {
  return error.params.limit === 1 ? one : many;
}
