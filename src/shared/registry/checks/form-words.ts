import type { FieldInfo } from "../catalogue.ts";
import { comparableOf, isNumber } from "../comparable.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";
import { misfit } from "./literal-fit.ts";

/** What a field says of its form means something for its type, and only where a form may write it. */
export const formWords: Check = ({ entities }) =>
  [...entities.values()].flatMap(({ fields }) =>
    [...fields.values()].flatMap((field) => [...wordProblems(field), ...boundProblems(field)]),
  );

function wordProblems(field: FieldInfo): Problem[] {
  const { raw, at, name } = field;
  const isText = comparableOf(field) === "text" && raw.type !== "enum" && raw.type !== "ref";
  const only = (word: "check" | "minLength" | "input" | "choices" | "narrow", isRight: boolean, wanted: string) =>
    raw[word] === undefined || isRight ? [] : [at.in(word).onKey().problem(`"${word}" is for ${wanted}; ${name} is ${raw.type}`)];
  const idle = (["required", "fixed", "prefill", "readFrom", "min", "max"] as const).filter((word) => raw[word] !== undefined);
  return [
    ...only("check", isText, "texts"),
    ...only("minLength", isText, "texts"),
    ...only("input", raw.type === "string", "strings"),
    ...only("choices", raw.type === "ref", "refs"),
    ...only("narrow", raw.type === "ref", "refs"),
    ...(raw.computed ? idle.map((word) => at.in(word).onKey().problem(`${name} is computed: no form asks for it`)) : []),
  ];
}

function boundProblems(field: FieldInfo): Problem[] {
  const { raw, at, name } = field;
  return (["min", "max"] as const).flatMap((word) => {
    const bound = raw[word];
    if (bound === undefined) return [];
    if (!isNumber(field)) return [at.in(word).onKey().problem(`"${word}" is for numbers; ${name} is ${raw.type}`)];
    const wrong = misfit(field, bound);
    return wrong ? [at.in(word).problem(wrong.message, wrong.hint)] : [];
  });
}
