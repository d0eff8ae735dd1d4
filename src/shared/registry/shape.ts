import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { FILE_KINDS, type FileKind } from "./classify.ts";
import { COMMON_SCHEMA, META_SCHEMAS } from "./meta-schemas.ts";
import type { Place } from "./place.ts";
import type { Problem } from "./problem.ts";
import { shapeProblem } from "./shape-message.ts";
import { ANNOTATIONS } from "./word.ts";

// The only file that imports ajv: it must never come into the web bundle.
const validators = new Map<FileKind, ValidateFunction>();

/** Whether a value has the shape its meta-schema asks for, as problems. */
export function shapeProblems(kind: FileKind, value: unknown, place: Place): Problem[] {
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

/** "propertyNames" repeats the error of the name's own schema, and what has the wrong type is of course none of the listed values. */
function isNoise({ keyword, instancePath }: ErrorObject, mistyped: ReadonlySet<string>): boolean {
  return keyword === "propertyNames" || (keyword === "enum" && mistyped.has(instancePath));
}

function validatorOf(kind: FileKind): ValidateFunction {
  if (validators.size === 0) compileAll();
  const validate = validators.get(kind);
  if (!validate) throw new Error(`no meta-schema for ${kind}`);
  return validate;
}

function compileAll(): void {
  const ajv = new Ajv({ strict: true, allErrors: true, allowUnionTypes: true, verbose: true });
  ajv.addVocabulary([...ANNOTATIONS]);
  ajv.addSchema(COMMON_SCHEMA);
  for (const kind of FILE_KINDS) ajv.addSchema(META_SCHEMAS[kind]);
  for (const kind of FILE_KINDS) validators.set(kind, ajv.compile(META_SCHEMAS[kind]));
}
