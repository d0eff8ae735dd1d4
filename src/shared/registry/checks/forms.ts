import type { EntityInfo, FieldInfo } from "../catalogue.ts";
import { comparableOf, isNumber } from "../comparable.ts";
import type { PicturePart } from "../generated/raw.ts";
import { entries, listed } from "../names/named.ts";
import type { Problem } from "../problem.ts";
import { type Check, repeats } from "./check.ts";
import { literalProblem } from "./literal-fit.ts";

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
    const wrong = literalProblem(field, bound);
    return wrong ? [at.in(word).problem(wrong.message, wrong.hint)] : [];
  });
}

/** What the parts of a picture are, by the types that can hold them. */
const FITS: Readonly<Record<PicturePart, readonly string[]>> = {
  kind: ["enum", "int"],
  code: ["string"],
  number: ["string"],
  date: ["date"],
  net: ["money"],
  total: ["money"],
};

/** What a form reads on pictures is read on a field with pictures, into one that can hold it and that the user writes. */
export const readPictures: Check = ({ entities }) =>
  [...entities.values()].flatMap(({ fields }) =>
    [...fields.values()].flatMap((field) => {
      const { readFrom, type, derived } = field.raw;
      if (readFrom === undefined) return [];
      const at = field.at.in("readFrom");
      const via = fields.get(readFrom.via);
      return [
        ...(via && via.raw.type !== "images" ? [at.in("via").problem(`${via.name} (${via.raw.type}) has no pictures`)] : []),
        ...(FITS[readFrom.part].includes(type) ? [] : [at.in("part").problem(`${field.name} (${type}) cannot hold "${readFrom.part}"`)]),
        ...(derived ? [at.onKey().problem(`${field.name} is derived: it is not read too`)] : []),
      ];
    }),
  );

/** What needs neither a list of rows nor a right to be filled in. */
const TYPES: readonly string[] = ["string", "text", "images"];

/** A visitor fills in texts and pictures of one shop's row, each once, and only what he fills in may be asked of him. */
export const visitorForms: Check = ({ entities }) => [...entities.values()].flatMap(visitorProblems);

function visitorProblems({ raw, at, fields }: EntityInfo): Problem[] {
  const { visitor } = raw.save ?? {};
  if (visitor === undefined) return [];
  const place = at.in("save", "visitor");
  const asked = visitor.sections.flatMap((section, index) => entries(section.fields, "field", place.in("sections", index, "fields")));
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
