import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { FILE_KINDS, type FileKind } from "./classify.ts";
import { COMMON_SCHEMA, META_SCHEMAS } from "./meta-schemas.ts";
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
  return errors.filter((error) => !isNoise(error, mistyped)).map((error) => shapeProblem(error, place));
}

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
  ajv = new Ajv({ strict: true, allErrors: true, allowUnionTypes: true, verbose: true });
  ajv.addVocabulary([...ANNOTATIONS, "x-kept"]);
  ajv.addSchema(COMMON_SCHEMA);
  for (const kind of FILE_KINDS) ajv.addSchema(META_SCHEMAS[kind]);
  return ajv;
}
