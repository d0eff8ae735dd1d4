import { settingCell } from "../../domain/setting.ts";
import { buildSetting } from "../build/settings.ts";
import type { FieldInfo } from "../catalogue.ts";
import type { CheckContext } from "../context.ts";
import type { RawSetting } from "../generated/raw.ts";
import { allNamesOf, namesOf } from "../names/uses.ts";
import { didYouMeanOrList } from "../nearest.ts";
import type { Place } from "../place.ts";
import type { Problem } from "../problem.ts";
import { sharedOf } from "../sources.ts";
import type { Check } from "./check.ts";

type Type = RawSetting["type"];

/** Property to the types it is for. */
const WORDS: Readonly<Record<"unit" | "min" | "max" | "length" | "values" | "empty", readonly Type[]>> = {
  unit: ["int", "money"],
  min: ["int", "money", "rate"],
  max: ["int", "money", "rate"],
  length: ["text", "url"],
  values: ["enum"],
  empty: ["text", "int", "money", "rate", "date", "enum", "url"],
};

/** What a setting says means something for its type, and it has a default or says what it means to have none. */
export const settingWords: Check = ({ sources }) =>
  sharedOf(sources, "settings").flatMap(({ name, raw, at }) => {
    const idle = (Object.keys(WORDS) as (keyof typeof WORDS)[]).filter(
      (word) => raw[word] !== undefined && !WORDS[word].includes(raw.type),
    );
    const wrong = idle.map((word) =>
      at
        .in(word)
        .onKey()
        .problem(`"${word}" is for ${WORDS[word].join(", ")}; ${name} is ${raw.type}`),
    );
    if (raw.type === "enum" && raw.values === undefined) wrong.push(at.problem(`${name} is an enum and needs "values"`));
    if (raw.default === undefined && raw.empty === undefined)
      wrong.push(at.problem(`${name} has neither a "default" nor an "empty", which says what it means that nothing is set`));
    if (raw.default !== undefined && raw.empty !== undefined)
      wrong.push(at.in("empty").onKey().problem(`${name} has a default: it is never empty`));
    return wrong;
  });

/** Bounds of a setting are values of it, the least is not above the greatest, and the default lies between. */
export const settingValues: Check = ({ sources }) =>
  sharedOf(sources, "settings").flatMap(({ name, raw, at }): Problem[] => {
    const { min: _least, max: _most, ...unbound } = raw;
    const free = buildSetting(unbound, false);
    const bounds = (["min", "max"] as const).filter((word) => raw[word] !== undefined && WORDS[word].includes(raw.type));
    const wrong = bounds.filter((word) => settingCell(free, String(raw[word])) === null);
    if (wrong.length > 0)
      return wrong.map((word) => at.in(word).problem(`${JSON.stringify(raw[word])} is no value of ${name} (${raw.type})`));
    const whole = buildSetting(raw, false);
    if (bounds.length === 2 && settingCell(whole, String(raw.min)) === null)
      return [at.in("min").problem(`no value is at least ${raw.min} and at most ${raw.max}`)];
    if (raw.default === undefined || (raw.type === "enum" && raw.values === undefined)) return [];
    const isKind = raw.type === "bool" ? typeof raw.default === "boolean" : typeof raw.default !== "boolean";
    if (isKind && settingCell(whole, String(raw.default)) !== null) return [];
    return [at.in("default").problem(`${JSON.stringify(raw.default)} is no value of ${name} (${raw.type})`, bounded(raw))];
  });

function bounded({ min, max, values }: RawSetting): string | undefined {
  if (values !== undefined) return `known: ${Object.keys(values).join(", ")}`;
  const bounds = [min === undefined ? "" : `at least ${min}`, max === undefined ? "" : `at most ${max}`].filter(Boolean);
  return bounds.length === 0 ? undefined : bounds.join(" and ");
}

/** What the words of the files that name a setting take. */
const WANTED: Readonly<Record<string, Type>> = { days: "int", switch: "bool", amount: "money" };

/** A setting that a word of the files asks is of the type that the word takes: days, a switch, an amount. */
export const settingTypes: Check = (context) => {
  const declared = new Map(sharedOf(context.sources, "settings").map(({ name, raw }) => [name, raw]));
  return asked(context).flatMap((use) => {
    const setting = declared.get(use.name);
    const wanted = WANTED[use.as ?? ""];
    if (setting === undefined || wanted === undefined || setting.type === wanted) return [];
    return [use.at.problem(`${use.name} is ${setting.type}; this takes ${wanted}`)];
  });
};

/** Uses that are no declaration. */
const asked = (context: CheckContext) => allNamesOf(context, "setting").filter(({ isDeclared }) => !isDeclared);

/** What code reads of settings is declared; told where the code is named, of the engine in modules.json. */
export const declaredSettings: Check = (context) => {
  const { sources, used, engineSettings } = context;
  if (sources.broken.shared.size > 0) return [];
  const declared = new Set(sharedOf(sources, "settings").map(({ name }) => name));
  const missing = (keys: readonly string[], who: string, at: Place) =>
    keys
      .filter((key) => !declared.has(key))
      .map((key) =>
        at.problem(`${who} reads the setting "${key}", which schemas/shared does not declare`, didYouMeanOrList(key, declared)),
      );
  const [menu] = sources.registry;
  const ofFeatures = namesOf(context, "feature").flatMap(({ name, at }) =>
    missing(used?.find((one) => one.name === name)?.contract?.settings ?? [], `the code of "${name}"`, at),
  );
  return [...(menu === undefined ? [] : missing(engineSettings ?? [], "the engine", menu.at)), ...ofFeatures];
};

/** Every declared setting is read: by code, or by a word of the files. */
export const readSettings: Check = (context) => {
  const { sources, used, engineSettings } = context;
  const isWhole = Object.values(sources.broken).every((files) => files.size === 0);
  if (!isWhole || used === undefined || engineSettings === undefined) return [];
  const ofCode = [...engineSettings, ...used.flatMap(({ contract }) => contract?.settings ?? [])];
  const read = new Set([...ofCode, ...asked(context).map(({ name }) => name)]);
  return sharedOf(sources, "settings").flatMap(({ name, at }) =>
    read.has(name) ? [] : [at.onKey().problem(`nothing reads the setting "${name}": no word of the files, nor code`)],
  );
};

/** The value of a setting stands beside its key, and a page of settings shows such values. */
export const settingFields: Check = ({ entities, modules }) => {
  const ofFields = [...entities.values()].flatMap(({ fields }) =>
    [...fields.values()].flatMap((field) => (field.raw.setting === undefined ? [] : keyProblems(field, fields.get(field.raw.setting)))),
  );
  const ofPages = modules.flatMap(({ raw: { form }, at, entity }) => {
    const value = form?.fields === undefined ? entity?.fields.get(form?.value ?? "") : undefined;
    return value === undefined || value.raw.setting !== undefined
      ? []
      : [at.in("form", "value").problem(`${value.name} is no value of a setting`, 'say "setting" at the field')];
  });
  return [...ofFields, ...ofPages];
};

function keyProblems({ at }: FieldInfo, key: FieldInfo | undefined): Problem[] {
  if (key === undefined || (key.raw.type === "string" && key.raw.computed === undefined)) return [];
  return [at.in("setting").problem(`${key.name} (${key.raw.type}) holds no key of a setting`, "name a stored string")];
}
