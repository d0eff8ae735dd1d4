import { FILE_KINDS } from "../classify.ts";
import { DATABASE_RULES, FILE_RULES, FILE_WARNINGS } from "../file-rules.ts";
import { didYouMean } from "../nearest.ts";
import type { ParsedFile, Path, Place } from "../place.ts";
import { placeIn } from "../place.ts";
import { isError, type Problem } from "../problem.ts";
import type { RawSources } from "../sources.ts";
import { type Word, wordOfFile } from "../word.ts";
import { RULES } from "./index.ts";

/** A warning that a file expects, for what stands around the `allow` or below. */
interface Allow {
  readonly file: string;
  /** JSON pointer of the object that says it. */
  readonly below: string;
  readonly rule: string;
  readonly at: Place;
}

const LEVELS: ReadonlyMap<string, "error" | "warning"> = new Map([
  ...RULES.map(({ id, level }) => [id, level] as const),
  ...Object.keys(FILE_RULES).map((id) => [id, FILE_WARNINGS.some((each) => each === id) ? "warning" : "error"] as const),
]);

/**
 * The problems without the warnings that their files justify: `"allow": {"rule-id": "reason"}` at the place, or around it. An `allow`
 * of a rule that is none or no warning is an error; one that allows nothing is a warning itself, told where the files are valid.
 */
export function withoutJustified(problems: readonly Problem[], sources: RawSources, isValid: boolean): Problem[] {
  const allows = FILE_KINDS.flatMap((kind) => sources[kind].flatMap(({ file }) => allowsIn(file, file.value, [], wordOfFile(kind))));
  const isMeant = (problem: Problem) => (allow: Allow) =>
    allow.rule === problem.rule && allow.file === problem.file && `${problem.pointer}/`.startsWith(`${allow.below}/`);
  const justified = problems.filter((problem) => !isError(problem) && allows.some(isMeant(problem)));
  const canBeIdle = ({ rule }: Allow) => LEVELS.get(rule) === "warning" && !DATABASE_RULES.some((each) => each === rule);
  const idle = allows.filter((allow) => canBeIdle(allow) && !justified.some((problem) => isMeant(problem)(allow)));
  return [...problems.filter((problem) => !justified.includes(problem)), ...allows.flatMap(wrong), ...(isValid ? idle.map(idleAllow) : [])];
}

function wrong({ rule, at }: Allow): Problem[] {
  const level = LEVELS.get(rule);
  if (level === "warning") return [];
  const problem =
    level === undefined
      ? at.problem(`unknown rule "${rule}"`, didYouMean(rule, LEVELS.keys()) ?? "docs/rules.md names them all")
      : at.problem(`what breaks "${rule}" is an error and cannot be allowed`);
  return [{ ...problem, rule: "allow-rule" }];
}

function idleAllow({ rule, at }: Allow): Problem {
  return { ...at.problem(`nothing here breaks "${rule}": it allows nothing`, "leave it out"), rule: "idle-allow", level: "warning" };
}

/** What the objects of a file allow; a map of names that are declared says none itself. */
function allowsIn(file: ParsedFile, value: unknown, path: Path, word: Word | null): Allow[] {
  if (typeof value !== "object" || value === null || word === null) return [];
  const isList = Array.isArray(value);
  const place = placeIn(file, path);
  return Object.entries(value).flatMap(([key, inner]): Allow[] => {
    const at = isList ? Number(key) : key;
    if (key !== "allow" || isList || word.declares) return allowsIn(file, inner, [...path, at], word.at(at));
    const below = place.problem("").pointer;
    return Object.keys(inner as object).map((rule) => ({ file: file.path, below, rule, at: place.in("allow", rule).onKey() }));
  });
}
