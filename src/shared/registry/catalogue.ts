import type { RawEnumValue, RawField } from "./generated/raw.ts";
import type { Place } from "./place.ts";
import { type Doc, type Sources, sharedOf } from "./sources.ts";
import type { WholeEntity, WholeModule } from "./whole-types.ts";

/** A field as an entity has it, from the entity's own file or from a mixin. */
export interface FieldInfo {
  readonly name: string;
  readonly raw: RawField;
  readonly at: Place;
  /** The codes of an enum field, its own or a shared list's. */
  readonly values: readonly RawEnumValue[];
  readonly valuesAt: Place;
  /** False where the shared list cannot be read: its codes cannot be judged then. */
  readonly hasKnownCodes: boolean;
}

/** An entity with its mixins merged in. */
export interface EntityInfo {
  readonly name: string;
  readonly raw: WholeEntity;
  readonly at: Place;
  readonly fields: ReadonlyMap<string, FieldInfo>;
  /** False where a mixin cannot be found, or another file has the same name: which fields it has cannot be judged then. */
  readonly isComplete: boolean;
}

/** A module file as it stands, or as one profile's shops get it. */
export interface ModuleInfo {
  /** The file below schemas/modules, without .json. */
  readonly schema: string;
  readonly file: string;
  readonly raw: WholeModule;
  readonly at: Place;
  readonly entity: EntityInfo | undefined;
  /** null: the file itself. */
  readonly patch: { readonly profile: string; readonly id: string } | null;
}

/** The entities as the checks and the build look at them. */
export function catalogueOf(sources: Sources): ReadonlyMap<string, EntityInfo> {
  const entities = new Map<string, EntityInfo>();
  for (const doc of sources.entity) {
    const { name } = doc.raw;
    // Of two files with one name nobody can tell which is meant.
    const info = entities.get(name) ?? entityInfo(doc, sources);
    entities.set(name, entities.has(name) ? { ...info, isComplete: false } : info);
  }
  return entities;
}

function entityInfo({ raw, at }: Doc<WholeEntity>, sources: Sources): EntityInfo {
  const fields = new Map<string, FieldInfo>();
  const add = (group: Readonly<Record<string, RawField>>, place: Place) => {
    for (const [name, field] of Object.entries(group)) fields.set(name, fieldInfo(name, field, place.in(name), sources));
  };
  const groups = sharedOf(sources, "entities");
  let isComplete = true;
  for (const name of raw.like ?? []) {
    const group = groups.find((each) => each.name === name);
    if (group) add(group.raw, group.at);
    else isComplete = false;
  }
  add(raw.fields, at.in("fields"));
  return { name: raw.name, raw, at, fields, isComplete };
}

function fieldInfo(name: string, raw: RawField, at: Place, sources: Sources): FieldInfo {
  const base = { name, raw, at };
  const own = { ...base, values: raw.values ?? [], valuesAt: at.in("values"), hasKnownCodes: raw.values !== undefined };
  if (raw.enum === undefined) return own;
  // With both, nobody can tell which is meant.
  if (raw.values !== undefined) return { ...own, values: [], hasKnownCodes: false };
  const list = sharedOf(sources, "enums").find((each) => each.name === raw.enum);
  if (!list) return { ...base, values: [], valuesAt: at.in("enum"), hasKnownCodes: false };
  return { ...base, values: list.raw, valuesAt: list.at, hasKnownCodes: true };
}
