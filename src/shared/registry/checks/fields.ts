import type { EntityInfo, FieldInfo } from "../catalogue.ts";
import { comparableOf } from "../comparable.ts";
import type { InitialValue, RawEnumValue, Scalar } from "../generated/raw.ts";
import { headOf, numberOf } from "../links.ts";
import { findField } from "../lookup.ts";
import { keys, listed, ordered, single } from "../names/named.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import { sharedOf } from "../sources.ts";
import { type Check, repeats } from "./check.ts";
import { type LiteralProblem, literalProblem } from "./literal-fit.ts";

/** What a field must say by its type. */
export const fieldDeclarations: Check = ({ entities }) =>
  [...entities.values()].flatMap(({ fields }) => [...fields.values()].flatMap((field) => [...enumParts(field), ...refParts(field)]));

function enumParts({ name, raw, at }: FieldInfo): Problem[] {
  const told = (["values", "enum"] as const).filter((part) => raw[part] !== undefined);
  if (raw.type !== "enum" || told.length === 1) return [];
  const why = told.length === 0 ? "neither is there" : "both are there";
  return [at.problem(`${name} is an enum and needs either "values" or "enum": ${why}`)];
}

function refParts({ name, raw, at }: FieldInfo): Problem[] {
  const missing = raw.type === "ref" ? (["to", "key"] as const).filter((part) => raw[part] === undefined) : [];
  return missing.map((part) => at.problem(`${name} is a ref and needs "${part}"`));
}

/** The codes of a list and their names are unique, the codes all whole numbers or all texts; a module relabels only codes that are there. */
export const enumCodes: Check = (context) => {
  const { sources, entities, modules } = context;
  const shared = sharedOf(sources, "enums").flatMap(({ raw, at }) => listProblems(raw, at));
  const own = [...entities.values()].flatMap(({ fields }) =>
    [...fields.values()].flatMap(({ raw, at }) => (raw.values ? listProblems(raw.values, at.in("values")) : [])),
  );
  const relabelled = modules.flatMap(({ raw, at }) =>
    Object.entries(raw.values ?? {}).flatMap(([name, list]) => {
      const place = at.in("values", name);
      const field = findField(context, raw.entity, name);
      if (!field) return [];
      if (field.raw.type !== "enum") return [place.onKey().problem(`${name} is ${field.raw.type}: only an enum has texts for codes`)];
      const strange = list.flatMap(({ code }, index) => {
        const wrong = literalProblem(field, code);
        return wrong ? [place.in(index, "code").problem(wrong.message, wrong.hint)] : [];
      });
      return [...strange, ...listProblems(list, place)];
    }),
  );
  return [...shared, ...own, ...relabelled];
};

/** On a screen no two codes of a list are one word: nobody could tell the states apart. */
export const sharedWords: Check = (context) => {
  const { sources, entities, modules } = context;
  const shared = sharedOf(sources, "enums").flatMap(({ raw, at }) => wordProblems(raw, at));
  const own = [...entities.values()].flatMap(({ fields }) =>
    [...fields.values()].flatMap(({ raw, at }) => wordProblems(raw.values ?? [], at.in("values"))),
  );
  const relabelled = modules.flatMap(({ raw, at }) =>
    Object.entries(raw.values ?? {}).flatMap(([name, list]) => {
      const field = findField(context, raw.entity, name)?.raw;
      const all = field?.values ?? sharedOf(sources, "enums").find((one) => one.name === field?.enum)?.raw ?? [];
      const kept = all.filter(({ code }) => !list.some((one) => one.code === code));
      return wordProblems(list, at.in("values", name), kept);
    }),
  );
  return [...shared, ...own, ...relabelled];
};

/** `kept`: what a page leaves as its entity says it, beside which its own words stand. */
function wordProblems(list: readonly RawEnumValue[], at: Place, kept: readonly RawEnumValue[] = []): Problem[] {
  const before = kept.map(({ title, shown = title }) => ({ name: shown, at }));
  const words = list.flatMap(({ title, shown = title, cases = [] }, index) =>
    [shown, ...new Set(cases.map(({ value }) => String(value)).filter((word) => word !== shown))].map((name) => ({
      name,
      at: at.in(index),
    })),
  );
  return repeats([...before, ...words], ({ name }) => `two codes are both ${name} on the screen`).map((problem) => ({
    ...problem,
    hint: 'say in "shown" what sets it apart',
  }));
}

function listProblems(list: readonly RawEnumValue[], at: Place): Problem[] {
  const first = typeof list[0]?.code;
  const mixed = list.findIndex(({ code }) => typeof code !== first);
  const nameless = list.some(({ name }) => name !== undefined) ? list.findIndex(({ name }) => name === undefined) : -1;
  const codes = list.map(({ code }, index) => ({ name: JSON.stringify(code), at: at.in(index, "code") }));
  const names = list.flatMap(({ name }, index) => (name === undefined ? [] : [{ name, at: at.in(index, "name") }]));
  return [
    ...(mixed < 0 ? [] : [at.in(mixed, "code").problem("the codes of one list are all whole numbers or all texts")]),
    ...(nameless < 0 ? [] : [at.in(nameless).problem("of one list all codes have a name, or none")]),
    ...repeats(codes, ({ name }) => `code ${name} stands here twice`),
    ...repeats(names, ({ name }) => `the name ${name} stands here twice`),
  ];
}

/** The value of a new row fits its field, and what is computed has none. */
export const defaultValues: Check = ({ entities }) =>
  [...entities.values()].flatMap(({ fields }) =>
    [...fields.values()].flatMap((field) => {
      const { raw, at, name } = field;
      if (raw.default === undefined) return [];
      const place = at.in("default");
      if (raw.computed) return [place.onKey().problem(`${name} is computed and has no default`)];
      const wrong = typeof raw.default === "object" ? openingProblem(field, raw.default) : literalProblem(field, raw.default);
      return wrong ? [place.problem(wrong.message, wrong.hint)] : [];
    }),
  );

/** A day goes into dates, a time into times, the user's own into texts. */
function openingProblem(field: FieldInfo, { today, todayPlus, now, actor }: Exclude<InitialValue, Scalar>): LiteralProblem | null {
  const { type } = field.raw;
  const isTime = type === "date" || type === "datetime";
  if (today !== undefined || todayPlus !== undefined || now !== undefined)
    return isTime ? null : { message: `${field.name} (${type}) cannot hold a time` };
  const wanted = actor === "isconfirm" ? "bool" : "text";
  return comparableOf(field) === wanted
    ? null
    : { message: `${field.name} (${type}) cannot hold ${actor} of the user, which is ${wanted}` };
}

/** Indexes, unique keys, seals and bill numbers are of stored fields. */
export const storedFields: Check = ({ entities }) =>
  [...entities.values()].flatMap((entity) => [...computedProblems(entity), ...numberProblems(entity)]);

/** What rows are told by is unique: the word says what that means. */
export const identities: Check = ({ entities }) =>
  [...entities.values()].flatMap(({ raw, fields, name: entity }) => {
    const keys = new Set([...(raw.unique ?? []), ...(raw.uniqueEverywhere ?? [])].flat());
    return [...fields.values()].flatMap(({ raw: field, name, at }) =>
      field.identity === true && !keys.has(name)
        ? [at.in("identity").onKey().problem(`"identity" means nothing here: no unique key of ${entity} has ${name}`)]
        : [],
    );
  });

function computedProblems({ raw, at, fields }: EntityInfo): Problem[] {
  const uses = [
    ...(raw.indexes ?? []).flatMap((parts, index) => ordered(parts, at.in("indexes", index))),
    ...(["unique", "uniqueEverywhere"] as const).flatMap((part) =>
      (raw[part] ?? []).flatMap((names, index) => listed(names, at.in(part, index))),
    ),
    ...listed(raw.sealed ?? [], at.in("sealed")),
    ...keys(raw.number, at.in("number")),
    ...single(headOf(raw)?.field, at.in("head", "on", headOf(raw)?.key ?? "")),
  ];
  return uses
    .filter(({ name }) => fields.get(name)?.raw.computed)
    .map(({ name, at: place }) => place.problem(`${name} is computed: the database keeps no such column`));
}

function numberProblems({ raw, at, fields }: EntityInfo): Problem[] {
  const field = fields.get(numberOf(raw)?.field ?? "");
  if (!field || (comparableOf(field) === "text" && field.raw.type !== "enum")) return [];
  return [at.in("number", field.name).onKey().problem(`${field.name} (${field.raw.type}) cannot hold a bill number`)];
}
