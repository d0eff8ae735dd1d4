import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { FILE_KINDS, type FileKind } from "./classify.ts";
import { COMMON_SCHEMA, META_SCHEMAS } from "./meta-schemas.ts";
import { nearest } from "./nearest.ts";
import { type Patched, patchSchema } from "./patch-schema.ts";
import type { Place } from "./place.ts";
import type { Problem } from "./problem.ts";
import { shapeProblem } from "./shape-message.ts";
import { ANNOTATIONS } from "./word.ts";

// The only file that imports ajv: it must never come into the web bundle.
const validators = new Map<FileKind | `${Patched}-patch`, ValidateFunction>();

/** Whether a value has the shape its meta-schema asks for, as problems. */
export function shapeProblems(kind: FileKind, value: unknown, place: Place): Problem[] {
  return problemsOf(kind, value, place);
}

function problemsOf(kind: FileKind | `${Patched}-patch`, value: unknown, place: Place): Problem[] {
  const validate = validatorOf(kind);
  if (validate(value)) return [];
  const errors = validate.errors ?? [];
  const mistyped = new Set(errors.filter(({ keyword }) => keyword === "type").map(({ instancePath }) => instancePath));
  const crowded = errors
    .filter(({ keyword, params }) => keyword === "maxProperties" && params.limit > 1)
    .map(({ instancePath }) => instancePath);
  const told = errors.filter((error) => !isNoise(error, mistyped) && !crowded.some((path) => error.instancePath.startsWith(`${path}/`)));
  const problems = told.slice(0, MOST).map((error) => shapeProblem(error, place));
  if (told.length <= MOST) return problems;
  return [...problems, { ...place.problem(`and ${told.length - MOST} more problems of its form`), rule: "value-form" }];
}

/** More of one file nobody reads. */
const MOST = 100;

/** Whether what an overlay says of such a file is a patch of it, as problems. */
export function patchShapeProblems(kind: Patched, patch: unknown, place: Place): Problem[] {
  return problemsOf(`${kind}-patch`, withoutRemovals(patch), place);
}

/** What is removed has no shape. */
function withoutRemovals(patch: unknown): unknown {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch;
  return Object.fromEntries(Object.entries(patch).flatMap(([key, inner]) => (inner === null ? [] : [[key, withoutRemovals(inner)]])));
}

/** "propertyNames" repeats the error of the name's own schema, and what has the wrong type is of course none of the listed values. */
function isNoise({ keyword, instancePath }: ErrorObject, mistyped: ReadonlySet<string>): boolean {
  return keyword === "propertyNames" || (keyword === "enum" && mistyped.has(instancePath));
}

/** A file as it was probably meant, and where in it nothing more is to be told. */
export interface Mended {
  readonly value: unknown;
  /** JSON pointers of the objects that were mended. */
  readonly below: readonly string[];
}

/**
 * The value with its broken parts as they were probably meant: a misspelt property or value as the near one, an unknown property and a
 * plain value of a wrong form left out. So that one slip does not hide what else is wrong in the file. null: nobody can tell.
 */
export function mendShape(kind: FileKind, value: unknown): Mended | null {
  const validate = validatorOf(kind);
  const copy: unknown = JSON.parse(JSON.stringify(value));
  const below = new Set<string>();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if (validate(copy)) return { value: copy, below: [...below] };
    // Of a file with more slips than that nobody can tell what was meant.
    if ((validate.errors ?? []).length > MOST) return null;
    const mended = (validate.errors ?? []).flatMap((error) => mendError(error, copy) ?? []);
    if (mended.length === 0) return null;
    for (const pointer of mended) below.add(pointer);
  }
  return null;
}

/** Files with more slips than that are not worth guessing. */
const MOST_ROUNDS = 20;

/** The pointer of the object that was mended; null: nothing was. */
function mendError(error: ErrorObject, whole: unknown): string | null {
  const keys = error.instancePath
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const holder = keys.slice(0, -1).reduce<unknown>(childOf, whole) as Record<string, unknown> | undefined;
  const [key = "", around] = [keys.at(-1), error.instancePath.slice(0, error.instancePath.lastIndexOf("/"))];
  const isName = error.keyword === "enum" && error.propertyName !== undefined;
  if (isName || error.keyword === "additionalProperties") {
    const object = keys.reduce<unknown>(childOf, whole) as Record<string, unknown> | undefined;
    const name = String(error.propertyName ?? error.params.additionalProperty);
    if (object?.[name] === undefined) return null;
    const known = isName
      ? (error.params.allowedValues as string[])
      : Object.keys((error.parentSchema?.properties as object | undefined) ?? {});
    const meant = nearest(name, known);
    if (meant !== undefined && object[meant] === undefined) object[meant] = object[name];
    delete object[name];
    return error.instancePath;
  }
  // Which name was meant nobody can tell, and others may ask for it.
  if (error.propertyName !== undefined) return null;
  // What stood around it may have been mended away already.
  if (holder?.[key] === undefined) return null;
  if (error.keyword === "enum" && typeof error.data === "string") {
    const meant = nearest(error.data, (error.params.allowedValues as unknown[]).map(String));
    if (meant === undefined) return null;
    holder[key] = meant;
    return around;
  }
  const isPlain = typeof error.data !== "object" && error.parentSchema?.["x-names"] === undefined && error.parentSchema?.type !== "object";
  if (!isPlain || keys.length === 0 || Array.isArray(holder) || error.keyword === "required") return null;
  // A text that others may look up, as a message, stays: which one it is nobody asks.
  if (error.parentSchema?.type === "string" && error.keyword !== "pattern") holder[key] = SOME_TEXT;
  else delete holder[key];
  return around;
}

const SOME_TEXT = "any text at all";

function childOf(value: unknown, key: string): unknown {
  return (value as Record<string, unknown> | undefined)?.[key];
}

/** Compiled when the first file of its kind is looked at: most registries patch no entity, and compiling takes its time. */
function validatorOf(kind: FileKind | `${Patched}-patch`): ValidateFunction {
  const known = validators.get(kind) ?? schemas().compile(schemaOf(kind));
  validators.set(kind, known);
  return known;
}

function schemaOf(kind: FileKind | `${Patched}-patch`): object {
  if (kind === "entity-patch") return patchSchema("entity");
  return kind === "module-patch" ? patchSchema("module") : META_SCHEMAS[kind];
}

let ajv: Ajv | undefined;

function schemas(): Ajv {
  if (ajv !== undefined) return ajv;
  // Optimizing what is compiled takes as long as compiling it, and what checks files of a few pages is none the faster.
  ajv = new Ajv({ strict: true, allErrors: true, allowUnionTypes: true, verbose: true, code: { optimize: false } });
  ajv.addVocabulary([...ANNOTATIONS, "x-word-of", "x-kept", "x-removes", "x-stays"]);
  ajv.addSchema(COMMON_SCHEMA);
  for (const kind of FILE_KINDS) ajv.addSchema(META_SCHEMAS[kind]);
  return ajv;
}
