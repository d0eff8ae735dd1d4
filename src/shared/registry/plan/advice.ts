import { fateOf, keepsBytes } from "../../domain/conversion.ts";
import type { Scalar } from "../language.ts";
import type { Entity, Field, Registry } from "../model.ts";
import type { Change } from "./change.ts";

/**
 * Each change with the word that would keep what is stored, where there is one: how values of another type are made, and what is likely
 * to be called otherwise only. Nothing is asked of a database (docs/decisions/68, 69).
 *
 * @param was the model that is served, under the new names of what is renamed already
 */
export function withAdvice(changes: readonly Change[], was: Registry, is: Registry): Change[] {
  return changes.map((change) => {
    const advice = adviceFor(change, was, is);
    return advice === null ? change : { ...change, advice };
  });
}

type Advice = NonNullable<Change["advice"]>;

function adviceFor({ verb, part, at }: Change, was: Registry, is: Registry): Advice | null {
  const [before, after] = [was.entities[at.entity ?? ""], is.entities[at.entity ?? ""]];
  const [old, field] = [before?.fields[at.field ?? ""], after?.fields[at.field ?? ""]];
  if (old && field && (part === "type" || part === "codeType" || (part === "length" && verb === "narrowed"))) return howMade(old, field);
  if (verb !== "removed" || part !== null || at.profile !== undefined || at.shop !== undefined) return null;
  if (at.module !== undefined) return at.action === undefined ? newModule(at.module, was, is) : null;
  if (at.transition !== undefined || at.machine !== undefined) return null;
  if (old && field && at.code !== undefined) return newCode(at.code, old, field);
  if (before && after && old && at.code === undefined) return newField(old, before, after);
  return before && at.field === undefined && before.view === null ? newEntity(before, was, is) : null;
}

function howMade(was: Field, is: Field): Advice | null {
  if (was.computed !== null || is.computed !== null) return null;
  const fate = fateOf(was, is);
  if (fate.kind === "made" || fate.write === null || (fate.kind === "kept" && !fate.isNarrowed)) return null;
  return { write: fate.write };
}

const called = (before: Scalar, now: Scalar): Advice => ({
  write: `"was": [${JSON.stringify(before)}]`,
  at: String(now),
});

/** Of what is gone and what has come the pair that this one is half of: alike by title, or there is nothing else. */
function newOf<T>(
  gone: T,
  all: { readonly gone: readonly T[]; readonly come: readonly T[] },
  isAlike: (one: T, other: T) => boolean,
): T | null {
  const alike = all.come.filter((each) => isAlike(gone, each));
  if (alike.length === 1) return alike[0] ?? null;
  return alike.length === 0 && all.gone.length === 1 && all.come.length === 1 ? (all.come[0] ?? null) : null;
}

function newField(old: Field, before: Entity, after: Entity): Advice | null {
  const fits = (field: Field) => field.computed === null && keepsBytes(old, field);
  const gone = Object.values(before.fields).filter((field) => after.fields[field.name] === undefined && fits(field));
  const come = Object.values(after.fields).filter((field) => before.fields[field.name] === undefined && fits(field));
  const found = old.computed === null ? newOf(old, { gone, come }, (one, other) => one.title === other.title) : null;
  return found && called(old.name, found.name);
}

function newCode(code: string, was: Field, is: Field): Advice | null {
  const has = ({ values }: Field, value: Field["values"][number]) => values.some((other) => other.code === value.code);
  const gone = was.values.filter((value) => !has(is, value));
  const come = is.values.filter((value) => !has(was, value));
  const own = gone.find((value) => String(value.code) === code);
  const found = own ? newOf(own, { gone, come }, (one, other) => one.text === other.text) : null;
  return own && found ? called(own.code, found.code) : null;
}

/** Two entities without a title in common are one where most fields are the same. */
function newEntity(old: Entity, was: Registry, is: Registry): Advice | null {
  const come = Object.values(is.entities).filter(({ name, view }) => view === null && was.entities[name] === undefined);
  const isAlike = (one: Entity, other: Entity) => {
    const names = Object.keys(one.fields);
    return 2 * names.filter((name) => other.fields[name] !== undefined).length > names.length;
  };
  const alike = come.filter((other) => isAlike(old, other));
  const [found] = alike.filter(({ title }) => title === old.title).concat(alike.length === 1 ? alike : []);
  return found ? called(old.name, found.name) : null;
}

function newModule(id: string, was: Registry, is: Registry): Advice | null {
  const come = Object.values(is.modules).filter((module) => was.modules[String(module.entry.id)] === undefined);
  const old = was.modules[id];
  const alike = come.filter((module) => module.entity === old?.entity && module.entry.title === old.entry.title);
  const [found] = alike;
  return found && alike.length === 1 ? called(Number(id), found.entry.id) : null;
}
